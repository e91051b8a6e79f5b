// Typed addresses of the usual shape, read in one pass: number, street, unit, town, state, postal code.
#pragma once

#include "../scan.hpp"
#include "address_words_of.hpp"
#include "kind.hpp"

namespace ablmatch::postal {

inline constexpr int kMostTypedWords = 6;

// A word as the whole reading writes it out: its letters, or the row of the text that says the same.
struct TypedWord {
  std::uint64_t low, high;

  bool operator==(const TypedWord&) const = default;
};

struct TypedAddress {
  TypedWord street[kMostTypedWords], town[kMostTypedWords];
  int street_words, town_words;
  std::uint64_t house, postcode;  // figures
  std::uint8_t before, after;     // directions
  std::uint8_t unit;              // row of kUnitWords
  std::uint8_t unit_class;        // UnitClass; none: no unit
  std::uint8_t state;             // row of kStateCodes
  bool letters;                   // a word that a caller may mean as a letter
  const std::uint16_t* types;
  std::uint64_t unit_id;
};

// False for every value whose reading the words and their places do not make plain.
bool read_typed(const Scan& scan, TypedAddress& out);

// The score that the whole reading gives for two such addresses, or kUndecided.
std::int16_t compare_typed(const TypedAddress& said, const TypedAddress& stored);

}  // namespace ablmatch::postal
