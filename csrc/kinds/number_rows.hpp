// Digits and numbers below a hundred in a row, said in words alone: a block of values at a time.
#pragma once

#include <cstdint>

#include "number_plain.hpp"

namespace ablmatch {

// By bits of the values: what read_plain_number finds was found, or it finds nothing. Of all others nothing is known.
struct NumberRows {
  std::uint32_t read, refused;
};

// Reads those values of a block whose bits are set in `wanted`: where their words are looked up nothing waits for what one
// value turns out to be. They have letters and no figures. On machines without AVX-512, VBMI and VBMI 2 nothing is read.
NumberRows read_number_rows(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out);

}  // namespace ablmatch
