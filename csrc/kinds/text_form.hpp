// The words of a text answer, as written and as read from speech.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "../fold.hpp"

namespace ablmatch {

inline constexpr int kMaxWords = 64;  // longer texts are judged by equality only

struct Word {
  const char* text;
  std::uint16_t size;
  bool figure;
  bool number;  // a figure, or a number word: a slip would make it another one

  std::string_view view() const { return {text, size}; }
};

struct Words {
  Word at[kMaxWords];
  int count;
  bool overflow;

  void add(std::string_view text, bool figure, bool number = false) {
    if (count == kMaxWords) {
      overflow = true;
      return;
    }
    at[count++] = {text.data(), static_cast<std::uint16_t>(text.size()), figure, figure || number};
  }
};

struct TextForm {
  std::string_view folded;  // what stands for the value when its words overflow
  Words plain;    // as written
  Words spoken;   // carrier phrases dropped, spelled letters joined, number words as figures
  bool has_spoken;
  bool corrected;
  bool two_answers;
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

}  // namespace ablmatch
