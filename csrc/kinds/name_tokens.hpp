// From lexemes to the raw tokens of a name: apostrophes, points, hyphens, commas, spelled letters, spoken phrases.
#pragma once

#include "kind.hpp"
#include "name_form.hpp"

namespace ablmatch {

// A sentence around a name may be longer than the name.
inline constexpr int kMaxRawTokens = 48;

enum class NamePart : std::uint8_t { any, given, middle, family };

struct RawToken {
  NameToken token;
  bool comma;     // a comma stands before it
  NamePart part;  // by a label ("last name okafor")
};

struct RawName {
  RawToken at[kMaxRawTokens];
  int count;
  std::uint8_t generation;  // from "3rd"
  bool overlong;

  void remove(int from, int to);
};

// Puts tokens behind each other; spelled letters may replace the word before them.
class RawNameWriter {
 public:
  // `make`: looks a spelled word up.
  RawNameWriter(RawName& raw, NameForm& form, NameToken (*make)(std::string_view text));

  void comma() { comma_ = true; }   // a comma was read
  void hyphen() { hyphen_ = true; }  // a hyphen was read
  void push(NameToken token);
  // "Okafor, that's O K A F O R": the letters replace the word when they differ by a slip or were announced.
  void push_spelled(std::string_view letters);
  // "Louise Ivy, that's I, V, Y": are two or three letters the word before them? Needs a token.
  bool may_spell_last(std::string_view letters) const;
  // Spelled letters may also be two words.
  void add_split(const NameToken& whole, const NameToken& first, const NameToken& rest);
  // Does a word announce letters that follow it?
  static bool announces(const NameToken& token);

 protected:
  void push_text(std::string_view text, const std::uint8_t* alt, std::uint8_t flags) {
    push(make_name_token(text, alt, flags));
  }

  RawName& raw_;
  NameForm& form_;

 private:
  bool spelled_words(int words, std::string_view letters) const;

  NameToken (*make_)(std::string_view text);
  bool comma_ = false, hyphen_ = false;
};

// Splits a side into raw tokens. Texts that have to be made go to form.pool. Sets form.spelled.
void read_raw_name(const Side& side, Role role, RawName& raw, NameForm& form);

// Drops what only introduces or closes a name in speech, and reads labels ("first name …"). Sets form.filler, labelled.
void strip_name_phrases(RawName& raw, NameForm& form);

// Reads a side, its spoken words looked up, into a form; false when it holds no name. Sets everything but the findings
// of cleaning (filler, corrected, two_answers).
bool read_name(const Side& side, Role role, NameForm& form);

// What read_name does once the raw tokens are there.
bool read_raw_tokens(RawName& raw, Role role, NameForm& form);

// Adds `piece` to the text under construction that began at `start` of the pool; false when the pool is full.
bool pool_piece(NameForm& form, std::string_view piece, const std::uint8_t* alt);

}  // namespace ablmatch
