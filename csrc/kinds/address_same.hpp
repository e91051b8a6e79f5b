// Two addresses that say the same word for word.
#pragma once

#include "../scan.hpp"

namespace ablmatch::postal {

// 100 when both sides have the same words, numbers and symbols in the same order, commas and full stops aside and
// abbreviations as good as what they stand for; 99 when a space stands otherwise; 90 when there is one slip in one word;
// kUndecided for all else. docs/matching.md states the rule; the lane and the whole reading both ask here.
std::int16_t agree_by_words(const Scan& said, const Scan& stored);

}  // namespace ablmatch::postal
