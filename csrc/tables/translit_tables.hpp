// What the generated transliteration tables hold.
#pragma once

#include <cstddef>
#include <cstdint>

#include "unicode_tables.hpp"

namespace ablmatch::tables {

// What an Indic letter does to the inherent vowel; `plain` for every other script.
enum class LetterClass : std::uint8_t { plain, consonant, vowel_sign, virama, nukta, bindu, vowel, gemination };

// 0: no reading; else value - 1 is the place in translit_pool of one byte (class * 16 + length) and the letters.
extern const std::uint8_t translit_root[];
extern const std::uint16_t translit_branches[];
extern const std::uint16_t translit_leaves[];
extern const char32_t translit_limit;
extern const std::uint8_t translit_pool[];

// Mandarin readings without tones of U+4E00..U+9FFF, as rows of han_syllables; row 0 is "no reading".
inline constexpr char32_t kHanFirst = 0x4E00, kHanCount = 0x5200;
extern const char han_syllables[][8];
extern const std::uint16_t han_readings[];
struct SurnameReading {
  std::uint16_t character, syllable;
};
extern const SurnameReading han_surnames[];  // sorted by character
extern const std::size_t han_surname_count;

}  // namespace ablmatch::tables
