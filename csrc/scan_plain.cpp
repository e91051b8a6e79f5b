// The scan on any machine: eight bytes at a time.
#include <bit>
#include <cstring>

#include "scan_kernels.hpp"

namespace ablmatch {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x80 * kOnes;

constexpr std::uint64_t from(std::uint64_t word, unsigned char c) { return word + (0x80 - c) * kOnes; }

// The high bit of each byte (all below 0x80) between two characters.
constexpr std::uint64_t between(std::uint64_t word, unsigned char first, unsigned char last) {
  return from(word, first) & ~from(word, static_cast<unsigned char>(last + 1)) & kHigh;
}

// The high bits of eight bytes side by side, the first byte's lowest.
constexpr std::uint64_t gather(std::uint64_t high_bits) { return (high_bits >> 7) * 0x0102040810204080u >> 56; }

std::uint64_t load_word(const char* text) {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

void store_word(char* text, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(text, &word, sizeof word);
}

// The last `left` bytes, 1 to 8, of a value: its bytes from `text` on, and zeros.
std::uint64_t load_last_word(const char* text, std::size_t left, std::size_t size) {
  if (left == 8) return load_word(text);
  if (size >= 8) return load_word(text + left - 8) >> (64 - 8 * left);
  char bytes[8] = {};
  std::memcpy(bytes, text, left);
  return load_word(bytes);
}

}  // namespace

Kerneled scan_plain(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  Kerneled found{0, 0};
  while (wanted != 0) {
    const std::size_t k = next_of(wanted);
    if (!has_room(values[k])) continue;
    const std::size_t size = values[k].size;
    Scan& scan = out[k];
    scan.letters = scan.digits = scan.spaces = {};
    std::uint64_t foreign = 0, irregular = 0, token = 0;
    for (std::size_t at = 0; at < sizeof scan.text; at += 8) {
      if (at >= size) {
        store_word(scan.text + at, 0);
        continue;
      }
      const char* const place = values[k].data + at;
      const std::uint64_t given = size - at >= 8 ? load_word(place) : load_last_word(place, size - at, size);
      foreign |= given & kHigh;
      const std::uint64_t word = given & ~kHigh;
      irregular |= between(word, 1, 0x1F) | between(word, '`', '`');
      token |= between(word, '_', '_') | between(word, ':', ':');
      const std::uint64_t lower = word + (between(word, 'A', 'Z') >> 2);
      store_word(scan.text + at, lower);
      const std::size_t block = at >> 6, shift = at & 63;
      scan.letters.at[block] |= gather(between(lower, 'a', 'z')) << shift;
      scan.digits.at[block] |= gather(between(lower, '0', '9')) << shift;
      scan.spaces.at[block] |= gather(between(lower, ' ', ' ')) << shift;
    }
    const std::uint8_t rare = marks_of(foreign != 0, irregular != 0, token != 0);
    found.take(k, scan, size, rare != 0, marks[k], [rare] { return rare; });
  }
  return found;
}

}  // namespace ablmatch
