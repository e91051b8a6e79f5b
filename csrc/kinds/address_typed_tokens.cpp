// Cutting a short address into tokens, from its masks or from its lexemes.
#include "address_typed_tokens.hpp"

#include <bit>

#include "../spoken.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

namespace {

using Sort = TypedToken::Sort;

TypedToken* add(TypedTokens& out, std::size_t at, std::size_t size, Sort sort) {
  if (out.count == kMostTypedTokens) return nullptr;
  TypedToken& token = out.at[out.count];
  token.at = static_cast<std::uint8_t>(at);
  token.size = static_cast<std::uint8_t>(size);
  token.sort = sort;
  if (sort == Sort::word || sort == Sort::spoken) {
    if (size > kLexiconLetters) return nullptr;
    const LaneWord word = word_at(out.text + at, size);
    token.low = word.low;
    token.high = word.high;
    token.entry = &find_in_lexicon(word.low, word.high);
    out.speech |= (token.entry->roles & kNumberRole) != 0;
  } else if (sort == Sort::number) {
    if (size > kLongestTypedNumber) return nullptr;
    token.low = load_letters(out.text + at, size);
  }
  ++out.count;
  return &token;
}

// "St. Riverton", "P.O. Box", "44011.", but not 1.5
bool is_quiet_stop(const Scan& scan, std::size_t at) {
  const char next = scan.text[at + 1];
  return at > 0 && scan.text[at - 1] != ' ' && (scan.letters.test(at - 1) || next == ' ' || next == ',' || next == 0);
}

// An English number word of the usual classes.
bool is_plain_number(const SpokenWord& word) {
  switch (word.number) {
    case NumberClass::unit:
    case NumberClass::teen:
    case NumberClass::tens:
    case NumberClass::hundred:
    case NumberClass::thousand:
    case NumberClass::multiplier: return (word.languages & kEnglish) != 0;
    default: return false;
  }
}

}  // namespace

bool cut_typed(const Scan& scan, TypedTokens& out) {
  out.count = 0;
  out.text = scan.text;
  out.lexemes = nullptr;
  out.speech = out.spoken = false;
  const ScanMask symbols = scan.symbols();
  bool gap = false;
  std::size_t behind = kScanCapacity;  // the place behind the last token, or none
  std::uint64_t letter_before = 0, digit_before = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t letters = scan.letters.at[half], digits = scan.digits.at[half];
    std::uint64_t starts =
        symbols.at[half] | (letters & ~(letters << 1 | letter_before)) | (digits & ~(digits << 1 | digit_before));
    letter_before = letters >> 63;
    digit_before = digits >> 63;
    for (; starts != 0; starts &= starts - 1) {
      const int place = std::countr_zero(starts);
      const std::size_t at = 64 * half + static_cast<std::size_t>(place);
      const bool word = letters >> place & 1, number = digits >> place & 1;
      std::size_t end = at + 1;
      Sort sort = Sort::hash;
      if (word || number) {
        end = Scan::end_of_run(word ? scan.letters : scan.digits, at);
        sort = word ? Sort::word : Sort::number;
      } else if (scan.text[at] == ',') {
        gap = true;
        continue;
      } else if (scan.text[at] == '.') {
        if (!is_quiet_stop(scan, at)) return false;
        continue;
      } else if (scan.text[at] != '#') {
        return false;
      }
      TypedToken* const token = add(out, at, end - at, sort);
      // A number word is no name: only lexemes tell what it is.
      if (token == nullptr || out.speech) return false;
      token->gap = gap;
      token->glued = at == behind;
      gap = false;
      behind = end;
    }
  }
  return out.count >= 3;
}

bool cut_said(const Scan& scan, const char* folded, const Lexemes& lexemes, TypedTokens& out) {
  out.count = 0;
  out.text = scan.text;
  out.lexemes = &lexemes;
  out.speech = out.spoken = false;
  bool gap = false;
  int previous = -2;
  for (int k = 0; k < lexemes.count; ++k) {
    const Lexeme& lexeme = lexemes.at[k];
    // A piece of a number that was written as one word.
    if (lexeme.text < folded || lexeme.text >= folded + scan.size) return false;
    const auto at = static_cast<std::size_t>(lexeme.text - folded);
    Sort sort = Sort::hash;
    if (lexeme.is_word()) {
      sort = lexeme.numeric ? Sort::spoken : Sort::word;
    } else if (lexeme.is_number()) {
      sort = Sort::number;
    } else if (lexeme.is_symbol(',')) {
      gap = true;
      continue;
    } else if (lexeme.is_symbol('.')) {
      if (!is_quiet_stop(scan, at)) return false;
      continue;
    } else if (!lexeme.is_symbol('#')) {
      return false;
    }
    TypedToken* const token = add(out, at, lexeme.size, sort);
    if (token == nullptr) return false;
    token->lexeme = static_cast<std::uint16_t>(k);
    token->gap = gap;
    token->glued = previous == k - 1 && !lexeme.spaced;
    if (sort == Sort::spoken) {
      if (!lexeme.spoken || token->glued) return false;
      // "oh" in front of figures is a state, and is seen as a word.
      if (lexeme.spoken->weak && token->entry->address != 0 && k + 1 < lexemes.count && lexemes.at[k + 1].is_number())
        token->sort = Sort::word;
      else if (!is_plain_number(*lexeme.spoken)) return false;
      out.spoken |= !lexeme.spoken->weak;
    }
    gap = false;
    previous = k;
  }
  return out.count >= 3;
}

}  // namespace ablmatch::postal
