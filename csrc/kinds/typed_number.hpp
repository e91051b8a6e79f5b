// Numbers typed in figures: one in a register, and those of a block side by side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "packed_number.hpp"

namespace ablmatch {

// The other way round than in PackedNumber: the first digit is the lowest. Distances are the same either way. With more
// than kMaxPackedNumber digits only `size` holds.
struct TypedNumber {
  PackedNumber reversed;
  bool plus;  // "+" stands in front; set for telephone numbers
  bool labelled;  // a word stands in front: "PIN 8029"
};

// Field by field, so that vectors take several of them at once.
struct TypedNumbers {
  alignas(64) std::uint64_t digits[kScanBlock];
  std::uint64_t sizes[kScanBlock];
  std::uint64_t plus[kScanBlock];  // 1 or 0
  std::uint32_t labelled;          // one bit each

  void set(int k, const TypedNumber& number) {
    digits[k] = number.reversed.digits;
    sizes[k] = number.reversed.size;
    plus[k] = number.plus;
    labelled |= std::uint32_t{number.labelled} << k;
  }
};

}  // namespace ablmatch
