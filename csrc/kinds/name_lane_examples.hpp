// Examples behind spelled letters, taken out before a name is read on the fast lane.
#pragma once

#include "../scan.hpp"

namespace ablmatch {

// Gives what was said without its examples: "g as in george double o d i n g" is "g o o d i n g". False when it holds none, or
// some that could mean more than their letters.
bool drop_examples(const Scan& said, Scan& out);

}  // namespace ablmatch
