// Examples behind spelled letters, taken out before a name is read on the fast lane.
#pragma once

#include "../scan.hpp"

namespace ablmatch {

// The word that explains the last letter of all that are spelled, and is a name as well: it may be the surname.
struct NamedExample {
  std::string_view word;  // empty: none
  std::size_t letter;     // where the letter stands
};

// Gives what was said without its examples: "g as in george double o d i n g" is "g o o d i n g". False when it holds none, or
// some that could mean more than their letters.
bool drop_examples(const Scan& said, Scan& out, NamedExample& named);

}  // namespace ablmatch
