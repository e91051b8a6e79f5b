// The fast lane of e-mail addresses: a plain stored address against what was typed or said.
#include "email_lane.hpp"

#include <bit>

#include "email.hpp"

namespace ablmatch {

bool take_plain_address(const Scan& scan, PlainAddress& address) {
  if (scan.size > kMaxPlainAddress) return false;
  const std::uint64_t used = ~std::uint64_t{0} >> (64 - scan.size);
  const std::uint64_t signs = used & ~(scan.letters.at[0] | scan.digits.at[0]);
  const std::uint64_t ends = 1 | std::uint64_t{1} << (scan.size - 1);
  if (signs == 0 || (signs & (signs << 1 | ends)) != 0) return false;
  const std::uint64_t ats = places_of(scan, '@').at[0], pluses = places_of(scan, '+').at[0];
  const std::uint64_t others = places_of(scan, '.').at[0] | places_of(scan, '-').at[0] | places_of(scan, '_').at[0];
  if (ats == 0 || (ats & (ats - 1)) != 0 || (signs & ~(ats | pluses | others)) != 0 || pluses > ats) return false;
  const auto at = static_cast<std::uint32_t>(std::countr_zero(ats));
  const auto name = static_cast<std::uint32_t>(std::countr_zero(ats | pluses));
  address = {scan.text, scan.size, at, name, signs, scan.digits.at[0]};
  return true;
}

std::int16_t email_lane(const Scan& said, const Scan& stored_scan, const Context&) {
  PlainAddress stored;
  if (!take_plain_address(stored_scan, stored)) return kUndecided;
  if (said.size == stored.size && same_bytes(said.text, stored.text, stored.size)) return 100;
  const ScanMask signs = places_of(said, '@');
  const std::uint64_t one = signs.at[0] != 0 ? signs.at[0] : signs.at[1];
  if (one == 0) {
    if (lacks_letters(said, stored)) return 0;
    const bool bracketed = places_of(said, '(').any() || places_of(said, '[').any();
    return bracketed ? score_typed(said, stored) : score_spoken(said, stored);
  }
  if ((one & (one - 1)) == 0 && (signs.at[0] == 0 || signs.at[1] == 0)) {
    const auto at = static_cast<std::uint32_t>(std::countr_zero(one) + (signs.at[0] != 0 ? 0 : 64));
    if (at >= stored.at && same_bytes(said.text + at - stored.at, stored.text, stored.size)) {
      const std::int16_t wrapped = score_wrapped(said, at - stored.at, stored);
      if (wrapped != kUndecided) return wrapped;
    }
    return lacks_letters(said, stored) ? std::int16_t{0} : score_typed(said, stored);
  }
  return lacks_letters(said, stored) ? 0 : kUndecided;
}

}  // namespace ablmatch
