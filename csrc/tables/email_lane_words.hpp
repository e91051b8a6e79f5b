// Words of spoken e-mail addresses, one row for all that a word may be; see tools/tables/email_lane.py.
#pragma once

#include <cstdint>

#include "../word_table.hpp"

namespace ablmatch {

enum class LaneRole : std::uint8_t {
  plain,        // stands for itself alone (a letter's name too, where letters are spelled)
  sign,         // value: the character
  at,           // the sign between mailbox and domain
  phrase,       // stands for more than one character, or for nothing: its row of kEmailPhrases says for what
  unit,         // number words that are always numbers; value: 0-99
  teen,
  tens,
  compound,
  hundred,
  thousand,
  conjunction,  // between number words
  weak,         // English, a digit or a word: to, for
  oh,           // 0 or the letter
  multiplier,   // double, triple; value: how often
  touchy        // cleaning, corrections, remarks on letters: left to the whole reading
};

enum LaneFlag : std::uint16_t {
  kLaneStarts = 1,      // may begin what stands before an answer
  kLaneCloses = 2,      // the last word of what closes an answer
  kLaneLabel = 4,       // names the answer
  kLaneMe = 8,          // before "at"
  kLaneIt = 16,         // before "to"
  kLaneCommon = 32,     // kCommonWord
  kLaneStrong = 64,     // a word of a spelling alphabet and hardly anything else
  kLaneAlphabet = 128,  // a word of a spelling alphabet and no letter's name
  kLaneConnector = 256  // kConnector
};

struct EmailLaneWord {
  LaneRole role;
  std::uint8_t value;
  std::uint8_t languages;  // of the number word
  std::uint16_t flags;     // LaneFlag
  char letter;             // 'a'..'z' when it names a letter or belongs to a spelling alphabet, else 0
  std::uint32_t seconds;   // first letters of the second words of phrases that begin with it, 'a' lowest
};

extern const WordTable<EmailLaneWord> kEmailLaneWords;

// The seconds of single letters, which have no row.
extern const std::uint32_t kEmailLaneSeconds[26];

}  // namespace ablmatch
