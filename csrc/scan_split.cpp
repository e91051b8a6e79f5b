// Lexemes by bit masks: where a run begins and where it ends are one bit each, and no byte is looked at.
#include "scan_split.hpp"

#include <cstring>

#include "word_table.hpp"

namespace ablmatch {

namespace {

static_assert(static_cast<int>(LexemeType::word) == 0 && static_cast<int>(LexemeType::number) == 1 &&
              static_cast<int>(LexemeType::symbol) == 2);

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
  std::uint64_t before = 0;  // white space in front of the half
  std::uint64_t ends[2] = {symbols.at[0] | word_ends.at[0] | number_ends.at[0],
                           symbols.at[1] | word_ends.at[1] | number_ends.at[1]};
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t letters = scan.letters.at[half], digits = scan.digits.at[half];
    const std::uint64_t spaced = scan.spaces.at[half] << 1 | before;
    before = scan.spaces.at[half] >> 63;
    std::uint64_t starts = symbols.at[half] | word_starts.at[half] | number_starts.at[half];
    for (; starts != 0; starts &= starts - 1) {
      const int place = std::countr_zero(starts);
      // A run may end in the other half.
      const std::size_t end_half = ends[half] != 0 ? half : 1;
      const std::size_t end = 64 * end_half + static_cast<std::size_t>(std::countr_zero(ends[end_half])) + 1;
      ends[end_half] &= ends[end_half] - 1;
      const std::size_t start = 64 * half + static_cast<std::size_t>(place);
      const auto word = static_cast<unsigned>(letters >> place & 1),
                 number = static_cast<unsigned>(digits >> place & 1);
      lexeme->text = folded.text + start;
      lexeme->size = static_cast<std::uint16_t>(end - start);
      lexeme->type = static_cast<LexemeType>(static_cast<unsigned>(LexemeType::symbol) - number - 2 * word);
      lexeme->spaced = (spaced >> place & 1) != 0;
      lexeme->numeric = number != 0;
      lexeme->hash = word_hash(lexeme->text, end - start);
      lexeme->spoken = nullptr;
      ++lexeme;
    }
    if (scan.size <= 64) break;
  }
  out.count = static_cast<int>(lexeme - out.at);
  out.overflow = false;
  out.forget_clues();
}

}  // namespace ablmatch
