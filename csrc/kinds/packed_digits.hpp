// The figures of a scanned value side by side, and whether two such runs are one slip apart.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "../scan.hpp"
#include "../word_table.hpp"

namespace ablmatch {

// Longest run that the fast lanes compare; account numbers and cards have 20 digits at most.
inline constexpr std::size_t kMaxPackedDigits = 32;

// Figures with zeros behind them, so that they compare eight at a time.
struct PackedDigits {
  char text[kMaxPackedDigits + 32];
  std::size_t size;

  std::string_view view() const { return {text, size}; }
};

// How many bits a mask has. ScanMask::count calls the compiler's library where the target has no instruction for it.
inline std::size_t count_marked(const ScanMask& mask) {
  const auto count = [](std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return static_cast<std::size_t>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
  };
  return count(mask.at[0]) + (mask.at[1] == 0 ? 0 : count(mask.at[1]));
}

// Takes the bytes of `scan` that `figures` (a subset of its digits, at most kMaxPackedDigits) marks.
inline void pack_digits(const Scan& scan, const ScanMask& figures, PackedDigits& out) {
  std::size_t size = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    const char* const text = scan.text + 64 * block;
    for (std::uint64_t rest = figures.at[block]; rest != 0;) {
      const int from = std::countr_zero(rest);
      const int run = std::countr_one(rest >> from);
      // A run is copied with what follows it, and what follows is overwritten: vectors cost less than its length.
      std::memcpy(out.text + size, text + from, 16);
      if (run > 16) std::memcpy(out.text + size + 16, text + from + 16, 16);
      size += static_cast<std::size_t>(run);
      if (from + run >= 64) break;
      rest = rest >> (from + run) << (from + run);
    }
    if (figures.at[1] == 0) break;
  }
  std::memset(out.text + size, 0, 32);
  out.size = size;
}

namespace detail {
// The first of `size` bytes that differ, `size` when none does; eight bytes behind are read.
inline std::size_t first_difference(const char* a, const char* b, std::size_t size) {
  for (std::size_t at = 0; at < size; at += 8) {
    const std::uint64_t word = load8(a + at) ^ load8(b + at);
    if (word != 0) return at + static_cast<std::size_t>(std::countr_zero(word)) / 8;
  }
  return size;
}
}  // namespace detail

// Packed digits from some place on.
struct PackedView {
  const char* text;
  std::size_t size;

  explicit PackedView(const PackedDigits& digits, std::size_t from = 0)
      : text(digits.text + from), size(digits.size - from) {}
};

// 0: equal; 1: one slip (OSA distance 1); 2: more.
inline int packed_slips(PackedView said, PackedView stored) {
  const PackedView& longer = said.size > stored.size ? said : stored;
  const PackedView& other = said.size > stored.size ? stored : said;
  const std::size_t size = longer.size;
  if (size > other.size + 1) return 2;
  const std::size_t place = detail::first_difference(longer.text, other.text, size);
  if (place >= size) return 0;
  if (size > other.size) {
    const std::size_t rest = size - place - 1;
    return detail::first_difference(longer.text + place + 1, other.text + place, rest) >= rest ? 1 : 2;
  }
  // The zeros behind both are equal, so comparing on past the end changes nothing.
  const std::size_t behind = place + 1;
  if (detail::first_difference(longer.text + behind, other.text + behind, size - behind) >= size - behind) return 1;
  if (longer.text[place] != other.text[behind] || longer.text[behind] != other.text[place]) return 2;
  const std::size_t rest = size - behind - 1;
  return detail::first_difference(longer.text + behind + 1, other.text + behind + 1, rest) >= rest ? 1 : 2;
}

}  // namespace ablmatch
