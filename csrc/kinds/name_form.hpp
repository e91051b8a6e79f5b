// The form of a personal name: its tokens in natural order (given names, middle names, surnames) and what was set aside.
#pragma once

#include <cstdint>
#include <string_view>

#include "../fold.hpp"
#include "../tables/name_word.hpp"

namespace ablmatch {

// Names of more tokens are judged by equality only, which bounds the cost of a pair.
inline constexpr int kMaxNameTokens = 12;

enum NameTokenFlag : std::uint8_t {
  kInitialToken = 1,  // a single letter
  kHyphenToken = 2,  // a hyphen joins it to the token before
  kForeignToken = 4,  // its bytes are not all ASCII
  kMaybeDegree = 8,  // a last word such as "ma": a degree when the other side lacks it
  kSentenceToken = 16,  // "the", "account", a figure, "okafor's": part of a sentence, not of a name
  kAndToken = 32,  // "and", "&": between two people, or Ann as a recognizer hears it
  kPossessiveToken = 64,  // had an 's
  kDottedToken = 128,  // written with points inside: m.a.
};

// One word of a name, apostrophes dropped and O', Mc, Mac joined to what follows.
struct NameToken {
  const char* text;
  const std::uint8_t* alt;  // alternative-spelling codes of its bytes, or null
  const NameWord* row;  // null: an unknown word
  const NameToken* latin;  // of a word of another script in a form: its Latin spelling, where it has one; else null
  std::uint16_t size;
  std::uint8_t letters;  // code points, at most 255
  std::uint8_t flags;

  std::string_view view() const { return {text, size}; }
  bool is(std::string_view other) const { return view() == other; }
  bool has(NameTokenFlag flag) const { return (flags & flag) != 0; }
  bool knows(std::uint32_t name_flags) const { return row != nullptr && (row->flags & name_flags) != 0; }
};

// What a remark claims of the spelling of a word: "Catherine with a K", "Ann without an e", "Philip with one l".
struct LetterRemark {
  char letter;
  std::uint8_t count;  // 2: doubled; 0: just one, not doubled
  bool absent;
  NameToken about;
};
inline constexpr int kMaxLetterRemarks = 4;

// Another reading of the token `whole` that spelled letters made, as two words: "Peter Lima Uniform November Delta" (the
// first word of the letters is a name), "Kilo India Mike Fox" (the last one is), "Miles, W I L E S" (the letters are not
// the word before them, though they are like it).
struct SpelledSplit {
  NameToken whole, first, rest;
};
inline constexpr int kMaxSpelledSplits = 3;

// Room for texts that reading makes: joined and spelled tokens. When it is full the name is read as overlong.
inline constexpr int kNamePool = 2048;

struct NameForm {
  NameToken at[kMaxNameTokens];
  NameToken latin[kMaxNameTokens];  // what NameToken::latin of these points to
  int count;
  int given_count;  // tokens in front of the surname when a comma or labels told them apart, else 0
  std::uint8_t generation;  // NameWord::generation
  bool comma;  // written "Surname, Given"
  bool labelled;  // "first name …, last name …": the order is certain
  bool titled;  // a title or degree was set aside
  bool two_people;  // "or", "/" between names
  bool sentence;  // a token is no name word
  bool spelled, filler, corrected, two_answers, mixed_scripts;
  bool overlong;
  SpelledSplit splits[kMaxSpelledSplits];
  int split_count;
  LetterRemark remarks[kMaxLetterRemarks];
  int remark_count;
  std::string_view folded;  // the whole value, for names that are judged by equality

  int pool_used;
  char pool[kNamePool];
  std::uint8_t alt_pool[kNamePool];
};

// A form without words and findings, but for what cleaning finds and what the folded value tells.
void clear_name(NameForm& form);

// A token of these bytes, looked up; `alt` may be null.
NameToken make_name_token(std::string_view text, const std::uint8_t* alt, std::uint8_t flags);

// Puts the Latin spelling of a word of another script in the form's pool, and in `latin`; nothing where it has none.
void add_latin(NameForm& form, NameToken& word, NameToken& latin);

}  // namespace ablmatch
