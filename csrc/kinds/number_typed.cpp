// Figures among separators, told apart and packed in vectors of 32 bytes. No branch depends on what a value holds.
#include "number_typed.hpp"

#include <atomic>

#include "../cpu.hpp"
#include "../guards.hpp"
#include "number_typed_x86.hpp"
#include "number_worded.hpp"

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
  return accept<Phone, Label>(found, _mm_load_si128(reinterpret_cast<const __m128i*>(text)), value.size, packed, out);
}

// ---- a block ---------------------------------------------------------------------------------------------------------

// The values of a block that may be typed numbers by their size and ends: spoken ones begin and end with a letter.
// `labelled`: behind a word, in telephone numbers behind "tel:".
struct Likely {
  std::uint32_t shorts = 0, longs = 0, labelled = 0;

  Likely(const Value* values, std::uint32_t wanted, bool phone) {
    for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      const Value& value = values[k];
      if (!may_be_typed(value)) continue;
      const bool letter = begins_with_letter(value);
      shorts |= bit_of(!letter & (value.size <= kShortSize), k);
      longs |= bit_of(!letter & (value.size > kShortSize), k);
      labelled |= bit_of(letter & (phone ? has_scheme(value) : may_follow_label(value)), k);
    }
  }
};

// The values of one side of a block.
template <bool Phone, bool Labels>
ABLMATCH_TARGET_TYPED Side read_side(const Value* values, std::uint32_t wanted, TypedNumbers& out) {
  clear(out);
  const Likely likely(values, wanted, Phone);
  Side side{0, likely.shorts, likely.labelled};
  std::uint32_t longs = likely.longs;
  TypedNumber number{};
  for (std::uint32_t rest = likely.shorts; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    bool foreign;
    side.typed |= bit_of(read_short<Phone>(values[k], number, foreign), k);
    longs |= bit_of(foreign, k);
    out.set(k, number);
  }
  for (; longs != 0; longs &= longs - 1) {
    const int k = std::countr_zero(longs);
    side.typed |= bit_of(read_long<Phone, false>(values[k], number), k);
    out.set(k, number);
  }
  if constexpr (Labels) {
    for (std::uint32_t rest = likely.labelled; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      if (!read_long<false, true>(values[k], number)) continue;
      side.typed |= bit_of(true, k);
      out.set(k, number);
    }
  }
  return side;
}

constexpr SideReader kAvx2{read_side<false, true>, read_side<false, false>, read_side<true, false>};

ABLMATCH_TARGET_TYPED std::uint32_t read_codes(const SideReader& reader, const Value* said, const Value* stored,
                                               std::uint32_t wanted, TypedPairs& out) {
  const std::uint32_t typed = reader.said_codes(said, wanted, out.said).typed;
  return reader.codes(stored, typed, out.stored).typed;
}

// One side of a block of telephone numbers, and which of them have an extension or letters for keys.
struct PhoneSide {
  std::uint32_t typed = 0, extended = 0, keypad = 0;

  ABLMATCH_TARGET_TYPED PhoneSide(const SideReader& reader, const Value* values, std::uint32_t wanted,
                                  TypedNumbers& out, PackedNumber* extensions) {
    const Side side = reader.phones(values, wanted, out);
    typed = side.typed;
    std::uint32_t worded = side.unlabelled & ~typed;
    TypedNumber number{};
    for (std::uint32_t rest = side.labelled; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      bool foreign;
      const bool read = read_short<true>(number_of(values[k]), number, foreign);
      typed |= bit_of(read, k);
      worded |= bit_of(!read, k);
      out.set(k, number);
    }
    for (; worded != 0; worded &= worded - 1) {
      const int k = std::countr_zero(worded);
      const Worded found = read_worded(number_of(values[k]), number, extensions[k]);
      if (found == Worded::no) continue;
      extended |= bit_of(found == Worded::extended, k);
      keypad |= bit_of(found == Worded::keypad, k);
      out.set(k, number);
    }
    // Behind a scheme letters are no keys.
    keypad &= ~side.labelled;
    typed |= extended | keypad;
  }

  // Behind the scheme, where there is one.
  static Value number_of(const Value& value) {
    const std::size_t front = has_scheme(value) ? kSchemeSize : 0;
    return {value.data + front, value.size - front, false};
  }
};

ABLMATCH_TARGET_TYPED std::uint32_t read_phones(const SideReader& reader, const Value* said, const Value* stored,
                                                std::uint32_t wanted, TypedPairs& out) {
  const PhoneSide saids(reader, said, wanted, out.said, out.said_extension);
  const PhoneSide storeds(reader, stored, saids.typed, out.stored, out.stored_extension);
  out.extended = saids.extended & storeds.extended;
  out.keypad = saids.keypad;
  return storeds.typed & ~storeds.keypad;
}

template <const SideReader* Sides>
std::uint32_t read_with(const Value* said, const Value* stored, std::uint32_t wanted, NumberReader reader,
                        TypedPairs& out) {
  return reader == NumberReader::phone ? read_phones(*Sides, said, stored, wanted, out)
                                       : read_codes(*Sides, said, stored, wanted, out);
}

// The other way round.
ABLMATCH_TARGET_TYPED inline std::uint64_t turned(std::uint64_t digits, std::uint64_t size) {
  constexpr std::uint64_t kLow = 0x0F0F0F0F0F0F0F0Fu;
  const std::uint64_t bytes = __builtin_bswap64(digits);
  return ((bytes >> 4 & kLow) | (bytes & kLow) << 4) >> ((64 - 4 * size) & 63);
}

ABLMATCH_TARGET_TYPED void turn_digits(StoredNumbers& numbers) {
  TypedNumbers& all = numbers.numbers;
  for (std::size_t k = 0; k < kScanBlock; ++k) all.digits[k] = turned(all.digits[k], all.sizes[k]);
  for (std::uint32_t rest = numbers.extended; rest != 0; rest &= rest - 1) {
    PackedNumber& extension = numbers.extension[std::countr_zero(rest)];
    extension.digits = turned(extension.digits, extension.size);
  }
}

template <const SideReader* Sides>
std::uint32_t read_stored_with(const Value* stored, std::uint32_t wanted, NumberReader reader, StoredNumbers& out) {
  out.extended = 0;
  std::uint32_t typed;
  if (reader == NumberReader::phone) {
    const PhoneSide side(*Sides, stored, wanted, out.numbers, out.extension);
    out.extended = side.extended;
    typed = side.typed & ~side.keypad;
  } else {
    typed = Sides->codes(stored, wanted, out.numbers).typed;
  }
  turn_digits(out);
  return typed;
}

using ReadStored = std::uint32_t (*)(const Value*, std::uint32_t, NumberReader, StoredNumbers&);

std::uint32_t read_no_stored(const Value*, std::uint32_t, NumberReader, StoredNumbers&) { return 0; }

std::uint32_t find_read_stored(const Value* stored, std::uint32_t wanted, NumberReader reader, StoredNumbers& out);

std::atomic<ReadStored> machine_read_stored{find_read_stored};

std::uint32_t find_read_stored(const Value* stored, std::uint32_t wanted, NumberReader reader, StoredNumbers& out) {
  const ReadStored found = !cpu_extracts_bits()     ? read_no_stored
                           : cpu_compresses_bytes() ? read_stored_with<&kVbmi2>
                                                    : read_stored_with<&kAvx2>;
  machine_read_stored.store(found, std::memory_order_relaxed);
  return found(stored, wanted, reader, out);
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

std::uint32_t read_stored_numbers([[maybe_unused]] const Value* stored, [[maybe_unused]] std::uint32_t wanted,
                                  [[maybe_unused]] NumberReader reader, [[maybe_unused]] StoredNumbers& out) {
#ifdef ABLMATCH_TYPED_X86
  if (!token_shapes_registered())
    return machine_read_stored.load(std::memory_order_relaxed)(stored, wanted, reader, out);
#endif
  return 0;
}

}  // namespace ablmatch
