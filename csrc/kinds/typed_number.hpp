// A number typed in figures, in a register.
#pragma once

#include <cstddef>

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

}  // namespace ablmatch
