// What the fast lane of names knows of an ASCII word: one row for the tables of names and of spoken words together.
#pragma once

#include <bit>
#include <cstdint>

namespace ablmatch {

// Bits of NameLaneWord::roles, in the order of ROLES in tools/tables/name_lane.py.
enum NameLaneRole : std::uint16_t {
  kLaneLong = 1u << 0,      // more than eight letters
  kLaneFiller = 1u << 1,    // in speech: interrupts what is said
  kLaneStarter = 1u << 2,   // in speech: introduces it
  kLaneCloser = 1u << 3,    // in speech: closes it
  kLaneTurn = 1u << 4,      // in speech: corrects it, or gives two answers
  kLaneNoName = 1u << 5,    // one of these four that is no name as well
  kLaneOdd = 1u << 6,       // the reader acts upon it by its text
  kLaneLetter = 1u << 7,    // a letter, its name, or a word of a spelling alphabet
  kLaneStrong = 1u << 8,    // a letter that two in a row of spell
  kLaneConnector = 1u << 9,  // behind a letter: explains it by the word that follows
  kLanePhrase = 1u << 10,   // begins a phrase, or is a label
  kLaneDuty = 1u << 11,     // a title, degree, generation or conjunction: reading sets it aside
  kLaneChanges = 1u << 12,  // reading joins it to its neighbour, or takes it apart into initials
  kLaneJapanese = 1u << 13, // may be romanized Japanese
  kLaneKorean = 1u << 14,   // a romanized Korean given name
  kLaneJoins = 1u << 15,    // with another word it may make a name that has call names
};

inline constexpr std::uint16_t kLaneDoubtful = kLaneFiller | kLaneStarter | kLaneCloser | kLaneTurn;

struct NameLaneWord {
  std::uint64_t head;        // the first eight letters, the first one lowest; 0: an empty slot
  std::uint16_t name_row;    // in kNameWords, counted from 1; 0: none
  std::uint16_t spoken_row;  // in kSpokenWords, likewise
  std::uint16_t link;  // 0: no links; else words with one link have equal bits above the sixth and share one below
  std::uint16_t roles;
};

// A perfect hash: a word has one place, which the displacement of its bucket leads to.
inline constexpr std::uint32_t kNameLaneSlots = 20480;
inline constexpr int kNameLaneBucketBits = 12;
extern const NameLaneWord kNameLaneWords[kNameLaneSlots];
extern const std::uint16_t kNameLaneShifts[1 << kNameLaneBucketBits];

// `tail`: the last eight letters of the word, the last one highest.
inline std::uint64_t lane_hash(std::uint64_t head, std::uint64_t tail) {
  return (head + std::rotl(tail, 29)) * 0x9E3779B97F4A7C15u;
}
// The only place where a word may be.
inline const NameLaneWord& lane_slot(std::uint64_t hash) {
  const std::uint16_t shift = kNameLaneShifts[hash >> (64 - kNameLaneBucketBits)];
  return kNameLaneWords[((hash >> 32 & 0xFFFF) ^ shift) % kNameLaneSlots];
}

// Two bits for every word that makes a name more than its words, or sounds Korean; other words have them by chance.
extern const std::uint64_t kNameLaneMarks[1024];
inline bool is_lane_marked(std::uint64_t hash) {
  const std::uint64_t marks = kNameLaneMarks[hash >> 54];
  return (marks >> (hash >> 40 & 63) & marks >> (hash >> 34 & 63) & 1) != 0;
}

// Small enough to stay near: words with one link have a bit of each half in common, here.
extern const std::uint32_t kNameLaneHues[8192];
inline constexpr std::uint32_t kLowHues = 0x7FFF, kHighHues = 0x3FFF8000, kJoinsHue = 1u << 30;  // kLaneJoins
inline std::uint32_t lane_hues(std::uint64_t hash) { return kNameLaneHues[hash >> 51]; }

// One bit for the ends of every word with links, and of every Korean given name, so that hardly any word that two make when run together is looked up.
extern const std::uint64_t kNameLaneEnds[512];

// The bit of a word by its first two letters, its last two (the first one lowest) and its size.
inline bool lane_ends(std::uint32_t first, std::uint32_t last, std::uint32_t size) {
  const std::uint32_t bit = (first * 0x9E3779B1u + last * 0x85EBCA77u + size) >> 17;
  return (kNameLaneEnds[bit >> 6] >> (bit & 63) & 1) != 0;
}

}  // namespace ablmatch
