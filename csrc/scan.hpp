// A short ASCII value, folded and classified in one pass: what the kinds' fast lanes read.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cpu.hpp"
#include "value.hpp"

namespace ablmatch {

// Longest value, raw, that is scanned: a spoken address fits.
inline constexpr std::size_t kScanCapacity = 128;
// Zeros behind the text of a Scan, so that whole vectors may be loaded from any place in it.
inline constexpr std::size_t kScanSlack = 64;

// One bit for each byte of the text, the first byte's lowest.
struct ScanMask {
  std::uint64_t at[2];

  bool test(std::size_t k) const { return at[k >> 6] >> (k & 63) & 1; }
  bool any() const { return (at[0] | at[1]) != 0; }
  int count() const { return std::popcount(at[0]) + std::popcount(at[1]); }
};

// What fold() gives for the same value (lower case, white space runs one ' ', trimmed, ` as '), and the classes of its
// bytes. Every byte that is none of the three is a symbol (or a control character).
struct Scan {
  alignas(64) char text[kScanCapacity + kScanSlack];
  ScanMask letters, digits, spaces;
  std::uint32_t size;  // 1..kScanCapacity

  std::string_view view() const { return {text, size}; }
  // Bit k set for k < size.
  ScanMask used() const {
    const std::uint64_t all = ~std::uint64_t{0};
    if (size <= 64) return {{all >> (64 - size), 0}};
    return {{all, all >> (128 - size)}};
  }
  ScanMask symbols() const {
    const ScanMask in = used();
    return {{in.at[0] & ~(letters.at[0] | digits.at[0] | spaces.at[0]),
             in.at[1] & ~(letters.at[1] | digits.at[1] | spaces.at[1])}};
  }
  // Where the run of `mask` bits that holds bit `from` ends (the first clear bit at or behind it).
  static std::size_t end_of_run(const ScanMask& mask, std::size_t from) {
    if (from < 64) {
      const std::uint64_t rest = ~mask.at[0] >> from;
      if (rest != 0) return from + static_cast<std::size_t>(std::countr_zero(rest));
      from = 64;
    }
    if (from >= 128) return 128;
    const std::uint64_t rest = ~mask.at[1] >> (from - 64);
    return rest != 0 ? from + static_cast<std::size_t>(std::countr_zero(rest)) : 128;
  }
};

// Scans a value that is ASCII, not blank, at most kScanCapacity bytes long and no vault token; false for any other.
// The same at every CPU level.
bool scan(std::string_view raw, Scan& out);

// Values that are scanned at a time: their scans stay in the nearest cache until they are judged.
inline constexpr std::size_t kScanBlock = 16;

// Scans those of a block of values whose bits are set in `wanted` (bit k: values[k] into out[k]), and gives the bits of
// those for which scan() would answer true.
std::uint32_t scan_block(const Value* values, std::uint32_t wanted, Scan* out);

// For tests: the scan of one level, which the machine must have.
bool scan_at(CpuLevel level, std::string_view raw, Scan& out);
std::uint32_t scan_block_at(CpuLevel level, const Value* values, std::uint32_t wanted, Scan* out);

}  // namespace ablmatch
