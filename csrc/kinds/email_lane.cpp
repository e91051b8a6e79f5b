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
  std::uint32_t at = 0, plus = 0;
  for (std::uint64_t rest = signs; rest != 0; rest &= rest - 1) {
    const auto place = static_cast<std::uint32_t>(std::countr_zero(rest));
    switch (scan.text[place]) {
      case '.':
      case '-':
      case '_': break;
      case '+':
        if (at != 0) return false;
        if (plus == 0) plus = place;
        break;
      case '@':
        if (at != 0) return false;
        at = place;
        break;
      default: return false;
    }
  }
  address = {scan.text, scan.size, at, plus != 0 ? plus : at, signs, scan.digits.at[0]};
  return at != 0;
}

std::int16_t email_lane(const Scan& said, const Scan& stored_scan, const Context&) {
  PlainAddress stored;
  if (!take_plain_address(stored_scan, stored)) return kUndecided;
  if (said.size == stored.size && same_bytes(said.text, stored.text, stored.size)) return 100;
  const ScanMask signs = places_of(said, '@');
  const int count = signs.count();
  if (count == 1) {
    const auto at = static_cast<std::uint32_t>(signs.at[0] != 0 ? std::countr_zero(signs.at[0])
                                                                : 64 + std::countr_zero(signs.at[1]));
    if (at >= stored.at && same_bytes(said.text + at - stored.at, stored.text, stored.size))
      return score_wrapped(said, at - stored.at, stored);
  }
  if (lacks_letters(said, stored)) return 0;
  if (count > 1) return kUndecided;
  const std::int16_t typed = score_typed(said, stored);
  return typed == kUndecided && count == 0 ? score_spoken(said, stored) : typed;
}

}  // namespace ablmatch
