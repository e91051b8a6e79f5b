// Bytes of typed numbers told apart in vectors of 32. No branch depends on what a value holds.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../load_x86.hpp"
#include "../tables/number_words.hpp"
#include "../value.hpp"
#include "packed_digits.hpp"
#include "typed_number.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ABLMATCH_TYPED_X86 1

namespace ablmatch::typed {

#define ABLMATCH_TARGET_TYPED __attribute__((target("avx2,bmi,bmi2,popcnt")))

ABLMATCH_TARGET_TYPED inline __m256i all_of(int byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
ABLMATCH_TARGET_TYPED inline __m256i is(__m256i bytes, int byte) { return _mm256_cmpeq_epi8(bytes, all_of(byte)); }
ABLMATCH_TARGET_TYPED inline __m256i is_between(__m256i bytes, int first, int last) {
  const __m256i above = _mm256_sub_epi8(bytes, all_of(first));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(above, all_of(last - first)), above);
}
ABLMATCH_TARGET_TYPED inline __m256i both(__m256i one, __m256i other) { return _mm256_and_si256(one, other); }
ABLMATCH_TARGET_TYPED inline __m256i either(__m256i one, __m256i other) { return _mm256_or_si256(one, other); }

// The bits of the bytes whose highest bit is set.
ABLMATCH_TARGET_TYPED inline std::uint64_t high_bits(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

// ---- symbols in a telephone number -----------------------------------------------------------------------------------

// Classes of the bytes 0x20 to 0x3F, outside which no ASCII is taken.
enum Class : unsigned char {
  kTelling = 1,  // means something in a telephone number, or forbids one: see read_typed_figures
  kPlus = 2,
  kOpen = 4,
  kZeroOrSpace = 8,  // behind a bracket: its zero may be none of the number's
  kUnlikely = 16,    // in a code behind a word, which may be read in another way with it
  kNoKeypad = 32     // in a telephone number in letters ("800-FLOWERS")
};

struct ClassTables {
  alignas(16) unsigned char symbols[16], figures[16];
};
inline constexpr ClassTables kClasses = [] {
  ClassTables made{};
  const auto add = [&](std::string_view symbols, unsigned char classes) {
    for (const char symbol : symbols) {
      unsigned char& place = symbol < '0' ? made.symbols[symbol - ' '] : made.figures[symbol - '0'];
      place = static_cast<unsigned char>(place | classes);
    }
  };
  add("#$%,;=", kTelling);
  add("+", kPlus);
  add("(", kOpen);
  add(" 0", kZeroOrSpace);
  add("\"$%&'()*+;<=>", kUnlikely);
  add("!\"#$%&'*+,:;<=>?", kNoKeypad);
  return made;
}();

// One bit for each byte of some class.
struct Symbols {
  std::uint64_t telling, plus, open, zeros_or_spaces, unlikely, no_keypad;
};

template <Class Of>
ABLMATCH_TARGET_TYPED inline std::uint64_t bits_of(__m256i classes) {
  return high_bits(_mm256_slli_epi16(classes, std::countl_zero(static_cast<unsigned char>(Of))));
}

ABLMATCH_TARGET_TYPED inline __m256i table(const unsigned char (&of)[16]) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(of)));
}

// Of bytes that are all taken.
ABLMATCH_TARGET_TYPED inline __m256i classes_of(__m256i text) {
  return _mm256_blendv_epi8(_mm256_shuffle_epi8(table(kClasses.symbols), text),
                            _mm256_shuffle_epi8(table(kClasses.figures), text), _mm256_slli_epi16(text, 3));
}

ABLMATCH_TARGET_TYPED inline Symbols find_symbols(__m256i text) {
  const __m256i classes = classes_of(text);
  return {bits_of<kTelling>(classes),     bits_of<kPlus>(classes),     bits_of<kOpen>(classes),
          bits_of<kZeroOrSpace>(classes), bits_of<kUnlikely>(classes), bits_of<kNoKeypad>(classes)};
}

// Do the symbols tell nothing but "+" in front?
inline bool are_plain(const Symbols& symbols, std::uint64_t figures) {
  return ((symbols.plus & -(figures & -figures)) | symbols.telling | (symbols.open << 1 & symbols.zeros_or_spaces)) ==
         0;
}

// ---- 32 bytes --------------------------------------------------------------------------------------------------------

// Bytes that may stand in a number (a character of several bytes counts at its last one), and those of figures.
struct Taken {
  __m256i bytes, figures;
};

// A colon may be that of a vault token.
ABLMATCH_TARGET_TYPED inline Taken take_ascii(__m256i text) {
  return {_mm256_andnot_si256(is(text, ':'), is(both(text, all_of(0xE0)), 0x20)), is_between(text, '0', '9')};
}

// The low halves of the bytes that `halves` marks, eight bytes at a time, the first one lowest.
template <int Words>
ABLMATCH_TARGET_TYPED inline std::uint64_t pack(const char* text, const char* halves) {
  std::uint64_t packed = 0, bits = 0;
  for (int word = 0; word < Words; ++word) {
    const std::uint64_t here = detail::load8(halves + 8 * word);
    packed |= _pext_u64(detail::load8(text + 8 * word), here) << (bits & 63);
    bits += static_cast<std::uint64_t>(_mm_popcnt_u64(here));
  }
  return packed;
}

ABLMATCH_TARGET_TYPED inline void store32(char* place, __m256i bytes) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(place), bytes);
}

inline constexpr std::size_t kLeastSize = 4, kShortSize = 32, kLongSize = 64;

ABLMATCH_TARGET_TYPED inline std::uint64_t used_bits(std::size_t size) {
  return _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(size));
}

// ---- long values -----------------------------------------------------------------------------------------------------

// Does a word, all of letters, say nothing in front of a code?
ABLMATCH_TARGET_TYPED inline bool is_label(__m128i letters, std::size_t size) {
  alignas(16) char word[16];
  _mm_store_si128(reinterpret_cast<__m128i*>(word), _mm_or_si128(letters, _mm_set1_epi8(0x20)));
  const NumberSense* const sense = find_number_word(word, size);
  if (sense == nullptr) return false;
  // "No. 8029", which is English.
  const bool no = (sense->flags & kNumberEveryday) != 0 && sense->value == 9;
  constexpr std::uint32_t kBetweenDigits = kNumberSeparator | kNumberLabel;  // what the word says there
  return no ? (sense->strong & sense->weak & kEnglish) != 0
            : (sense->flags & ~kBetweenDigits) == number_kind_bit(NumberKind::other);
}

// What stands at a place of a long value, one bit for each byte.
struct Row {
  std::uint64_t taken, figures, letters, colons, foreign, of_two, of_three, zeros;
  Symbols symbols;
};

// Is it a number, of at most kLongSize bytes, some of which may not be ASCII; with `Label` and for codes, behind a word and a
// colon? `front`: its first bytes; `packed`: its figures.
template <bool Phone, bool Label>
ABLMATCH_TARGET_TYPED inline bool accept(Row& found, __m128i front, std::size_t value_size, std::uint64_t packed,
                                         TypedNumber& out) {
  const auto size = static_cast<std::size_t>(_mm_popcnt_u64(found.figures));
  out.reversed = {packed, size};
  out.plus = found.symbols.plus != 0;
  out.labelled = Label;
  // Each character is whole, and nothing else is there.
  const std::uint64_t of_three = found.of_three | found.of_three >> 1 | found.of_three >> 2;
  bool accepted = ((found.of_two | found.of_two >> 1 | of_three) == found.foreign) & (size - 1 < kMaxPackedDigits);
  if constexpr (Phone) {
    // Of a zero of another script the first byte stands behind the bracket.
    found.symbols.zeros_or_spaces |= (found.zeros & found.of_two) >> 1 | (found.zeros & found.of_three) >> 2;
    accepted &= are_plain(found.symbols, found.figures);
  }
  if constexpr (Label) {
    const auto end = static_cast<std::size_t>(std::countr_one(found.letters));
    const std::uint64_t next = std::uint64_t{1} << (end & 63);
    found.taken |= (next - 1) | (found.colons & next);
    accepted &= (end - 1 < number_words::kLongest) & ((next & (found.figures | found.foreign)) == 0) &
                (found.symbols.unlikely == 0);
    if (!accepted) return false;
    accepted = is_label(front, end);
  }
  return accepted & (found.taken == used_bits(value_size));
}

// ---- a block ---------------------------------------------------------------------------------------------------------

constexpr std::uint32_t bit_of(bool set, int k) { return std::uint32_t{set} << k; }

inline bool may_be_typed(const Value& value) {
  return !value.null && value.size - kLeastSize <= kLongSize - kLeastSize;
}

// Or an @ and the like, for which nothing stands here.
inline bool begins_with_letter(const Value& value) { return (*value.data & 0xC0) == 0x40; }

constexpr std::size_t kSchemeSize = 4;  // "tel:"

inline bool has_scheme(const Value& value) {
  return (detail::load4(value.data) | 0x202020u) == 0x3A6C6574u &&
         value.size - kSchemeSize - kLeastSize <= kShortSize - kLeastSize;
}

// What is spoken ends with a letter, too.
inline bool may_follow_label(const Value& value) {
  const char last = value.data[value.size - 1];
  return ((last & 0xC0) != 0x40) & (last != '.');
}

// What was found in one side of a block. Of codes what stands behind a label is read where labels are; a telephone number
// behind "tel:" is only told.
struct Side {
  std::uint32_t typed;
  std::uint32_t unlabelled;  // no letter stands in front, and the value is not long
  std::uint32_t labelled;    // a label may stand in front
};

// Of all of a block, so that what is not read compares as anything.
ABLMATCH_TARGET_TYPED inline void clear(TypedNumbers& out) {
  out.labelled = 0;
  for (std::size_t k = 0; k < kScanBlock; k += 4)
    for (std::uint64_t* const field : {out.digits, out.sizes, out.plus})
      _mm256_store_si256(reinterpret_cast<__m256i*>(field + k), _mm256_setzero_si256());
}

// Clears `out` and reads those values of a block whose bits are set in `wanted`.
struct SideReader {
  using Read = Side (*)(const Value* values, std::uint32_t wanted, TypedNumbers& out);
  Read said_codes, codes, phones;
};

// number_typed_vbmi2.cpp: with the vectors of AVX-512, for machines that compress bytes.
extern const SideReader kVbmi2;

}  // namespace ablmatch::typed

#endif
