// Figures among separators, told apart in one vector of 64 bytes and packed by compressing it: AVX-512 with VBMI and VBMI 2.
#include "number_typed_x86.hpp"

#include <array>

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

// Bytes that the mask leaves out are not touched, so nothing is read behind the value.
ABLMATCH_TARGET_WIDE inline __m512i load(const Value& value, __mmask64 used) {
  return _mm512_maskz_loadu_epi8(used, value.data);
}

ABLMATCH_TARGET_WIDE inline __mmask64 is(__m512i bytes, int byte) { return _mm512_cmpeq_epi8_mask(bytes, wide(byte)); }
ABLMATCH_TARGET_WIDE inline __mmask64 is_between(__m512i bytes, int first, int last) {
  return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, wide(first)), wide(last - first));
}

// A colon may be that of a vault token.
ABLMATCH_TARGET_WIDE inline __mmask64 take_ascii(__m512i text, __mmask64 colons) {
  return is(_mm512_and_si512(text, wide(0xE0)), 0x20) & ~colons;
}

ABLMATCH_TARGET_WIDE inline Symbols find_symbols(__m512i text, __mmask64 taken) {
  const __m512i classes = _mm512_maskz_permutexvar_epi8(taken, text, _mm512_load_si512(kWide.at));
  const auto of = [classes](Class some) ABLMATCH_TARGET_WIDE {
    return static_cast<std::uint64_t>(_mm512_test_epi8_mask(classes, wide(some)));
  };
  return {of(kTelling), of(kPlus), of(kOpen), of(kZeroOrSpace), of(kUnlikely), 0};
}

// As take_marked does for 32 bytes: adds what stands in more than one byte. Hindi figures are moved to the others' places.
ABLMATCH_TARGET_WIDE inline void take_marked(__m512i& text, Row& row) {
  alignas(64) static constexpr auto kBefore = [] {
    std::array<unsigned char, 64> places{};
    for (unsigned k = 1; k < 64; ++k) places[k] = static_cast<unsigned char>(k - 1);
    return places;
  }();
  const __m512i one_back = _mm512_load_si512(kBefore.data());
  const __m512i before = _mm512_maskz_permutexvar_epi8(~std::uint64_t{1}, one_back, text);
  const __m512i first = _mm512_maskz_permutexvar_epi8(~std::uint64_t{1}, one_back, before);
  const __mmask64 hindi = is(first, 0xE0) & is(before, 0xA5) & is_between(text, 0xA6, 0xAF);
  const __mmask64 arabic = is(before, 0xD9) & is_between(text, 0xA0, 0xA9);
  const __mmask64 persian = is(before, 0xDB) & is_between(text, 0xB0, 0xB9);
  const __mmask64 dot = is(before, 0xC2) & is(text, 0xB7);
  const __mmask64 general = is(first, 0xE2) & is(before, 0x80);
  const __mmask64 dash = general & is_between(text, 0x90, 0x95), quote = general & is_between(text, 0x98, 0x99);
  const __mmask64 full = is(first, 0xEF) & is(before, 0xBC);
  const __mmask64 full_figures = full & is_between(text, 0x90, 0x99);
  const __mmask64 plus = full & is(text, 0x8B), minus = full & is(text, 0x8D);
  text = _mm512_mask_sub_epi8(text, hindi, text, wide(6));
  const __mmask64 figures = arabic | persian | hindi | full_figures;
  row.of_two = arabic | persian | dot;
  row.of_three = hindi | full_figures | dash | quote | plus | minus;
  row.taken |= row.foreign;
  row.figures |= figures;
  row.zeros = figures & is(_mm512_and_si512(text, wide(15)), 0);
  row.symbols.plus |= plus;
  row.symbols.unlikely |= dot | quote | plus;
}

// As read_long does for 32 bytes at a time.
template <bool Phone, bool Label>
[[gnu::always_inline]] ABLMATCH_TARGET_WIDE inline bool read_marked(const Value& value, TypedNumber& out) {
  __m512i text = load(value, used_bits(value.size));
  const __m128i front = _mm512_maskz_extracti32x4_epi32(0xF, text, 0);
  const __mmask64 colons = is(text, ':'), ascii = take_ascii(text, colons);
  Row row{ascii, is_between(text, '0', '9'), 0, colons, _mm512_movepi8_mask(text), 0, 0, 0, find_symbols(text, ascii)};
  if constexpr (Label) row.letters = is_between(_mm512_or_si512(text, wide(0x20)), 'a', 'z');
  if (row.foreign != 0) take_marked(text, row);
  return accept<Phone, Label>(row, front, value.size, pack_wide(text, row.figures), out);
}

template <bool Phone, bool Labels>
ABLMATCH_TARGET_WIDE Side read_side(const Value* values, std::uint32_t wanted, TypedNumbers& out) {
  clear(out);
  Side side{0, 0, 0};
  std::uint32_t marked = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    const int k = std::countr_zero(wanted);
    const Value& value = values[k];
    if (!may_be_typed(value)) continue;
    const __mmask64 used = used_bits(value.size);
    const __m512i text = load(value, used);
    const __mmask64 figures = is_between(text, '0', '9'), ascii = take_ascii(text, is(text, ':'));
    bool typed = (ascii == used) & (figures != 0);
    if constexpr (Phone) {
      const Symbols symbols = find_symbols(text, ascii);
      out.plus[k] = symbols.plus != 0;
      typed &= are_plain(symbols, figures);
    }
    out.digits[k] = pack_wide(text, figures);
    out.sizes[k] = static_cast<std::uint64_t>(_mm_popcnt_u64(figures));
    const bool letter = begins_with_letter(value);
    side.typed |= bit_of(typed, k);
    side.unlabelled |= bit_of(!letter, k);
    marked |= bit_of(!letter & (_mm512_movepi8_mask(text) != 0), k);
    if constexpr (Phone || Labels)
      side.labelled |= bit_of(letter & (Phone ? has_scheme(value) : may_follow_label(value)), k);
  }
  TypedNumber number{};
  for (; marked != 0; marked &= marked - 1) {
    const int k = std::countr_zero(marked);
    side.typed |= bit_of(read_marked<Phone, false>(values[k], number), k);
    out.set(k, number);
  }
  if constexpr (Labels) {
    for (std::uint32_t rest = side.labelled; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      if (!read_marked<false, true>(values[k], number)) continue;
      side.typed |= bit_of(true, k);
      out.set(k, number);
    }
  }
  return side;
}

}  // namespace

const SideReader kVbmi2{read_side<false, true>, read_side<false, false>, read_side<true, false>};

}  // namespace ablmatch::typed

#endif
