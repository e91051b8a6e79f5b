// A title, degree or generation beside given name and surname, set aside on the fast lane.
#pragma once

#include "kind.hpp"
#include "name_lane_words.hpp"

namespace ablmatch {

// Given name and surname, and what stood beside them.
struct LaneAside {
  LaneName name;
  std::uint8_t generation;  // NameWord::generation
};

// Takes the one such word from a name of three words, which are looked up; false where reading may do anything else.
bool set_lane_word_aside(const LaneName& name, Role role, LaneAside& out);

}  // namespace ablmatch
