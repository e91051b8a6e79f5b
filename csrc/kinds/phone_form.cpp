// Splits what was read by the numbering plans, in the form that reads back as itself.
#include "phone_form.hpp"

#include <cstring>

namespace ablmatch {
namespace {

constexpr std::string_view kCommonExits[] = {"00", "011"};

}  // namespace

bool resolve_phone(const PhoneReading& reading, RegionId region, PhoneNumber& out) {
  const auto accepted = [&](std::string_view digits, bool plus) {
    return parse_phone(digits, plus, region, out) && out.country != 0 && out.valid_length;
  };
  bool found = accepted(reading.view(), reading.plus);
  // Numbers that only one country of a shared code has, such as Canada's 310-1234: by the plan of the region.
  if (!found && reading.plus && country_code(region) > 0) {
    char code[4];
    std::size_t size = 0;
    for (int unit = country_code(region) >= 100 ? 100 : country_code(region) >= 10 ? 10 : 1; unit > 0; unit /= 10)
      code[size++] = static_cast<char>('0' + country_code(region) / unit % 10);
    if (reading.view().starts_with({code, size}))
      found = accepted(reading.view().substr(size), false) && is_valid_national(out);
  }
  // Exit codes that people write wherever they are; only before a number of a valid shape, since a national number
  // may begin so too.
  for (std::string_view exit : kCommonExits)
    if (!found && !reading.plus && reading.view().starts_with(exit))
      found = accepted(reading.view().substr(exit.size()), true) && is_valid_national(out);
  // A pause may have cut it off.
  const bool zero = reading.zero_at >= 0 && static_cast<std::size_t>(reading.zero_at) < reading.size;
  if (!found && zero && reading.size <= kMaxPhoneDigits) {
    // A zero in brackets that is no trunk prefix of the plan is still not part of the number.
    char digits[kMaxPhoneDigits];
    const auto at = static_cast<std::size_t>(reading.zero_at);
    std::memcpy(digits, reading.digits, at);
    std::memcpy(digits + at, reading.digits + at + 1, reading.size - at - 1);
    found = accepted({digits, reading.size - 1}, reading.plus);
  }
  if (found && out.canonical) return true;
  // With its country code a number may lose a trunk prefix once more: canonical is what reads back as itself.
  for (int round = 0; found && round < 4; ++round) {
    char digits[kMaxPhoneDigits];
    std::size_t size = 0;
    for (int unit = out.country >= 100 ? 100 : out.country >= 10 ? 10 : 1; unit > 0; unit /= 10)
      digits[size++] = static_cast<char>('0' + out.country / unit % 10);
    char national[kMaxPhoneDigits];
    const auto national_size = static_cast<std::size_t>(out.nsn_size);
    std::memcpy(national, out.nsn, national_size);
    std::memcpy(digits + size, national, national_size);
    const bool international = out.international;
    found = accepted({digits, size + national_size}, true);
    out.international = international;
    if (found && out.national() == std::string_view(national, national_size)) return true;
  }
  return false;
}

}  // namespace ablmatch
