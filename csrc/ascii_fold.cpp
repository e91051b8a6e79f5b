// Folding of ASCII text: eight bytes at a time while nothing but letter case changes, else byte by byte.
#include "ascii_fold.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace ablmatch {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x80 * kOnes;

// The high bit of each byte of `word`, all below 0x80, that equals `c`.
std::uint64_t equal_bytes(std::uint64_t word, unsigned char c) {
  return ~((word ^ (c * kOnes)) + 0x7F * kOnes) & kHigh;
}

std::uint64_t lower_bytes(std::uint64_t word) {
  const std::uint64_t from_a = word + (0x80 - 'A') * kOnes, behind_z = word + (0x80 - 'Z' - 1) * kOnes;
  return word + ((from_a & ~behind_z & kHigh) >> 2);
}

// The last `size` < 8 bytes, filled up with a letter, which folds to itself and is no white space.
std::uint64_t load_rest(const char* text, std::size_t size) {
  char bytes[8];
  std::memset(bytes, 'x', sizeof bytes);
  char* out = bytes;
  if (size & 4) {
    std::memcpy(out, text, 4);
    out += 4;
    text += 4;
  }
  if (size & 2) {
    std::memcpy(out, text, 2);
    out += 2;
    text += 2;
  }
  if (size & 1) *out = *text;
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

std::size_t fold_ascii(std::string_view raw, bool quotes, char* out) {
  std::size_t written = 0;
  bool after_space = true;  // so that leading white space writes nothing
  for (std::size_t at = 0; at < raw.size(); at += 8) {
    const char* text = raw.data() + at;
    const std::size_t left = raw.size() - at;
    const std::size_t count = left < 8 ? left : 8;
    std::uint64_t word;
    if (left >= 8) {
      std::memcpy(&word, text, sizeof word);
    } else {
      word = load_rest(text, left);
    }
    if (word & kHigh) return SIZE_MAX;
    const std::uint64_t spaces = equal_bytes(word, ' ');
    const std::uint64_t controls = ~((word | kHigh) - 0x20 * kOnes) & kHigh;
    const std::uint64_t graves = quotes ? equal_bytes(word, '`') : 0;
    const bool doubled = (spaces & (spaces << 8)) != 0 || (after_space && text[0] == ' ');
    if ((controls | graves) == 0 && !doubled) {
      word = lower_bytes(word);
      std::memcpy(out + written, &word, sizeof word);
      written += count;
      after_space = text[count - 1] == ' ';
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      const bool space = is_ascii_space(c);
      out[written] = space ? ' ' : static_cast<char>(quotes && c == '`' ? '\'' : lower_ascii(c));
      written += !(space && after_space);
      after_space = space;
    }
  }
  return written - (written > 0 && after_space);
}

PlainRun plain_run(const char* text, std::size_t left, bool after_space) {
  constexpr bool kTurned = std::endian::native == std::endian::big;
  std::uint64_t given;
  if (left >= 8) {
    std::memcpy(&given, text, sizeof given);
  } else {
    given = load_rest(text, left);
  }
  if constexpr (kTurned) given = __builtin_bswap64(given);  // the first byte is the lowest
  const std::uint64_t word = given & ~kHigh;
  const std::uint64_t controls = ~((word | kHigh) - 0x20 * kOnes) & kHigh;
  const std::uint64_t spaces = equal_bytes(word, ' ');
  const std::uint64_t second_spaces = spaces & (spaces << 8 | std::uint64_t{after_space} << 7);
  const std::uint64_t stops = (given & kHigh) | controls | second_spaces | equal_bytes(word, '`');
  const std::uint64_t lower = lower_bytes(word);
  std::uint64_t letters = (lower + (0x80 - 'a') * kOnes) & ~(lower + (0x80 - 'z' - 1) * kOnes) & kHigh;
  std::size_t size = stops != 0 ? static_cast<std::size_t>(std::countr_zero(stops)) / 8 : 8;
  if (size > left) size = left;
  if (size < 8) letters &= (std::uint64_t{1} << (8 * size)) - 1;
  return {size, kTurned ? __builtin_bswap64(lower) : lower, letters != 0};
}

}  // namespace ablmatch
