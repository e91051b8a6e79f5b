// Numbers typed in figures, read straight from their bytes, a block of values at a time: nothing is scanned or written.
#pragma once

#include <cstdint>

#include "../value.hpp"
#include "number_parts.hpp"
#include "packed_number.hpp"

namespace ablmatch {

// The other way round than in PackedNumber: the first digit is the lowest. Distances are the same either way. With more
// than kMaxPackedNumber digits only `size` holds.
struct TypedNumber {
  PackedNumber reversed;
  bool plus;  // "+" stands in front; set for telephone numbers
  bool labelled;  // a word stands in front: "PIN 8029"

  std::size_t size() const { return reversed.size; }
  unsigned digit(std::size_t at) const { return static_cast<unsigned>(reversed.digits >> 4 * at & 15); }
  PackedNumber reversed_from(std::size_t at) const { return {reversed.digits >> 4 * at, reversed.size - at}; }
};

// The two sides of a block of pairs.
struct TypedPairs {
  TypedNumber said[kScanBlock], stored[kScanBlock];
};

// Reads those pairs of a block whose bits are set in `wanted`, and gives the bits of those whose two values hold figures
// of any script and separators alone, at most kMaxPackedDigits digits, and which a scan would take; in telephone numbers
// no symbol may say anything but "+" in front. A code may have a label, if read_plain_number knows that there is no more
// to it. Of all others, and where the machine has no instructions for it, nothing
// is known: they are read by their scans.
std::uint32_t read_typed_pairs(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                               TypedPairs& out);

}  // namespace ablmatch
