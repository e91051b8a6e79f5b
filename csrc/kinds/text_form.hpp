// The words of a text answer, as written and as read from speech.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "../fold.hpp"
#include "../lexemes.hpp"
#include "../tables/text_words.hpp"

namespace ablmatch {

inline constexpr int kMaxWords = 64;  // longer texts are judged by equality only

struct Word {
  const char* text;          // readable for eight bytes behind its end
  std::uint64_t head, tail;  // text_head, text_tail
  std::uint32_t roles;       // TextRole bits
  std::uint16_t size;
  std::uint16_t id;  // the number of its row, or kNoTextWord
  bool figure;
  bool number;   // a figure, a number word or an ordinal: a slip would make it another one
  bool clipped;  // written with 's, which may be a verb: my dog's Rex

  std::string_view view() const { return {text, size}; }
  bool is(std::uint32_t any_role) const { return (roles & any_role) != 0; }
  bool is_letter(char c) const { return size == 1 && *text == c; }
  bool same_as(const Word& other) const {
    return head == other.head && size == other.size && tail == other.tail &&
           (size <= kMaxTextWord || std::memcmp(text, other.text, size) == 0);
  }
};

inline Word word_of(const char* text, std::size_t size) {
  const std::uint64_t head = text_head(text, size), tail = text_tail(text, size);
  const TextWord* row = find_text_word(head, tail, size);
  return {text,  head,  tail, row ? row->roles : 0, static_cast<std::uint16_t>(size), row ? id_of(*row) : kNoTextWord,
          false, false, false};
}

struct Words {
  Word at[kMaxWords];
  int count;
  bool overflow;

  void add(const Word& word) {
    if (count == kMaxWords) overflow = true;
    else at[count++] = word;
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
  char arena[4 * kMaxCodePoints + 8];
  int used;

  std::string_view keep(const char* text, std::size_t size) {
    if (used + size > sizeof arena - 8) return {};
    std::memcpy(arena + used, text, size);
    used += static_cast<int>(size);
    return {arena + used - static_cast<int>(size), size};
  }
};

bool same_words(const Words& one, const Words& two);

// text.cpp: joins what punctuation splits inside one word (brendan's, u.s.a) and leaves out punctuation. When nothing
// else is there, the symbols are the words. `spoken`: contractions become two words, and so does l'école.
void read_text_words(const Lexemes& lexemes, bool spoken, TextForm& form, Words& out);

// text_spoken.cpp: is there anything in the lexemes (looked up) that speech reads in another way?
bool may_be_read_otherwise(const Lexemes& lexemes, bool said);
// text_spoken.cpp: fills spoken and whole. Edits the lexemes, which were looked up, and splits `folded` again.
void read_spoken_text(const Folded& folded, Lexemes& lexemes, bool said, TextForm& form);

}  // namespace ablmatch
