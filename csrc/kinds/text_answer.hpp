// The answer within what was said: without hedges and thanks, behind a lead-in, once.
#pragma once

#include "text_form.hpp"

namespace ablmatch {

// A part of a reading.
struct WordSpan {
  const Word* at;
  int count;
  bool overflow;
};

inline WordSpan span_of(const Words& words) { return {words.at, words.count, words.overflow}; }
inline WordSpan words_from(const WordSpan& text, int at) { return {text.at + at, text.count - at, text.overflow}; }

struct Surrounded {
  WordSpan trimmed;  // the text without hedges and thanks, once where it was said twice
  WordSpan answer;   // what stands behind a lead-in in it, in the same way; no words: there is none
};
Surrounded find_answer(const WordSpan& whole);

}  // namespace ablmatch
