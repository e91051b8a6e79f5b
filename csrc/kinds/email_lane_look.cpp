// The first look of the fast lane at a pair of e-mail addresses, at each CPU level.
//
// What it turns away lacks a necessary condition of every near reading: the consonants of the stored mailbox name stand in
// what was said, in order. Vowels do not count there, nor do doubled consonants, digits and signs: "double t", "gmale"
// and "eight" for ate then need no care. What remains comes from a letter of the text or from one of a few words that
// name a letter which they do not hold (see for c, double u for w): those letters are taken for it too.
#include <array>
#include <bit>

#include "../cpu.hpp"
#include "email_lane.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define ABLMATCH_LOOK_X86 1
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace ablmatch {
namespace {

// The bytes that may give a letter: itself, and one or two others.
struct Sources {
  char own, other, third;
};
using SourceTable = std::array<Sources, 128>;

// Letters that stand for themselves only.
constexpr SourceTable kLiteral = [] {
  SourceTable sources{};
  for (char c = 'a'; c <= 'z'; ++c) sources[static_cast<std::size_t>(c)] = {c, c, 0};
  return sources;
}();

constexpr SourceTable kSpoken = [] {
  SourceTable sources = kLiteral;
  sources['c'] = {'c', 's', 0};  // see, sea
  sources['d'] = {'d', 't', 0};  // the
  sources['g'] = {'g', 'j', 0};  // jee
  sources['h'] = {'h', 'a', 0};  // age
  sources['q'] = {'q', 'c', 'k'};  // cue, kew
  sources['v'] = {'v', 'w', 0};  // we
  sources['w'] = {'w', 'd', 'o'};  // double u; won is heard as one
  sources['x'] = {'x', 'e', 0};  // eggs, equis
  sources['y'] = {'y', 'i', 'j'};  // i griega; ja hoo
  sources['z'] = {'z', 's', 0};  // said
  return sources;
}();

// A figure by itself may stand for a word: 2 for too.
bool holds_lone_figure(const Scan& said) {
  const std::uint64_t low = said.letters.at[0] | said.digits.at[0], high = said.letters.at[1] | said.digits.at[1];
  const std::uint64_t alone_low = said.digits.at[0] & ~(low << 1) & ~(low >> 1 | high << 63);
  const std::uint64_t alone_high = said.digits.at[1] & ~(high << 1 | low >> 63) & ~(high >> 1);
  if ((alone_low | alone_high) == 0) return false;
  const auto means_word = [&](std::uint64_t places, const char* text) {
    for (; places != 0; places &= places - 1) {
      const char c = text[std::countr_zero(places)];
      if (c == '1' || c == '2' || c == '4' || c == '8') return true;
    }
    return false;
  };
  return means_word(alone_low, said.text) || means_word(alone_high, said.text + 64);
}

struct Level {
  FirstLook (*look)(const Scan& said, const Scan& stored_scan, PlainAddress& stored, PlainAddress& typed);
  bool (*lacks_letters)(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored);
};

// --- any machine -----------------------------------------------------------------------------------------------------

namespace plain {

struct Bytes {
  const char* text;

  explicit Bytes(const char* from) : text(from) {}
  std::uint64_t places(char c) const {
    std::uint64_t found = 0;
    for (int k = 0; k < 64; ++k) found |= std::uint64_t{text[k] == c} << k;
    return found;
  }
  std::uint64_t equal(const Bytes& other) const {
    std::uint64_t found = 0;
    for (int k = 0; k < 64; ++k) found |= std::uint64_t{text[k] == other.text[k]} << k;
    return found;
  }
};

#include "email_lane_kernel.hpp"  // NOLINT(readability-duplicate-include): once for each level

}  // namespace plain

#ifdef ABLMATCH_LOOK_X86

// --- 16 bytes: SSE ---------------------------------------------------------------------------------------------------

namespace sse {

struct Bytes {
  __m128i at[4];

  explicit Bytes(const char* text) {
    for (int k = 0; k < 4; ++k) at[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + k);
  }
  static std::uint64_t mask(__m128i bytes) { return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)); }
  std::uint64_t places(char c) const {
    const __m128i wanted = _mm_set1_epi8(c);
    return mask(_mm_cmpeq_epi8(at[0], wanted)) | mask(_mm_cmpeq_epi8(at[1], wanted)) << 16 |
           mask(_mm_cmpeq_epi8(at[2], wanted)) << 32 | mask(_mm_cmpeq_epi8(at[3], wanted)) << 48;
  }
  std::uint64_t equal(const Bytes& other) const {
    return mask(_mm_cmpeq_epi8(at[0], other.at[0])) | mask(_mm_cmpeq_epi8(at[1], other.at[1])) << 16 |
           mask(_mm_cmpeq_epi8(at[2], other.at[2])) << 32 | mask(_mm_cmpeq_epi8(at[3], other.at[3])) << 48;
  }
};

#include "email_lane_kernel.hpp"  // NOLINT(readability-duplicate-include): once for each level

}  // namespace sse

// --- 32 bytes: AVX2 --------------------------------------------------------------------------------------------------

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif

namespace avx2 {

struct Bytes {
  __m256i low, high;

  explicit Bytes(const char* text)
      : low(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text))),
        high(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text) + 1)) {}
  static std::uint64_t mask(__m256i bytes) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)); }
  std::uint64_t places(char c) const {
    const __m256i wanted = _mm256_set1_epi8(c);
    return mask(_mm256_cmpeq_epi8(low, wanted)) | mask(_mm256_cmpeq_epi8(high, wanted)) << 32;
  }
  std::uint64_t equal(const Bytes& other) const {
    return mask(_mm256_cmpeq_epi8(low, other.low)) | mask(_mm256_cmpeq_epi8(high, other.high)) << 32;
  }
};

#include "email_lane_kernel.hpp"  // NOLINT(readability-duplicate-include): once for each level

}  // namespace avx2

// --- 64 bytes: AVX-512 -----------------------------------------------------------------------------------------------

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,bmi"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,bmi")
#endif

namespace avx512 {

struct Bytes {
  __m512i all;

  explicit Bytes(const char* text) : all(_mm512_loadu_si512(text)) {}
  std::uint64_t places(char c) const { return _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(c)); }
  std::uint64_t equal(const Bytes& other) const { return _mm512_cmpeq_epi8_mask(all, other.all); }
};

#include "email_lane_kernel.hpp"  // NOLINT(readability-duplicate-include): once for each level

}  // namespace avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif

#ifdef __aarch64__

// --- 16 bytes: NEON --------------------------------------------------------------------------------------------------

namespace neon {

struct Bytes {
  uint8x16_t at[4];

  explicit Bytes(const char* text) {
    for (int k = 0; k < 4; ++k) at[k] = vld1q_u8(reinterpret_cast<const std::uint8_t*>(text) + 16 * k);
  }
  // One bit for each byte that is all ones.
  static std::uint64_t mask(uint8x16_t bytes) {
    const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(bytes, weights);
    return vaddv_u8(vget_low_u8(bits)) | std::uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
  }
  std::uint64_t places(char c) const {
    const uint8x16_t wanted = vdupq_n_u8(static_cast<std::uint8_t>(c));
    return mask(vceqq_u8(at[0], wanted)) | mask(vceqq_u8(at[1], wanted)) << 16 | mask(vceqq_u8(at[2], wanted)) << 32 |
           mask(vceqq_u8(at[3], wanted)) << 48;
  }
  std::uint64_t equal(const Bytes& other) const {
    return mask(vceqq_u8(at[0], other.at[0])) | mask(vceqq_u8(at[1], other.at[1])) << 16 |
           mask(vceqq_u8(at[2], other.at[2])) << 32 | mask(vceqq_u8(at[3], other.at[3])) << 48;
  }
};

#include "email_lane_kernel.hpp"  // NOLINT(readability-duplicate-include): once for each level

}  // namespace neon

#endif

const Level& level_of(CpuLevel level) {
  switch (level) {
#ifdef ABLMATCH_LOOK_X86
    case CpuLevel::sse42: return sse::kLevel;
    case CpuLevel::avx2: return avx2::kLevel;
    case CpuLevel::avx512: return avx512::kLevel;
#endif
#ifdef __aarch64__
    case CpuLevel::neon: return neon::kLevel;
#endif
    default: return plain::kLevel;
  }
}

const Level& level() {
  static const Level& found = level_of(cpu_level());
  return found;
}

}  // namespace

FirstLook look_at_emails(const Scan& said, const Scan& stored_scan, PlainAddress& stored, PlainAddress& typed) {
  return level().look(said, stored_scan, stored, typed);
}

bool lacks_letters_before(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored) {
  return !holds_lone_figure(said) && level().lacks_letters(said, end, literal, stored);
}

}  // namespace ablmatch
