// The words and numbers of a scanned value as words of memory, one call for each.
#pragma once

#include <bit>
#include <cstdint>

#include "../scan.hpp"
#include "../word_table.hpp"

namespace ablmatch::postal {

// A run of letters; `low` and `high` hold the first sixteen, zeros behind them.
struct LaneWord {
  std::uint64_t low, high;
  const char* text;
  std::uint32_t size;
};

// What a load of eight bytes at a word, and of the next eight, keeps of them.
struct LetterMasks {
  std::uint64_t low, high;
};
inline constexpr struct LetterMaskTable {
  LetterMasks of[17] = {};
  constexpr LetterMaskTable() {
    const std::uint64_t all = ~std::uint64_t{0};
    for (unsigned size = 1; size <= 16; ++size)
      of[size] = {size >= 8 ? all : all >> (64 - 8 * size), size <= 8 ? 0 : all >> (128 - 8 * size)};
  }
} kLetterMasks;

// The first `size` bytes of a text with eight bytes to read.
inline std::uint64_t load_letters(const char* text, std::size_t size) {
  return detail::load8(text) & kLetterMasks.of[size < 8 ? size : 8].low;
}

// A word by its place and size, without a branch on the size; of a longer word its first sixteen letters.
inline LaneWord word_at(const char* text, std::size_t size) {
  const LetterMasks& masks = kLetterMasks.of[size < 16 ? size : 16];
  return {detail::load8(text) & masks.low, detail::load8(text + 8) & masks.high, text,
          static_cast<std::uint32_t>(size)};
}

// Calls see(place, size) for each run of bytes of a mask. One loop finds both ends of a run: how many there are is
// anybody's guess, which is dear where it is taken twice.
template <class See>
void each_run(const ScanMask& mask, See see) {
  const std::uint64_t low = mask.at[0], high = mask.at[1];
  const std::uint64_t ends[] = {low & ~(low >> 1 | high << 63), high & ~(high >> 1)};
  std::uint64_t starts = low & ~(low << 1);
  std::size_t from = 0;
  for (std::size_t half = 0; half < 2; ++half)
    for (std::uint64_t end = ends[half]; end != 0; end &= end - 1) {
      if (starts == 0) starts = high & ~(high << 1 | low >> 63), from = 64;
      const std::size_t at = from + static_cast<std::size_t>(std::countr_zero(starts));
      starts &= starts - 1;
      see(at, 64 * half + static_cast<std::size_t>(std::countr_zero(end)) + 1 - at);
    }
}

// st, nd, rd, th: the two letters as bytes of a word of memory.
inline bool is_ordinal_ending(std::uint64_t letters) {
  return letters == 0x7473 || letters == 0x646e || letters == 0x6472 || letters == 0x6874;
}

}  // namespace ablmatch::postal
