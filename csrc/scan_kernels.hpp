// The kernels of the scan: one for each CPU level, all of which find the same.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "scan.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ABLMATCH_SCAN_X86 1
#endif

namespace ablmatch {

// What a kernel finds in a value beside the text and its masks, as bits.
enum Mark : std::uint8_t {
  kForeign = 1,    // a byte that is not ASCII
  kIrregular = 2,  // something that folding changes otherwise than by letter case: a control character or `
  kToken = 4,      // _ or :, which every built-in vault token holds
  kLoose = 8,      // a space at an end, or two side by side
};

constexpr std::uint8_t marks_of(bool foreign, bool irregular, bool token) {
  return static_cast<std::uint8_t>((foreign ? kForeign : 0) | (irregular ? kIrregular : 0) | (token ? kToken : 0));
}

// White space that has to be folded; `low` and `high` are the places of the spaces.
inline bool has_loose_space(std::uint64_t low, std::uint64_t high, std::size_t size) {
  const std::uint64_t behind = low & (low << 1 | 1);
  if (size <= 64) return (behind | low >> (size - 1)) != 0;
  return (behind | (high & (high << 1 | low >> 63)) | high >> (size - 65)) != 0;
}

// The values of a block that a kernel took, and those of them that have marks.
struct Kerneled {
  std::uint32_t taken, marked;

  // Takes value k, whose text and masks are there. `rare`: its bytes have marks, which `find_marks` gives.
  template <class FindMarks>
  void take(std::size_t k, Scan& scan, std::size_t size, bool rare, std::uint8_t& marks, const FindMarks& find_marks) {
    scan.size = static_cast<std::uint32_t>(size);
    taken |= std::uint32_t{1} << k;
    marks = 0;
    const bool loose = has_loose_space(scan.spaces.at[0], scan.spaces.at[1], size);
    if (!(rare | loose)) return;
    marks = static_cast<std::uint8_t>(find_marks() | (loose ? kLoose : 0));
    marked |= std::uint32_t{1} << k;
  }
};

// A kernel takes those of the values whose bits are set in `wanted` that are there and have 1 to kScanCapacity bytes: it
// lower-cases the bytes into out[k].text, fills zeros up to the end of it, sets the three masks of the bytes written and
// the size, and gives the marks.
using Kernel = Kerneled (*)(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);

inline bool has_room(const Value& value) { return !value.null && value.size - 1 < kScanCapacity; }

// Takes the lowest bit out of `wanted`.
inline std::size_t next_of(std::uint32_t& wanted) {
  const auto k = static_cast<std::size_t>(std::countr_zero(wanted));
  wanted &= wanted - 1;
  return k;
}

Kerneled scan_plain(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#ifdef ABLMATCH_SCAN_X86
Kerneled scan_sse42(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
Kerneled scan_avx2(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
Kerneled scan_avx512(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#endif
#ifdef __aarch64__
Kerneled scan_neon(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#endif

}  // namespace ablmatch
