// What a word can be in speech: the row type of the table of spoken words.
#pragma once

#include <cstdint>

#include "../word_table.hpp"

namespace ablmatch {

// Languages of the number words, one bit each.
enum Language : std::uint8_t {
  kEnglish = 1,
  kSpanish = 2,
  kFrench = 4,
  kGerman = 8,
  kPortuguese = 16,
  kItalian = 32,
  kDutch = 64,
  kHindi = 128
};

enum class NumberClass : std::uint8_t {
  none,
  unit,
  teen,
  tens,
  compound,
  hundreds,
  hundred,
  thousand,
  lakh,
  million,
  crore,
  conjunction,
  multiplier,
  plural
};

// A word has at most one numeric sense across all languages (the generator refuses two that disagree).
struct SpokenWord {
  NumberClass number;
  std::uint16_t value;     // 0-9, 10-19, 20..90, 21-99, 100..900; multiplier: 2, 3, 4; plural: the digit
  std::uint8_t languages;  // languages of the numeric sense
  bool weak;               // numeric only in a run that holds a strong number word or a figure (to, for, won, o, …)
  char letter;             // 'a'..'z' when the word is a letter's name (bee, jay) or a single letter, else 0
  char alphabet;           // 'a'..'z' when it is a word of a spelling alphabet (bravo, anton), else 0
  std::uint16_t roles;     // SpokenRole bits
};

enum SpokenRole : std::uint16_t {
  kFiller = 1,         // um, uh, äh
  kConnector = 2,      // for, like, wie, comme: letter CONNECTOR word ("as in" and the like are in the reader)
  kCase = 4,           // capital, lowercase …: an instruction about a letter, dropped
  kCorrection = 8,     // sorry, correction, rather, …: the text after it counts
  kEither = 16,        // or, maybe, either, oder: two answers at once
  kCloser = 32,        // please, thanks: dropped at the end
  kGap = 64,           // dash, hyphen, space, pause, then: a separator between digits
  kNameLetter = 128,   // an alphabet word that is also a given name or a common word (charlie, victor, golf)
  kStarter = 256,      // may begin a carrier phrase
  kSlot = 512,         // what a carrier phrase names (my NUMBER is, the last name is)
  kCommonWord = 1024,  // a letter's name that is an everyday word (see, you, are): never at the end of a spelled run
  kDenial = 2048,      // not, isn't: the number that follows is not the answer
  kEdge = 4096,        // last, first: a count beside it (the last FOUR) is no part of the answer
  kFillerOpener = 8192,       // may begin a filler phrase (YOU know)
  kCorrectionOpener = 16384,  // may begin a phrase of correction (I mean, NO wait), or is one alone
  kHead = 32768               // a starter that a slot may follow (MY number is)
};

}  // namespace ablmatch
