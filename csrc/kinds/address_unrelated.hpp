// Two addresses that share no word and no number: unrelated, whatever their parts are.
#pragma once

#include "../scan.hpp"

namespace ablmatch::postal {

// True when both sides have words of their own (no types, directions, units, states, numbers, lead-ins), and none of
// one side is equal to, joined with, or near one of the other, and they share no long number, numbered street or box; and
// when they share one such word or street, or are boxes, but no number and no other word.
// docs/matching.md states the rule; the lane and the whole reading both ask here.
bool share_nothing(const Scan& said, const Scan& stored);

// True when a side has no words of its own.
bool lacks_names(const Scan& scan);

}  // namespace ablmatch::postal
