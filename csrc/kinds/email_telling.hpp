// Words of a spoken e-mail address that tell letters, or nothing, in one place only: "m de madrid", "deux n", "like".
#pragma once

#include <cstdint>
#include <string_view>

#include "../spoken.hpp"

namespace ablmatch {

// What the words up to lexeme `end` may stand for: letters, or nothing when they fill a pause. `end` is 0 where there is
// no such reading.
struct TellingWord {
  int end = 0;
  bool spells = false;
  bool doubled = false;  // `letters` is one, said to come twice
  std::string_view letters;
};

// May read_telling_word find something at lexeme `at`? A look at the length and the first letter.
inline bool may_tell(const Lexemes& lexemes, int at) {
  const Lexeme& word = lexemes.at[at];
  // Behind a letter: of, de, come, comme, think, believe.
  if (word.size == 1) return at + 2 < lexemes.count && lexemes.at[at + 1].size >= 2 && lexemes.at[at + 1].size <= 7;
  constexpr std::uint32_t kSizes = 1u << 2 | 1u << 4 | 1u << 6 | 1u << 9;
  if (word.size > 9 || (kSizes >> word.size & 1) == 0) return false;
  const char c = *word.text;
  return c == 'l' || c == 'd' || c == 'v' || c == 's' || c == 'e' || c == 'c';
}

// `in_run`: which lexemes belong to runs of spelled letters.
TellingWord read_telling_word(const Lexemes& lexemes, int at, const bool* in_run);

}  // namespace ablmatch
