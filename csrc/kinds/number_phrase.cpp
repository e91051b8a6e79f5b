// Cuts a spoken number into tokens by the table of number words, and makes the phrase where one run of them is all.
#include "number_phrase.hpp"

#include "number_tokens.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

// Symbols that separate in both readers, beside the apostrophe, which has its own rule.
constexpr std::string_view kQuietSymbols = "-./,():!?";
// Those that only codes ignore.
constexpr std::string_view kCodeSymbols = "#+*\"&;";

constexpr ScanMask set_of(std::string_view first, std::string_view second) {
  ScanMask set{};
  for (const std::string_view part : {first, second, std::string_view("'")})
    for (const char c : part) set.at[static_cast<unsigned char>(c) >> 6] |= std::uint64_t{1} << (c & 63);
  return set;
}
constexpr ScanMask kQuiet[] = {set_of(kQuietSymbols, kCodeSymbols), set_of(kQuietSymbols, "")};

bool touches(const ScanMask& letters, const ScanMask& digits) {
  const std::uint64_t low = letters.at[0], high = letters.at[1];
  const std::uint64_t low_near = low << 1 | low >> 1 | high << 63, high_near = high << 1 | high >> 1 | low >> 63;
  return ((low_near & digits.at[0]) | (high_near & digits.at[1])) != 0;
}

bool only_quiet_symbols(const Scan& scan, NumberReader reader) {
  const ScanMask symbols = scan.symbols();
  if (!symbols.any()) return true;
  const ScanMask& quiet = kQuiet[reader == NumberReader::phone];
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = symbols.at[block]; rest != 0; rest &= rest - 1) {
      const auto at = 64 * block + static_cast<std::size_t>(std::countr_zero(rest));
      if (!quiet.test(static_cast<unsigned char>(scan.text[at]) & 127)) return false;
      // that's, c'est
      if (scan.text[at] == '\'' && (at == 0 || !scan.letters.test(at - 1) || !scan.letters.test(at + 1))) return false;
    }
  return true;
}

constexpr NumberSense kFigures{Kind::figures, 0, 255, 255, kNumberCounts | number_kind_bit(Kind::figures), 0, 0};
constexpr NumberSense kPlainWord{Kind::other, 0, 255, 255, number_kind_bit(Kind::other), 0, 0};

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

constexpr std::uint32_t kWordsOfNumbers = bit(Kind::unit) | bit(Kind::teen) | bit(Kind::tens) | bit(Kind::compound) |
                                          bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand) |
                                          bit(Kind::multiplier);
constexpr std::uint32_t kRepeatable = bit(Kind::unit) | bit(Kind::teen) | bit(Kind::tens) | bit(Kind::compound);
constexpr std::uint32_t kScales = bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand);

}  // namespace

// Symbols between a token, the last one cut, and the one before.
void NumberWords::look_between(NumberToken& token, const NumberToken& last) {
  const std::size_t before = last.end;
  const bool words = !last.is(Kind::figures) && !token.is(Kind::figures);
  const std::size_t gap = token.begin - before;
  const bool dash = gap == 1 && scan_.text[before] == '-';
  token.hyphened = dash;
  odd_ |= dash && words;
  if (scan_.text[token.begin - 1] == '\'') {
    // that's, it's
    odd_ |= !last.is(Kind::other);
    if (token.is(Kind::letter)) token.sense = kPlainWord;
  }
  if (!phone_ || dash) return;
  int found = 0;
  bool other = false;
  for (std::size_t k = before; k < token.begin; ++k) {
    found += scan_.text[k] != ' ';
    other |= scan_.text[k] != ' ' && scan_.text[k] != '-';
  }
  token.cut = other || found > 1;
  odd_ |= !token.cut && words;
}

bool NumberWords::cut() {
  const bool symbols = scan_.symbols().any();
  const std::uint64_t low = scan_.letters.at[0] | scan_.digits.at[0], high = scan_.letters.at[1] | scan_.digits.at[1];
  std::uint64_t starts = low & ~(low << 1), ends = low & ~(low >> 1 | high << 63);
  const std::uint64_t more_starts = high & ~(high << 1 | low >> 63);
  unsigned start_base = 0, end_base = 0;
  // What all tokens have in common, kept in registers.
  std::uint32_t all = 0;
  unsigned strong = 255, weak = 255;
  std::uint64_t numeric = 0;
  int size = 0;
  for (;; ++size) {
    if (starts == 0) {
      if (start_base != 0 || more_starts == 0) break;
      starts = more_starts;
      start_base = 64;
    }
    if (ends == 0) {
      ends = high & ~(high >> 1);
      end_base = 64;
    }
    const unsigned begin = start_base + static_cast<unsigned>(std::countr_zero(starts));
    const unsigned end = end_base + static_cast<unsigned>(std::countr_zero(ends)) + 1;
    starts &= starts - 1;
    ends &= ends - 1;
    if (size == kMostNumberTokens) return false;
    const NumberSense* sense = &kFigures;
    if (scan_.text[begin] > '9') sense = find_number_word(scan_.text + begin, end - begin);
    if (sense == nullptr) return false;
    NumberToken& token = at[size];
    token.sense = *sense;
    token.begin = static_cast<std::uint8_t>(begin);
    token.end = static_cast<std::uint8_t>(end);
    token.cut = token.hyphened = false;
    if (symbols && size > 0 && (begin != at[size - 1].end + 1u || scan_.text[begin - 1] != ' ')) {
      look_between(token, at[size - 1]);
      sense = &token.sense;
    }
    strong &= sense->strong;
    weak &= sense->weak;
    all |= sense->flags;
    numeric |= std::uint64_t{sense->flags >> kNumberCountsBit & 1} << size;
  }
  count = size;
  strong_shared = strong;
  weak_shared = weak;
  flags_ = all;
  numeric_ = numeric;
  return true;
}

// "double" in front of anything but a number below a hundred or a single figure.
bool NumberWords::multiplies_oddly() const {
  for (int k = 0; k < count; ++k) {
    if (!at[k].is(Kind::multiplier)) continue;
    if (k + 1 == count) return true;
    const NumberToken& behind = at[k + 1];
    const bool figure = behind.is(Kind::figures) && behind.end - behind.begin == 1;
    const bool word = (bit(behind.sense.kind) & kRepeatable) != 0 && (behind.sense.flags & kNumberCounts) != 0;
    if (!(figure || word) || behind.cut) return true;
  }
  return false;
}

// "for" behind a word that it may explain.
bool NumberWords::connects_oddly() const {
  for (int k = 1; k < count; ++k)
    if ((at[k].sense.flags & kNumberConnector) != 0 && (at[k - 1].sense.flags & kNumberCounts) == 0) return true;
  return false;
}

void NumberWords::skip(int tokens) {
  weak_shared = 255;
  for (int k = tokens; k < count; ++k) weak_shared &= at[k].sense.weak;
}

bool NumberWords::make_phrase(NumberPhrase& out) const {
  if (odd_ || numeric_ == 0 || (flags_ & kNumberOdd) != 0) return false;
  if ((flags_ & bit(Kind::multiplier)) != 0 && multiplies_oddly()) return false;
  if ((flags_ & kNumberConnector) != 0 && connects_oddly()) return false;
  const int first = std::countr_zero(numeric_), last = 63 - std::countl_zero(numeric_);
  // One run without gaps.
  const std::uint64_t run = numeric_ >> first;
  if ((run & (run + 1)) != 0) return false;
  if ((flags_ & bit(Kind::figures)) != 0 && (flags_ & kScales) != 0) return false;
  if (everyday() || weak_shared != 255) {
    if (everyday()) {
      // English "um" in front is a filler.
      for (int k = 0; k < count; ++k)
        if ((at[k].sense.flags & kNumberEveryday) != 0 && (k >= first || at[k].sense.value == 9)) return false;
      if ((shared() & kEnglish) == 0) return false;
    }
    if (!words() && !figures()) return false;
    if (shared() == 0 || (!words() && (shared() & kEnglish) == 0)) return false;
  }
  out.plus = false;
  if ((flags_ & kNumberPlus) != 0)
    for (int k = 0; k < count; ++k) {
      if ((at[k].sense.flags & kNumberPlus) == 0) continue;
      if (k > first) return false;
      out.plus = true;
    }
  out.first = first;
  out.count = out.number_end = out.extension = last + 1;
  out.at[out.count].sense = {};
  out.at[out.count].cut = false;
  out.figures_only = (flags_ & bit(Kind::figures)) != 0;
  if (out.figures_only && (flags_ & kWordsOfNumbers) != 0)
    for (int k = first; k <= last; ++k) out.figures_only &= at[k].is(Kind::figures);
  return true;
}

bool read_number_phrase(const Scan& scan, NumberReader reader, NumberPhrase& out) {
  if (touches(scan.letters, scan.digits) || !only_quiet_symbols(scan, reader)) return false;
  // What closes an answer and holds a number word.
  for (const std::string_view closing : {"for sure", "grazie mille", "mil gracias"})
    if (scan.view().find(closing) != std::string_view::npos) return false;
  NumberWords words(scan, reader, out);
  return words.cut() && (words.make_phrase(out) || read_mixed_phrase(scan, reader, words, out));
}

}  // namespace ablmatch
