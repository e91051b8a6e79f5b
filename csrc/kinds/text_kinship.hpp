// How two different words are one: British and American spelling, abbreviations.
#pragma once

#include <cstdint>

#include "text_form.hpp"

namespace ablmatch {

// How two different words are one.
enum class Kinship : std::uint8_t { none, spelling, abbreviation };

// Where a word stands in its text; abbreviations with two meanings are read by it.
struct WordPlace {
  bool first, last;
  bool before_figure, after_figure;
};

// `spelling`: British and American. `abbreviation`: one is short for the other, where it stands; two full words never
// meet through a short form that both have (Saint, Street).
Kinship kinship(const Word& said, const WordPlace& said_place, const Word& stored, const WordPlace& stored_place);

// One of them is short for the other in some place.
bool may_be_short(const Word& one, const Word& two);

// British and American spelling of one word.
bool are_spellings(const Word& one, const Word& two);

}  // namespace ablmatch
