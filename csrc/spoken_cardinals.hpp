// Cardinal numbers in words by the grammar of each language: three hundred and five, dreiundzwanzig, quatre-vingt-dix.
#pragma once

#include <cstdint>

#include "lexemes.hpp"
#include "tables/spoken_word.hpp"

namespace ablmatch {

// Numbers that start at one place: where each ends and what it is worth, in no order.
struct CardinalValues {
  static constexpr int kMost = 32;
  int end[kMost];
  std::uint64_t worth[kMost];
  int count = 0;

  void add(int to, std::uint64_t value) {
    if (count == kMost) return;  // further readings of one phrase are not worth keeping
    end[count] = to;
    worth[count++] = value;
  }
};

// Adds every cardinal that starts at lexeme `at`, in words or in words and figures ("2 thousand 345"). The lexemes have
// been through look_up_spoken. Cost: bounded by the number of values.
void find_cardinals(const Lexemes& lexemes, int at, CardinalValues& out);

// The numeric class of lexeme `at` where it reads as a number (or conjunction), else none.
inline NumberClass number_class_at(const Lexemes& lexemes, int at) {
  if (at >= lexemes.count || !lexemes.at[at].spoken) return NumberClass::none;
  const NumberClass found = lexemes.at[at].spoken->number;
  return found == NumberClass::conjunction || lexemes.at[at].numeric ? found : NumberClass::none;
}

// The value of a lexeme of few figures.
inline std::uint64_t figures_of(const Lexeme& lexeme) {
  std::uint64_t figures = 0;
  for (const char c : lexeme.view()) figures = figures * 10 + static_cast<std::uint64_t>(c - '0');
  return figures;
}

// Is lexeme `at` a later part of a number that was written as one word? Only look_up_spoken puts two words next to each
// other; Italian ones may share a letter. No reading ends in front of such a part.
inline bool is_glued(const Lexemes& lexemes, int at) {
  if (at <= 0 || at >= lexemes.count || lexemes.at[at].spaced || !lexemes.at[at].is_word() ||
      !lexemes.at[at - 1].is_word())
    return false;
  const char* const end = lexemes.at[at - 1].text + lexemes.at[at - 1].size;
  return lexemes.at[at].text == end || lexemes.at[at].text == end - 1;
}

}  // namespace ablmatch
