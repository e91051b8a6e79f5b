// Two words that a caller says or spells, with what is said around them: "this is Ann Lund", "Ann L U N D please".
#pragma once

#include "name_lane_words.hpp"

namespace ablmatch {

struct SpokenName {
  LaneName name;
  bool spelled;
  char letters[24];  // of the word that is spelled, and slack
};

// Reads what is said where it is just that and its words do nothing else in a name; false for any other text. `said` is ASCII
// that has no other spelling. One word where it is all that is spelled.
bool read_spoken_name(const Scan& said, SpokenName& out);

}  // namespace ablmatch
