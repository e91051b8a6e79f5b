// The digits of a plain number as its words give them, where they may be read in several ways.
#pragma once

#include <cstdint>

#include "../word_table.hpp"
#include "number_parts.hpp"
#include "packed_number.hpp"

namespace ablmatch {

// Where a digit of zero may be left out, by how many bits had been packed behind it: eight bits for each such place, and
// whether the zero in front goes with it.
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

// What has been packed.
struct PackedWords {
  std::uint64_t digits = 0;
  unsigned bits = 0;
  PackedForks forks;

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
      const std::uint64_t zero = std::uint64_t{1} << (4 + bits - (forks.places >> 8 * k & 255));
      found.optional |= zero;
      if ((forks.pairs >> k & 1) != 0) found.more |= zero;
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
  if (unit.value != 0) packed.forks.add(packed.bits + 4);
  next = &kEndingUnit;
}

// What stands for "and" behind a hundred, until the next word.
extern const NumberSense kJoiningAnd;

// Takes a word, or so many figures, whose meaning depends on the one before; `next` is what it is to the word behind.
// English hundreds: "five hundred sixty nine" is 500 60 9, 500 69, 560 9 or 569, and "and" leaves the last two.
bool follow(const NumberSense& last, const NumberSense& sense, unsigned size, bool doubled, PackedWords& packed,
            const NumberSense*& next);

}  // namespace ablmatch
