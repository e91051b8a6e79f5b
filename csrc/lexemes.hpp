// Lexemes: folded text split without loss into words, numbers and symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fold.hpp"

namespace ablmatch {

struct SpokenWord;  // spoken.hpp

enum class LexemeType : std::uint8_t { word, number, symbol };

// A run of letters, a run of 0-9, or one symbol. The bytes are borrowed from the folded text (or from an
// arena when a reader joined or replaced lexemes).
struct Lexeme {
  const char* text;
  std::uint16_t size;
  LexemeType type;
  bool spaced;         // white space stands before it (false for the first one)
  bool numeric;        // a number, or a word that reads as one here (mark_numeric in spoken.hpp)
  std::uint32_t hash;  // word_hash of the bytes
  const SpokenWord* spoken;  // its row in the spoken table; null until look_up_spoken, and for unknown words

  std::string_view view() const { return {text, size}; }
  bool is(std::string_view other) const { return view() == other; }
  bool is_symbol(char c) const { return type == LexemeType::symbol && size == 1 && *text == c; }
  bool is_word() const { return type == LexemeType::word; }
  bool is_number() const { return type == LexemeType::number; }
};

inline constexpr int kMaxLexemes = 1024;

struct Lexemes {
  Lexeme at[kMaxLexemes];
  int count;
  // More runs than kMaxLexemes: such a value is judged by equality only.
  bool overflow;
  // What the words may be, all of them together: SpokenRole and SpokenClue bits (spoken.hpp). Readers that look for a
  // role which nothing has are done at once. Exact after look_up_spoken; removing lexemes leaves it too large, never
  // too small.
  std::uint32_t clues;

  Lexeme* begin() { return at; }
  Lexeme* end() { return at + count; }
  const Lexeme* begin() const { return at; }
  const Lexeme* end() const { return at + count; }
  void remove(int from, int to);  // drops at[from, to)
  void forget_clues() { clues = ~std::uint32_t{0}; }  // no word has been looked up: each may be anything
};

void split(const Folded& folded, Lexemes& out);

// Alternative-spelling codes (Folded::alt) of a lexeme's bytes, or null when it has none.
inline const std::uint8_t* alternatives_of(const Folded& folded, const Lexeme& lexeme) {
  if (!folded.has_alt || lexeme.text < folded.text || lexeme.text >= folded.text + folded.size) return nullptr;
  return folded.alt + (lexeme.text - folded.text);
}

}  // namespace ablmatch
