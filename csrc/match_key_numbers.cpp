// Keys of numbers: a code is its own key, a telephone number is known by its last digits, which stay as they are
// whatever stands before them: country code, exit code, trunk prefix, area code.
#include <algorithm>
#include <string>

#include "index_neighbours.hpp"
#include "kinds/digits.hpp"
#include "kinds/phone.hpp"
#include "kinds/phone_form.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {
namespace {

// Readings of one spoken phrase that are keys; of more, the preferred one is.
constexpr std::size_t kMostReadings = 64;
constexpr std::size_t kTail = 7;

std::string tail_of(std::string_view digits) {
  return std::string(digits.substr(digits.size() - std::min(digits.size(), kTail)));
}

bool add_readings(const Lattice& lattice, std::size_t last, MatchKeys& keys) {
  std::vector<std::u32string> readings;
  if (!list_readings(lattice, 0, lattice.nodes - 1, {}, last, readings) || readings.size() > kMostReadings)
    return false;
  for (const std::u32string& reading : readings)
    if (!reading.empty()) keys.push_back(utf8_of(reading));
  return true;
}

}  // namespace

void add_digits_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_digits_said(side, context, form) : !read_digits_stored(side, context, form)) return;
  const DigitsCodes codes = digits_codes(form);
  if (!codes.written.empty()) keys.emplace_back(codes.written);
  if (!said || codes.readings == nullptr || !add_readings(*codes.readings, 0, keys)) keys.emplace_back(codes.code);
}

void add_phone_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_phone_said(side, context, form) : !read_phone_stored(side, context, form)) return;
  const PhoneReading& reading = form.as<PhoneReading>();
  if (reading.size == 0) return;
  keys.push_back(tail_of(reading.view()));
  if (reading.accepted) keys.push_back(tail_of(reading.number.national()));
  if (reading.zero_at >= 0) {
    std::string without(reading.view());
    without.erase(static_cast<std::size_t>(reading.zero_at), 1);
    keys.push_back(tail_of(without));
  }
  if (reading.spoken && reading.several) add_readings(reading.number_lattice, kTail, keys);
}

}  // namespace ablmatch
