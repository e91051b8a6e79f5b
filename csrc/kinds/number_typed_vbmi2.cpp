// Figures among separators, told apart in one vector of 64 bytes and packed by compressing it: AVX-512 with VBMI and VBMI 2.
#include "number_typed_x86.hpp"

#ifdef ABLMATCH_TYPED_X86

namespace ablmatch::typed {
namespace {

#define ABLMATCH_TARGET_WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))

// The classes of all ASCII that is taken, by its lower six bits, of which none has the sixth clear.
struct WideTable {
  alignas(64) unsigned char at[64];
};
constexpr WideTable kWide = [] {
  WideTable made{};
  for (int k = 0; k < 16; ++k) {
    made.at[32 + k] = kClasses.symbols[k];
    made.at[48 + k] = kClasses.figures[k];
  }
  return made;
}();

ABLMATCH_TARGET_WIDE inline __m512i wide(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }

// The first sixteen figures, the first one lowest. The plain intrinsic that takes the first sixteen bytes reads an undefined
// register in GCC's header, which GCC then warns of.
ABLMATCH_TARGET_WIDE inline std::uint64_t pack_wide(__m512i text, __mmask64 figures) {
  const __m128i first = _mm512_maskz_extracti32x4_epi32(0xF, _mm512_maskz_compress_epi8(figures, text), 0);
  const __m128i pairs = _mm_maddubs_epi16(_mm_and_si128(first, _mm_set1_epi8(0x0F)), _mm_set1_epi16(0x1001));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)));
}

template <bool Phone>
ABLMATCH_TARGET_WIDE std::uint32_t read_shorts_vbmi2(const Value* values, std::uint32_t wanted, TypedNumber* out,
                                                     std::uint32_t& foreign) {
  std::uint32_t typed = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    const int k = std::countr_zero(wanted);
    const __mmask64 used = _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(values[k].size));
    // Bytes that the mask leaves out are not touched, so nothing is read behind the value.
    const __m512i text = _mm512_maskz_loadu_epi8(used, values[k].data);
    const __mmask64 figures = _mm512_cmple_epu8_mask(_mm512_sub_epi8(text, wide('0')), wide(9));
    const __mmask64 row = _mm512_cmpeq_epi8_mask(_mm512_and_si512(text, wide(0xE0)), wide(0x20));
    // A colon may be that of a vault token.
    const __mmask64 taken = row & ~_mm512_cmpeq_epi8_mask(text, wide(':'));
    out[k].reversed = {pack_wide(text, figures), static_cast<std::size_t>(_mm_popcnt_u64(figures))};
    out[k].labelled = false;
    bool accepted = (taken == used) & (figures != 0);
    if constexpr (Phone) {
      const __m512i classes = _mm512_maskz_permutexvar_epi8(row, text, _mm512_load_si512(kWide.at));
      const auto of = [classes](Class some) ABLMATCH_TARGET_WIDE {
        return static_cast<std::uint64_t>(_mm512_test_epi8_mask(classes, wide(some)));
      };
      const Symbols symbols{of(kTelling), of(kPlus), of(kOpen), of(kZeroOrSpace), 0, 0};
      out[k].plus = symbols.plus != 0;
      accepted &= are_plain(symbols, figures);
    }
    typed |= std::uint32_t{accepted} << k;
    foreign |= std::uint32_t{_mm512_movepi8_mask(text) != 0} << k;
  }
  return typed;
}

}  // namespace

const ShortReader kVbmi2{kLongSize, read_shorts_vbmi2<false>, read_shorts_vbmi2<true>};

}  // namespace ablmatch::typed

#endif
