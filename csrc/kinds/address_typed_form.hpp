// What a typed address of the usual shape is read into: number, street, unit, town, state, postal code.
#pragma once

#include <string_view>

#include "address_typed_tokens.hpp"

namespace ablmatch::postal {

inline constexpr int kMostTypedWords = 6;
inline constexpr int kMostNumbers = 4;  // in words

// A word as the whole reading writes it out: its letters, or the row of the text that says the same.
struct TypedWord {
  std::uint64_t low, high;
  const char* text;
  std::uint8_t size;
  bool plain;  // a word that no table knows: it may have slips

  bool operator==(const TypedWord& other) const { return low == other.low && high == other.high; }
  std::string_view view() const { return {text, size}; }
};

// Figures as a word of memory; `size` 0: none.
struct TypedNumber {
  std::uint64_t figures;
  const char* text;  // null: of a code with letters
  std::uint8_t size;

  std::string_view view() const { return {text, size}; }
};

struct TypedAddress {
  TypedWord street[kMostTypedWords], town[kMostTypedWords];
  int street_words, town_words;
  TypedNumber house, postcode;
  std::uint8_t before, after; // directions
  std::uint8_t unit;              // row of kUnitWords
  std::uint8_t unit_class;        // UnitClass; none: no unit
  std::uint8_t state;             // row of kStateCodes
  bool letters;                   // a word that a caller may mean as a letter
  bool bounded;                   // a comma or a unit ends the street
  bool spoken;                    // there are number words
  bool tens_in_street;            // "forty" of forty second street, which could be a unit
  bool house_letter;              // the house number ends in one
  bool parted;                    // a run of number words was parted so that unit and house are the stored ones
  bool unread;                    // a number in words takes a grammar, and its lexemes
  bool box;                       // `house` is its number, and there is no street
  const std::uint16_t* types;  // three, of the street's type
  std::uint64_t unit_id;
  char rooms[kMostNumbers][kLongestTypedNumber];  // figures of numbers in words
};

}  // namespace ablmatch::postal
