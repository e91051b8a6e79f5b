// The lexicon of addresses: one look-up tells all that a short ASCII word can be, in an address and in speech.
#pragma once

#include <cstdint>

#include "address_words.hpp"
#include "spoken_word.hpp"

namespace ablmatch::postal {

inline constexpr std::size_t kLexiconLetters = 16;
inline constexpr int kLexiconSlotBits = 12, kLexiconBucketBits = 10;

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
  kStreetPart = 64,    // a state that a street may be named for
  kNumberPart = 128,   // "number" in front of a unit
  kPausePart = 256,    // tells a phrase that asks to wait
  kCountPart = 512,    // an English number word that is read without a grammar of its own
  kWeakPart = 1024,    // one that is a number only beside others: to, for, oh
  kUnclearPart = 2048, // cleaning an answer may take it away, or it is a number of another sort
  kStarterPart = 4096, // may begin a carrier phrase
  kOpenerPart = 8192,  // may begin a filler phrase: YOU know
  kTypeAlwaysPart = 16384,  // a type that is one nearly everywhere
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

inline std::uint64_t place_of_second(std::uint64_t low) { return low * 0x9E3779B97F4A7C15ULL >> 58; }
inline std::uint64_t bit_of_second(std::uint64_t low) { return std::uint64_t{1} << place_of_second(low); }

extern const LexiconEntry kAddressLexicon[];  // entry 0: of an unknown word
// Each known word has a slot of its own, so that none is looked for twice.
struct LexiconSlot {
  std::uint32_t tag;    // of the word's hash
  std::uint16_t roles;  // its LexiconRole bits
  std::uint16_t entry;  // 0: no word
};
extern const std::uint16_t kAddressLexiconShifts[1 << kLexiconBucketBits];
#ifdef ABLMATCH_COMPACT
extern LexiconSlot kAddressLexiconSlots[1 << kLexiconSlotBits];  // filled when the program starts
#else
extern const LexiconSlot kAddressLexiconSlots[1 << kLexiconSlotBits];
#endif

// tools/tables/address_lexicon.py has the same functions.
inline std::uint64_t lexicon_hash(std::uint64_t low, std::uint64_t high) {
  return low * 0x9E3779B97F4A7C15ULL ^ high * 0xC2B2AE3D27D4EB4FULL;
}
inline std::size_t lexicon_place(std::uint64_t hash) {
  const std::uint32_t shift = kAddressLexiconShifts[hash >> (64 - kLexiconBucketBits)];
  return (hash >> 38 ^ shift) & ((1 << kLexiconSlotBits) - 1);
}
inline const LexiconSlot& lexicon_slot(std::uint64_t hash) { return kAddressLexiconSlots[lexicon_place(hash)]; }

// The entry of the word whose letters fill the two words of memory.
inline const LexiconEntry& find_in_lexicon(std::uint64_t low, std::uint64_t high) {
  const std::size_t row = lexicon_slot(lexicon_hash(low, high)).entry;
  const LexiconEntry& entry = kAddressLexicon[row];
  const std::size_t same = ((entry.low ^ low) | (entry.high ^ high)) == 0;
  return kAddressLexicon[row & (0 - same)];  // half of all words have none: no branch
}

// Its roles, without a look at the entry and without a branch. An unknown word that has the tag of a known one, one in a
// billion, passes for it.
inline unsigned roles_in_lexicon(std::uint64_t low, std::uint64_t high) {
  const std::uint64_t hash = lexicon_hash(low, high);
  const LexiconSlot& slot = lexicon_slot(hash);
  return slot.roles & (0U - unsigned{slot.tag == static_cast<std::uint32_t>(hash >> 20)});
}

#ifdef ABLMATCH_COMPACT
inline bool fill_lexicon_slots(std::size_t entries) {
  for (std::size_t k = 1; k < entries; ++k) {
    const LexiconEntry& entry = kAddressLexicon[k];
    const std::uint64_t hash = lexicon_hash(entry.low, entry.high);
    kAddressLexiconSlots[lexicon_place(hash)] = {static_cast<std::uint32_t>(hash >> 20), entry.roles,
                                                 static_cast<std::uint16_t>(k)};
  }
  return true;
}
#endif

}  // namespace ablmatch::postal
