// Telephone numbering plans: which country a number belongs to and what its national part is.
#pragma once

#include <cstdint>
#include <string_view>

namespace ablmatch {

// A region of the numbering-plan table ("US", "GB"); kNoRegion when unknown.
using RegionId = std::uint16_t;
inline constexpr RegionId kNoRegion = 0xFFFF;

// Looks up an ISO 3166 alpha-2 code of any letter case ("001" and the like for non-geographic plans too).
RegionId find_region(std::string_view code);
std::string_view region_code(RegionId region);
int country_code(RegionId region);  // 1, 44, …; 0 for kNoRegion

inline constexpr int kMaxPhoneDigits = 32;

// A number split by its plan. `nsn`: national significant number, without trunk prefix, with the
// Italian leading zero.
struct PhoneNumber {
  int country;       // country calling code, 0 when unknown
  RegionId region;   // main region of the plan, or the one that was given
  char nsn[kMaxPhoneDigits + 1];
  int nsn_size;
  bool valid_length;  // the length is possible for the plan
  bool international;  // it was written with + or an exit code, or carried its country code
};

// Splits `digits` (0-9 only). `plus`: it began with "+". `region`: the plan to read national numbers by, whose
// exit code, trunk prefix, carrier codes and national rewriting rules (Argentina's 15, Mexico's old 1, …) apply.
// Follows the parse rules of the phonenumbers metadata (that package is the oracle of the tests).
// Returns false when there are too few (< 3) or too many digits to be a number.
bool parse_phone(std::string_view digits, bool plus, RegionId region, PhoneNumber& out);

// Every digit string by which a person may give `number`: national significant number, with trunk prefix,
// with country code, with exit code and country code (the plan's, 00 and 011), old national forms.
// Writes up to `capacity` forms and returns how many.
struct PhoneForm {
  char digits[kMaxPhoneDigits + 16];
  std::uint8_t size;
  bool has_country;  // this form carries the country code
};
int said_forms(const PhoneNumber& number, PhoneForm* out, int capacity);

}  // namespace ablmatch
