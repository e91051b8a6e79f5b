// Folding: the one pass that turns a raw value into the text that every kind reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tables/unicode_alternative.hpp"
#include "utf8.hpp"

namespace ablmatch {

// The worst case is U+FDFA, 18 code points and 33 bytes under NFKD; 1,024 of them, and slack so that
// word_hash may load eight bytes past the end.
inline constexpr std::size_t kFoldCapacity = 40 * kMaxCodePoints;

// Folded text: compatibility decomposition (NFKD), full case folding, combining marks of Latin, Greek,
// Cyrillic, Hebrew and Arabic removed (those of other scripts are letters' parts and stay; Kana with
// voiced marks and Hangul syllables are composed), format characters and the Arabic tatweel dropped, every
// run of white space one ' ', trimmed; quotes and primes are ' (double quotes "), dashes are -, decimal digits
// of any script are 0-9, ideographic and Arabic stops and commas are . and , ; the letters that NFKD leaves
// whole (ø đ ð þ ł ı ŋ æ œ ß …) are written in base letters, Persian and Urdu keyboard forms of kaf, yeh and heh
// as the Arabic letters. A vulgar fraction gets a space before it (34½ is 34 1/2).
// Case, canonical form and outer white space of the raw value never change it, nor does compatibility form,
// but for two characters that say more than their decomposition: ´ (an apostrophe here, a space and a mark
// there) and a fraction right behind a digit.
struct Folded {
  char text[kFoldCapacity];
  // alt[i] != 0: the letter that gave text[i] may also be written otherwise (alternatives() in fold.hpp).
  // Only meaningful when has_alt.
  std::uint8_t alt[kFoldCapacity];
  std::uint32_t size;
  bool ascii_source;   // the raw value was ASCII
  bool non_ascii;      // the folded text holds bytes >= 0x80
  bool has_alt;
  bool mixed_scripts;  // letters of more than one of Latin, Cyrillic, Greek in one run of letters (look-alikes)

  std::string_view view() const { return {text, size}; }
};

// The row of an alternative spelling's code.
const Alternative& alternative(std::uint8_t code);

// Folds `raw`, valid UTF-8 of at most kMaxCodePoints code points. Never fails, never allocates.
void fold(std::string_view raw, Folded& out);

// True when the folded texts are equal, each position with an alternative spelling taken either way.
bool equal_with_alternatives(std::string_view said, const std::uint8_t* said_alt, std::string_view stored,
                             const std::uint8_t* stored_alt);

// The text of kind `exact`: NFC of the full case folding, white space trimmed and collapsed; nothing else
// (accents, width, punctuation stay). Writes at most `capacity` bytes and returns their number, or
// SIZE_MAX when it would not fit (kFoldCapacity always fits). Idempotent.
std::size_t fold_exact(std::string_view raw, char* out, std::size_t capacity);

// NFC and full case folding without white-space changes: for local parts of addresses, where NFKC would
// merge look-alikes (full-width and mathematical letters). Same return as fold_exact.
std::size_t fold_strict(std::string_view raw, char* out, std::size_t capacity);

// Latin letters for folded text of another script: Cyrillic, Greek (ELOT 743), Armenian, Georgian, Arabic and
// Hebrew (consonants, and the vowels that letters show), Devanagari and its sisters (inherent vowel a, the last
// one dropped where the language drops it), Ethiopic, Kana (Hepburn, long vowels as written: kyou), Hangul
// (Revised Romanization, syllable by syllable), Han (Mandarin without tones; surname readings at the start).
// One customary form each. ASCII is copied, the Katakana middle dot is a space.
// Writes lower-case ASCII; returns the number of bytes, 0 when some character has no reading or the
// result would not fit. Never writes past `capacity`.
std::size_t transliterate(std::string_view folded, char* out, std::size_t capacity);

// The script of a code point, as far as comparing across scripts needs it.
enum class Script : std::uint8_t { none, latin, greek, cyrillic, arabic, hebrew, indic, kana, hangul, han, other };
Script script_of(char32_t c);

// True for letters (Unicode L*, and marks that belong to one), false for digits, spaces and symbols.
bool is_letter(char32_t c);

// Version of the Unicode data that the tables were made from, as "15.0.0".
extern const char* const kUnicodeVersion;

}  // namespace ablmatch
