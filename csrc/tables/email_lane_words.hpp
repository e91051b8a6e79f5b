// Words of spoken e-mail addresses, one row for all that a word may be, in a perfect hash; see tools/tables/email_lane.py.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../word_table.hpp"

namespace ablmatch {

enum class LaneRole : std::uint8_t {
  plain,  // stands for itself alone (a letter's name too, where letters are spelled)
  sign,  // value: the character
  at,  // the sign between mailbox and domain
  phrase,  // stands for more than one character, or for nothing: its row of kEmailPhrases says for what
  unit,  // number words that are always numbers; value: 0-99
  teen,
  tens,
  compound,
  hundred,
  thousand,
  conjunction,  // between number words
  weak,  // English, a digit or a word: to, for
  oh,  // 0 or the letter
  multiplier,  // double, triple; value: how often
  touchy  // cleaning, corrections, remarks on letters: left to the whole reading
};

enum LaneFlag : std::uint16_t {
  kLaneStarts = 1,  // may begin what stands before an answer
  kLaneCloses = 2,  // the last word of what closes an answer
  kLaneLabel = 4,  // names the answer
  kLaneMe = 8,  // before "at"
  kLaneIt = 16,  // before "to"
  kLaneCommon = 32,  // kCommonWord
  kLaneStrong = 64,  // a word of a spelling alphabet and hardly anything else
  kLaneAlphabet = 128,  // a word of a spelling alphabet and no letter's name
  kLaneConnector = 256,  // kConnector
  kLaneTells = 512  // beside a single letter it tells letters: m de madrid
};

struct EmailLaneWord {
  LaneRole role;
  std::uint8_t value;
  std::uint8_t languages;  // of the number word
  std::uint16_t flags;  // LaneFlag
  char letter;  // 'a'..'z' when it names a letter or belongs to a spelling alphabet, else 0
  std::uint32_t seconds;  // first letters of the second words of phrases that begin with it, 'a' lowest
};

// A word by its ends: the first eight letters and the last eight, the first one lowest; a shorter word is both. No two have
// equal ends and one size.
struct EmailLaneSlot {
  std::uint64_t head, tail;
  EmailLaneWord word;
  std::uint8_t size;  // 0: empty
};

inline constexpr std::size_t kEmailLaneSlots = 2048;
inline constexpr int kEmailLaneBucketBits = 10;
extern const std::uint16_t kEmailLaneShifts[1 << kEmailLaneBucketBits];
extern const EmailLaneSlot kEmailLaneWords[kEmailLaneSlots];

// The row of the word of `size` bytes at `text`, or null. Up to eight bytes behind it are read. A word of more than
// kEmailLaneSeen letters may be another one with the same ends.
inline constexpr std::size_t kEmailLaneSeen = 16;
inline const EmailLaneWord* find_email_lane_word(const char* text, std::size_t size) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (size < 8 ? 64 - 8 * size : 0);
  const std::uint64_t head = detail::load8(text) & mask, tail = detail::load8(text + (size < 8 ? 0 : size - 8)) & mask;
  // The generator computes the same function: change both together.
  const std::uint64_t hash = (head + std::rotl(tail, 23)) * 0x9E3779B97F4A7C15u;
  const std::uint16_t shift = kEmailLaneShifts[hash >> (64 - kEmailLaneBucketBits)];
  const EmailLaneSlot& slot = kEmailLaneWords[((hash >> 40 & 0xFFFF) ^ shift) % kEmailLaneSlots];
  const bool same = ((slot.head ^ head) | (slot.tail ^ tail) | (slot.size ^ size)) == 0;
  return same ? &slot.word : nullptr;
}

// The seconds of single letters, which have no row.
extern const std::uint32_t kEmailLaneSeconds[26];

}  // namespace ablmatch
