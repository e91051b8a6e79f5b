// The words of a text answer, as written and as read from speech.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "../fold.hpp"
#include "../lexemes.hpp"

namespace ablmatch {

inline constexpr int kMaxWords = 64;  // longer texts are judged by equality only

struct Word {
  const char* text;
  std::uint16_t size;
  bool figure;
  bool number;   // a figure, a number word or an ordinal: a slip would make it another one
  bool clipped;  // written with 's, which may be a verb: my dog's Rex

  std::string_view view() const { return {text, size}; }
};

struct Words {
  Word at[kMaxWords];
  int count;
  bool overflow;

  void add(std::string_view text, bool figure, bool number = false, bool clipped = false) {
    if (count == kMaxWords) {
      overflow = true;
      return;
    }
    at[count++] = {text.data(), static_cast<std::uint16_t>(text.size()), figure, figure || number, clipped};
  }
};

struct TextForm {
  std::string_view folded;  // what stands for the value when its words overflow
  Words plain;              // as written
  Words spoken;  // carrier phrases dropped, spelled letters joined, contractions expanded, number words as figures
  Words whole;   // the same with carrier phrases kept, and "twenty second" as two words
  bool has_spoken, has_whole;
  bool corrected;
  // Texts that were joined or rewritten; what does not fit makes the words overflow.
  char arena[4 * kMaxCodePoints];
  int used;

  std::string_view keep(const char* text, std::size_t size) {
    if (used + size > sizeof arena) return {};
    std::memcpy(arena + used, text, size);
    used += static_cast<int>(size);
    return {arena + used - static_cast<int>(size), size};
  }
};

// text.cpp: joins what punctuation splits inside one word (brendan's, u.s.a) and leaves out punctuation. When nothing
// else is there, the symbols are the words. `spoken`: contractions become two words, and so does l'école.
void read_text_words(const Lexemes& lexemes, bool spoken, TextForm& form, Words& out);

// text_spoken.cpp: is there anything in the lexemes (looked up) that speech reads in another way?
bool may_be_read_otherwise(const Lexemes& lexemes, bool said);
// text_spoken.cpp: fills spoken and whole. Edits the lexemes, which were looked up, and splits `folded` again.
void read_spoken_text(const Folded& folded, Lexemes& lexemes, bool said, TextForm& form);

}  // namespace ablmatch
