// Spoken numbers of plain words, read from a scan: what the fast lanes of digits and phone share.
#pragma once

#include <cstdint>

#include "../scan.hpp"
#include "number_parts.hpp"
#include "packed_number.hpp"

namespace ablmatch {

// Reads a value that has letters. False when anything in it may mean more than its plain sense (an unknown word, a
// correction, a letter of a code), and when nothing in it reads as digits.
bool read_number_phrase(const Scan& scan, NumberReader reader, NumberPhrase& out);

// Where each figure stands in a run of at most kMaxPackedDigits, one bit a place.
struct DigitPlaces {
  std::uint64_t of[10];
  std::size_t size;

  // The figures of a scan, at most kMaxPackedDigits.
  explicit DigitPlaces(const Scan& scan) : of{}, size(0) {
    for (std::size_t block = 0; block < 2; ++block)
      for (std::uint64_t rest = scan.digits.at[block]; rest != 0; rest &= rest - 1) {
        const char digit = scan.text[64 * block + static_cast<std::size_t>(std::countr_zero(rest))];
        of[digit - '0'] |= std::uint64_t{1} << size++;
      }
  }
  explicit DigitPlaces(PackedNumber digits) : of{}, size(digits.size) {
    for (std::size_t k = 0; k < size; ++k) of[digits.digit(k)] |= std::uint64_t{1} << k;
  }
};

// The distance from the nearest reading of tokens [from, to) to `target`: 0, 1 (one slip), or 2: more, or no reading.
// `ones_in_front`: any run of 0 and 1 may stand in front of the target and costs nothing.
int phrase_distance(const Scan& scan, const NumberPhrase& phrase, int from, int to, NumberReader reader,
                    const DigitPlaces& target, bool ones_in_front = false);

}  // namespace ablmatch
