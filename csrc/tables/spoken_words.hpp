// The table of spoken words; see tools/tables/spoken.py.
#pragma once

#include <string_view>

#include "spoken_word.hpp"

namespace ablmatch {

extern const WordTable<SpokenWord> kSpokenWords;

// One bit for the upper bits of each hash. Nearly every word that speech does not know finds its bit clear.
extern const std::uint64_t kSpokenFilter[512];
inline bool may_be_spoken(std::uint32_t hash) {
  constexpr int kShift = 32 - 15;
  return kSpokenFilter[hash >> kShift >> 6] >> (hash >> kShift & 63) & 1;
}

struct Phrase {
  std::string_view words[6];  // empty ones behind them
};

// Phrases by their first letters: those that begin with letter k ('a' + k) stand from from[k] to from[k + 1].
struct PhraseTable {
  const Phrase* phrases;
  std::uint8_t from[27];
};
// In front of an answer: greetings and the like in front of all, and what only the answer follows; and behind it.
extern const PhraseTable kGreetings, kStarts, kEnds;

}  // namespace ablmatch
