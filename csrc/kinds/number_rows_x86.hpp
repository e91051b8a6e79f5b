// Words of spoken numbers, looked up eight at a time with AVX-512: no branch depends on what a word is.
#pragma once

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ABLMATCH_ROWS_X86 1

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "number_plain.hpp"

namespace ablmatch::rows {

using Kind = NumberKind;
using number_words::NumberWord;

#define ABLMATCH_TARGET_ROWS                                                                           \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }
constexpr std::uint64_t flagged(std::uint32_t flags) { return std::uint64_t{flags} << 32; }

// The first eight bytes of a sense.
constexpr std::uint64_t row_of(const NumberSense& sense) {
  return flagged(sense.flags) | std::uint64_t{sense.packed} << 24 | std::uint64_t{sense.steps} << 16 |
         std::uint64_t{sense.joints} << 8 | sense.others;
}
inline constexpr std::uint64_t kPlainRow = row_of({Kind::other, 0, 255, 255, bit(Kind::other), 0, 0});
// A letter in front of an apostrophe: it stands in front of the number, or may belong to it.
inline constexpr std::uint64_t kElidedRow = kPlainRow | flagged(kNumberCode);
// A figure adds as many bits as a unit, and is joined to nothing; the figure itself is added.
inline constexpr std::uint64_t kFigureRow = flagged(kNumberCounts | bit(Kind::figures)) | std::uint64_t{0x41} << 16;

// As many words as the shortest ones among kMostFigures figures that fit in a value.
inline constexpr unsigned kMostFigures = kMaxPackedNumber;
inline constexpr unsigned kMostWords = kMostNumberTokens + kMostFigures;

// The words of a value, where each figure is a word of its own. Bits of words: `cut`, those behind more than one space;
// `figures`, and `singles`, those of them that stand alone.
struct ValueWords {
  // Behind seven and a plain word that stands in front of the first, and in front of eight that are none.
  alignas(64) std::uint64_t room[8 + kMostWords + 8];
  ScanMask begins;
  std::uint64_t cut, figures, singles;
  std::uint64_t all;   // the bits of all rows
  unsigned count;
  unsigned skipped;    // so many bytes in front are a phrase that no number begins in
  bool number_follows; // which the number follows at once
  bool wrong;          // a word is not known, or a symbol may change something
  bool longer;         // a word has sixteen letters or more
  bool odd;            // a word's place matters

  std::uint64_t* rows() { return room + 8; }
  const std::uint64_t* rows() const { return room + 8; }
};

template <class Byte>
constexpr std::array<unsigned char, 64> bytes_of(Byte byte) {
  std::array<unsigned char, 64> made{};
  for (unsigned k = 0; k < 64; ++k) made[k] = static_cast<unsigned char>(byte(k));
  return made;
}
alignas(64) inline constexpr auto kPlaces = bytes_of([](unsigned k) { return k; });
alignas(64) inline constexpr auto kWords = bytes_of([](unsigned k) { return k / 8; });
alignas(64) inline constexpr auto kBytes = bytes_of([](unsigned k) { return k % 8; });

// The plain forms of many intrinsics read an undefined register in GCC's header, which GCC then warns of.
inline constexpr __mmask8 kAll = 255;
inline constexpr __mmask64 kAllBytes = ~std::uint64_t{0};

ABLMATCH_TARGET_ROWS inline __m512i load(const void* from) { return _mm512_load_si512(from); }
ABLMATCH_TARGET_ROWS inline __m512i all_of(std::uint64_t word) {
  return _mm512_set1_epi64(static_cast<long long>(word));
}
ABLMATCH_TARGET_ROWS inline __m512i wide(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
ABLMATCH_TARGET_ROWS inline __m512i zeros() { return _mm512_setzero_si512(); }
ABLMATCH_TARGET_ROWS inline __mmask8 has(__m512i rows, std::uint64_t bits) {
  return _mm512_test_epi64_mask(rows, all_of(bits));
}
// Those of the eight words from word `at` on.
constexpr __mmask8 eight(std::uint64_t words, unsigned at) { return static_cast<__mmask8>(words >> at); }
template <class Mask>
constexpr __mmask8 mask8(Mask mask) {
  return static_cast<__mmask8>(mask);
}

ABLMATCH_TARGET_ROWS inline std::uint64_t any_of(__m512i words) {
  const __m256i half =
      _mm256_or_si256(_mm512_maskz_extracti64x4_epi64(15, words, 0), _mm512_maskz_extracti64x4_epi64(15, words, 1));
  const __m128i quarter = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(quarter, _mm_unpackhi_epi64(quarter, quarter))));
}

inline ScanMask either(const ScanMask& one, const ScanMask& other) {
  return {{one.at[0] | other.at[0], one.at[1] | other.at[1]}};
}
inline ScanMask both(const ScanMask& one, const ScanMask& other) {
  return {{one.at[0] & other.at[0], one.at[1] & other.at[1]}};
}
inline ScanMask without(const ScanMask& one, const ScanMask& other) {
  return {{one.at[0] & ~other.at[0], one.at[1] & ~other.at[1]}};
}
inline ScanMask behind(const ScanMask& mask) { return {{mask.at[0] << 1, mask.at[1] << 1 | mask.at[0] >> 63}}; }
inline ScanMask in_front_of(const ScanMask& mask) { return {{mask.at[0] >> 1 | mask.at[1] << 63, mask.at[1] >> 1}}; }

// ---- one word --------------------------------------------------------------------------------------------------------

// Eight bytes of each word and of what stands behind it: the letters up to the first zero. `full`: those without one.
ABLMATCH_TARGET_ROWS inline __m512i cut_words(__m512i bytes, __mmask8& full) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  // The highest bit of the first byte that is zero, with others above it.
  const __m512i zero = _mm512_and_si512(_mm512_maskz_andnot_epi64(kAll, bytes, _mm512_sub_epi64(bytes, all_of(kOnes))),
                                        all_of(kOnes << 7));
  full = _mm512_testn_epi64_mask(zero, zero);
  return _mm512_and_si512(bytes,
                          _mm512_maskz_andnot_epi64(kAll, zero, _mm512_add_epi64(zero, all_of(~std::uint64_t{0}))));
}

// Two slots of the table, from where they begin in it.
ABLMATCH_TARGET_ROWS inline __m512i two_slots(std::uint64_t first, std::uint64_t second) {
  const char* const table = reinterpret_cast<const char*>(number_words::kSlots);
  const auto* const one = reinterpret_cast<const __m256i*>(table + (first & 0xFFFF));
  const auto* const other = reinterpret_cast<const __m256i*>(table + (second & 0xFFFF));
  return _mm512_maskz_inserti64x4(kAll, _mm512_castsi256_si512(_mm256_load_si256(one)), _mm256_load_si256(other), 1);
}

struct EightSlots {
  __m512i heads, tails, rows;
};

// Faster than the instruction that gathers.
ABLMATCH_TARGET_ROWS inline EightSlots load_slots(__m512i slots) {
  static_assert(sizeof(NumberWord) == 32 && number_words::kSlotCount * sizeof(NumberWord) <= 0x10000);
  static_assert(offsetof(NumberWord, head) == 0 && offsetof(NumberWord, sense) == 8 &&
                offsetof(NumberWord, tail) == 24);
  const __m128i places = _mm512_maskz_cvtepi64_epi16(kAll, _mm512_maskz_slli_epi64(kAll, slots, 5));
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(places));
  const auto high = static_cast<std::uint64_t>(_mm_extract_epi64(places, 1));
  // The words 0 2, 1 3, 4 6 and 5 7.
  const __m512i a = two_slots(low, low >> 32), b = two_slots(low >> 16, low >> 48);
  const __m512i c = two_slots(high, high >> 32), d = two_slots(high >> 16, high >> 48);
  const __m512i front_heads = _mm512_maskz_unpacklo_epi64(kAll, a, b),
                back_heads = _mm512_maskz_unpacklo_epi64(kAll, c, d);
  const __m512i front_rows = _mm512_maskz_unpackhi_epi64(kAll, a, b),
                back_rows = _mm512_maskz_unpackhi_epi64(kAll, c, d);
  const __m512i first = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13),
                second = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
  return {_mm512_permutex2var_epi64(front_heads, first, back_heads),
          _mm512_permutex2var_epi64(front_rows, second, back_rows),
          _mm512_permutex2var_epi64(front_rows, first, back_rows)};
}

// ---- the words of a value --------------------------------------------------------------------------------------------

// Values that are read alike: by whether more than the first 64 bytes are used, and whether there are symbols or figures.
template <bool Phone, bool Long, bool Symbols, bool Figures>
struct Shape {
  static constexpr bool kPhone = Phone, kLong = Long, kSymbols = Symbols, kFigures = Figures;
  static constexpr NumberReader kReader = Phone ? NumberReader::phone : NumberReader::digits;
};

// Do the symbols of a value change nothing? Most are commas and full stops.
ABLMATCH_TARGET_ROWS inline bool has_plain_symbols(const Scan& scan, NumberReader reader, ScanMask& apostrophes) {
  ScanMask rest = scan.symbols();
  for (std::size_t block = 0; block < 2; ++block) {
    const __m512i text = load(scan.text + 64 * block);
    rest.at[block] &= ~(_mm512_cmpeq_epi8_mask(text, wide(',')) | _mm512_cmpeq_epi8_mask(text, wide('.')));
  }
  apostrophes = {{0, 0}};
  return !rest.any() || ablmatch::has_plain_symbols(scan, rest, reader, apostrophes);
}

// Words whose place matters, but for those that have rules of their own.
template <bool Phone>
ABLMATCH_TARGET_ROWS inline std::uint32_t odd_words(__m512i rows) {
  constexpr std::uint32_t kRuled = bit(Kind::conjunction) | kNumberCode | kNumberLone | (Phone ? kNumberExtension : 0u);
  return has(rows, flagged(kNumberOdd)) & ~std::uint32_t{has(rows, flagged(kRuled))};
}

// Letters behind an apostrophe (it's, that's) and in front of one (c'est) are plain words beside plain words.
template <bool Phone>
[[gnu::noinline]] ABLMATCH_TARGET_ROWS void join_apostrophes(std::uint64_t joined, ValueWords& words) {
  std::uint64_t plain = 0, beside_plain = joined >> 1;
  std::uint32_t odd = 0;
  __m512i all = zeros();
  for (unsigned at = 0; at < words.count; at += 8) {
    __m512i rows = load(words.rows() + at);
    const __mmask8 letters = has(rows, flagged(bit(Kind::letter)));
    rows = _mm512_mask_mov_epi64(rows, mask8(letters & eight(joined, at)), all_of(kPlainRow));
    if constexpr (!Phone) {
      const __mmask8 elided = mask8(letters & eight(joined >> 1, at));
      rows = _mm512_mask_mov_epi64(rows, elided, all_of(kElidedRow));
      beside_plain |= std::uint64_t{elided} << at << 1;
    }
    plain |= std::uint64_t{has(rows, flagged(bit(Kind::other)))} << at;
    odd |= odd_words<Phone>(rows);
    all = _mm512_or_si512(all, rows);
    _mm512_store_si512(words.rows() + at, rows);
  }
  words.all = any_of(all);
  words.odd = odd != 0;
  words.wrong |= (beside_plain & ~plain) != 0;
}

// Looks up all words of a value.
template <class Of>
ABLMATCH_TARGET_ROWS inline void look_up(const Scan& scan, ValueWords& out) {
  const ScanMask taken = Of::kFigures ? either(scan.letters, scan.digits) : scan.letters;
  ScanMask begins = without(scan.letters, behind(scan.letters));
  if constexpr (Of::kFigures) begins = either(begins, scan.digits);
  begins.at[0] &= ~std::uint64_t{0} << out.skipped;
  out.begins = begins;
  const auto low_count = static_cast<unsigned>(_mm_popcnt_u64(begins.at[0]));
  const auto bits_of_words = [&](const ScanMask& mask) ABLMATCH_TARGET_ROWS {
    std::uint64_t bits = _pext_u64(mask.at[0], begins.at[0]);
    if constexpr (Of::kLong) bits |= _pext_u64(mask.at[1], begins.at[1]) << low_count;
    return bits;
  };
  std::uint64_t joined = 0;
  out.wrong = out.number_follows && (begins.at[0] >> out.skipped & 1) == 0;
  out.cut = out.figures = out.singles = 0;
  if constexpr (Of::kSymbols) {
    ScanMask apostrophes;
    out.wrong |= !has_plain_symbols(scan, Of::kReader, apostrophes);
    joined = bits_of_words(behind(apostrophes));
    out.cut = ~bits_of_words(both(behind(scan.spaces), behind(behind(taken))));
  }
  if constexpr (Of::kFigures) {
    out.figures = bits_of_words(scan.digits);
    out.singles = bits_of_words(without(without(scan.digits, behind(scan.digits)), in_front_of(scan.digits)));
  }
  __m512i places = _mm512_maskz_compress_epi8(begins.at[0], load(kPlaces.data())), back = zeros();
  out.count = low_count;
  if constexpr (Of::kLong) {
    const __m512i high = _mm512_maskz_compress_epi8(begins.at[1], _mm512_add_epi8(load(kPlaces.data()), wide(64)));
    places = _mm512_mask_expand_epi8(places, ~std::uint64_t{0} << low_count, high);
    back = _mm512_maskz_loadu_epi8(taken.at[1], scan.text + 64);
    out.count += static_cast<unsigned>(_mm_popcnt_u64(begins.at[1]));
  }
  const __m512i front = _mm512_maskz_loadu_epi8(taken.at[0], scan.text);
  std::uint32_t missing = 0, longer = 0, odd = 0;
  __m512i all = zeros();
  unsigned at = 0;
  for (; at < out.count; at += 8) {
    const __m512i heads_at =
        _mm512_add_epi8(_mm512_maskz_permutexvar_epi8(kAllBytes, load(kWords.data()), places), load(kBytes.data()));
    const __m512i tails_at = _mm512_add_epi8(heads_at, wide(8));
    places = _mm512_maskz_alignr_epi64(kAll, zeros(), places, 1);
    __mmask8 full, longest;
    const __m512i heads = cut_words(_mm512_permutex2var_epi8(front, heads_at, back), full);
    const __m512i tails =
        cut_words(_mm512_maskz_mov_epi64(full, _mm512_permutex2var_epi8(front, tails_at, back)), longest);
    const __m512i hashes = _mm512_mullo_epi64(_mm512_xor_si512(heads, _mm512_maskz_rol_epi64(kAll, tails, 29)),
                                              all_of(number_words::kMultiplier));
    const __m512i shift =
        _mm512_maskz_permutex2var_epi8(0x0101010101010101u, load(number_words::kShifts),
                                       _mm512_maskz_srli_epi64(kAll, hashes, 57), load(number_words::kShifts + 64));
    const __m512i slots = _mm512_and_si512(_mm512_xor_si512(_mm512_maskz_srli_epi64(kAll, hashes, 40), shift),
                                           all_of(number_words::kSlotCount - 1));
    const EightSlots words = load_slots(slots);
    const auto found = mask8(_mm512_cmpeq_epi64_mask(heads, words.heads) & _mm512_cmpeq_epi64_mask(tails, words.tails));
    const auto used = mask8(_bzhi_u32(255, out.count - at));
    __m512i rows = words.rows;
    std::uint32_t known = found, long_ones = full & longest;
    if constexpr (Of::kFigures) {
      const __mmask8 figures = eight(out.figures, at);
      const __m512i worth = _mm512_maskz_slli_epi64(kAll, _mm512_and_si512(heads, all_of(15)), 24);
      rows = _mm512_mask_or_epi64(rows, figures, worth, all_of(kFigureRow));
      known |= figures;
      long_ones &= ~std::uint32_t{figures};
    }
    missing |= used & ~known;
    longer |= used & long_ones;
    rows = _mm512_maskz_mov_epi64(used, rows);
    odd |= odd_words<Of::kPhone>(rows);
    all = _mm512_or_si512(all, rows);
    _mm512_store_si512(out.rows() + at, rows);
  }
  _mm512_store_si512(out.rows() + at, zeros());
  out.all = any_of(all);
  out.wrong |= missing != 0;
  out.longer = longer != 0;
  out.odd = odd != 0;
  if (Of::kSymbols && joined != 0) join_apostrophes<Of::kPhone>(joined, out);
}

}  // namespace ablmatch::rows

#endif
