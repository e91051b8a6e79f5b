// The tokens of a short address: words with all that they can be, figures, runs of number words.
#pragma once

#include <bit>
#include <string_view>

#include "../lexemes.hpp"
#include "../scan.hpp"
#include "../tables/address_lexicon.hpp"
#include "../tables/spoken_word.hpp"

namespace ablmatch::postal {

inline constexpr int kMostTypedTokens = 40;
inline constexpr std::size_t kLongestTypedNumber = 8;

struct TypedToken {
  enum class Sort : std::uint8_t { word, number, spoken, hash };  // spoken: a number word

  const LexiconEntry* entry;  // of a word, spoken ones too
  std::uint64_t low, high;    // its letters or figures
  std::uint8_t at, size;      // where it stands in the text
  std::uint16_t lexeme;       // where it stands in the lexemes, if it comes from there
  Sort sort;
  bool gap;    // a comma stands before it
  bool glued;  // nothing does
};

struct TypedTokens {
  TypedToken at[kMostTypedTokens];
  int count;
  const char* text;
  const Lexemes* lexemes;  // null: cut from the scan alone
  bool said;               // read as speech
  bool speech;             // number words occur, which only lexemes can tell
  bool spoken;             // some of them are numbers

  void start(const char* from) {
    count = 0;
    text = from;
    lexemes = nullptr;
    said = speech = spoken = false;
  }
  std::string_view text_of(const TypedToken& token) const { return {text + token.at, token.size}; }
};

// Calls see(at) for the first byte of each word and number, and for each symbol, until it says false; then false.
template <class See>
bool each_start(const Scan& scan, See see) {
  const ScanMask symbols = scan.symbols();
  std::uint64_t letter_before = 0, digit_before = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t letters = scan.letters.at[half], digits = scan.digits.at[half];
    std::uint64_t starts =
        symbols.at[half] | (letters & ~(letters << 1 | letter_before)) | (digits & ~(digits << 1 | digit_before));
    letter_before = letters >> 63;
    digit_before = digits >> 63;
    for (; starts != 0; starts &= starts - 1)
      if (!see(64 * half + static_cast<std::size_t>(std::countr_zero(starts)))) return false;
  }
  return true;
}

// Adds the token of so many bytes; null when there are too many, or it is too long.
TypedToken* add_token(TypedTokens& out, std::size_t at, std::size_t size, TypedToken::Sort sort);

// "St. Riverton", "P.O. Box", "44011.", but not 1.5
bool is_quiet_stop(const Scan& scan, std::size_t at);

// An English number word of the usual classes.
bool is_plain_number(const SpokenWord& word);

// False when there are symbols that the usual shapes do not have, or too many tokens.
bool cut_typed(const Scan& scan, TypedTokens& out);

// The same for what was said with number words and, around the address, only the commonest lead-ins and closers: the
// tokens that cut_said gives for it. False where speech may read more into it.
bool cut_plainly_said(const Scan& scan, TypedTokens& out);

// The same for all that was said, lead-ins and fillers taken away; `lexemes` of the scan, cleaned (clean_spoken).
bool cut_said(const Scan& scan, const char* folded, const Lexemes& lexemes, TypedTokens& out);

}  // namespace ablmatch::postal
