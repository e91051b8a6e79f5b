// The parts of transliteration: reading folded text with one code point of sight ahead, writing Latin letters.
#pragma once

#include <cstddef>
#include <string_view>

#include "fold.hpp"
#include "tables/translit_tables.hpp"

namespace ablmatch {

// Walks folded text. `at_word_start` and `ends_word` let scripts treat first and last letters.
class LetterReader {
 public:
  explicit LetterReader(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  char32_t peek() const {
    if (done()) return 0;
    std::size_t at = at_;
    return decode(text_.data(), at);
  }
  char32_t take() {
    previous_ = current_;
    current_ = decode(text_.data(), at_);
    return current_;
  }
  bool take_if(char32_t c) {
    if (peek() != c) return false;
    take();
    return true;
  }
  char32_t previous() const { return previous_; }  // before the one taken last; 0 at the start
  bool at_word_start() const { return previous_ == 0 || !is_letter(previous_); }
  bool ends_word() const { return done() || !is_letter(peek()); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  char32_t previous_ = 0, current_ = 0;
};

// Writes into a fixed buffer; one that is too small makes the whole result empty.
class LatinWriter {
 public:
  LatinWriter(char* out, std::size_t capacity) : out_(out), capacity_(capacity) {}

  void put(std::string_view letters) {
    for (const char c : letters) {
      if (size_ == capacity_) {
        full_ = true;
        return;
      }
      out_[size_++] = c;
    }
  }
  void drop(std::size_t count) { size_ -= count < size_ ? count : size_; }
  bool ends_with(std::string_view letters) const { return std::string_view(out_, size_).ends_with(letters); }
  char last() const { return size_ == 0 ? '\0' : out_[size_ - 1]; }
  std::size_t result() const { return full_ ? 0 : size_; }

 private:
  char* out_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  bool full_ = false;
};

inline bool is_latin_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

// A letter's own reading and Indic class.
struct LetterReading {
  std::string_view letters;
  tables::LetterClass letter_class;
  bool found;
};

inline LetterReading letter_reading(char32_t c) {
  const std::uint16_t value = tables::look_up(tables::translit_root, tables::translit_branches, tables::translit_leaves,
                                              tables::translit_limit, c);
  if (value == 0) return {{}, tables::LetterClass::plain, false};
  const std::uint8_t* entry = tables::translit_pool + (value - 1);
  return {{reinterpret_cast<const char*>(entry + 1), static_cast<std::size_t>(entry[0] & 15)},
          static_cast<tables::LetterClass>(entry[0] >> 4),
          true};
}

// Each takes the rest of one syllable or letter whose first code point, `c`, the reader has just given.
// False when it has no reading.
bool romanize_kana(char32_t c, LetterReader& reader, LatinWriter& writer);

// Indic scripts carry the vowel of the syllable from letter to letter, so one call reads a whole word.
bool romanize_indic_word(char32_t c, LetterReader& reader, LatinWriter& writer);

}  // namespace ablmatch
