// UTF-8: borrowed views, strict validation, and decoding of one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ablmatch {

// The longest value that is judged, in code points (matching.md section 1: 1,024 is judged, 1,025 is not).
inline constexpr int kMaxCodePoints = 1024;

// Number of code points in `bytes`, or -1 when they are not well-formed UTF-8 (Unicode 15, table 3-7:
// overlong forms, surrogates and values above U+10FFFF are refused).
int count_code_points(std::string_view bytes);

// Decodes the code point that starts at `at` in valid UTF-8 and moves `at` behind it.
inline char32_t decode(const char* text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto tail = [&](std::size_t k) { return static_cast<char32_t>(text[at + k] & 0x3F); };
  if (lead < 0x80) {
    at += 1;
    return lead;
  }
  if (lead < 0xE0) {
    const char32_t c = (static_cast<char32_t>(lead & 0x1F) << 6) | tail(1);
    at += 2;
    return c;
  }
  if (lead < 0xF0) {
    const char32_t c = (static_cast<char32_t>(lead & 0x0F) << 12) | (tail(1) << 6) | tail(2);
    at += 3;
    return c;
  }
  const char32_t c = (static_cast<char32_t>(lead & 0x07) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3);
  at += 4;
  return c;
}

// Bytes that `encode` writes for `c`.
inline int encoded_size(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// Writes `c` as UTF-8 at `out` (room for four bytes) and returns the number of bytes written.
inline int encode(char32_t c, char* out) {
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xC0 | (c >> 6));
    out[1] = static_cast<char>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xE0 | (c >> 12));
    out[1] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out[2] = static_cast<char>(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | (c >> 18));
  out[1] = static_cast<char>(0x80 | ((c >> 12) & 0x3F));
  out[2] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  out[3] = static_cast<char>(0x80 | (c & 0x3F));
  return 4;
}

}  // namespace ablmatch
