// The digits of a plain number as its words give them, where they may be read in several ways.
#pragma once

#include <cstdint>

#include "../word_table.hpp"
#include "number_parts.hpp"
#include "packed_number.hpp"

namespace ablmatch {

// Where zeros may stand, by how many bits had been packed in front of the digit behind them: eight bits for each such place,
// and whether it is two of them.
struct PackedForks {
  std::uint64_t places = 0;
  std::uint32_t pairs = 0;
  int count = 0;

  void add(unsigned bits, bool pair = false) {
    places = places << 8 | bits;
    pairs = pairs << 1 | std::uint32_t{pair};
    ++count;
  }
};

// What has been packed, without what may be left out.
struct PackedWords {
  std::uint64_t digits = 0;
  unsigned bits = 0;
  PackedForks forks;

  // One or two zeros that have been packed may be left out in front of the digit that follows.
  void leave_out(bool pair) {
    digits >>= pair ? 8 : 4;
    bits -= pair ? 8 : 4;
    forks.add(bits, pair);
  }
  void add_figures(const char* text, unsigned size) {
    for (unsigned at = 0; at < size; at += 8) {
      const unsigned taken = size - at < 8 ? size - at : 8;
      digits = digits << 4 * taken | squeeze_figures(detail::load8(text + at)) >> (32 - 4 * taken);
    }
    bits += 4 * size;
  }
  PackedReadings readings() const {
    PackedReadings found{{digits, bits / 4}, 0, 0};
    for (int k = 0; k < forks.count; ++k) {
      const std::uint64_t digit = std::uint64_t{1} << (bits - 4 - (forks.places >> 8 * k & 255));
      found.optional |= digit;
      if ((forks.pairs >> k & 1) != 0) found.more |= digit;
    }
    return found;
  }
};

// "twenty five", which is 25 or 20 5.
inline bool is_tens_and_unit(const NumberSense& tens, const NumberSense& unit) {
  return tens.kind == NumberKind::tens && unit.kind == NumberKind::unit &&
         (tens.languages & unit.languages & ~unsigned{kGerman | kDutch}) != 0;
}

// What stands for the unit of "twenty five" until the next word.
extern const NumberSense kEndingUnit;

// Takes the unit behind tens, as far as it is more than a word of its own.
inline void add_unit(const NumberSense& unit, PackedWords& packed, const NumberSense*& next) {
  if (unit.value != 0) packed.leave_out(false);
  next = &kEndingUnit;
}

// What stands for "and" behind a hundred, until the next word.
extern const NumberSense kJoiningAnd;

// Takes a word, or so many figures, whose meaning depends on the one before; `next` is what it is to the word behind.
// English hundreds: "five hundred sixty nine" is 500 60 9, 500 69, 560 9 or 569, and "and" leaves the last two.
bool follow(const NumberSense& last, const NumberSense& sense, unsigned size, bool doubled, PackedWords& packed,
            const NumberSense*& next);

}  // namespace ablmatch
