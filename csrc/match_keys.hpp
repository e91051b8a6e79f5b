// Blocking keys: short texts of which two values of one person, number or place nearly always share one, and two others
// rarely. They are for joins of tables that are too large to compare every pair: join on the keys, then score.
//
// Unlike the keys of an index they promise nothing: bench/accuracy/keys.py measures how many true pairs share one.
#pragma once

#include <string>
#include <vector>

#include "ablmatch.hpp"

namespace ablmatch {

// Adds the keys of a value in `role`, sorted and none twice; none where there is nothing to judge. They begin with a
// letter for the kind, so that keys of several kinds can stand in one column. `auto`: those of the kind of a stored
// value; of what was said, whose kind is not known, those of every kind.
void add_match_keys(Value value, Kind kind, Role role, const Context& context, Scratch& scratch,
                    std::vector<std::string>& keys);

}  // namespace ablmatch
