// The table of spoken words; see tools/tables/spoken.py.
#pragma once

#include "spoken_word.hpp"

namespace ablmatch {

extern const WordTable<SpokenWord> kSpokenWords;

}  // namespace ablmatch
