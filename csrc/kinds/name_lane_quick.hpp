// The first look at two names of words: what can be told of them without the rows of their words.
#pragma once

#include "kind.hpp"
#include "name_lane_words.hpp"

namespace ablmatch {

enum class Quick : std::uint8_t {
  far,    // no word of the one is near a word of the other: 0
  plain,  // both are their words, in the order of a comma
  open    // may be anything
};

Quick look_quickly(LaneName& said, LaneName& stored);

// The score of plain names of two words each; kUndecided when it takes more than the agreement of word and word.
std::int16_t score_two_words(LaneName& said, LaneName& stored);

}  // namespace ablmatch
