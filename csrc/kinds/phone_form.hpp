// What one value says about a telephone number: digits, country mark, extension, and the plan's view of them.
#pragma once

#include <cstddef>
#include <string_view>

#include "../lattice.hpp"
#include "../phone_plan.hpp"
#include "kind.hpp"

namespace ablmatch {

// As many digits as a value of kMaxCodePoints code points can hold, and some for spoken repeats.
inline constexpr std::size_t kMaxReadDigits = 2 * kMaxCodePoints;
// RFC 3966 sets no limit on extensions; phonenumbers reads at most 20 digits.
inline constexpr std::size_t kMaxExtension = 20;

// What one value says about a telephone number. Digits are the preferred reading; when `spoken`, the lattices hold
// the others. Fields are set by read_phone; the lattices only when the flag beside them is true.
struct PhoneReading {
  Lattice number_lattice;
  Lattice extension_lattice;
  bool spoken;
  bool extension_spoken;
  bool several;  // more than one reading of the number, when `spoken`
  std::size_t shortest, longest;  // bounds of the lengths of the readings, when `spoken`

  char digits[kMaxReadDigits];
  std::size_t size;
  char extension[kMaxExtension];
  std::size_t extension_size;
  int zero_at;        // place in `digits` of a trunk zero in brackets, as in +44 (0)20; -1: none
  bool plus;          // "+", "plus" or "country code" stands before the digits
  bool keypad;        // letters were read as keys
  bool partial;       // "last four", "ends in": announced as a part of a number
  bool corrected;     // the text after a self-correction was read
  bool two_answers;
  bool words_ignored;

  PhoneNumber number;  // by the context's region; meaningless unless `accepted`
  bool accepted;       // a plan has numbers of this length

  std::string_view view() const { return {digits, size}; }
  std::string_view extension_view() const { return {extension, extension_size}; }
};

// Splits a reading's digits by the plans, with `region` for national numbers: the number as people would write it in
// E.164, so that it reads back as itself. False when no plan has numbers of this length.
bool resolve_phone(const PhoneReading& reading, RegionId region, PhoneNumber& out);

}  // namespace ablmatch
