// What an index knows a stored value by, and what a said value is looked up by.
//
// The condition that makes pruning exact, kind by kind: a pair that scores more than the kind's bound shares a key.
// Candidates are scored like any other pair, so a key too many costs time and a key too few would be an error; where
// no condition is known the stored value is a candidate of every search, or the search looks at every stored value.
#pragma once

#include <cstdint>
#include <vector>

#include "ablmatch.hpp"
#include "index_key_kinds.hpp"

namespace ablmatch {

// A bit for each kind.
using KindSet = std::uint16_t;
constexpr KindSet kind_bit(Kind kind) { return static_cast<KindSet>(1u << static_cast<unsigned>(kind)); }

// What the keyed values have in common; needed to look anything up.
struct KeyScope {
  KindSet kinds = 0;       // kinds of the keyed values
  CharSet characters = {}; // that their texts hold

  void merge(const KeyScope& other) {
    kinds |= other.kinds;
    characters.merge(other.characters);
  }
};

// The highest score of a keyed value that shares no key with what was said.
std::int16_t score_bound(KindSet kinds);

// Adds the keys of a stored value.
Standing add_stored_keys(Value stored, Kind kind, const Context& context, Scratch& scratch, KeyScope& scope,
                         StoredKeys& found);

// Adds the keys of what was said. False: they would be too many, and every stored value is a candidate.
bool add_said_keys(Value said, const KeyScope& scope, const Context& context, Scratch& scratch,
                   std::vector<SaidKey>& found);

}  // namespace ablmatch
