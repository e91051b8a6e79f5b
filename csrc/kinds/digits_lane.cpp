// The fast lane of kind digits: figures typed on both sides.
#include "digits.hpp"
#include "packed_digits.hpp"

namespace ablmatch {

std::int16_t digits_lane(const Scan& said, const Scan& stored, const Context&) {
  if (stored.letters.any() || said.letters.any()) return kUndecided;
  const std::size_t stored_count = count_marked(stored.digits), said_count = count_marked(said.digits);
  if (stored_count == 0 || said_count == 0 || stored_count > kMaxPackedDigits || said_count > kMaxPackedDigits)
    return kUndecided;
  if (said_count > stored_count + 1 || stored_count > said_count + 1) return 0;
  PackedDigits said_digits, stored_digits;
  pack_digits(said, said.digits, said_digits);
  pack_digits(stored, stored.digits, stored_digits);
  const int slips = packed_slips(said_digits, stored_digits);
  return slips == 0 ? 100 : slips == 1 ? 50 : 0;
}

}  // namespace ablmatch
