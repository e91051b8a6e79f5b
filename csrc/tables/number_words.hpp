// Words of spoken numbers for the fast lanes, by a perfect hash; see tools/tables/number_words.py.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../word_table.hpp"
#include "spoken_word.hpp"

namespace ablmatch {

// What a word is in a spoken number. The classes of NumberClass first: those up to `figures` are read as digits.
enum class NumberKind : std::uint8_t {
  none,
  unit,
  teen,
  tens,
  compound,
  hundreds,
  hundred,
  thousand,
  multiplier,
  figures,  // no word: a run of 0-9
  conjunction,
  gap,     // a separator said (dash, then)
  filler,  // dropped wherever it stands
  letter,  // one letter that is none of the others
  other    // may introduce or close a number, and never stands in one
};

enum NumberFlag : std::uint32_t {
  kNumberWeak = 1,         // a number only beside another (SpokenWord::weak)
  kNumberConnector = 2,    // "for": behind a letter it explains the letter
  kNumberEveryday = 4,     // um, no: numbers among words that cannot be English only
  kNumberMille = 8,        // Italian and French thousand
  kNumberFigures = 16,     // said beside digits of any language ("double")
  kNumberExtension = 32,   // as PhoneWord::extension
  kNumberPlus = 64,        // as PhoneWord::plus
  kNumberLabel = 128,      // as PhoneWord::label
  kNumberSeparator = 256,  // may stand between the digits of a telephone number
  kNumberSingle = 512,     // one letter
  kNumberLone = 1024,      // no number in front of a word that is none
  kNumberCode = 2048,      // two letters that no table knows: they may belong to a code
  kNumberTelling = 4096,   // a strong number word that tells its language
  kNumberCounts = 8192,    // a number word, but um and no
  kNumberOdd = 16384,      // no number word, and its place matters
  kNumberLocal = 32768     // a weak number word of some languages, but um and no; NumberSense finds it
};

inline constexpr int kNumberCountsBit = 13;
static_assert(kNumberCounts == 1 << kNumberCountsBit);

// The flags of a word hold its kind, too.
inline constexpr int kNumberKindShift = 16;
constexpr std::uint32_t number_kind_bit(NumberKind kind) {
  return std::uint32_t{1} << (kNumberKindShift + static_cast<int>(kind));
}

// Two words of which the second may go on with what the first began: one bit in the second, and in the first the one that is
// kNumberJointBits higher.
inline constexpr unsigned kJointTens = 1;    // "twenty five"
inline constexpr unsigned kJointSixty = 2;   // "sixty twelve"
inline constexpr unsigned kJointTen = 4;     // "dix sept"
inline constexpr unsigned kJointTwenty = 8;  // "quatre vingt"
inline constexpr unsigned kNumberJointBits = 4;

// All that tells what a row of digits and numbers below a hundred is comes first, in one word of 64 bits.
struct NumberSense {
  // Of a telling or a weak number word and of a conjunction: the languages that it does not belong to.
  std::uint8_t others;
  std::uint8_t joints;  // kJointTens and the like
  // What the word adds to a number packed four bits a digit: so many bits, in the high half, and these; in the low half how
  // often it has the next word add what it does.
  std::uint8_t steps, packed;
  std::uint32_t flags;
  NumberKind kind;
  std::uint8_t languages;
  std::uint8_t strong, weak;  // the languages again, of a telling or a weak number word; 255 for all others
  std::uint16_t value;
  std::uint16_t before;  // kinds of words with which a number below a thousand may go on, one bit each

  NumberSense() = default;
  constexpr NumberSense(NumberKind kind_of, std::uint8_t languages_of, std::uint8_t strong_of, std::uint8_t weak_of,
                        std::uint32_t flags_of, std::uint16_t value_of, std::uint16_t before_of)
      : others(static_cast<std::uint8_t>(~(kind_of == NumberKind::conjunction ? languages_of : strong_of & weak_of))),
        flags(flags_of | (weak_of != 255 ? kNumberLocal : 0u)),
        kind(kind_of),
        languages(languages_of),
        strong(strong_of),
        weak(weak_of),
        value(value_of),
        before(kind >= NumberKind::unit && kind <= NumberKind::hundred ? before_of : std::uint16_t{0}) {
    const bool counts = (flags & kNumberCounts) != 0, french = (languages & kFrench) != 0;
    const bool unit = counts && kind == NumberKind::unit, teen = counts && kind == NumberKind::teen;
    const bool tens = counts && kind == NumberKind::tens;
    const unsigned bits = unit ? 4 : teen || tens || (counts && kind == NumberKind::compound) ? 8 : 0;
    const unsigned times_of = kind == NumberKind::multiplier ? value : 1;
    packed = static_cast<std::uint8_t>(bits == 0 ? 0 : value / 10 * 16 + value % 10);
    steps = static_cast<std::uint8_t>(bits << 4 | times_of);
    const unsigned first = (tens ? kJointTens : 0u) | (tens && value == 60 ? kJointSixty : 0u) |
                           (french && teen && value == 10 ? kJointTen : 0u) | (french && unit ? kJointTwenty : 0u);
    const unsigned second = (unit && value != 0 ? kJointTens : 0u) | (teen ? kJointSixty : 0u) |
                            (french && unit && value >= 7 ? kJointTen : 0u) |
                            (french && tens && value == 20 ? kJointTwenty : 0u);
    joints = static_cast<std::uint8_t>(first << kNumberJointBits | second);
  }

  unsigned packed_bits() const { return steps >> 4; }
  unsigned times() const { return steps & 15; }
};
static_assert(sizeof(NumberSense) == 16);

namespace number_words {

// A word of at most 16 bytes, filled up with zeros, and what it is: its first eight bytes side by side with those of its sense.
struct NumberWord {
  std::uint64_t head;
  NumberSense sense;
  std::uint64_t tail;
};

inline constexpr std::size_t kSlotCount = 2048;
inline constexpr std::size_t kLongest = 16;
extern const std::uint64_t kMultiplier;
extern const std::uint8_t kShifts[128];
extern const NumberWord kSlots[kSlotCount];

}  // namespace number_words

// The sense of the word of `size` bytes (at least 1) at `text`; null when it has none here. 16 bytes are read.
inline const NumberSense* find_number_word(const char* text, std::size_t size) {
  using namespace number_words;
  if (size > kLongest) return nullptr;
  const std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t head = detail::load8(text), tail = 0;
  if (size > 8) tail = detail::load8(text + 8) & all >> (128 - 8 * size);
  else head &= all >> (64 - 8 * size);
  // The generator computes the same function: change both together.
  const std::uint64_t hash = (head ^ std::rotl(tail, 29)) * kMultiplier;
  const NumberWord& word = kSlots[((hash >> 40 & 0xFFFF) ^ kShifts[hash >> 57]) % kSlotCount];
  return word.head == head && word.tail == tail ? &word.sense : nullptr;
}

}  // namespace ablmatch
