// UTF-8: strict counting, eight ASCII bytes or four letters of two bytes at a time.
#include "utf8.hpp"

#include <bit>
#include <cstring>

namespace ablmatch {

namespace {

// Length of the well-formed sequence that starts at `text[at]`, which is not ASCII; 0 when ill-formed.
// Rows of table 3-7: the second byte's range depends on the first, the rest are 80..BF.
std::size_t sequence_length(const unsigned char* text, std::size_t left) {
  const unsigned char lead = text[0];
  unsigned char low = 0x80, high = 0xBF;
  std::size_t length;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;   // shorter forms exist
    if (lead == 0xED) high = 0x9F;  // surrogates
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;  // above U+10FFFF
  } else {
    return 0;
  }
  if (length > left || text[1] < low || text[1] > high) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if ((text[k] & 0xC0) != 0x80) return 0;
  }
  return length;
}

// Are these eight bytes, the first one lowest, four sequences of two (Cyrillic, Greek, Hebrew, Arabic)?
bool four_of_two(std::uint64_t word) {
  constexpr std::uint64_t kFour = 0x0001000100010001u;
  const bool shape = (word & 0xC0E0 * kFour) == 0x80C0 * kFour;
  // C0 and C1 are no lead bytes.
  return shape && (((word & 0x1E * kFour) + 0x7FFF * kFour) & 0x8000 * kFour) == 0x8000 * kFour;
}

}  // namespace

int count_code_points(std::string_view bytes) {
  const auto* text = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t size = bytes.size();
  std::size_t at = 0;
  std::size_t count = 0;
  while (at < size) {
    while (size - at >= 8) {
      std::uint64_t word;
      std::memcpy(&word, text + at, 8);
      if (const std::uint64_t high = word & 0x8080808080808080u) {
        if constexpr (std::endian::native == std::endian::little) {
          if (four_of_two(word)) {
            at += 8;
            count += 4;
            continue;
          }
          const auto ascii = static_cast<std::size_t>(std::countr_zero(high)) / 8;
          at += ascii;
          count += ascii;
        }
        break;
      }
      at += 8;
      count += 8;
    }
    if (at == size) break;
    if (text[at] < 0x80) {
      ++at;
    } else {
      const std::size_t length = sequence_length(text + at, size - at);
      if (length == 0) return -1;
      at += length;
    }
    ++count;
  }
  // Longer than any value that is judged; the caller only asks whether it is within kMaxCodePoints.
  constexpr std::size_t kMost = 0x7FFFFFFF;
  return static_cast<int>(count < kMost ? count : kMost);
}

}  // namespace ablmatch
