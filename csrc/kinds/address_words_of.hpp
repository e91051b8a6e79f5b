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

// The first `size` bytes of a text with eight bytes to read.
inline std::uint64_t load_letters(const char* text, std::size_t size) {
  const std::uint64_t all = detail::load8(text);
  return size >= 8 ? all : all & ((std::uint64_t{1} << 8 * size) - 1);
}

inline LaneWord word_at(const char* text, std::size_t size) {
  return {load_letters(text, size), size > 8 ? load_letters(text + 8, size - 8) : 0, text,
          static_cast<std::uint32_t>(size)};
}

// The same without a branch on the size; of a longer word its first sixteen letters.
inline LaneWord masked_word(const char* text, std::size_t size) {
  static constexpr auto kAll = ~std::uint64_t{0};
  static constexpr std::uint64_t kMasks[] = {0,          kAll >> 56, kAll >> 48, kAll >> 40, kAll >> 32,
                                             kAll >> 24, kAll >> 16, kAll >> 8,  kAll};
  const std::size_t low = size < 8 ? size : 8, all = size < 16 ? size : 16;
  return {detail::load8(text) & kMasks[low], detail::load8(text + 8) & kMasks[all - low], text,
          static_cast<std::uint32_t>(size)};
}

// Calls see(place, size) for each run of bytes of a mask while it answers true.
template <class See>
void each_run(const ScanMask& mask, See see) {
  const std::uint64_t low = mask.at[0], high = mask.at[1];
  for (std::uint64_t starts = low & ~(low << 1); starts != 0; starts &= starts - 1) {
    const int at = std::countr_zero(starts);
    std::size_t size = static_cast<std::size_t>(std::countr_one(low >> at));
    if (static_cast<std::size_t>(at) + size == 64) size += static_cast<std::size_t>(std::countr_one(high));
    if (!see(static_cast<std::size_t>(at), size)) return;
  }
  for (std::uint64_t starts = high & ~(high << 1 | low >> 63); starts != 0; starts &= starts - 1) {
    const int at = std::countr_zero(starts);
    if (!see(static_cast<std::size_t>(at) + 64, static_cast<std::size_t>(std::countr_one(high >> at)))) return;
  }
}

// st, nd, rd, th: the two letters as bytes of a word of memory.
inline bool is_ordinal_ending(std::uint64_t letters) {
  return letters == 0x7473 || letters == 0x646e || letters == 0x6472 || letters == 0x6874;
}

}  // namespace ablmatch::postal
