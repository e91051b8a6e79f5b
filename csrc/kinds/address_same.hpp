// Two addresses that say the same word for word.
#pragma once

#include "../scan.hpp"

namespace ablmatch::postal {

// True when both sides have the same words, numbers and symbols in the same order, commas and full stops aside, and
// abbreviations as good as what they stand for. docs/matching.md states the rule; the lane and the whole reading both ask.
bool same_words(const Scan& said, const Scan& stored);

}  // namespace ablmatch::postal
