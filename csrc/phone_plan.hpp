// Telephone numbering plans: which country a number belongs to and what its national part is.
#pragma once

#include <cstdint>
#include <string_view>

namespace ablmatch {

// A region of the numbering-plan table ("US", "GB"); kNoRegion when unknown.
using RegionId = std::uint16_t;
inline constexpr RegionId kNoRegion = 0xFFFF;

// Looks up an ISO 3166 alpha-2 code of any letter case. "001", the code of plans that belong to no region
// (800, 870, …), names no single plan and gives kNoRegion, as does everything unknown.
RegionId find_region(std::string_view code);
std::string_view region_code(RegionId region);  // "US"; "001" for plans of no region; "" for kNoRegion
int country_code(RegionId region);              // 1, 44, …; 0 for kNoRegion

// The main plan of a country calling code (1: US, 44: GB); kNoRegion when no country has that code.
RegionId main_region(int country);

inline constexpr int kMaxPhoneDigits = 32;

// A number split by its plan. `nsn`: national significant number, without trunk prefix, with the
// Italian leading zero; zero-terminated.
struct PhoneNumber {
  int country;       // country calling code, 0 when unknown
  RegionId region;   // main region of the country code, or the given region for numbers without one
  char nsn[kMaxPhoneDigits + 1];
  int nsn_size;
  bool valid_length;   // the length is possible for the plan
  bool international;  // it was written with + or an exit code, or carried its country code
  // Known to read back as itself from "+", country code and nsn; when false, that is not known.
  bool canonical;

  std::string_view national() const { return {nsn, static_cast<std::size_t>(nsn_size)}; }
};

// True when no number without "+" can be one of the North American plan but by a leading 0 or 1: the region's exit codes
// begin with 0 (or there is no such region), and if it is itself of that plan, it rewrites no local numbers.
bool reaches_nanp_plainly(RegionId region);

// Splits `digits` (0-9 only). `plus`: it began with "+". `region`: the plan to read national numbers by, whose
// exit code, trunk prefix, carrier codes and national rewriting rules (Argentina's 15, …) apply.
// Follows the parse rules of the phonenumbers metadata (that package is the oracle of the tests), but for
// Mexico, where the dialling prefixes given up in 2019 (1 after the country code, 01, 044, 045) are stripped too.
// Returns false, and leaves `out` unspecified, when this is not a number of any plan: fewer than 3 digits, more
// than 17 in the national part, or a "+" or exit code before a country code that does not exist.
// Without "+" and with kNoRegion the country is 0 and the nsn is `digits`.
bool parse_phone(std::string_view digits, bool plus, RegionId region, PhoneNumber& out);

// True when the national number has the shape that its plan gives to some kind of line.
bool is_valid_national(const PhoneNumber& number);

struct PhoneForm {
  char digits[kMaxPhoneDigits + 16];
  std::uint8_t size;
  std::uint8_t national_at;  // where the national significant number begins; size when it is written otherwise
  bool has_country;          // this form carries the country code

  std::string_view view() const { return {digits, size}; }
};

// More than any number has forms (Brazil, with its carrier codes, has the most).
inline constexpr int kMaxPhoneForms = 40;

// Every digit string by which a person may give `number`: national significant number (always the first), with
// trunk prefix, with country code, with country code and trunk prefix ("+44 (0)20"), with exit code (the plan's
// own, the caller's, 00 and 011) and country code, with carrier code (Brazil), in old national forms (Mexico's 1,
// 01, 044, 045), in the home form of Argentine mobiles (15 after the area code).
// `caller`: the region from which a person may dial, kNoRegion when unknown.
// Writes up to `capacity` different forms and returns how many; kMaxPhoneForms is always enough.
int said_forms(const PhoneNumber& number, RegionId caller, PhoneForm* out, int capacity);

}  // namespace ablmatch
