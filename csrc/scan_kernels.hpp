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
};

constexpr std::uint8_t marks_of(bool foreign, bool irregular, bool token) {
  return static_cast<std::uint8_t>((foreign ? kForeign : 0) | (irregular ? kIrregular : 0) | (token ? kToken : 0));
}

// A kernel takes the values whose bits are set in `wanted`, of 1 to kScanCapacity bytes each: it lower-cases the bytes
// into out[k].text, fills zeros up to the end of it, sets the three masks of the bytes written, and gives the marks.
using Kernel = void (*)(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);

// Takes the lowest bit out of `wanted`.
inline std::size_t next_of(std::uint32_t& wanted) {
  const auto k = static_cast<std::size_t>(std::countr_zero(wanted));
  wanted &= wanted - 1;
  return k;
}

void scan_plain(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#ifdef ABLMATCH_SCAN_X86
void scan_sse42(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
void scan_avx2(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
void scan_avx512(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#endif
#ifdef __aarch64__
void scan_neon(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);
#endif

}  // namespace ablmatch
