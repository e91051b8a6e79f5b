// Figures among separators, told apart and packed in vectors of 32 bytes. No branch depends on what a value holds.
#include "number_typed.hpp"

#include <atomic>

#include "../cpu.hpp"
#include "../guards.hpp"
#include "number_typed_x86.hpp"
#include "number_worded.hpp"
#include "packed_digits.hpp"

namespace ablmatch {
namespace {

#ifdef ABLMATCH_TYPED_X86

using namespace typed;

// Beside ASCII the characters that scan_marked takes for figures and symbols.
struct Marked {
  __m256i of_two, of_three, figures, hindi, plus;
  __m256i unlikely;  // as kUnlikely
};

// `before` and `first`: the bytes that stand one and two places ahead of each.
ABLMATCH_TARGET_TYPED inline Marked take_marked(__m256i text, __m256i before, __m256i first) {
  const __m256i hindi = both(both(is(first, 0xE0), is(before, 0xA5)), is_between(text, 0xA6, 0xAF));
  const __m256i arabic = both(is(before, 0xD9), is_between(text, 0xA0, 0xA9));
  const __m256i persian = both(is(before, 0xDB), is_between(text, 0xB0, 0xB9));
  const __m256i dot = both(is(before, 0xC2), is(text, 0xB7));
  const __m256i general = both(is(first, 0xE2), is(before, 0x80));
  const __m256i dash = both(general, is_between(text, 0x90, 0x95));
  const __m256i quote = both(general, is_between(text, 0x98, 0x99));
  const __m256i wide = both(is(first, 0xEF), is(before, 0xBC));
  const __m256i wide_figures = both(wide, is_between(text, 0x90, 0x99));
  const __m256i plus = both(wide, is(text, 0x8B)), minus = both(wide, is(text, 0x8D));
  const __m256i two_byte_figures = either(arabic, persian), three_byte_figures = either(hindi, wide_figures);
  return {either(two_byte_figures, dot),
          either(either(three_byte_figures, either(dash, quote)), either(plus, minus)),
          either(two_byte_figures, three_byte_figures),
          hindi,
          plus,
          either(either(dot, quote), plus)};
}

// ---- one value -------------------------------------------------------------------------------------------------------

// Of at most kShortSize bytes. `foreign`: a byte is not ASCII.
template <bool Phone>
ABLMATCH_TARGET_TYPED inline bool read_short(const Value& value, TypedNumber& out, bool& foreign) {
  alignas(32) char text[kShortSize], halves[kShortSize];
  const __m256i bytes = load_last32(value.data, value.size);
  const Taken taken = take_ascii(bytes);
  const std::uint64_t figures = high_bits(taken.figures);
  store32(text, bytes);
  store32(halves, both(taken.figures, all_of(15)));
  foreign = high_bits(bytes) != 0;
  out.reversed = {pack<kShortSize / 8>(text, halves), static_cast<std::size_t>(_mm_popcnt_u64(figures))};
  out.labelled = false;
  bool accepted = (high_bits(taken.bytes) == used_bits(value.size)) & (figures != 0);
  if constexpr (Phone) {
    const Symbols symbols = find_symbols(bytes);
    out.plus = symbols.plus != 0;
    accepted &= are_plain(symbols, figures);
  }
  return accepted;
}

// Does a word, all of letters, say nothing in front of a code?
ABLMATCH_TARGET_TYPED inline bool is_label(__m128i letters, std::size_t size) {
  alignas(16) char word[16];
  _mm_store_si128(reinterpret_cast<__m128i*>(word), _mm_or_si128(letters, _mm_set1_epi8(0x20)));
  const NumberSense* const sense = find_number_word(word, size);
  if (sense == nullptr) return false;
  // "No. 8029", which is English.
  const bool no = (sense->flags & kNumberEveryday) != 0 && sense->value == 9;
  return no ? (sense->strong & sense->weak & kEnglish) != 0 : sense->flags == number_kind_bit(NumberKind::other);
}

// What stands at a place of a long value, one bit for each byte.
struct Row {
  std::uint64_t taken, figures, letters, colons, foreign, of_two, of_three, zeros;
  Symbols symbols;
};

// Reads 32 bytes in front of which others stand, and leaves the worth of each figure in the low half of its byte.
template <bool Phone>
ABLMATCH_TARGET_TYPED inline Row read_row(const char* from, __m256i& worth, char* halves) {
  const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  const Taken ascii = take_ascii(bytes);
  const Marked marked = take_marked(bytes, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from - 1)),
                                    _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from - 2)));
  const __m256i figures = either(ascii.figures, marked.figures);
  worth = _mm256_sub_epi8(bytes, both(marked.hindi, all_of(6)));
  const __m256i halves_of_figures = both(figures, all_of(15));
  store32(halves, halves_of_figures);
  Symbols symbols = find_symbols(both(bytes, ascii.bytes));
  // What was left out looks like a space.
  symbols.zeros_or_spaces &= high_bits(ascii.bytes);
  symbols.plus |= high_bits(marked.plus);
  symbols.unlikely |= high_bits(marked.unlikely);
  return {high_bits(either(ascii.bytes, bytes)),
          high_bits(figures),
          high_bits(is_between(either(bytes, all_of(0x20)), 'a', 'z')),
          high_bits(is(bytes, ':')),
          high_bits(bytes),
          high_bits(marked.of_two),
          high_bits(marked.of_three),
          high_bits(both(marked.figures, is(both(worth, halves_of_figures), 0))),
          symbols};
}

// Of at most kLongSize bytes, some of them not ASCII; with `Label` and for codes, behind a word and a colon.
template <bool Phone, bool Label>
ABLMATCH_TARGET_TYPED bool read_long(const Value& value, TypedNumber& out) {
  // Zeros ahead of the text.
  alignas(32) char room[kShortSize + kLongSize], halves[kLongSize];
  char* const text = room + kShortSize;
  store32(room, _mm256_setzero_si256());
  store32(text, load32(value.data, value.size));
  __m256i worth;
  Row found = read_row<Phone>(text, worth, halves);
  std::uint64_t packed;
  if (value.size <= kShortSize) {
    store32(room, worth);
    packed = pack<kShortSize / 8>(room, halves);
  } else {
    store32(text + 32, load32(value.data + 32, value.size - 32));
    __m256i worth_behind;
    const Row behind = read_row<Phone>(text + 32, worth_behind, halves + 32);
    alignas(32) char worths[kLongSize];
    store32(worths, worth);
    store32(worths + 32, worth_behind);
    packed = pack<kLongSize / 8>(worths, halves);
    found.taken |= behind.taken << 32;
    found.figures |= behind.figures << 32;
    found.letters |= behind.letters << 32;
    found.colons |= behind.colons << 32;
    found.foreign |= behind.foreign << 32;
    found.of_two |= behind.of_two << 32;
    found.of_three |= behind.of_three << 32;
    found.zeros |= behind.zeros << 32;
    found.symbols.telling |= behind.symbols.telling << 32;
    found.symbols.plus |= behind.symbols.plus << 32;
    found.symbols.open |= behind.symbols.open << 32;
    found.symbols.zeros_or_spaces |= behind.symbols.zeros_or_spaces << 32;
    found.symbols.unlikely |= behind.symbols.unlikely << 32;
  }
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
    accepted = is_label(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text)), end);
  }
  return accepted & (found.taken == used_bits(value.size));
}

// ---- a block ---------------------------------------------------------------------------------------------------------

constexpr std::uint32_t bit_of(bool set, int k) { return std::uint32_t{set} << k; }

constexpr std::size_t kSchemeSize = 4;  // "tel:"

inline bool has_scheme(const Value& value) { return (detail::load4(value.data) | 0x202020u) == 0x3A6C6574u; }

// The values of a block that may be typed numbers by their size and ends: spoken ones begin and end with a letter.
// `labelled`: behind a word, in telephone numbers behind "tel:".
struct Likely {
  std::uint32_t shorts = 0, longs = 0, labelled = 0;

  Likely(const Value* values, std::uint32_t wanted, std::size_t short_size, bool phone) {
    for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      const Value& value = values[k];
      if (value.null || value.size - kLeastSize > kLongSize - kLeastSize) continue;
      const bool letter = (*value.data & 0xC0) == 0x40, letter_behind = (value.data[value.size - 1] & 0xC0) == 0x40;
      shorts |= bit_of(!letter & (value.size <= short_size), k);
      longs |= bit_of(!letter & (value.size > short_size), k);
      const bool likely = phone ? has_scheme(value) & (value.size - kSchemeSize - kLeastSize <= kShortSize - kLeastSize)
                                : !letter_behind & (value.data[value.size - 1] != '.');
      labelled |= bit_of(letter & likely, k);
    }
  }
};

template <bool Phone>
ABLMATCH_TARGET_TYPED std::uint32_t read_shorts_avx2(const Value* values, std::uint32_t wanted, TypedNumber* out,
                                                     std::uint32_t& foreign) {
  std::uint32_t typed = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    const int k = std::countr_zero(wanted);
    bool other;
    typed |= bit_of(read_short<Phone>(values[k], out[k], other), k);
    foreign |= bit_of(other, k);
  }
  return typed;
}

constexpr ShortReader kAvx2{kShortSize, read_shorts_avx2<false>, read_shorts_avx2<true>};

template <bool Phone>
ABLMATCH_TARGET_TYPED std::uint32_t read_unlabelled(const ShortReader& reader, const Value* values,
                                                    const Likely& likely, std::uint32_t wanted, TypedNumber* out) {
  std::uint32_t longs = likely.longs & wanted;
  std::uint32_t typed = (Phone ? reader.phones : reader.codes)(values, likely.shorts & wanted, out, longs);
  for (std::uint32_t rest = longs; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    typed |= bit_of(read_long<Phone, false>(values[k], out[k]), k);
  }
  return typed;
}

ABLMATCH_TARGET_TYPED std::uint32_t read_codes(const ShortReader& reader, const Value* said, const Value* stored,
                                               std::uint32_t wanted, TypedPairs& out) {
  const Likely likely_said(said, wanted, reader.most, false);
  wanted = likely_said.shorts | likely_said.longs | likely_said.labelled;
  const Likely likely_stored(stored, wanted, reader.most, false);
  wanted = likely_stored.shorts | likely_stored.longs;
  std::uint32_t typed = read_unlabelled<false>(reader, said, likely_said, wanted, out.said);
  for (std::uint32_t rest = likely_said.labelled & wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    typed |= bit_of(read_long<false, true>(said[k], out.said[k]), k);
  }
  return read_unlabelled<false>(reader, stored, likely_stored, typed, out.stored);
}

// One side of a block of telephone numbers, and which of them have an extension or letters for keys.
struct PhoneSide {
  std::uint32_t typed, extended = 0, keypad = 0;

  ABLMATCH_TARGET_TYPED PhoneSide(const ShortReader& reader, const Value* values, const Likely& likely,
                                  std::uint32_t wanted, TypedNumber* out, PackedNumber* extensions)
      : typed(read_unlabelled<true>(reader, values, likely, wanted, out)) {
    std::uint32_t worded = likely.shorts & wanted & ~typed;
    for (std::uint32_t rest = likely.labelled & wanted; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      bool foreign;
      const bool read = read_short<true>(number_of(values[k]), out[k], foreign);
      typed |= bit_of(read, k);
      worded |= bit_of(!read, k);
    }
    for (; worded != 0; worded &= worded - 1) {
      const int k = std::countr_zero(worded);
      const Worded found = read_worded(number_of(values[k]), out[k], extensions[k]);
      extended |= bit_of(found == Worded::extended, k);
      keypad |= bit_of(found == Worded::keypad, k);
    }
    // Behind a scheme letters are no keys.
    keypad &= ~likely.labelled;
    typed |= extended | keypad;
  }

  // Behind the scheme, where there is one.
  static Value number_of(const Value& value) {
    const std::size_t front = has_scheme(value) ? kSchemeSize : 0;
    return {value.data + front, value.size - front, false};
  }
};

ABLMATCH_TARGET_TYPED std::uint32_t read_phones(const ShortReader& reader, const Value* said, const Value* stored,
                                                std::uint32_t wanted, TypedPairs& out) {
  const Likely likely_said(said, wanted, reader.most, true);
  wanted = likely_said.shorts | likely_said.longs | likely_said.labelled;
  const Likely likely_stored(stored, wanted, reader.most, true);
  wanted = likely_stored.shorts | likely_stored.longs | likely_stored.labelled;
  const PhoneSide saids(reader, said, likely_said, wanted, out.said, out.said_extension);
  const PhoneSide storeds(reader, stored, likely_stored, saids.typed, out.stored, out.stored_extension);
  out.extended = saids.extended & storeds.extended;
  out.keypad = saids.keypad;
  return storeds.typed & ~storeds.keypad;
}

template <const ShortReader* Shorts>
std::uint32_t read_with(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                        TypedPairs& out) {
  return reader == NumberReader::phone ? read_phones(*Shorts, said, stored, wanted, out)
                                       : read_codes(*Shorts, said, stored, wanted, out);
}

using Read = std::uint32_t (*)(const Value*, const Value*, std::uint32_t, NumberReader, TypedPairs&);

std::uint32_t read_none(const Value*, const Value*, std::uint32_t, NumberReader, TypedPairs&) { return 0; }

std::uint32_t find_read(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                        TypedPairs& out);

// Starts as the function that puts the machine's own in its place.
std::atomic<Read> machine_read{find_read};

std::uint32_t find_read(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                        TypedPairs& out) {
  const Read found = !cpu_extracts_bits() ? read_none : cpu_compresses_bytes() ? read_with<&kVbmi2> : read_with<&kAvx2>;
  machine_read.store(found, std::memory_order_relaxed);
  return found(said, stored, wanted, reader, out);
}

#endif

}  // namespace

std::uint32_t read_typed_pairs([[maybe_unused]] const Value* said, [[maybe_unused]] const Value* stored,
                               [[maybe_unused]] std::uint32_t wanted, [[maybe_unused]] NumberReader reader,
                               [[maybe_unused]] TypedPairs& out) {
#ifdef ABLMATCH_TYPED_X86
  // Which shapes of tokens a caller registered is known to the scan alone.
  if (!token_shapes_registered())
    return machine_read.load(std::memory_order_relaxed)(said, stored, wanted, reader, out);
#endif
  return 0;
}

}  // namespace ablmatch
