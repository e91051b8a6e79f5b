// Two readings of texts compared word by word: the ladder of identity-matching.md 1.4 for kind text.
#pragma once

#include "../evidence.hpp"
#include "text_answer.hpp"

namespace ablmatch {

// One slip, not on the first letter, in words of at least six letters.
bool is_slip(const Word& said, const Word& stored);

// 100 for the same words (evidence `equal`), else the best rung and its caps.
Verdict judge_words(const WordSpan& said, const WordSpan& stored);

// text_compare.cpp: what the best of all readings is worth.
Verdict compare_readings(const TextForm& said, const TextForm& stored);

}  // namespace ablmatch
