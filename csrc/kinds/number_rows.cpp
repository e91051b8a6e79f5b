// Words of spoken numbers, looked up and packed eight at a time with AVX-512: no branch depends on what a word is. All
// values of a block are looked up before any is packed, and values of one shape in one loop, as nothing is waited for then.
#include "number_rows.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>

#include "../cpu.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ABLMATCH_ROWS_X86 1
#include <immintrin.h>
#endif

namespace ablmatch {

#ifdef ABLMATCH_ROWS_X86

namespace {

using Kind = NumberKind;
using number_words::NumberWord;

#define ABLMATCH_TARGET_ROWS                                                                           \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

// Words that are in no plain number, and those that take another look.
constexpr std::uint32_t kRefused = kNumberConnector | bit(Kind::hundreds) | bit(Kind::thousand);
constexpr std::uint32_t kPlaced = kNumberOdd | bit(Kind::hundred) | bit(Kind::conjunction);
constexpr int kMostForks = 8;

// The first eight bytes of a sense.
constexpr std::uint64_t row_of(const NumberSense& sense) {
  return std::uint64_t{sense.flags} << 32 | std::uint64_t{sense.packed} << 24 | std::uint64_t{sense.steps} << 16 |
         std::uint64_t{sense.joints} << 8 | sense.others;
}
constexpr std::uint64_t flagged(std::uint32_t flags) { return std::uint64_t{flags} << 32; }
constexpr std::uint64_t kPlainRow = row_of({Kind::other, 0, 255, 255, bit(Kind::other), 0, 0});

// The words of a value, and as bits of them: those behind an apostrophe, and those behind more than one space.
struct ValueWords {
  // Behind seven and a plain word that stands in front of the first.
  alignas(64) std::uint64_t room[8 + kMostNumberTokens];
  std::uint64_t joined, cut;
  unsigned count;
  bool wrong;  // a word is not known, or a symbol may change something
  bool longer;  // a word has sixteen letters or more

  std::uint64_t* rows() { return room + 8; }
  const std::uint64_t* rows() const { return room + 8; }
};

template <class Byte>
constexpr std::array<unsigned char, 64> bytes_of(Byte byte) {
  std::array<unsigned char, 64> made{};
  for (unsigned k = 0; k < 64; ++k) made[k] = static_cast<unsigned char>(byte(k));
  return made;
}
alignas(64) constexpr auto kPlaces = bytes_of([](unsigned k) { return k; });
alignas(64) constexpr auto kWords = bytes_of([](unsigned k) { return k / 8; });
alignas(64) constexpr auto kBytes = bytes_of([](unsigned k) { return k % 8; });
// A digit said once to four times.
alignas(64) constexpr std::uint64_t kRepeat[8] = {0, 0x1, 0x11, 0x111, 0x1111};

// The plain forms of many intrinsics read an undefined register in GCC's header, which GCC then warns of.
constexpr __mmask8 kAll = 255;
constexpr __mmask64 kAllBytes = ~std::uint64_t{0};

ABLMATCH_TARGET_ROWS inline __m512i load(const void* from) { return _mm512_load_si512(from); }
ABLMATCH_TARGET_ROWS inline __m512i all_of(std::uint64_t word) {
  return _mm512_set1_epi64(static_cast<long long>(word));
}
ABLMATCH_TARGET_ROWS inline __m512i wide(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
ABLMATCH_TARGET_ROWS inline __m512i zeros() { return _mm512_setzero_si512(); }
ABLMATCH_TARGET_ROWS inline __mmask8 has(__m512i rows, std::uint64_t bits) {
  return _mm512_test_epi64_mask(rows, all_of(bits));
}

ABLMATCH_TARGET_ROWS inline ScanMask behind(const ScanMask& mask) {
  return {{mask.at[0] << 1, mask.at[1] << 1 | mask.at[0] >> 63}};
}

// ---- the words of a value --------------------------------------------------------------------------------------------

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

// Values that are read alike: by whether more than the first 64 bytes are used, and whether there are symbols.
template <bool Phone, bool Long, bool Symbols>
struct Shape {
  static constexpr bool kPhone = Phone, kLong = Long, kSymbols = Symbols;
  static constexpr NumberReader kReader = Phone ? NumberReader::phone : NumberReader::digits;
};

// The symbols between the words of a value. False when one may change something.
template <class Of>
ABLMATCH_TARGET_ROWS inline bool read_symbols(const Scan& scan, const ScanMask& begins, ValueWords& out) {
  const auto bits_of_words = [&begins](const ScanMask& mask) ABLMATCH_TARGET_ROWS {
    std::uint64_t bits = _pext_u64(mask.at[0], begins.at[0]);
    if constexpr (Of::kLong) bits |= _pext_u64(mask.at[1], begins.at[1]) << _mm_popcnt_u64(begins.at[0]);
    return bits;
  };
  ScanMask apostrophes;
  const bool plain = has_plain_symbols(scan, scan.symbols(), Of::kReader, apostrophes);
  out.joined = bits_of_words(behind(apostrophes));
  if constexpr (Of::kPhone) {
    const ScanMask spaced = behind(scan.spaces), two_behind = behind(behind(scan.letters));
    out.cut = ~bits_of_words({{spaced.at[0] & two_behind.at[0], spaced.at[1] & two_behind.at[1]}});
  }
  return plain;
}

// Looks up all words of a value.
template <class Of>
ABLMATCH_TARGET_ROWS inline void look_up(const Scan& scan, ValueWords& out) {
  const ScanMask letters = scan.letters, behind_letters = behind(letters);
  const ScanMask begins{{letters.at[0] & ~behind_letters.at[0], letters.at[1] & ~behind_letters.at[1]}};
  const auto low_count = static_cast<unsigned>(_mm_popcnt_u64(begins.at[0]));
  out.wrong = false;
  if constexpr (Of::kSymbols) out.wrong = !read_symbols<Of>(scan, begins, out);
  __m512i places = _mm512_maskz_compress_epi8(begins.at[0], load(kPlaces.data())), back = zeros();
  out.count = low_count;
  if constexpr (Of::kLong) {
    const __m512i high = _mm512_maskz_compress_epi8(begins.at[1], _mm512_add_epi8(load(kPlaces.data()), wide(64)));
    places = _mm512_mask_expand_epi8(places, ~std::uint64_t{0} << low_count, high);
    back = _mm512_maskz_loadu_epi8(letters.at[1], scan.text + 64);
    out.count += static_cast<unsigned>(_mm_popcnt_u64(begins.at[1]));
  }
  const __m512i front = _mm512_maskz_loadu_epi8(letters.at[0], scan.text);
  std::uint32_t missing = 0, longer = 0;
  for (unsigned at = 0; at < out.count; at += 8) {
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
    const auto found = static_cast<__mmask8>(_mm512_cmpeq_epi64_mask(heads, words.heads) &
                                             _mm512_cmpeq_epi64_mask(tails, words.tails));
    const auto used = static_cast<__mmask8>(_bzhi_u32(255, out.count - at));
    missing |= static_cast<std::uint32_t>(used & ~found);
    longer |= static_cast<std::uint32_t>(full & longest);
    _mm512_store_si512(out.rows() + at, _mm512_maskz_mov_epi64(used, words.rows));
  }
  out.wrong |= missing != 0;
  out.longer = longer != 0;
}

// ---- the number ------------------------------------------------------------------------------------------------------

ABLMATCH_TARGET_ROWS inline std::uint64_t any_of(__m512i words) {
  const __m256i half =
      _mm256_or_si256(_mm512_maskz_extracti64x4_epi64(15, words, 0), _mm512_maskz_extracti64x4_epi64(15, words, 1));
  const __m128i quarter = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(quarter, _mm_unpackhi_epi64(quarter, quarter))));
}

enum class Outcome { read, refused, unknown };

// Packs what the words of a value add up to, and weighs them as read_plain_number does.
template <class Of>
ABLMATCH_TARGET_ROWS inline Outcome pack(const ValueWords& words, PlainNumber& out) {
  __m512i gathered = zeros(), packed = zeros(), forks = zeros(), bits = zeros();
  std::uint64_t numbers = 0, in_front = 0, plain = 0, multipliers = 0, units = 0;
  for (unsigned at = 0; at < words.count; at += 8) {
    __m512i rows = load(words.rows() + at), last = _mm512_loadu_si512(words.rows() + at - 1);
    if (Of::kSymbols && words.joined != 0) {
      // it's, that's
      const auto joined = static_cast<__mmask8>(words.joined >> at);
      rows = _mm512_mask_mov_epi64(rows, has(rows, flagged(bit(Kind::letter))) & joined, all_of(kPlainRow));
      plain |= std::uint64_t{has(rows, flagged(bit(Kind::other)))} << at;
    }
    numbers |= std::uint64_t{has(rows, flagged(kNumberCounts))} << at;
    in_front |= std::uint64_t{has(rows, flagged(kNumberPlus | kNumberEveryday))} << at;
    multipliers |= std::uint64_t{has(rows, flagged(bit(Kind::multiplier)))} << at;
    units |= std::uint64_t{has(rows, flagged(bit(Kind::unit)))} << at;
    // In telephone numbers no number goes on across a symbol.
    if constexpr (Of::kPhone && Of::kSymbols)
      last = _mm512_mask_mov_epi64(last, static_cast<__mmask8>(words.cut >> at), all_of(kPlainRow));
    // Of the joints only those that meet are gathered.
    const __m512i joints = all_of(0x0F00);
    const __m512i meets = _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, last, kNumberJointBits), rows);
    gathered = _mm512_or_si512(gathered, _mm512_ternarylogic_epi64(joints, meets, rows, 0xCA));
    const __m512i times = _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, last, 16), all_of(15));
    const __m512i added =
        _mm512_maskz_mul_epu32(kAll, _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, rows, 20), all_of(15)), times);
    const __m512i digits =
        _mm512_maskz_mul_epu32(kAll, _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, rows, 24), all_of(255)),
                               _mm512_maskz_permutexvar_epi64(kAll, times, load(kRepeat)));
    const __m512i zero = _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, meets, 4), all_of(16));
    // How many bits this word and those behind it add.
    __m512i sum = added;
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 1));
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 2));
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 4));
    const __m512i behind = _mm512_sub_epi64(sum, added), whole = _mm512_maskz_permutexvar_epi64(kAll, zeros(), sum);
    packed =
        _mm512_or_si512(_mm512_maskz_sllv_epi64(kAll, packed, whole), _mm512_maskz_sllv_epi64(kAll, digits, behind));
    forks = _mm512_or_si512(_mm512_maskz_sllv_epi64(kAll, forks, whole), _mm512_maskz_sllv_epi64(kAll, zero, behind));
    bits = _mm512_add_epi64(bits, whole);
  }
  const std::uint64_t all = any_of(gathered);
  const auto flags = static_cast<std::uint32_t>(all >> 32);
  if (words.longer) return Outcome::unknown;
  if (words.wrong || (flags & kRefused) != 0) return Outcome::refused;
  if ((flags & kPlaced) != 0 || (all & std::uint64_t{kJointTwenty} << 8) != 0) return Outcome::unknown;
  const unsigned shared = 255u & ~static_cast<unsigned>(all);
  if ((flags & bit(Kind::tens)) != 0 && (shared & ~unsigned{kGerman | kDutch}) == 0) return Outcome::unknown;
  const bool everyday = (flags & kNumberEveryday) != 0, telling = (flags & kNumberTelling) != 0;
  const std::uint64_t first = numbers & -numbers, run = numbers >> (std::countr_zero(numbers) & 63);
  if ((in_front & -first) != 0) return !Of::kPhone && everyday ? Outcome::unknown : Outcome::refused;
  std::uint64_t wrong = run & (run + 1);
  if (Of::kSymbols && words.joined != 0) wrong |= words.joined >> 1 & ~plain;
  // "double" in front of what is not said twice
  wrong |= multipliers << 1 & ~units;
  if constexpr (Of::kPhone && Of::kSymbols) wrong |= multipliers << 1 & words.cut;
  if (wrong != 0 || numbers == 0 || (all & std::uint64_t{kJointSixty | kJointTen} << 8) != 0) return Outcome::refused;
  // Weak words are numbers beside strong ones of their language.
  const bool weak = (flags & kNumberLocal) != 0, english = (shared & kEnglish) != 0;
  if ((everyday | weak) &
      ((!telling & ((flags & kNumberFigures) == 0)) | (shared == 0) | ((!telling | everyday) & !english)))
    return Outcome::refused;
  const auto size = static_cast<std::size_t>(_mm_cvtsi128_si64(_mm512_maskz_extracti32x4_epi32(15, bits, 0))) / 4;
  const std::uint64_t optional = any_of(forks);
  if (size > kMaxPackedNumber || _mm_popcnt_u64(optional) > kMostForks) return Outcome::refused;
  out.figures_only = false;
  out.plus = (flags & kNumberPlus) != 0;
  out.extension = {0, 0};
  out.unit_first = (units & first) != 0;
  out.readings = {{any_of(packed), size}, optional, 0};
  return Outcome::read;
}

template <class Of>
ABLMATCH_TARGET_ROWS void read_alike(const Scan* scans, std::uint32_t wanted, PlainNumber* out, NumberRows& found) {
  ValueWords words[kScanBlock];
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    words[k].rows()[-1] = kPlainRow;
    look_up<Of>(scans[k], words[k]);
  }
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const Outcome outcome = pack<Of>(words[k], out[k]);
    found.read |= std::uint32_t{outcome == Outcome::read} << k;
    found.refused |= std::uint32_t{outcome == Outcome::refused} << k;
  }
}

template <bool Phone>
ABLMATCH_TARGET_ROWS NumberRows read_rows(const Scan* scans, std::uint32_t wanted, PlainNumber* out) {
  std::uint32_t longs = 0, symbols = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    longs |= std::uint32_t{scans[k].size > 64} << k;
    symbols |= std::uint32_t{scans[k].symbols().any()} << k;
  }
  NumberRows found{0, 0};
  if (const auto some = wanted & ~longs & ~symbols; some != 0)
    read_alike<Shape<Phone, false, false>>(scans, some, out, found);
  if (const auto some = wanted & ~longs & symbols; some != 0)
    read_alike<Shape<Phone, false, true>>(scans, some, out, found);
  if (const auto some = wanted & longs; some != 0) read_alike<Shape<Phone, true, true>>(scans, some, out, found);
  return found;
}

NumberRows read_vbmi2(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  return reader == NumberReader::phone ? read_rows<true>(scans, wanted, out) : read_rows<false>(scans, wanted, out);
}

NumberRows read_none(const Scan*, std::uint32_t, NumberReader, PlainNumber*) { return {0, 0}; }

using Read = NumberRows (*)(const Scan*, std::uint32_t, NumberReader, PlainNumber*);

NumberRows find_read(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out);

// Starts as the function that puts the machine's own in its place.
std::atomic<Read> machine_read{find_read};

NumberRows find_read(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  const Read found = cpu_compresses_bytes() ? read_vbmi2 : read_none;
  machine_read.store(found, std::memory_order_relaxed);
  return found(scans, wanted, reader, out);
}

}  // namespace

NumberRows read_number_rows(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  std::uint32_t words = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const Scan& scan = scans[k];
    words |= std::uint32_t{scan.size < 2 * kMostNumberTokens && scan.letters.any() && !scan.digits.any()} << k;
  }
  return words == 0 ? NumberRows{0, 0} : machine_read.load(std::memory_order_relaxed)(scans, words, reader, out);
}

#else

NumberRows read_number_rows(const Scan*, std::uint32_t, NumberReader, PlainNumber*) { return {0, 0}; }

#endif

}  // namespace ablmatch
