// Numbers typed in figures, read straight from their bytes, a block of values at a time: nothing is scanned or written.
#pragma once

#include <cstdint>

#include "../value.hpp"
#include "number_parts.hpp"
#include "typed_number.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
// For what is done with pairs that were read, where no machine without AVX2 comes.
#define ABLMATCH_TARGET_LANES __attribute__((target("avx2"), noinline))
#else
#define ABLMATCH_TARGET_LANES
#endif

namespace ablmatch {

// The two sides of a block of pairs. Of telephone numbers, by bits of the pairs: where an extension stands behind both
// numbers, and where letters that are keys stand for figures of what was said.
struct TypedPairs {
  TypedNumbers said, stored;
  PackedNumber said_extension[kScanBlock], stored_extension[kScanBlock];
  std::uint32_t extended = 0, keypad = 0;
};

// Reads those pairs of a block whose bits are set in `wanted`, and gives the bits of those whose two values hold figures
// of any script and separators alone, at most kMaxPackedDigits digits, and which a scan would take; in telephone numbers
// no symbol may say anything but "+" in front. A code may have a label, if read_plain_number knows that there is no more
// to it; a telephone number may have "tel:" in front, and an extension behind or letters for its last figures. Of all
// others, and where the machine has no instructions for it, nothing is known: they are read by their scans.
std::uint32_t read_typed_pairs(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                               TypedPairs& out);

// The stored sides of a block, the first digit highest as in PackedNumber, and what stands behind telephone numbers.
struct StoredNumbers {
  TypedNumbers numbers;
  PackedNumber extension[kScanBlock];
  std::uint32_t extended;

  PackedNumber number(int k) const { return {numbers.digits[k], static_cast<std::size_t>(numbers.sizes[k])}; }
};

// The same of stored values alone, without labels and letters for keys.
std::uint32_t read_stored_numbers(const Value* stored, std::uint32_t wanted, NumberReader reader, StoredNumbers& out);

}  // namespace ablmatch
