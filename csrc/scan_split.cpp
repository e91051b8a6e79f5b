// Lexemes by bit masks: where a run begins and where it ends are one bit each, and no byte is looked at.
#include "scan_split.hpp"

#include <cstring>

#include "word_table.hpp"

namespace ablmatch {

namespace {

// The first byte of each run of a mask, and the last.
ScanMask first_bytes(const ScanMask& mask) {
  return {{mask.at[0] & ~(mask.at[0] << 1), mask.at[1] & ~(mask.at[1] << 1 | mask.at[0] >> 63)}};
}
ScanMask last_bytes(const ScanMask& mask) {
  return {{mask.at[0] & ~(mask.at[0] >> 1 | mask.at[1] << 63), mask.at[1] & ~(mask.at[1] >> 1)}};
}

}  // namespace

void fold(const Scan& scan, Folded& out) {
  // word_hash may load eight bytes behind the text: they are zeros of the scan.
  constexpr std::size_t kBlock = 64, kZeros = 8;
  std::memcpy(out.text, scan.text, kBlock);
  if (scan.size > kBlock - kZeros) std::memcpy(out.text + kBlock, scan.text + kBlock, kBlock + kZeros);
  out.size = scan.size;
  out.ascii_source = true;
  out.non_ascii = out.has_alt = out.mixed_scripts = false;
}

void split(const Scan& scan, const Folded& folded, Lexemes& out) {
  const ScanMask symbols = scan.symbols();
  const ScanMask word_starts = first_bytes(scan.letters), number_starts = first_bytes(scan.digits);
  const ScanMask word_ends = last_bytes(scan.letters), number_ends = last_bytes(scan.digits);
  Lexeme* lexeme = out.at;
  // `bit`: where the lexeme begins, in the masks of the half that it begins in.
  const auto put = [&](std::size_t start, std::size_t end, std::uint64_t bit, std::uint64_t letters,
                       std::uint64_t digits, std::uint64_t spaced) {
    const bool word = (letters & bit) != 0, number = (digits & bit) != 0;
    lexeme->text = folded.text + start;
    lexeme->size = static_cast<std::uint16_t>(end - start);
    lexeme->type = word ? LexemeType::word : number ? LexemeType::number : LexemeType::symbol;
    lexeme->spaced = (spaced & bit) != 0;
    lexeme->numeric = number;
    lexeme->hash = word_hash(lexeme->text, end - start);
    lexeme->spoken = nullptr;
    ++lexeme;
  };
  const auto place = [](std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); };
  const auto starts_of = [&](int half) { return symbols.at[half] | word_starts.at[half] | number_starts.at[half]; };
  const auto ends_of = [&](int half) { return symbols.at[half] | word_ends.at[half] | number_ends.at[half]; };

  std::uint64_t starts = starts_of(0), spaced = scan.spaces.at[0] << 1;
  for (std::uint64_t ends = ends_of(0); ends != 0; ends &= ends - 1) {
    put(place(starts), place(ends) + 1, starts & -starts, scan.letters.at[0], scan.digits.at[0], spaced);
    starts &= starts - 1;
  }
  if (scan.size > 64) {
    std::uint64_t ends = ends_of(1);
    if (starts != 0) {  // a run that goes on in the other half
      put(place(starts), 64 + place(ends) + 1, starts & -starts, scan.letters.at[0], scan.digits.at[0], spaced);
      ends &= ends - 1;
    }
    spaced = scan.spaces.at[1] << 1 | scan.spaces.at[0] >> 63;
    for (starts = starts_of(1); ends != 0; ends &= ends - 1) {
      put(64 + place(starts), 64 + place(ends) + 1, starts & -starts, scan.letters.at[1], scan.digits.at[1], spaced);
      starts &= starts - 1;
    }
  }
  out.count = static_cast<int>(lexeme - out.at);
  out.overflow = false;
  out.forget_clues();
}

}  // namespace ablmatch
