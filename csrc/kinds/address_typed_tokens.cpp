// Cutting a short address into tokens, from its masks or from its lexemes.
#include "address_typed_tokens.hpp"

#include "../spoken.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

using Sort = TypedToken::Sort;

TypedToken* add_token(TypedTokens& out, std::size_t at, std::size_t size, Sort sort) {
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

bool is_quiet_stop(const Scan& scan, std::size_t at) {
  const char next = scan.text[at + 1];
  return at > 0 && scan.text[at - 1] != ' ' && (scan.letters.test(at - 1) || next == ' ' || next == ',' || next == 0);
}

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

bool cut_typed(const Scan& scan, TypedTokens& out) {
  out.start(scan.text);
  bool gap = false;
  std::size_t behind = kScanCapacity;  // the place behind the last token, or none
  const bool plain = each_start(scan, [&](std::size_t at) {
    std::size_t end = at + 1;
    Sort sort = Sort::hash;
    if (scan.letters.test(at) || scan.digits.test(at)) {
      sort = scan.letters.test(at) ? Sort::word : Sort::number;
      end = Scan::end_of_run(sort == Sort::word ? scan.letters : scan.digits, at);
    } else if (scan.text[at] == ',') {
      return gap = true;
    } else if (scan.text[at] == '.') {
      return is_quiet_stop(scan, at);
    } else if (scan.text[at] != '#') {
      return false;
    }
    TypedToken* const token = add_token(out, at, end - at, sort);
    // A number word is no name: only speech tells what it is.
    if (token == nullptr || out.speech) return false;
    token->gap = gap;
    token->glued = at == behind;
    gap = false;
    behind = end;
    return true;
  });
  return plain && out.count >= 3;
}

bool cut_said(const Scan& scan, const char* folded, const Lexemes& lexemes, TypedTokens& out) {
  out.start(scan.text);
  out.lexemes = &lexemes;
  out.said = true;
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
    TypedToken* const token = add_token(out, at, lexeme.size, sort);
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
