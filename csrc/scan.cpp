// The scan at each CPU level: the same classes, found in vectors of 64, 32, 16 or 8 bytes.
#include "scan.hpp"

#include <cstring>

#include "ascii_fold.hpp"
#include "guards.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define ABLMATCH_SCAN_X86 1
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace ablmatch {
namespace {

// What a kernel finds beside the text and its masks.
struct Marks {
  bool foreign;    // a byte that is not ASCII
  bool irregular;  // something that folding changes otherwise than by letter case: a control character or `
  bool token;      // _ or :, which every built-in vault token holds
};

// A kernel lower-cases `size` bytes (1 to kScanCapacity) into out.text, fills zeros up to the end of it, and sets the
// three masks of the bytes written.
using Kernel = Marks (*)(const char* raw, std::size_t size, Scan& out);

// --- eight bytes at a time, on any machine --------------------------------------------------------------------------

constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x80 * kOnes;

constexpr std::uint64_t from(std::uint64_t word, unsigned char c) { return word + (0x80 - c) * kOnes; }

// The high bit of each byte (all below 0x80) between two characters.
constexpr std::uint64_t between(std::uint64_t word, unsigned char first, unsigned char last) {
  return from(word, first) & ~from(word, static_cast<unsigned char>(last + 1)) & kHigh;
}

// The high bits of eight bytes side by side, the first byte's lowest.
constexpr std::uint64_t gather(std::uint64_t high_bits) { return (high_bits >> 7) * 0x0102040810204080u >> 56; }

std::uint64_t load_word(const char* text) {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

void store_word(char* text, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(text, &word, sizeof word);
}

// Copies the raw bytes and fills up with zeros: kernels without masked loads then read whole vectors.
void take(const char* raw, std::size_t size, Scan& out) {
  std::memset(out.text + (size & ~std::size_t{15}), 0, sizeof out.text - (size & ~std::size_t{15}));
  std::memcpy(out.text, raw, size);
}

Marks scan_plain(const char* raw, std::size_t size, Scan& out) {
  take(raw, size, out);
  out.letters = out.digits = out.spaces = {};
  std::uint64_t foreign = 0, irregular = 0, token = 0;
  for (std::size_t at = 0; at < size; at += 8) {
    const std::uint64_t given = load_word(out.text + at);
    foreign |= given & kHigh;
    const std::uint64_t word = given & ~kHigh;
    irregular |= between(word, 1, 0x1F) | between(word, '`', '`');
    token |= between(word, '_', '_') | between(word, ':', ':');
    const std::uint64_t lower = word + (between(word, 'A', 'Z') >> 2);
    store_word(out.text + at, lower);
    const std::size_t block = at >> 6, shift = at & 63;
    out.letters.at[block] |= gather(between(lower, 'a', 'z')) << shift;
    out.digits.at[block] |= gather(between(lower, '0', '9')) << shift;
    out.spaces.at[block] |= gather(between(lower, ' ', ' ')) << shift;
  }
  return {foreign != 0, irregular != 0, token != 0};
}

#ifdef ABLMATCH_SCAN_X86

// --- 16 bytes: SSE ---------------------------------------------------------------------------------------------------

__attribute__((target("sse4.2"))) inline __m128i between16(__m128i bytes, char first, char last) {
  return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
                       _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
}

__attribute__((target("sse4.2"))) inline std::uint64_t mask16(__m128i bytes) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
}

__attribute__((target("sse4.2"))) Marks scan_sse42(const char* raw, std::size_t size, Scan& out) {
  take(raw, size, out);
  out.letters = out.digits = out.spaces = {};
  __m128i foreign = _mm_setzero_si128(), irregular = foreign, token = foreign;
  for (std::size_t at = 0; at < size; at += 16) {
    auto* const place = reinterpret_cast<__m128i*>(out.text + at);
    const __m128i bytes = _mm_load_si128(place);
    foreign = _mm_or_si128(foreign, bytes);
    irregular = _mm_or_si128(irregular, _mm_or_si128(between16(bytes, 1, 0x1F), between16(bytes, '`', '`')));
    token = _mm_or_si128(token, _mm_or_si128(between16(bytes, '_', '_'), between16(bytes, ':', ':')));
    const __m128i upper = between16(bytes, 'A', 'Z');
    const __m128i lower = _mm_or_si128(bytes, _mm_and_si128(upper, _mm_set1_epi8(0x20)));
    _mm_store_si128(place, lower);
    const std::size_t block = at >> 6, shift = at & 63;
    out.letters.at[block] |= mask16(between16(lower, 'a', 'z')) << shift;
    out.digits.at[block] |= mask16(between16(lower, '0', '9')) << shift;
    out.spaces.at[block] |= mask16(_mm_cmpeq_epi8(lower, _mm_set1_epi8(' '))) << shift;
  }
  return {mask16(foreign) != 0, mask16(irregular) != 0, mask16(token) != 0};
}

// --- 32 bytes: AVX2 --------------------------------------------------------------------------------------------------

__attribute__((target("avx2"))) inline __m256i between32(__m256i bytes, char first, char last) {
  return _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(static_cast<char>(first - 1))),
                          _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(last + 1)), bytes));
}

__attribute__((target("avx2"))) inline std::uint64_t mask32(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

__attribute__((target("avx2"))) Marks scan_avx2(const char* raw, std::size_t size, Scan& out) {
  take(raw, size, out);
  out.letters = out.digits = out.spaces = {};
  __m256i foreign = _mm256_setzero_si256(), irregular = foreign, token = foreign;
  for (std::size_t at = 0; at < size; at += 32) {
    auto* const place = reinterpret_cast<__m256i*>(out.text + at);
    const __m256i bytes = _mm256_load_si256(place);
    foreign = _mm256_or_si256(foreign, bytes);
    irregular = _mm256_or_si256(irregular, _mm256_or_si256(between32(bytes, 1, 0x1F), between32(bytes, '`', '`')));
    token = _mm256_or_si256(token, _mm256_or_si256(between32(bytes, '_', '_'), between32(bytes, ':', ':')));
    const __m256i upper = between32(bytes, 'A', 'Z');
    const __m256i lower = _mm256_or_si256(bytes, _mm256_and_si256(upper, _mm256_set1_epi8(0x20)));
    _mm256_store_si256(place, lower);
    const std::size_t block = at >> 6, shift = at & 63;
    out.letters.at[block] |= mask32(between32(lower, 'a', 'z')) << shift;
    out.digits.at[block] |= mask32(between32(lower, '0', '9')) << shift;
    out.spaces.at[block] |= mask32(_mm256_cmpeq_epi8(lower, _mm256_set1_epi8(' '))) << shift;
  }
  return {mask32(foreign) != 0, mask32(irregular) != 0, mask32(token) != 0};
}

// --- 64 bytes: AVX-512 -----------------------------------------------------------------------------------------------

__attribute__((target("avx512f,avx512bw"))) inline std::uint64_t between64(__m512i bytes, char first, char last) {
  return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(first)),
                                _mm512_set1_epi8(static_cast<char>(last - first)));
}

__attribute__((target("avx512f,avx512bw"))) Marks scan_avx512(const char* raw, std::size_t size, Scan& out) {
  std::uint64_t foreign = 0, irregular = 0, token = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    if (block == 1 && size <= 64) {
      _mm512_store_si512(out.text + 64, _mm512_setzero_si512());
      out.letters.at[1] = out.digits.at[1] = out.spaces.at[1] = 0;
      break;
    }
    const std::size_t left = size - 64 * block;
    const __mmask64 used = left >= 64 ? ~std::uint64_t{0} : ~std::uint64_t{0} >> (64 - left);
    // Bytes that the mask leaves out are not touched, so nothing is read behind the value.
    const __m512i bytes = _mm512_maskz_loadu_epi8(used, raw + 64 * block);
    foreign |= _mm512_movepi8_mask(bytes);
    irregular |= between64(bytes, 1, 0x1F) | between64(bytes, '`', '`');
    token |= between64(bytes, '_', '_') | between64(bytes, ':', ':');
    const __mmask64 upper = between64(bytes, 'A', 'Z');
    const __m512i lower = _mm512_mask_add_epi8(bytes, upper, bytes, _mm512_set1_epi8(0x20));
    _mm512_store_si512(out.text + 64 * block, lower);
    out.letters.at[block] = between64(lower, 'a', 'z');
    out.digits.at[block] = between64(lower, '0', '9');
    out.spaces.at[block] = between64(lower, ' ', ' ');
  }
  _mm512_store_si512(out.text + 128, _mm512_setzero_si512());
  return {foreign != 0, irregular != 0, token != 0};
}

#endif

#ifdef __aarch64__

// --- 16 bytes: NEON --------------------------------------------------------------------------------------------------

inline uint8x16_t between16(uint8x16_t bytes, unsigned char first, unsigned char last) {
  return vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8(static_cast<unsigned char>(last - first)));
}

// One bit for each byte that is all ones.
inline std::uint64_t mask16(uint8x16_t bytes) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(bytes, weights);
  return vaddv_u8(vget_low_u8(bits)) | std::uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
}

Marks scan_neon(const char* raw, std::size_t size, Scan& out) {
  take(raw, size, out);
  out.letters = out.digits = out.spaces = {};
  uint8x16_t foreign = vdupq_n_u8(0), irregular = foreign, token = foreign;
  for (std::size_t at = 0; at < size; at += 16) {
    auto* const place = reinterpret_cast<std::uint8_t*>(out.text + at);
    const uint8x16_t bytes = vld1q_u8(place);
    foreign = vorrq_u8(foreign, bytes);
    irregular = vorrq_u8(irregular, vorrq_u8(between16(bytes, 1, 0x1F), between16(bytes, '`', '`')));
    token = vorrq_u8(token, vorrq_u8(between16(bytes, '_', '_'), between16(bytes, ':', ':')));
    const uint8x16_t upper = between16(bytes, 'A', 'Z');
    const uint8x16_t lower = vorrq_u8(bytes, vandq_u8(upper, vdupq_n_u8(0x20)));
    vst1q_u8(place, lower);
    const std::size_t block = at >> 6, shift = at & 63;
    out.letters.at[block] |= mask16(between16(lower, 'a', 'z')) << shift;
    out.digits.at[block] |= mask16(between16(lower, '0', '9')) << shift;
    out.spaces.at[block] |= mask16(vceqq_u8(lower, vdupq_n_u8(' '))) << shift;
  }
  return {vmaxvq_u8(foreign) >= 0x80, vmaxvq_u8(irregular) != 0, vmaxvq_u8(token) != 0};
}

#endif

Kernel kernel_of(CpuLevel level) {
  switch (level) {
#ifdef ABLMATCH_SCAN_X86
    case CpuLevel::sse42: return scan_sse42;
    case CpuLevel::avx2: return scan_avx2;
    case CpuLevel::avx512: return scan_avx512;
#endif
#ifdef __aarch64__
    case CpuLevel::neon: return scan_neon;
#endif
    default: return scan_plain;
  }
}

bool scan_with(Kernel kernel, std::string_view raw, Scan& out) {
  std::size_t size = raw.size();
  if (size == 0 || size > kScanCapacity) return false;
  Marks marks = kernel(raw.data(), size, out);
  if (marks.foreign) return false;
  const std::uint64_t low = out.spaces.at[0], high = out.spaces.at[1];
  const bool doubled = (low & (low << 1)) != 0 || (high & (high << 1 | low >> 63)) != 0;
  if (marks.irregular || doubled || (low & 1) != 0 || out.spaces.test(size - 1)) {
    char folded[kScanCapacity + 8];
    size = fold_ascii(raw, true, folded);
    if (size == 0) return false;
    marks = kernel(folded, size, out);
  }
  out.size = static_cast<std::uint32_t>(size);
  return !((marks.token || token_shapes_registered()) && is_vault_token(out.view()));
}

}  // namespace

bool scan(std::string_view raw, Scan& out) {
  static const Kernel kernel = kernel_of(cpu_level());
  return scan_with(kernel, raw, out);
}

bool scan_at(CpuLevel level, std::string_view raw, Scan& out) { return scan_with(kernel_of(level), raw, out); }

}  // namespace ablmatch
