// Kind auto: which kind a stored value has, by its shape alone.
#pragma once

#include "kind.hpp"

namespace ablmatch {

// The kind of a stored value (identity-matching.md 2.7); never auto_ or exact. Needs folded text and lexemes. What
// was said and letter case never decide.
Kind kind_of_stored(const Side& stored, const Context& context);

// The same for a value that was scanned; writes to `room` where it needs lexemes.
Kind kind_of_scanned(const Scan& stored, const Context& context, Side& room);

}  // namespace ablmatch
