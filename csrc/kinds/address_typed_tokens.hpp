// The tokens of a short address: words with all that they can be, figures, runs of number words.
#pragma once

#include <string_view>

#include "../lexemes.hpp"
#include "../scan.hpp"
#include "../tables/address_lexicon.hpp"

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
  const Lexemes* lexemes;  // null: typed
  bool speech;             // number words occur, which only lexemes can tell
  bool spoken;             // some of them are numbers

  std::string_view text_of(const TypedToken& token) const { return {text + token.at, token.size}; }
};

// False when there are symbols that the usual shapes do not have, or too many tokens.
bool cut_typed(const Scan& scan, TypedTokens& out);

// The same for what was said, lead-ins and fillers taken away; `lexemes` of the scan, cleaned (clean_spoken).
bool cut_said(const Scan& scan, const char* folded, const Lexemes& lexemes, TypedTokens& out);

}  // namespace ablmatch::postal
