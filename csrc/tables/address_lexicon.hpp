// The lexicon of addresses: one look-up tells all that a short ASCII word can be, in an address and in speech.
#pragma once

#include <cstdint>

#include "address_words.hpp"
#include "spoken_word.hpp"

namespace ablmatch::postal {

inline constexpr std::size_t kLexiconLetters = 16;
inline constexpr std::uint32_t kLexiconSlots = 1 << 13;

// What a word is for the question whether two addresses have anything in common.
enum LexiconRole : std::uint16_t {
  kCommonRole = 1,      // a type, a direction, a unit, a state, a number, a lead-in: tells no two addresses apart
  kDirectionRole = 2,
  kNumberRole = 4,      // a number word of any language
  kNumberedRole = 8,    // a road with a number: county road, highway
  kBoxRole = 16,
  kAliasRole = 32,      // a town of several names
  kIntroducesRole = 64, // stands in front of a name: saint, rue, la
  kOrdinalRole = 128,   // its last digit from bit 9 on
  kSlotRole = 256,      // what a lead-in names, or a name: mobile
};
inline constexpr int kOrdinalShift = 9;

// What a word may be in a typed address whose shape alone makes clear how it is read (address_typed.cpp).
enum LexiconPart : std::uint16_t {
  kNamePart = 1,       // of a street or a town, and nothing else there
  kTypePart = 2,
  kDirectionPart = 4,
  kUnitPart = 8,
  kStatePart = 16,
  kFirstPart = 32,     // st, mt, ft at the start of a town
  kNumberPart = 128,   // "number" in front of a unit
  kStreetPart = 64,    // a state that a street may be named for
};

struct LexiconEntry {
  std::uint64_t low, high;  // the letters, zeros behind them
  std::uint64_t seconds;    // a bit for each word that stands behind this one in a phrase (bit_of_second)
  std::uint16_t address;    // row of kAddressWords plus 1, or 0
  std::uint16_t spoken;     // row of kSpokenWords plus 1, or 0
  std::uint16_t roles;      // LexiconRole bits
  std::uint16_t parts;      // LexiconPart bits
  std::uint16_t text;       // row of kAddressTexts that says the same, or 0
};

inline std::uint64_t bit_of_second(std::uint64_t low) {
  return std::uint64_t{1} << (low * 0x9E3779B97F4A7C15ULL >> 58);
}

extern const LexiconEntry kAddressLexicon[];  // entry 0: of an unknown word
extern const std::uint16_t kAddressLexiconSlots[kLexiconSlots];

// The entry of the word whose letters fill the two words of memory (tools/tables/address_lexicon.py has the same hash).
inline const LexiconEntry& find_in_lexicon(std::uint64_t low, std::uint64_t high) {
  std::uint64_t hash = low * 0x9E3779B97F4A7C15ULL ^ high * 0xC2B2AE3D27D4EB4FULL;
  hash = (hash ^ hash >> 32) * 0xBF58476D1CE4E5B9ULL;
  for (auto at = static_cast<std::uint32_t>(hash >> 51);; at = (at + 1) & (kLexiconSlots - 1)) {
    const LexiconEntry& entry = kAddressLexicon[kAddressLexiconSlots[at]];
    if ((entry.low == low && entry.high == high) || kAddressLexiconSlots[at] == 0) return entry;
  }
}

}  // namespace ablmatch::postal
