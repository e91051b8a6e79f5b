// The row type of the alternative spellings: the one thing that folding's face and its tables share.
#pragma once

#include <string_view>

namespace ablmatch {

// One row per alternative spelling: the letter folded to `base` may also be written `other`
// (ü: base "u", other "ue"; å: "a", "aa"; æ: "ae", "a" and "e"). Codes index the table; 0 is none.
// A letter with several alternatives has consecutive rows joined by `more`.
struct Alternative {
  std::string_view base;
  std::string_view other;
  bool more;  // the next row is another alternative of the same letter
};

}  // namespace ablmatch
