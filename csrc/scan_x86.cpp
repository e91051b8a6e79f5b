// The scan in vectors of 16, 32 or 64 bytes: SSE, AVX2, AVX-512.
#include "scan_kernels.hpp"

#ifdef ABLMATCH_SCAN_X86

#include <immintrin.h>

#include <cstring>

#include "load_x86.hpp"

namespace ablmatch {
namespace {

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

}  // namespace

__attribute__((target("sse4.2"))) Kerneled scan_sse42(const Value* values, std::uint32_t wanted, Scan* out,
                                                      std::uint8_t* marks) {
  Kerneled found{0, 0};
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    if (!has_room(values[k])) continue;
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
    found.take(k, scan, size, any(kRare), marks[k], [&]() __attribute__((target("sse4.2"))) {
      return marks_of(mask16(all) != 0, any(kIrregularClass), any(kTokenClass));
    });
  }
  return found;
}

namespace {

// --- 32 bytes: AVX2 --------------------------------------------------------------------------------------------------

__attribute__((target("avx2"))) inline std::uint64_t mask32(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

// What a value is read with, made once for a block: the compiler makes them anew for each value otherwise.
struct Constants32 {
  __m256i high, low, half, top;

  __attribute__((target("avx2"), always_inline)) Constants32()
      : high(_mm256_broadcastsi128_si256(load_table(kClasses.high))),
        low(_mm256_broadcastsi128_si256(load_table(kClasses.low))),
        half(_mm256_set1_epi8(0x0F)),
        top(_mm256_set1_epi8(-0x80)) {}
};

struct Masks32 {
  std::uint64_t letters, digits, spaces;
};

// Lower-cases 32 bytes into `place`, and adds their classes to `all`.
__attribute__((target("avx2"), always_inline)) inline Masks32 take32(__m256i bytes, const Constants32& constants,
                                                                     char* place, __m256i& all) {
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), constants.half);
  const __m256i low = _mm256_and_si256(bytes, constants.half);
  const __m256i classes =
      _mm256_and_si256(_mm256_shuffle_epi8(constants.high, high), _mm256_shuffle_epi8(constants.low, low));
  all = _mm256_or_si256(all, classes);
  // Each class moved to the highest bit of its byte; for letters from there to the bit that makes lower case.
  const __m256i letter = _mm256_or_si256(_mm256_slli_epi16(classes, 7), _mm256_slli_epi16(classes, 6));
  const __m256i lower = _mm256_srli_epi16(_mm256_and_si256(letter, constants.top), 2);
  _mm256_store_si256(reinterpret_cast<__m256i*>(place), _mm256_or_si256(bytes, lower));
  return {mask32(letter), mask32(_mm256_slli_epi16(classes, 5)), mask32(_mm256_slli_epi16(classes, 4))};
}

// 33 to 64 bytes, or all above 32: the masks of both halves.
__attribute__((target("avx2"), always_inline)) inline Masks32 take64(const char* raw, std::size_t size,
                                                                     const Constants32& constants, char* place,
                                                                     __m256i& all) {
  Masks32 masks = take32(load32(raw, size), constants, place, all);
  if (size > 32) {
    const Masks32 behind = take32(load32(raw + 32, size - 32), constants, place + 32, all);
    masks.letters |= behind.letters << 32;
    masks.digits |= behind.digits << 32;
    masks.spaces |= behind.spaces << 32;
  }
  return masks;
}

// Of a value that has any.
__attribute__((target("avx2"), noinline)) std::uint8_t marks32(const Scan& scan, __m256i all) {
  __m256i bytes = _mm256_setzero_si256();
  for (std::size_t at = 0; at < kScanCapacity; at += 32)
    bytes = _mm256_or_si256(bytes, _mm256_load_si256(reinterpret_cast<const __m256i*>(scan.text + at)));
  const auto any = [all](Class some) __attribute__((target("avx2"))) {
    return _mm256_testz_si256(all, _mm256_set1_epi8(static_cast<char>(some))) == 0;
  };
  return marks_of(mask32(bytes) != 0, any(kIrregularClass), any(kTokenClass));
}

}  // namespace

__attribute__((target("avx2"))) Kerneled scan_avx2(const Value* values, std::uint32_t wanted, Scan* out,
                                                   std::uint8_t* marks) {
  const Constants32 constants;
  const __m256i zero = _mm256_setzero_si256(), rare = _mm256_set1_epi8(static_cast<char>(kRare));
  Kerneled found{0, 0};
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    if (!has_room(values[k])) continue;
    const char* const raw = values[k].data;
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    for (std::size_t at = 32; at < sizeof scan.text; at += 32)
      _mm256_store_si256(reinterpret_cast<__m256i*>(scan.text + at), zero);
    __m256i all = zero;
    Masks32 low, high{};
    if (size < 4) {
      low = take32(_mm256_set_m128i(_mm_setzero_si128(), load_short(raw, size)), constants, scan.text, all);
    } else {
      low = take64(raw, size, constants, scan.text, all);
      if (size > 64) high = take64(raw + 64, size - 64, constants, scan.text + 64, all);
    }
    scan.letters = {{low.letters, high.letters}};
    scan.digits = {{low.digits, high.digits}};
    scan.spaces = {{low.spaces, high.spaces}};
    found.take(k, scan, size, _mm256_testz_si256(all, rare) == 0, marks[k],
               [&scan, all]() __attribute__((target("avx2"))) { return marks32(scan, all); });
  }
  return found;
}

namespace {

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

}  // namespace

__attribute__((target("avx512f,avx512bw"))) Kerneled scan_avx512(const Value* values, std::uint32_t wanted, Scan* out,
                                                                 std::uint8_t* marks) {
  Kerneled found{0, 0};
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    if (!has_room(values[k])) continue;
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
    found.take(k, scan, size, mask64(all_classes, kRare) != 0, marks[k],
               [&]() __attribute__((target("avx512f,avx512bw"))) {
                 return marks_of(_mm512_movepi8_mask(all) != 0, mask64(all_classes, kIrregularClass) != 0,
                                 mask64(all_classes, kTokenClass) != 0);
               });
  }
  return found;
}

}  // namespace ablmatch

#endif
