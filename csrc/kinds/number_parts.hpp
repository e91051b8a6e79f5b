// What a number phrase is made of.
#pragma once

#include <cstdint>

#include "../tables/number_words.hpp"

namespace ablmatch {

inline constexpr int kMostNumberTokens = 48;

// A word or a run of figures. `cut`: symbols stand before it that no number goes on across; `hyphened`: one hyphen
// joins it to the word before.
struct NumberToken {
  NumberSense sense;
  std::uint8_t begin, end;  // in the text of the scan
  bool cut, hyphened;

  bool is(NumberKind kind) const { return sense.kind == kind; }
  bool is_word_of_number() const { return sense.kind >= NumberKind::unit && sense.kind < NumberKind::figures; }
  bool is_numeric() const { return sense.kind >= NumberKind::unit && sense.kind <= NumberKind::figures; }
};

// The tokens from the first to the last that reads as digits, fillers left out. `at[count]` is an empty token.
struct NumberPhrase {
  NumberToken at[kMostNumberTokens + 1];
  int first, count;
  int number_end;     // behind the last numeric token in front of the word of an extension
  int extension;      // first token of the extension; `count` when there is none
  bool figures_only;  // no token is a number word
  bool plus;          // "plus" stands in front of them
};

// Who reads: in codes symbols between words say nothing, in telephone numbers they end a number word.
enum class NumberReader : bool { digits, phone };

}  // namespace ablmatch
