// Canonical ordering and composition (Unicode 15, section 3.11; UAX #15), shared by the two foldings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "utf8.hpp"

namespace ablmatch {

// Hangul by arithmetic (section 3.12).
inline constexpr char32_t kHangulFirst = 0xAC00, kHangulCount = 11172;
inline constexpr char32_t kLeadFirst = 0x1100, kLeadCount = 19;
inline constexpr char32_t kVowelFirst = 0x1161, kVowelCount = 21;
inline constexpr char32_t kTailFirst = 0x11A7, kTailCount = 28;  // the first stands for "no tail"

inline bool is_hangul_syllable(char32_t c) { return c - kHangulFirst < kHangulCount; }

// The syllable that `first` and `second` make (lead and vowel, or open syllable and tail), else 0.
inline char32_t compose_hangul(char32_t first, char32_t second) {
  if (first - kLeadFirst < kLeadCount && second - kVowelFirst < kVowelCount) {
    return kHangulFirst + ((first - kLeadFirst) * kVowelCount + (second - kVowelFirst)) * kTailCount;
  }
  const bool tail = second > kTailFirst && second < kTailFirst + kTailCount;
  if (tail && is_hangul_syllable(first) && (first - kHangulFirst) % kTailCount == 0) {
    return first + (second - kTailFirst);
  }
  return 0;
}

// The primary composite of two code points, Hangul included, else 0.
char32_t compose(char32_t first, char32_t second);

std::uint8_t combining_class(char32_t c);

// A character and its canonical combining class.
struct ClassedChar {
  char32_t c;
  std::uint8_t combining;
};

// What 1,024 code points can bring to one run: no code point gives more than two that combine, and the
// first may give three behind its own starter (U+1F82 and the like).
inline constexpr std::size_t kMaxRun = 2 * kMaxCodePoints + 4;

// Sorts `run[0..size)`, all of classes above 0, by class; equal classes keep their order.
// Linear for long runs, so that hostile text costs no more than other text.
void order_marks(ClassedChar* run, std::size_t size);

}  // namespace ablmatch
