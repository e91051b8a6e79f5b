// Why two words of a name agree, and how far.
#pragma once

#include <cstdint>

#include "name_form.hpp"

namespace ablmatch {

enum class NameReason : std::uint8_t {
  none,            // they are different names
  equal,
  letter_variant,  // ue for ü
  nickname,
  homophone,       // spelling or sound variant
  slip,            // one letter wrong
  initial,         // a letter for a name that begins with it
  transliterated,
  skeleton,        // Arabic or Hebrew consonants against Latin letters: never enough for a match
  unreadable,      // Han against Latin letters without a reading
  neighbour,       // one letter apart, but both are names of their own (Maria, Mario; Rose, Ross)
};

// `level`: the rung of identity-matching.md 1.4 that this word alone allows; 0 for none.
struct Agreement {
  std::uint8_t level;
  NameReason reason;

  bool found() const { return level >= 60; }
};
inline constexpr Agreement kNoAgreement{0, NameReason::none};

bool same_text(const NameToken& said, const NameToken& stored);

}  // namespace ablmatch
