// One pass over the words of a plain number: what the table says of each is gathered in a few registers.
#include "number_plain.hpp"

#include <cstddef>
#include <cstring>

#include "../word_table.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

constexpr std::uint32_t kScales = bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand);
constexpr std::uint32_t kFiguresAndNo = bit(Kind::figures) | bit(Kind::unit) | (bit(Kind::none) - 1);
// Words whose place matters: each is looked at when it comes.
constexpr std::uint32_t kPlaced = kNumberEveryday | kNumberPlus | kNumberOdd | kNumberConnector | kScales;
constexpr NumberSense kFigures{Kind::figures, 0, 255, 255, kNumberCounts | bit(Kind::figures), 0, 0};
constexpr NumberSense kPlainWord{Kind::other, 0, 255, 255, bit(Kind::other), 0, 0};
// A digit said once to four times.
constexpr std::uint64_t kRepeat[] = {0, 0x1, 0x11, 0x111, 0x1111};
constexpr int kMostForks = 4;

// The first fields of NumberSense in one word, so that those of all words are gathered at once. The languages are turned
// round: what is gathered then are those that some word does not belong to.
struct Gathered {
  std::uint8_t kind, languages, strong_out, weak_out;
  std::uint32_t flags;
};
static_assert(sizeof(Gathered) == 8 && offsetof(NumberSense, flags) == offsetof(Gathered, flags));
constexpr std::uint64_t kTurned = std::bit_cast<std::uint64_t>(Gathered{0, 0, 255, 255, 0});

std::uint64_t gather(const NumberSense& sense) {
  std::uint64_t word;
  std::memcpy(&word, &sense, sizeof word);
  return word ^ kTurned;
}

// Symbols that change nothing here, wherever they stand. `joined`: an apostrophe is among them.
bool has_plain_symbols(const Scan& scan, bool phone, bool& any, bool& joined) {
  ScanMask symbols = scan.symbols();
  // A full stop behind it all says nothing.
  if (scan.text[scan.size - 1] == '.')
    symbols.at[(scan.size - 1) >> 6] &= ~(std::uint64_t{1} << ((scan.size - 1) & 63));
  any = symbols.any();
  joined = false;
  if (!any) return true;
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = symbols.at[block]; rest != 0; rest &= rest - 1) {
      const auto at = 64 * block + static_cast<std::size_t>(std::countr_zero(rest));
      const char symbol = scan.text[at];
      if (symbol == '.' || symbol == ',') continue;
      if (symbol == '\'') {
        if (at == 0 || !scan.letters.test(at - 1) || !scan.letters.test(at + 1)) return false;
        joined = true;
        continue;
      }
      if (symbol != '-' && symbol != '/' && symbol != ':' && symbol != '!' && symbol != '?' && (phone || symbol != '#'))
        return false;
      // Between words it may join them, or say that they are no one number.
      if (symbol == '-' && (phone || (at > 0 && scan.letters.test(at - 1) && scan.letters.test(at + 1)))) return false;
    }
  return true;
}

bool touches(const ScanMask& letters, const ScanMask& digits) {
  const std::uint64_t low = letters.at[0], high = letters.at[1];
  const std::uint64_t low_near = low << 1 | low >> 1 | high << 63, high_near = high << 1 | high >> 1 | low >> 63;
  return ((low_near & digits.at[0]) | (high_near & digits.at[1])) != 0;
}

// "twenty five", which is 25 or 20 5.
bool is_tens_and_unit(const NumberSense& tens, const NumberSense& unit) {
  return tens.kind == Kind::tens && unit.kind == Kind::unit &&
         (tens.languages & unit.languages & ~unsigned{kGerman | kDutch}) != 0;
}

// "four sixty", which no language reads as one; of twenty French does.
bool is_four_and_tens(const NumberSense& four, const NumberSense& tens) {
  return four.kind == Kind::unit && tens.kind == Kind::tens &&
         (tens.value != 20 || (four.languages & tens.languages & kFrench) == 0);
}

// Where a digit of zero may be left out, by how many bits had been packed behind it: eight bits for each such place.
struct Forks {
  std::uint64_t places = 0;
  int count = 0;
};

// Figures of one token, eight at most, behind those that are packed.
std::uint64_t with_figures(std::uint64_t digits, const char* text, unsigned size) {
  return digits << 4 * size | squeeze_figures(detail::load8(text)) >> (32 - 4 * size);
}

// `joined`: an apostrophe is among the symbols.
template <bool Phone, bool Symbols>
bool read(const Scan& scan, [[maybe_unused]] bool joined, PlainNumber& out) {
  constexpr bool phone = Phone, symbols = Symbols;
  const bool figures = scan.digits.any();
  const std::uint64_t low = scan.letters.at[0] | scan.digits.at[0], high = scan.letters.at[1] | scan.digits.at[1];
  std::uint64_t begins = low & ~(low << 1), more_begins = high & ~(high << 1 | low >> 63);
  std::uint64_t ends = low & ~(low >> 1 | high << 63);
  const char* begin_base = scan.text;
  const char* end_base = scan.text + 1;
  std::uint64_t all = 0, numeric = 0, digits = 0;
  unsigned bits = 0, figure_bits = 0, times = 1;
  Forks forks;
  bool numbered = false, plus = false;
  const NumberSense *last = &kPlainWord, *first = nullptr;
  const char* last_end = scan.text;
  for (;;) {
    if (begins == 0) {
      if (more_begins == 0) break;
      begins = more_begins;
      more_begins = 0;
      begin_base = scan.text + 64;
    }
    if (ends == 0) {
      ends = high & ~(high >> 1);
      end_base = scan.text + 65;
    }
    const char* const begin = begin_base + std::countr_zero(begins);
    const char* const end = end_base + std::countr_zero(ends);
    begins &= begins - 1;
    ends &= ends - 1;
    const NumberSense* sense;
    if (*begin <= '9') {
      const auto size = static_cast<unsigned>(end - begin);
      if (times != 1 && size != 1) return false;
      sense = &kFigures;
      for (; times > 1; --times) digits = with_figures(digits, begin, 1), bits += 4;
      for (unsigned at = 0; at < size; at += 8)
        digits = with_figures(digits, begin + at, size - at < 8 ? size - at : 8);
      bits += 4 * size;
      figure_bits += 4 * size;
    } else {
      sense = find_number_word(begin, static_cast<std::size_t>(end - begin));
      if (sense == nullptr) return false;
    }
    if (symbols && last_end != scan.text) {
      // it's, that's
      if (joined && begin[-1] == '\'') {
        if (last->kind != Kind::other) return false;
        if (sense->kind == Kind::letter) sense = &kPlainWord;
      }
      // In telephone numbers no number goes on across a symbol.
      if (phone && (begin != last_end + 1 || *last_end != ' ')) {
        if (times != 1) return false;
        last = &kPlainWord;
      }
    }
    last_end = end;
    const std::uint32_t flags = sense->flags;
    if ((flags & kPlaced) != 0) {
      // Fillers, "plus" and "No. 8029" stand in front.
      if (numeric != 0 || (flags & (kNumberConnector | kScales)) != 0) return false;
      const bool no = (flags & kNumberEveryday) != 0 && sense->value == 9;
      if (no ? begin != scan.text || phone || !figures : (flags & kNumberOdd) != 0) return false;
      numbered |= no;
      plus |= (flags & kNumberPlus) != 0;
    }
    all |= gather(*sense);
    if (numeric == 0) first = sense;
    numeric = numeric << 1 | (flags >> kNumberCountsBit & 1);
    if (times != 1 && sense->packed_bits != 4) return false;
    const unsigned added = sense->packed_bits * times;
    digits = digits << added | sense->packed * kRepeat[times];
    bits += added;
    times = sense->times;
    if ((last->before & flags >> kNumberKindShift) != 0) {
      const bool forks_here = is_tens_and_unit(*last, *sense);
      if (!forks_here && !is_four_and_tens(*last, *sense)) return false;
      if (forks_here && sense->value != 0) {
        forks.places = forks.places << 8 | bits;
        ++forks.count;
      }
    }
    last = sense;
  }
  // One run of numbers without a gap.
  if (numeric == 0) return false;
  const std::uint64_t run = numeric >> std::countr_zero(numeric);
  const auto gathered = std::bit_cast<Gathered>(all);
  const std::uint32_t flags = gathered.flags;
  if ((run & (run + 1)) != 0 || times != 1) return false;
  const unsigned weak = 255u & ~unsigned{gathered.weak_out}, shared = weak & ~unsigned{gathered.strong_out};
  const bool words = (flags & kNumberTelling) != 0, any_figures = figures || (flags & kNumberFigures) != 0;
  if ((flags & kNumberEveryday) != 0 || weak != 255) {
    if (!words && !any_figures) return false;
    if (shared == 0 || ((!words || (flags & kNumberEveryday) != 0) && (shared & kEnglish) == 0)) return false;
  }
  // The figures of a telephone number may be typed ones.
  if (phone && first->kind == Kind::figures) return false;
  if (numbered && ((flags & ~kFiguresAndNo) != 0 || bits != figure_bits)) return false;
  out.figures_only = figures && bits == figure_bits;
  if (out.figures_only) return true;
  // Written in one piece: what touches is read as a code first.
  if (figures && !scan.spaces.any()) return false;
  if (bits > 4 * kMaxPackedNumber || forks.count > kMostForks) return false;
  out.plus = plus;
  out.unit_first = first->kind == Kind::unit;
  out.readings = {{digits, bits / 4}, 0};
  for (int k = 0; k < forks.count; ++k)
    out.readings.optional |= std::uint64_t{1} << (4 + bits - (forks.places >> 8 * k & 255));
  return true;
}

}  // namespace

bool read_plain_number(const Scan& scan, NumberReader reader, PlainNumber& out) {
  // As many words as fit in the longest phrase.
  if (scan.size >= 2 * kMostNumberTokens) return false;
  const bool phone = reader == NumberReader::phone;
  bool symbols, joined;
  if (!has_plain_symbols(scan, phone, symbols, joined)) return false;
  if (scan.digits.any() && touches(scan.letters, scan.digits)) return false;
  if (phone) return symbols ? read<true, true>(scan, joined, out) : read<true, false>(scan, joined, out);
  return symbols ? read<false, true>(scan, joined, out) : read<false, false>(scan, joined, out);
}

}  // namespace ablmatch
