// The scan in vectors of 16 bytes: NEON.
#include "scan_kernels.hpp"

#ifdef __aarch64__

#include <arm_neon.h>

#include <cstring>

namespace ablmatch {
namespace {

inline uint8x16_t between16(uint8x16_t bytes, unsigned char first, unsigned char last) {
  return vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8(static_cast<unsigned char>(last - first)));
}

// One bit for each byte that is all ones.
inline std::uint64_t mask16(uint8x16_t bytes) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(bytes, weights);
  return vaddv_u8(vget_low_u8(bits)) | std::uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
}

}  // namespace

Kerneled scan_neon(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  Kerneled found{0, 0};
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    if (!has_room(values[k])) continue;
    const std::size_t size = values[k].size, whole = size & ~std::size_t{15};
    Scan& scan = out[k];
    scan.letters = scan.digits = scan.spaces = {};
    for (std::size_t at = whole; at < sizeof scan.text; at += 16)
      vst1q_u8(reinterpret_cast<std::uint8_t*>(scan.text + at), vdupq_n_u8(0));
    std::memcpy(scan.text, values[k].data, size);
    uint8x16_t foreign = vdupq_n_u8(0), irregular = foreign, token = foreign;
    for (std::size_t at = 0; at < size; at += 16) {
      auto* const place = reinterpret_cast<std::uint8_t*>(scan.text + at);
      const uint8x16_t bytes = vld1q_u8(place);
      foreign = vorrq_u8(foreign, bytes);
      irregular = vorrq_u8(irregular, vorrq_u8(between16(bytes, 1, 0x1F), between16(bytes, '`', '`')));
      token = vorrq_u8(token, vorrq_u8(between16(bytes, '_', '_'), between16(bytes, ':', ':')));
      const uint8x16_t upper = between16(bytes, 'A', 'Z');
      const uint8x16_t lower = vorrq_u8(bytes, vandq_u8(upper, vdupq_n_u8(0x20)));
      vst1q_u8(place, lower);
      const std::size_t block = at >> 6, shift = at & 63;
      scan.letters.at[block] |= mask16(between16(lower, 'a', 'z')) << shift;
      scan.digits.at[block] |= mask16(between16(lower, '0', '9')) << shift;
      scan.spaces.at[block] |= mask16(vceqq_u8(lower, vdupq_n_u8(' '))) << shift;
    }
    const std::uint8_t rare = marks_of(vmaxvq_u8(foreign) >= 0x80, vmaxvq_u8(irregular) != 0, vmaxvq_u8(token) != 0);
    found.take(k, scan, size, rare != 0, marks[k], [rare] { return rare; });
  }
  return found;
}

}  // namespace ablmatch

#endif
