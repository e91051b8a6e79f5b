// Short numbers in a register, four bits a digit: built without a detour over memory, compared in a few instructions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../scan.hpp"

namespace ablmatch {

inline constexpr std::size_t kMaxPackedNumber = 16;

// The last digit is the lowest; nothing stands above the first. With more than kMaxPackedNumber digits only `size` holds.
struct PackedNumber {
  std::uint64_t digits;
  std::size_t size;

  unsigned digit(std::size_t at) const { return static_cast<unsigned>(digits >> 4 * (size - 1 - at) & 15); }
  // Without its first digits; `size` is at least 1 afterwards.
  PackedNumber from(std::size_t at) const { return {digits & ~std::uint64_t{0} >> (64 - 4 * (size - at)), size - at}; }
};

// A number in front of some of whose digits zeros may stand: at these, none of which is a zero, the lowest of four bits is
// set in `optional`, and the same four of `more` say how many zeros more than one they are, up to two.
struct PackedReadings {
  PackedNumber shortest;
  std::uint64_t optional, more;

  std::size_t zeros_at(int place) const { return 1 + static_cast<std::size_t>(more >> place & 3); }
};

// What number_slips answers where a reading is too long to be packed, and may be one slip away.
inline constexpr int kSlipsUnknown = 3;

// Eight figures, the first in the lowest byte, as 32 bits with the first one highest.
inline std::uint64_t squeeze_figures(std::uint64_t bytes) {
  bytes &= 0x0F0F0F0F0F0F0F0Fu;
  bytes = (bytes << 4 | bytes >> 8) & 0x00FF00FF00FF00FFu;
  bytes = (bytes << 8 | bytes >> 16) & 0x0000FFFF0000FFFFu;
  return (bytes << 16 | bytes >> 32) & 0xFFFFFFFFu;
}

// The figures that `figures` marks among the first 64 bytes of a scan, at least one.
PackedNumber pack_number(const Scan& scan, std::uint64_t figures);

// The same at one CPU level, for tests; the machine must have it.
PackedNumber pack_number_plain(const Scan& scan, std::uint64_t figures);

// Symbols that mean something in a telephone number or forbid one, among the first 64 bytes: + # , ; @ = $ % _ { } (
struct TypedFigures {
  PackedNumber number;
  std::uint64_t telling;
};
TypedFigures read_typed_figures(const Scan& scan);
TypedFigures read_typed_figures_plain(const Scan& scan);

// 0: equal; 1: one slip (OSA distance 1); 2: more. Both have at most kMaxPackedNumber digits. Which it is nobody can
// foresee, so no branch depends on it; and nothing is shifted by a number of places, so that compilers do many at once.
inline std::uint64_t number_slips(std::uint64_t said, std::uint64_t said_size, std::uint64_t stored,
                                  std::uint64_t stored_size) {
  constexpr std::uint64_t kOnes = 0x1111111111111111u;
  const bool more = said_size > stored_size;
  const std::uint64_t longer = more ? said : stored, other = more ? stored : said;
  const std::uint64_t gap = more ? said_size - stored_size : stored_size - said_size;
  const std::uint64_t differing = longer ^ other, folded = differing | differing >> 1;
  // The last digit that differs, by its lowest bit; it, and that with the one in front of it.
  const std::uint64_t places = (folded | folded >> 2) & kOnes, place = places & (~places + 1);
  const std::uint64_t one = (place << 4) - place, two = (place << 8) - place;
  const std::uint64_t unswapped = ((differing ^ differing >> 4) | (other ^ longer >> 4)) & one;
  const bool swapped = ((differing & ~two) | unswapped) == 0, replaced = (differing & ~one) == 0;
  const bool dropped = ((longer >> 4 ^ other) & (~place + 1)) == 0;
  const bool slip = ((gap == 0) & (replaced | swapped)) | ((gap == 1) & dropped);
  const bool equal = (differing == 0) & (gap == 0);
  return std::uint64_t{2} - slip - equal;
}

inline int number_slips(PackedNumber said, PackedNumber stored) {
  return static_cast<int>(number_slips(said.digits, said.size, stored.digits, stored.size));
}

// Without the `count` digits that begin at bit `place`.
inline PackedNumber without(PackedNumber number, int place, std::size_t count) {
  const std::uint64_t below = (std::uint64_t{1} << place) - 1;
  return {(number.digits & below) | (number.digits >> 4 * count & ~below), number.size - count};
}

// With `count` zeros in front of the digit at bit `place`, which has some in front of it; they must fit.
inline PackedNumber with_zeros(PackedNumber number, int place, std::size_t count) {
  const std::uint64_t above = ~std::uint64_t{15} << place;
  return {(number.digits & ~above) | (number.digits & above) << 4 * count, number.size + count};
}

// Without its zeros, of which there are few.
inline PackedNumber nonzero_digits(PackedNumber number) {
  constexpr std::uint64_t kOnes = 0x1111111111111111u;
  const std::uint64_t pairs = number.digits | number.digits >> 1;
  std::uint64_t zeros = ~(pairs | pairs >> 2) & kOnes;
  if (number.size < kMaxPackedNumber) zeros &= (std::uint64_t{1} << 4 * number.size) - 1;
  // From the highest on, so that the others keep their places.
  while (zeros != 0) {
    const int place = 63 - std::countl_zero(zeros);
    number = without(number, place, 1);
    zeros ^= std::uint64_t{1} << place;
  }
  return number;
}

// Is one of the readings the stored number? Of zeros that may stand in it the stored number says whether they do: what
// would stand there instead is none.
inline bool reads_as(PackedReadings said, PackedNumber stored) {
  while (said.optional != 0) {
    const int place = 63 - std::countl_zero(said.optional);
    const std::size_t zeros = said.zeros_at(place), at = said.shortest.size - 1 - static_cast<std::size_t>(place) / 4;
    said.optional ^= std::uint64_t{1} << place;
    if (at >= stored.size || stored.digit(at) != 0) continue;
    if (said.shortest.size + zeros > kMaxPackedNumber) return false;
    said.shortest = with_zeros(said.shortest, place, zeros);
  }
  return said.shortest.digits == stored.digits && said.shortest.size == stored.size;
}

// The slips of the nearest reading, which is sought among all.
inline int nearest_slips(PackedReadings said, PackedNumber stored) {
  if (said.shortest.size > stored.size + 1) return 2;
  if (said.shortest.size > kMaxPackedNumber) return kSlipsUnknown;
  if (said.optional == 0) return number_slips(said.shortest, stored);
  const int place = 63 - std::countl_zero(said.optional);
  said.optional ^= std::uint64_t{1} << place;
  const int left_out = nearest_slips(said, stored);
  if (left_out == 0) return 0;
  said.shortest = with_zeros(said.shortest, place, said.zeros_at(place));
  const int kept = nearest_slips(said, stored);
  // None that is too long is the stored number itself.
  if (left_out == kSlipsUnknown || kept == kSlipsUnknown) return left_out == 1 || kept < 2 ? 1 : kSlipsUnknown;
  return kept < left_out ? kept : left_out;
}

// The slips of the nearest reading. What tells readings apart are zeros: none is nearer than all of them without any.
inline int nearest_number_slips_plain(PackedReadings said, PackedNumber stored) {
  if (said.shortest.size > stored.size + 1) return 2;
  if (reads_as(said, stored)) return 0;
  const PackedNumber one = nonzero_digits(said.shortest), other = nonzero_digits(stored);
  return number_slips(one, other) == 2 ? 2 : nearest_slips(said, stored);
}

// The same as the machine does it best; all that it is given fits in registers.
int nearest_number_slips(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored);

inline int number_slips(const PackedReadings& said, PackedNumber stored) {
  return said.optional == 0 ? number_slips(said.shortest, stored)
                            : nearest_number_slips(said.shortest, said.optional, said.more, stored);
}

}  // namespace ablmatch
