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
  kNumberOdd = 16384       // no number word, and its place matters
};

inline constexpr int kNumberCountsBit = 13;
static_assert(kNumberCounts == 1 << kNumberCountsBit);

// The flags of a word hold its kind, too.
inline constexpr int kNumberKindShift = 16;
constexpr std::uint32_t number_kind_bit(NumberKind kind) {
  return std::uint32_t{1} << (kNumberKindShift + static_cast<int>(kind));
}

struct NumberSense {
  NumberKind kind;
  std::uint8_t languages;
  std::uint8_t strong, weak;  // the languages again, of a telling or a weak number word; 255 for all others
  std::uint32_t flags;
  std::uint16_t value;
  std::uint16_t before;  // kinds of words with which a number below a thousand may go on, one bit each
  // What the word adds to a number packed four bits a digit, and how often it has the next word add what it does.
  std::uint8_t packed, packed_bits, times;

  NumberSense() = default;
  constexpr NumberSense(NumberKind kind_of, std::uint8_t languages_of, std::uint8_t strong_of, std::uint8_t weak_of,
                        std::uint32_t flags_of, std::uint16_t value_of, std::uint16_t before_of)
      : kind(kind_of),
        languages(languages_of),
        strong(strong_of),
        weak(weak_of),
        flags(flags_of),
        value(value_of),
        before(kind >= NumberKind::unit && kind <= NumberKind::hundred ? before_of : std::uint16_t{0}),
        packed(is_packed() ? static_cast<std::uint8_t>(value / 10 * 16 + value % 10) : std::uint8_t{0}),
        packed_bits(!is_packed() ? std::uint8_t{0}
                    : value < 10 ? std::uint8_t{4}
                                 : std::uint8_t{8}),
        times(kind == NumberKind::multiplier ? static_cast<std::uint8_t>(value) : std::uint8_t{1}) {}

 private:
  constexpr bool is_below_hundred() const { return kind >= NumberKind::unit && kind <= NumberKind::compound; }
  constexpr bool is_packed() const { return is_below_hundred() && (flags & kNumberCounts) != 0; }
};

namespace number_words {

// A word of at most 16 bytes, filled up with zeros, and what it is.
struct NumberWord {
  std::uint64_t head, tail;
  NumberSense sense;
};

inline constexpr std::size_t kSlotCount = 2048;
inline constexpr std::size_t kLongest = 16;
extern const std::uint16_t kShifts[256];
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
  const std::uint64_t hash = (head ^ std::rotl(tail, 29)) * 0x9E3779B97F4A7C15u;
  const NumberWord& word = kSlots[((hash >> 40 & 0xFFFF) ^ kShifts[hash >> 56]) % kSlotCount];
  return word.head == head && word.tail == tail ? &word.sense : nullptr;
}

}  // namespace ablmatch
