// Packs the figures of a scan, with the instructions of AVX-512 or BMI 2 where the machine has them.
#include "packed_number.hpp"

#include <array>
#include <atomic>
#include <string_view>

#include "../cpu.hpp"
#include "../word_table.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define ABLMATCH_PACK_X86 1
#endif

namespace ablmatch {
namespace {

constexpr std::string_view kTellingSymbols = "+#,;@=$%_{}(";

constexpr std::array<bool, 128> kTelling = [] {
  std::array<bool, 128> set{};
  for (const char c : kTellingSymbols) set[static_cast<unsigned char>(c)] = true;
  return set;
}();

}  // namespace

PackedNumber pack_number_plain(const Scan& scan, std::uint64_t figures) {
  PackedNumber out{0, 0};
  while (figures != 0) {
    const int from = std::countr_zero(figures);
    const int end = from + std::countr_one(figures >> from);
    figures = end < 64 ? figures >> end << end : 0;
    for (int at = from; at < end; at += 8) {
      const int taken = end - at < 8 ? end - at : 8;
      out.digits = out.digits << 4 * taken | squeeze_figures(detail::load8(scan.text + at)) >> (32 - 4 * taken);
    }
    out.size += static_cast<std::size_t>(end - from);
  }
  return out;
}

TypedFigures read_typed_figures_plain(const Scan& scan) {
  TypedFigures out{pack_number_plain(scan, scan.digits.at[0]), 0};
  for (std::uint64_t rest = scan.symbols().at[0]; rest != 0; rest &= rest - 1) {
    const int at = std::countr_zero(rest);
    out.telling |= std::uint64_t{kTelling[static_cast<unsigned char>(scan.text[at]) & 127]} << at;
  }
  return out;
}

namespace {

#ifdef ABLMATCH_PACK_X86

#define ABLMATCH_TARGET_VBMI2 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")))

struct SymbolTables {
  alignas(16) unsigned char high[16], low[16];
};
constexpr SymbolTables kSymbols = [] {
  SymbolTables made{};
  for (const char symbol : kTellingSymbols) {
    const int high = symbol >> 4, low = symbol & 15;
    made.high[high] = static_cast<unsigned char>(1 << high);
    made.low[low] = static_cast<unsigned char>(made.low[low] | 1 << high);
  }
  return made;
}();

// The plain intrinsics read an undefined register in GCC's header, which GCC then warns of.
ABLMATCH_TARGET_VBMI2 inline __m512i four_times(const unsigned char (&table)[16]) {
  return _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_load_si128(reinterpret_cast<const __m128i*>(table)));
}

ABLMATCH_TARGET_VBMI2 inline __m128i first16(__m512i bytes) { return _mm512_maskz_extracti32x4_epi32(0xF, bytes, 0); }

ABLMATCH_TARGET_VBMI2 inline PackedNumber pack(__m512i text, std::uint64_t figures) {
  const auto size = static_cast<std::size_t>(__builtin_popcountll(figures));
  const __m128i bytes = _mm_and_si128(first16(_mm512_maskz_compress_epi8(figures, text)), _mm_set1_epi8(0x0F));
  const __m128i pairs = _mm_maddubs_epi16(bytes, _mm_set1_epi16(0x0110));
  const auto all = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)));
  return {__builtin_bswap64(all) >> ((64 - 4 * size) & 63), size};
}

ABLMATCH_TARGET_VBMI2 PackedNumber pack_number_vbmi2(const Scan& scan, std::uint64_t figures) {
  return pack(_mm512_load_si512(scan.text), figures);
}

ABLMATCH_TARGET_VBMI2 TypedFigures read_typed_figures_vbmi2(const Scan& scan) {
  const __m512i text = _mm512_load_si512(scan.text), half = _mm512_set1_epi8(0x0F);
  const __m512i high =
      _mm512_shuffle_epi8(four_times(kSymbols.high), _mm512_and_si512(_mm512_srli_epi16(text, 4), half));
  const __m512i low = _mm512_shuffle_epi8(four_times(kSymbols.low), _mm512_and_si512(text, half));
  return {pack(text, scan.digits.at[0]), _mm512_test_epi8_mask(high, low)};
}

#define ABLMATCH_TARGET_PEXT __attribute__((target("avx2,bmi,bmi2,popcnt")))

// Eight bytes at a time, and four times in any case: where the figures of a number end nobody can foresee.
ABLMATCH_TARGET_PEXT inline PackedNumber pack_words(const Scan& scan, std::uint64_t figures) {
  const auto size = static_cast<std::size_t>(_mm_popcnt_u64(figures));
  std::uint64_t reversed = 0;
  unsigned bits = 0;
  const auto add = [&](std::size_t word) ABLMATCH_TARGET_PEXT {
    const std::uint64_t here = figures >> 8 * word & 255;
    const std::uint64_t halves = _pdep_u64(here, 0x0101010101010101u) * 15;
    reversed |= _pext_u64(detail::load8(scan.text + 8 * word), halves) << (bits & 63);
    bits += 4 * static_cast<unsigned>(_mm_popcnt_u64(here));
  };
  for (std::size_t word = 0; word < 4; ++word) add(word);
  if (figures >> 32 != 0)
    for (std::size_t word = 4; word < 8; ++word) add(word);
  constexpr std::uint64_t kLow = 0x0F0F0F0F0F0F0F0Fu;
  const std::uint64_t bytes = __builtin_bswap64(reversed);
  return {((bytes >> 4 & kLow) | (bytes & kLow) << 4) >> ((64 - 4 * size) & 63), size};
}

ABLMATCH_TARGET_PEXT PackedNumber pack_number_pext(const Scan& scan, std::uint64_t figures) {
  return pack_words(scan, figures);
}

ABLMATCH_TARGET_PEXT inline __m256i twice(const unsigned char (&table)[16]) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
}

ABLMATCH_TARGET_PEXT inline std::uint64_t telling32(const char* text) {
  const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(text)), half = _mm256_set1_epi8(0x0F);
  const __m256i high = _mm256_shuffle_epi8(twice(kSymbols.high), _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
  const __m256i low = _mm256_shuffle_epi8(twice(kSymbols.low), _mm256_and_si256(bytes, half));
  const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(high, low), _mm256_setzero_si256());
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
}

ABLMATCH_TARGET_PEXT TypedFigures read_typed_figures_pext(const Scan& scan) {
  std::uint64_t telling = telling32(scan.text) & 0xFFFFFFFFu;
  if (scan.size > 32) telling |= telling32(scan.text + 32) << 32;
  return {pack_words(scan, scan.digits.at[0]), telling};
}

// Where the digits of a number stand that are no zeros, counted from its end, and these digits alone.
struct NonzeroDigits {
  std::uint64_t mask, digits, places;
  std::size_t size, leading;

  ABLMATCH_TARGET_PEXT explicit NonzeroDigits(PackedNumber number)
      : mask(lowest_bits(number.digits) * 15),
        digits(_pext_u64(number.digits, mask)),
        places(_pext_u64(0xFEDCBA9876543210u, mask)),
        size(static_cast<std::size_t>(_mm_popcnt_u64(mask)) / 4),
        leading(number.size - (static_cast<std::size_t>(std::bit_width(number.digits)) + 3) / 4) {}

  // Of each four bits the lowest, where one of them is set.
  static std::uint64_t lowest_bits(std::uint64_t digits) {
    const std::uint64_t pairs = digits | digits >> 1;
    return (pairs | pairs >> 2) & 0x1111111111111111u;
  }
  // How far each digit is from the one in front. The places grow, so no digit borrows from another.
  ABLMATCH_TARGET_PEXT std::uint64_t gaps() const {
    return (places >> 4) - _bzhi_u64(places, static_cast<unsigned>(4 * size - 4));
  }
};

// How many zeros may stand in the number, and which of them do, nobody can foresee: no branch depends on it.
ABLMATCH_TARGET_PEXT int slips_pext(PackedNumber shortest, std::uint64_t optional, std::uint64_t more,
                                    PackedNumber stored) {
  const NonzeroDigits one(shortest), other(stored);
  const std::uint64_t zeros = _pext_u64(optional + more, one.mask);
  const std::uint64_t gaps = one.gaps(), stored_gaps = other.gaps();
  const std::uint64_t left_out = NonzeroDigits::lowest_bits(gaps ^ stored_gaps);
  const std::uint64_t kept = NonzeroDigits::lowest_bits((gaps + zeros) ^ stored_gaps);
  const bool equal = (one.digits == other.digits) & (one.size == other.size) & (one.leading == other.leading) &
                     (((one.places ^ other.places) & 15) == 0) & ((kept & left_out) == 0);
  const bool near = number_slips(one.digits, one.size, other.digits, other.size) != 2;
  if (!equal & near) return nearest_slips({shortest, optional, more}, stored);
  return equal ? 0 : 2;
}

using Pack = PackedNumber (*)(const Scan&, std::uint64_t);
using ReadTyped = TypedFigures (*)(const Scan&);
using Slips = int (*)(PackedNumber, std::uint64_t, std::uint64_t, PackedNumber);

int slips_plain(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored) {
  return nearest_number_slips_plain({shortest, optional, more}, stored);
}

PackedNumber find_pack(const Scan& scan, std::uint64_t figures);
TypedFigures find_read_typed(const Scan& scan);
int find_slips(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored);

// Each starts as the function that puts the machine's own in its place.
std::atomic<Pack> machine_pack{find_pack};
std::atomic<ReadTyped> machine_read_typed{find_read_typed};
std::atomic<Slips> machine_slips{find_slips};

PackedNumber find_pack(const Scan& scan, std::uint64_t figures) {
  const Pack found = cpu_compresses_bytes() ? pack_number_vbmi2
                     : cpu_extracts_bits()  ? pack_number_pext
                                            : pack_number_plain;
  machine_pack.store(found, std::memory_order_relaxed);
  return found(scan, figures);
}

TypedFigures find_read_typed(const Scan& scan) {
  const ReadTyped found = cpu_compresses_bytes() ? read_typed_figures_vbmi2
                          : cpu_extracts_bits()  ? read_typed_figures_pext
                                                 : read_typed_figures_plain;
  machine_read_typed.store(found, std::memory_order_relaxed);
  return found(scan);
}

int find_slips(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored) {
  const Slips found = cpu_extracts_bits() ? slips_pext : slips_plain;
  machine_slips.store(found, std::memory_order_relaxed);
  return found(shortest, optional, more, stored);
}

#endif

}  // namespace

#ifdef ABLMATCH_PACK_X86
PackedNumber pack_number(const Scan& scan, std::uint64_t figures) {
  return machine_pack.load(std::memory_order_relaxed)(scan, figures);
}

TypedFigures read_typed_figures(const Scan& scan) { return machine_read_typed.load(std::memory_order_relaxed)(scan); }

int nearest_number_slips(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored) {
  return machine_slips.load(std::memory_order_relaxed)(shortest, optional, more, stored);
}
#else
PackedNumber pack_number(const Scan& scan, std::uint64_t figures) { return pack_number_plain(scan, figures); }

TypedFigures read_typed_figures(const Scan& scan) { return read_typed_figures_plain(scan); }

int nearest_number_slips(PackedNumber shortest, std::uint64_t optional, std::uint64_t more, PackedNumber stored) {
  return nearest_number_slips_plain({shortest, optional, more}, stored);
}
#endif

}  // namespace ablmatch
