// Phrases as lists of words, found among lexemes.
#pragma once

#include <cstddef>
#include <string_view>

#include "lexemes.hpp"
#include "tables/spoken_words.hpp"

namespace ablmatch {

// Apostrophes between its words do not count.
inline int skip_words(const Lexemes& lexemes, int at, const Phrase& phrase) {
  int next = at;
  for (const std::string_view word : phrase.words) {
    if (word.empty()) break;
    while (next > at && next < lexemes.count && lexemes.at[next].is_symbol('\'')) ++next;
    if (next >= lexemes.count || !lexemes.at[next].is(word)) return at;
    ++next;
  }
  return next;
}

// Behind `phrase` when it stands at `at`, else `at`. Hardly any word begins a phrase: one byte and its size tell.
inline int skip_phrase(const Lexemes& lexemes, int at, const Phrase& phrase) {
  const Lexeme& first = lexemes.at[at];
  const bool begins = *first.text == phrase.words[0][0] && first.size == phrase.words[0].size();
  return begins ? skip_words(lexemes, at, phrase) : at;
}

// Behind the longest of some phrases that stands at `at`, or `at`.
template <std::size_t kCount>
int skip_longest(const Lexemes& lexemes, int at, const Phrase (&phrases)[kCount]) {
  int behind = at;
  for (const Phrase& phrase : phrases)
    if (const int end = at < lexemes.count ? skip_phrase(lexemes, at, phrase) : at; end > behind) behind = end;
  return behind;
}

}  // namespace ablmatch
