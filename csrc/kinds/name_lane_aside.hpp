// Given name and surname of names of three words, on the fast lane: the third is a title, a degree or a generation, or two of
// them are one (O Dell).
#pragma once

#include "kind.hpp"
#include "name_lane_words.hpp"

namespace ablmatch {

// Given name and surname, and what stood beside them.
struct LaneAside {
  LaneName name;
  std::uint8_t generation;  // NameWord::generation
};

// Reads a name of three words, which are looked up; false where reading may do anything else.
bool set_lane_word_aside(const LaneName& name, Role role, LaneAside& out);

}  // namespace ablmatch
