// Words around telephone numbers, folded: extension marks, labels, parts of numbers.
#pragma once

#include <string_view>

namespace ablmatch {

enum class PhoneWord {
  other,
  extension,   // ext, poste, ramal, Durchwahl, … before digits
  label,       // tel, mobile, … : says what the number is
  ignorable,   // area, code, and, is: may stand between digits
  plus,        // plus, mas: the country code follows
  option,      // option 2 is a menu's choice, no extension
  edge,        // last, ends: what follows is a part of a number
  edge_filler  // in, with, digits, of, … after such a word
};

// The sense of a folded word. Cost: one look-up in a table of some hundred words.
PhoneWord phone_word(std::string_view word);

}  // namespace ablmatch
