// The scan at each CPU level: the same classes, found in vectors of 64, 32, 16 or 8 bytes.
#include "scan.hpp"

#include <atomic>
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
std::size_t next_of(std::uint32_t& wanted) {
  const auto k = static_cast<std::size_t>(std::countr_zero(wanted));
  wanted &= wanted - 1;
  return k;
}

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

// The last `left` bytes, 1 to 8, of a value: its bytes from `text` on, and zeros.
std::uint64_t load_last_word(const char* text, std::size_t left, std::size_t size) {
  if (left == 8) return load_word(text);
  if (size >= 8) return load_word(text + left - 8) >> (64 - 8 * left);
  char bytes[8] = {};
  std::memcpy(bytes, text, left);
  return load_word(bytes);
}

void scan_plain(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    scan.letters = scan.digits = scan.spaces = {};
    std::uint64_t foreign = 0, irregular = 0, token = 0;
    for (std::size_t at = 0; at < sizeof scan.text; at += 8) {
      if (at >= size) {
        store_word(scan.text + at, 0);
        continue;
      }
      const char* const place = values[k].data + at;
      const std::uint64_t given = size - at >= 8 ? load_word(place) : load_last_word(place, size - at, size);
      foreign |= given & kHigh;
      const std::uint64_t word = given & ~kHigh;
      irregular |= between(word, 1, 0x1F) | between(word, '`', '`');
      token |= between(word, '_', '_') | between(word, ':', ':');
      const std::uint64_t lower = word + (between(word, 'A', 'Z') >> 2);
      store_word(scan.text + at, lower);
      const std::size_t block = at >> 6, shift = at & 63;
      scan.letters.at[block] |= gather(between(lower, 'a', 'z')) << shift;
      scan.digits.at[block] |= gather(between(lower, '0', '9')) << shift;
      scan.spaces.at[block] |= gather(between(lower, ' ', ' ')) << shift;
    }
    marks[k] = marks_of(foreign != 0, irregular != 0, token != 0);
  }
}

#ifdef ABLMATCH_SCAN_X86

// --- classes by two look-ups: a byte has the bits that both its high and its low half give ----------------------------

enum Class : unsigned char {
  kLetterAToO = 1,    // @ and ` aside, which stand before a row of letters
  kLetterPToZ = 2,
  kDigit = 4,
  kSpace = 8,
  kControl = 0x10,    // and all that is not ASCII; but not the zero byte
  kRowStart = 0x20,   // the control character 0x10, `, and the rest of what is not ASCII
  kUnderscore = 0x40,
  kColon = 0x80,
  kLetter = kLetterAToO | kLetterPToZ,
  kIrregularClass = kControl | kRowStart,
  kTokenClass = kUnderscore | kColon,
  kRare = kIrregularClass | kTokenClass,
};

constexpr unsigned char high_class(int high) {
  switch (high) {
    case 0: return kControl;
    case 1: return kControl | kRowStart;
    case 2: return kSpace;
    case 3: return kDigit | kColon;
    case 4: return kLetterAToO;
    case 5: return kLetterPToZ | kUnderscore;
    case 6: return kLetterAToO | kRowStart;
    case 7: return kLetterPToZ;
    default: return kControl | kRowStart;
  }
}

constexpr unsigned char low_class(int low) {
  int classes = low == 0 ? kSpace | kRowStart : kLetterAToO | kControl;
  if (low <= 9) classes |= kDigit;
  if (low <= 10) classes |= kLetterPToZ;
  if (low == 10) classes |= kColon;
  if (low == 15) classes |= kUnderscore;
  return static_cast<unsigned char>(classes);
}

struct ClassTables {
  alignas(16) unsigned char high[16], low[16];
};

constexpr ClassTables make_tables() {
  ClassTables made{};
  for (int half = 0; half < 16; ++half) {
    made.high[half] = high_class(half);
    made.low[half] = low_class(half);
  }
  return made;
}

constexpr ClassTables kClasses = make_tables();

// --- 16 bytes: SSE ---------------------------------------------------------------------------------------------------

__attribute__((target("sse4.2"))) inline __m128i load_table(const unsigned char (&table)[16]) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(table));
}

__attribute__((target("sse4.2"))) inline __m128i classes16(__m128i bytes) {
  const __m128i half = _mm_set1_epi8(0x0F);
  const __m128i high = _mm_shuffle_epi8(load_table(kClasses.high), _mm_and_si128(_mm_srli_epi16(bytes, 4), half));
  return _mm_and_si128(high, _mm_shuffle_epi8(load_table(kClasses.low), _mm_and_si128(bytes, half)));
}

// The bits of the bytes whose highest bit is set.
__attribute__((target("sse4.2"))) inline std::uint64_t mask16(__m128i bytes) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
}

// A value of 1 to 15 bytes in a register, from loads that lie within it and overlap.
__attribute__((target("sse4.2"))) inline __m128i load_short(const char* text, std::size_t size) {
  std::uint64_t low, high = 0;
  if (size >= 8) {
    std::memcpy(&low, text, 8);
    std::memcpy(&high, text + size - 8, 8);
    high = high >> 1 >> (127 - 8 * size);
  } else if (size >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, text, 4);
    std::memcpy(&last, text + size - 4, 4);
    low = first | std::uint64_t{last} << (8 * size - 32);
  } else {
    const auto byte = [&](std::size_t at) { return std::uint64_t{static_cast<unsigned char>(text[at])} << 8 * at; };
    low = byte(0) | byte(size >> 1) | byte(size - 1);
  }
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

// The bytes of a value from `at` on, 16 at most, and zeros.
__attribute__((target("sse4.2"))) inline __m128i load16(const char* text, std::size_t at, std::size_t size) {
  if (at >= size) return _mm_setzero_si128();
  const std::size_t left = size - at;
  if (left >= 16) return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
  if (size < 16) return load_short(text, size);
  // The last 16 bytes, moved down: an index of the shuffle with its high bit set makes a zero.
  static constexpr unsigned char kDown[32] = {0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
                                              11,   12,   13,   14,   15,   0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                              0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
  const __m128i last = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + size - 16));
  return _mm_shuffle_epi8(last, _mm_loadu_si128(reinterpret_cast<const __m128i*>(kDown + 16 - left)));
}

__attribute__((target("sse4.2"))) void scan_sse42(const Value* values, std::uint32_t wanted, Scan* out,
                                                  std::uint8_t* marks) {
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    const char* const raw = values[k].data;
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    __m128i all = _mm_setzero_si128(), all_classes = all;
    for (std::size_t block = 0; block < 2; ++block) {
      std::uint64_t letters = 0, digits = 0, spaces = 0;
      for (std::size_t shift = 0; shift < 64; shift += 16) {
        const std::size_t at = 64 * block + shift;
        auto* const place = reinterpret_cast<__m128i*>(scan.text + at);
        if (at >= size) {
          _mm_store_si128(place, _mm_setzero_si128());
          continue;
        }
        const __m128i bytes = load16(raw, at, size);
        const __m128i classes = classes16(bytes);
        all = _mm_or_si128(all, bytes);
        all_classes = _mm_or_si128(all_classes, classes);
        // Each class moved to the highest bit of its byte; for letters from there to the bit that makes lower case.
        const __m128i letter = _mm_or_si128(_mm_slli_epi16(classes, 7), _mm_slli_epi16(classes, 6));
        const __m128i lower = _mm_srli_epi16(_mm_and_si128(letter, _mm_set1_epi8(-0x80)), 2);
        _mm_store_si128(place, _mm_or_si128(bytes, lower));
        letters |= mask16(letter) << shift;
        digits |= mask16(_mm_slli_epi16(classes, 5)) << shift;
        spaces |= mask16(_mm_slli_epi16(classes, 4)) << shift;
      }
      scan.letters.at[block] = letters;
      scan.digits.at[block] = digits;
      scan.spaces.at[block] = spaces;
    }
    for (std::size_t at = 128; at < sizeof scan.text; at += 16)
      _mm_store_si128(reinterpret_cast<__m128i*>(scan.text + at), _mm_setzero_si128());
    const auto any = [&](Class some) __attribute__((target("sse4.2"))) {
      return _mm_testz_si128(all_classes, _mm_set1_epi8(static_cast<char>(some))) == 0;
    };
    marks[k] = any(kRare) ? marks_of(mask16(all) != 0, any(kIrregularClass), any(kTokenClass)) : 0;
  }
}

// --- 32 bytes: AVX2 --------------------------------------------------------------------------------------------------

__attribute__((target("avx2"))) inline __m256i classes32(__m256i bytes) {
  const __m256i half = _mm256_set1_epi8(0x0F);
  const __m256i highs = _mm256_broadcastsi128_si256(load_table(kClasses.high));
  const __m256i lows = _mm256_broadcastsi128_si256(load_table(kClasses.low));
  const __m256i high = _mm256_shuffle_epi8(highs, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
  return _mm256_and_si256(high, _mm256_shuffle_epi8(lows, _mm256_and_si256(bytes, half)));
}

__attribute__((target("avx2"))) inline std::uint64_t mask32(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

__attribute__((target("avx2"))) void scan_avx2(const Value* values, std::uint32_t wanted, Scan* out,
                                               std::uint8_t* marks) {
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    const char* const raw = values[k].data;
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    __m256i all = _mm256_setzero_si256(), all_classes = all;
    for (std::size_t block = 0; block < 2; ++block) {
      std::uint64_t letters = 0, digits = 0, spaces = 0;
      for (std::size_t shift = 0; shift < 64; shift += 32) {
        const std::size_t at = 64 * block + shift;
        auto* const place = reinterpret_cast<__m256i*>(scan.text + at);
        if (at >= size) {
          _mm256_store_si256(place, _mm256_setzero_si256());
          continue;
        }
        const __m256i bytes = _mm256_set_m128i(load16(raw, at + 16, size), load16(raw, at, size));
        const __m256i classes = classes32(bytes);
        all = _mm256_or_si256(all, bytes);
        all_classes = _mm256_or_si256(all_classes, classes);
        const __m256i letter = _mm256_or_si256(_mm256_slli_epi16(classes, 7), _mm256_slli_epi16(classes, 6));
        const __m256i lower = _mm256_srli_epi16(_mm256_and_si256(letter, _mm256_set1_epi8(-0x80)), 2);
        _mm256_store_si256(place, _mm256_or_si256(bytes, lower));
        letters |= mask32(letter) << shift;
        digits |= mask32(_mm256_slli_epi16(classes, 5)) << shift;
        spaces |= mask32(_mm256_slli_epi16(classes, 4)) << shift;
      }
      scan.letters.at[block] = letters;
      scan.digits.at[block] = digits;
      scan.spaces.at[block] = spaces;
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(scan.text + 128), _mm256_setzero_si256());
    _mm256_store_si256(reinterpret_cast<__m256i*>(scan.text + 160), _mm256_setzero_si256());
    const auto any = [&](Class some) __attribute__((target("avx2"))) {
      return _mm256_testz_si256(all_classes, _mm256_set1_epi8(static_cast<char>(some))) == 0;
    };
    marks[k] = any(kRare) ? marks_of(mask32(all) != 0, any(kIrregularClass), any(kTokenClass)) : 0;
  }
}

// --- 64 bytes: AVX-512 -----------------------------------------------------------------------------------------------

// The plain intrinsic reads an undefined register in GCC's header, which GCC then warns of.
__attribute__((target("avx512f,avx512bw"))) inline __m512i four_times(const unsigned char (&table)[16]) {
  return _mm512_maskz_broadcast_i32x4(0xFFFF, load_table(table));
}

__attribute__((target("avx512f,avx512bw"))) inline __m512i classes64(__m512i bytes) {
  const __m512i half = _mm512_set1_epi8(0x0F);
  const __m512i highs = four_times(kClasses.high);
  const __m512i lows = four_times(kClasses.low);
  const __m512i high = _mm512_shuffle_epi8(highs, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), half));
  return _mm512_and_si512(high, _mm512_shuffle_epi8(lows, _mm512_and_si512(bytes, half)));
}

__attribute__((target("avx512f,avx512bw"))) inline std::uint64_t mask64(__m512i classes, Class some) {
  return _mm512_test_epi8_mask(classes, _mm512_set1_epi8(static_cast<char>(some)));
}

__attribute__((target("avx512f,avx512bw"))) void scan_avx512(const Value* values, std::uint32_t wanted, Scan* out,
                                                             std::uint8_t* marks) {
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    __m512i all = _mm512_setzero_si512(), all_classes = all;
    for (std::size_t block = 0; block < 2; ++block) {
      if (block == 1 && size <= 64) {
        _mm512_store_si512(scan.text + 64, _mm512_setzero_si512());
        scan.letters.at[1] = scan.digits.at[1] = scan.spaces.at[1] = 0;
        break;
      }
      const std::size_t left = size - 64 * block;
      const __mmask64 used = left >= 64 ? ~std::uint64_t{0} : ~std::uint64_t{0} >> (64 - left);
      // Bytes that the mask leaves out are not touched, so nothing is read behind the value.
      const __m512i bytes = _mm512_maskz_loadu_epi8(used, values[k].data + 64 * block);
      const __m512i classes = classes64(bytes);
      all = _mm512_or_si512(all, bytes);
      all_classes = _mm512_or_si512(all_classes, classes);
      const __mmask64 letters = mask64(classes, kLetter);
      const __m512i lower = _mm512_mask_mov_epi8(bytes, letters, _mm512_or_si512(bytes, _mm512_set1_epi8(0x20)));
      _mm512_store_si512(scan.text + 64 * block, lower);
      scan.letters.at[block] = letters;
      scan.digits.at[block] = mask64(classes, kDigit);
      scan.spaces.at[block] = mask64(classes, kSpace);
    }
    _mm512_store_si512(scan.text + 128, _mm512_setzero_si512());
    marks[k] = 0;
    if (mask64(all_classes, kRare) != 0) {
      marks[k] = marks_of(_mm512_movepi8_mask(all) != 0, mask64(all_classes, kIrregularClass) != 0,
                          mask64(all_classes, kTokenClass) != 0);
    }
  }
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

void scan_neon(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
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
    marks[k] = marks_of(vmaxvq_u8(foreign) >= 0x80, vmaxvq_u8(irregular) != 0, vmaxvq_u8(token) != 0);
  }
}

#endif

// --- what all kernels leave to do --------------------------------------------------------------------------------------

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

bool has_room(const Value& value) { return !value.null && value.size - 1 < kScanCapacity; }

// White space that has to be folded: none at either end, no two side by side.
bool has_loose_space(const Scan& scan, std::size_t size) {
  const std::uint64_t low = scan.spaces.at[0], high = scan.spaces.at[1];
  return ((low & (low << 1)) | (high & (high << 1 | low >> 63)) | (low & 1)) != 0 || scan.spaces.test(size - 1);
}

// A value that is more than letters to lower, or may be a token.
[[gnu::noinline]] bool fold_and_scan(Kernel kernel, const Value& value, std::uint8_t marks, Scan& out) {
  if ((marks & kForeign) != 0) return false;
  char folded[kScanCapacity + 8];
  Value again{folded, value.size, false};
  if ((marks & kIrregular) != 0 || has_loose_space(out, value.size)) {
    again.size = fold_ascii(value.view(), true, folded);
    if (again.size == 0) return false;
    kernel(&again, 1, &out, &marks);
  }
  out.size = static_cast<std::uint32_t>(again.size);
  return !(((marks & kToken) != 0 || token_shapes_registered()) && is_vault_token(out.view()));
}

// Finishes what a kernel began; false where the value is none to scan.
bool finish(Kernel kernel, const Value& value, std::uint8_t marks, bool shapes, Scan& out) {
  out.size = static_cast<std::uint32_t>(value.size);
  if (marks == 0 && !shapes && !has_loose_space(out, value.size)) return true;
  return fold_and_scan(kernel, value, marks, out);
}

bool scan_with(Kernel kernel, std::string_view raw, Scan& out) {
  const Value value = value_of(raw);
  if (!has_room(value)) return false;
  std::uint8_t marks;
  kernel(&value, 1, &out, &marks);
  return finish(kernel, value, marks, token_shapes_registered(), out);
}

std::uint32_t scan_block_with(Kernel kernel, const Value* values, std::uint32_t wanted, Scan* out) {
  std::uint32_t given = 0;
  for (std::uint32_t rest = wanted; rest != 0;) {
    const std::size_t k = next_of(rest);
    given |= std::uint32_t{has_room(values[k])} << k;
  }
  std::uint8_t marks[kScanBlock];
  kernel(values, given, out, marks);
  const bool shapes = token_shapes_registered();
  std::uint32_t scanned = given;
  for (std::uint32_t rest = given; rest != 0;) {
    const std::size_t k = next_of(rest);
    if (!finish(kernel, values[k], marks[k], shapes, out[k])) scanned &= ~(std::uint32_t{1} << k);
  }
  return scanned;
}

void find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);

// Starts as the function that puts the machine's own in its place: a call then needs no check of whether that was done.
std::atomic<Kernel> machine_kernel{find_kernel};

void find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  const Kernel kernel = kernel_of(cpu_level());
  machine_kernel.store(kernel, std::memory_order_relaxed);
  kernel(values, wanted, out, marks);
}

}  // namespace

bool scan(std::string_view raw, Scan& out) {
  return scan_with(machine_kernel.load(std::memory_order_relaxed), raw, out);
}

std::uint32_t scan_block(const Value* values, std::uint32_t wanted, Scan* out) {
  return scan_block_with(machine_kernel.load(std::memory_order_relaxed), values, wanted, out);
}

bool scan_at(CpuLevel level, std::string_view raw, Scan& out) { return scan_with(kernel_of(level), raw, out); }

std::uint32_t scan_block_at(CpuLevel level, const Value* values, std::uint32_t wanted, Scan* out) {
  return scan_block_with(kernel_of(level), values, wanted, out);
}

}  // namespace ablmatch
