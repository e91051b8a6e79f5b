// Phrases that ask to wait: "hold on", "give me one second please", "einen Moment". They say nothing of the answer.
#pragma once

#include "lexemes.hpp"

namespace ablmatch {

// One of these words, which have no row in the spoken table, stands in every such phrase.
bool tells_pause(const Lexeme& word);

// Behind the phrase that begins at lexeme `at`, or `at` where none does. `ordinals`: the answer may hold "one second"
// itself, for a street. Needs look_up_spoken.
int skip_pause(const Lexemes& lexemes, int at, bool ordinals);

// Does one stand anywhere?
bool holds_pause(const Lexemes& lexemes);

}  // namespace ablmatch
