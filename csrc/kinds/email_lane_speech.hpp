// What was said, as the fast lane of e-mail addresses sees it: words with their rows, and the phrases that begin at them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "../scan.hpp"
#include "../tables/email_lane_words.hpp"

namespace ablmatch {

struct PlainAddress;

enum class SpeechType : std::uint8_t { word, letter, number, symbol };

// A lexeme: a run of letters (or a single one), a run of figures, or a symbol.
struct SpeechWord {
  const char* text;
  std::uint8_t size;
  SpeechType type;
  bool spaced;  // white space stands before it
  const EmailLaneWord* row;  // of words of two letters and more; null for words without a role

  std::string_view view() const { return {text, size}; }
  bool is(std::string_view other) const { return view() == other; }
  bool is_symbol(char c) const { return type == SpeechType::symbol && *text == c; }
  bool is_letter() const { return type == SpeechType::letter; }
  bool is_word() const { return type == SpeechType::word || type == SpeechType::letter; }
  bool has(LaneFlag flag) const { return row != nullptr && (row->flags & flag); }
  bool has_role(LaneRole role) const { return row != nullptr && row->role == role; }
};

// A phrase: the words [from, to) stand for `text`, or for nothing.
struct SpeechPhrase {
  std::uint8_t from, to;
  std::string_view text;
};

inline constexpr int kMaxSpeechWords = 56;
inline constexpr int kMaxSpeechPhrases = 12;

struct Speech {
  SpeechWord at[kMaxSpeechWords];
  int count;
  std::uint64_t long_words;  // those without a row and so long that they may be a number written as one word
  SpeechPhrase phrases[kMaxSpeechPhrases];  // by `from`
  int phrase_count;
  int sign, behind_sign;  // the words that stand for @: [sign, behind_sign)
  bool one_word;  // "all one word" was said
  bool literal;  // before the sign no word stands for other letters than its own
  bool figures;  // before the sign something may stand for a digit
  bool tagged;  // a plus sign was said or typed
  bool connected;  // some word may lead up to an example: n FOR nancy

  bool phrase_from(int word) const {
    for (int k = 0; k < phrase_count; ++k)
      if (phrases[k].from == word) return true;
    return false;
  }
};

// What introduces an answer: its size, and whether a filler begins it.
struct LeadIn {
  std::size_t size;
  bool filler;
};
LeadIn find_lead_in(std::string_view said);

// Does `text` begin with the first `size` bytes of `prefix`, at least one? Eight bytes behind both may be read.
inline bool starts_with(const char* text, const char* prefix, std::uint32_t size) {
  if (size <= 8) return ((detail::load8(text) ^ detail::load8(prefix)) << (64 - 8 * size)) == 0;
  return std::memcmp(text, prefix, size) == 0;
}

// Reads the words between the lead-in and what only closes an answer. False when there is anything in it that the whole
// reading must see: corrections, fillers in the middle, remarks on letters, not exactly one sign.
bool read_speech(const Scan& said, const LeadIn& lead_in, Speech& speech);

// email_lane_dictated.cpp: the score of most of what is the stored address, word for word.
std::int16_t score_dictated(const Scan& said, const LeadIn& lead_in, const PlainAddress& stored);

// May a word without a row, of kShortestNumber letters and more, be a number written as one word (duemilaventi)?
inline constexpr std::size_t kShortestNumber = 8;
bool holds_large_stem(std::string_view word);

// Behind "n as in nancy", "n for nancy", "n like nancy" that begins at `at`; `at` when nothing of the sort does.
int behind_explained(const Speech& speech, int at);

// Is the weak word `at` (to, oh) a number for certain: beside a number word of its language, and none of another about?
bool is_certain_number(const Speech& speech, int at);

// email_lane_unrelated.cpp: true when no reading of the words before the sign comes near the stored mailbox name: they lack
// its letters or its digits, or they say what it does not hold. The first is found with less work.
bool lacks_characters(const Scan& said, const Speech& speech, const PlainAddress& stored);
bool says_too_much(const Speech& speech, const PlainAddress& stored);

// email_lane_spaces.cpp: does the mailbox name hold two whole words with a space between them, as the whole reading sees
// it: words that its first choice takes as they are?
enum class JoinedWords : std::uint8_t { no, yes, unsure };
JoinedWords find_joined_words(const Speech& speech);

}  // namespace ablmatch
