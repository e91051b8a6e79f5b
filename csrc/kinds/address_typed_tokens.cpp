// Cutting a short address into tokens, from its masks or from its lexemes.
#include "address_typed_tokens.hpp"

#include <bit>

#include "../spoken.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

using Sort = TypedToken::Sort;

namespace {

ScanMask operator&(const ScanMask& one, const ScanMask& other) {
  return {{one.at[0] & other.at[0], one.at[1] & other.at[1]}};
}

// The bits from a place on.
ScanMask bits_from(std::size_t at) {
  const std::uint64_t all = ~std::uint64_t{0};
  return at < 64 ? ScanMask{{all << at, all}} : ScanMask{{0, at < 128 ? all << (at - 64) : 0}};
}

// Only number signs, and directly behind words and numbers commas and quiet stops? Leaves the number signs.
bool read_symbols(const Scan& scan, ScanMask& symbols) {
  const ScanMask all = symbols;
  for (std::size_t half = 0; half < 2; ++half)
    for (std::uint64_t rest = all.at[half]; rest != 0; rest &= rest - 1) {
      const std::size_t at = 64 * half + static_cast<std::size_t>(std::countr_zero(rest));
      const char c = scan.text[at];
      if (c == '#') continue;
      symbols.at[half] &= ~(rest & (0 - rest));
      if (at == 0 || scan.text[at - 1] == ' ' || (c != ',' && (c != '.' || !is_quiet_stop(scan, at)))) return false;
      // Of two symbols only "St.," is plain.
      if (all.test(at - 1) && (c != ',' || scan.text[at - 1] != '.' || (at > 1 && all.test(at - 2)))) return false;
    }
  return true;
}

// The places and sorts of the tokens; false when they are too many or too long.
bool place_tokens(const Scan& scan, const ScanMask& letters, const ScanMask& digits, const ScanMask& hashes,
                  const char* behind, TypedTokens& out) {
  const std::uint64_t ends[] = {
      hashes.at[0] | (letters.at[0] & ~(letters.at[0] >> 1 | letters.at[1] << 63)) |
          (digits.at[0] & ~(digits.at[0] >> 1 | digits.at[1] << 63)),
      hashes.at[1] | (letters.at[1] & ~(letters.at[1] >> 1)) | (digits.at[1] & ~(digits.at[1] >> 1))};
  std::uint64_t starts = hashes.at[0] | (letters.at[0] & ~(letters.at[0] << 1)) | (digits.at[0] & ~(digits.at[0] << 1));
  const char* from = scan.text;
  int count = 0;
  unsigned lexeme = 0, too_long = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    const char* const last_from = scan.text + 64 * half + 1;
    for (std::uint64_t last = ends[half]; last != 0; last &= last - 1) {
      if (count == kMostTypedTokens) return false;
      if (starts == 0) {
        starts = hashes.at[1] | (letters.at[1] & ~(letters.at[1] << 1 | letters.at[0] >> 63)) |
                 (digits.at[1] & ~(digits.at[1] << 1 | digits.at[0] >> 63));
        from = scan.text + 64;
      }
      const char* const text = from + std::countr_zero(starts);
      const char* const end = last_from + std::countr_zero(last);
      const auto size = static_cast<std::size_t>(end - text);
      starts &= starts - 1;
      // No branch on the sort of a token or on a comma: they are as frequent as chance.
      const unsigned first = static_cast<unsigned char>(*text), sign = first >> 6 ^ 1, hash = sign & ~(first >> 4);
      const unsigned stop = *behind == '.', comma = behind[stop] == ',';
      TypedToken& token = out.at[count++];
      token.at = static_cast<std::uint8_t>(text - scan.text);
      token.size = static_cast<std::uint8_t>(size);
      token.sort = static_cast<Sort>(sign + 2 * hash);
      token.gap = comma != 0;
      token.glued = text == behind;
      lexeme += stop + comma;
      token.lexeme = static_cast<std::uint16_t>(lexeme++);
      too_long |= unsigned{size + 8 * sign > kLexiconLetters};
      behind = end;
    }
  }
  static_assert(kLongestTypedNumber + 8 == kLexiconLetters);
  out.count = count;
  return count >= 3 && too_long == 0;
}

// All that the words are.
void look_up(TypedTokens& out) {
  std::uint64_t seconds = 0, words = 0, phrases = 0;
  unsigned roles = 0;
  for (int k = 0; k < out.count; ++k) {
    TypedToken& token = out.at[k];
    const LaneWord letters = word_at(out.text + token.at, token.size);
    const LexiconEntry& entry = find_in_lexicon(letters.low, letters.high);
    token.entry = &entry;
    token.low = letters.low;
    token.high = letters.high;
    roles |= entry.roles;
    words |= std::uint64_t{token.sort == Sort::word} << k;
    phrases |= (seconds >> place_of_second(letters.low) & 1) << k;
    seconds = entry.seconds;
  }
  out.speech = (roles & kNumberRole) != 0;
  out.words = words;
  out.phrases = phrases >> 1 & words & words >> 1;
}

}  // namespace

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

bool cut_tokens(const Scan& scan, AnswerBounds bounds, TypedTokens& out) {
  out.start(scan.text);
  const ScanMask behind_start = bits_from(bounds.from), behind_end = bits_from(bounds.to);
  const ScanMask inside{{behind_start.at[0] & ~behind_end.at[0], behind_start.at[1] & ~behind_end.at[1]}};
  ScanMask symbols = scan.symbols() & inside;
  if (!read_symbols(scan, symbols) ||
      !place_tokens(scan, scan.letters & inside, scan.digits & inside, symbols, scan.text + bounds.from, out))
    return false;
  out.at[0].glued = false;
  out.led = out.at[0].sort == Sort::hash;
  look_up(out);
  return true;
}

namespace {

TypedToken* add_token(TypedTokens& out, std::size_t at, std::size_t size, Sort sort) {
  const bool word = sort == Sort::word || sort == Sort::spoken;
  if (out.count == kMostTypedTokens || size > (word ? kLexiconLetters : kLongestTypedNumber)) return nullptr;
  const LaneWord letters = word_at(out.text + at, size);
  TypedToken& token = out.at[out.count++];
  token.at = static_cast<std::uint8_t>(at);
  token.size = static_cast<std::uint8_t>(size);
  token.sort = sort;
  token.entry = &find_in_lexicon(letters.low, letters.high);
  return &token;
}

}  // namespace

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
  look_up(out);
  return out.count >= 3;
}

}  // namespace ablmatch::postal
