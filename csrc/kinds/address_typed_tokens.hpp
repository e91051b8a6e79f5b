// The tokens of a short address: words with all that they can be, figures, runs of number words.
#pragma once

#include <bit>
#include <string_view>

#include "../lexemes.hpp"
#include "../scan.hpp"
#include "../tables/address_lexicon.hpp"
#include "../tables/spoken_word.hpp"

namespace ablmatch::postal {

inline constexpr int kMostTypedTokens = 40;
inline constexpr std::size_t kLongestTypedNumber = 8;

struct TypedToken {
  enum class Sort : std::uint8_t { word, number, spoken, hash };  // spoken: a number word

  const LexiconEntry* entry;  // of a word, spoken ones too
  std::uint64_t low, high;    // its letters or figures
  std::uint8_t at, size;      // where it stands in the text
  std::uint16_t lexeme;       // where it stands in the lexemes, if it comes from there
  Sort sort;
  bool gap;    // a comma stands before it
  bool glued;  // nothing does
};

struct TypedTokens {
  TypedToken at[kMostTypedTokens];
  int count;
  const char* text;
  const Lexemes* lexemes;  // null: cut from the scan alone
  std::uint64_t words;     // a bit for each token that is a word
  std::uint64_t phrases;   // and for each word that may begin a phrase with the next one
  bool led;                // a symbol stands in front of the first one
  bool said;               // read as speech
  bool speech;             // there are words that are nothing but numbers
  bool spoken;             // some words are numbers

  void start(const char* from) {
    count = 0;
    text = from;
    lexemes = nullptr;
    words = phrases = 0;
    led = said = speech = spoken = false;
  }
  std::string_view text_of(const TypedToken& token) const { return {text + token.at, token.size}; }
};

// "St. Riverton", "P.O. Box", "44011.", but not 1.5
bool is_quiet_stop(const Scan& scan, std::size_t at);

// An English number word of the usual classes.
bool is_plain_number(const SpokenWord& word);

// The bytes [from, to) of a value that its address takes: a caller's lead-ins and closers stand around it.
struct AnswerBounds {
  std::size_t from, to;
};
AnswerBounds bounds_of_answer(const Scan& scan);

// False when there are symbols that the usual shapes do not have, or too many tokens, or too few.
bool cut_tokens(const Scan& scan, AnswerBounds bounds, TypedTokens& out);

// Makes tokens those of an answer that may hold number words: the same that cut_said gives for it. False where speech may
// read more into it: where cleaning (clean_spoken) would take more away, or a number word is not English.
bool hear(TypedTokens& tokens);

// Cuts all that was said, lead-ins and fillers taken away; `lexemes` of the scan, cleaned (clean_spoken).
bool cut_said(const Scan& scan, const char* folded, const Lexemes& lexemes, TypedTokens& out);

}  // namespace ablmatch::postal
