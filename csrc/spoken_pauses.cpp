// Finds phrases that ask to wait, by what they are made of: how it is asked, for how long, and a please.
#include "spoken_pauses.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "spoken.hpp"
#include "spoken_phrase.hpp"

namespace ablmatch {

namespace {

// Enough alone.
constexpr Phrase kHolds[] = {{{"hold", "on"}},       {{"hang", "on"}},    {{"please", "hold"}}, {{"hold", "please"}},
                             {{"warten", "sie"}},    {{"mal", "sehen"}},  {{"moment", "mal"}},  {{"moment", "bitte"}},
                             {{"sekunde", "bitte"}}, {{"wacht", "even"}}, {{"even", "kijken"}}, {{"momentje"}},
                             {{"uh", "huh"}}};

// In front of a time: give me one second.
constexpr Phrase kAsks[] = {{{"wait"}},     {{"just"}},    {{"give", "me"}}, {{"just", "give", "me"}},
                            {{"espere"}},   {{"espera"}},  {{"deme"}},       {{"dame"}},
                            {{"attendez"}}, {{"attends"}}, {{"warte"}},      {{"so"}},
                            {{"me", "da"}}, {{"aspetti"}}, {{"aspetta"}},    {{"mi", "dia"}},
                            {{"wacht"}},    {{"nur"}},     {{"solo"}},       {{"juste"}}};

constexpr std::string_view kOnes[] = {"one", "a", "two", "un", "une", "uno", "ein", "eine", "einen", "um", "een"};

constexpr std::string_view kTimes[] = {"second",  "seconds",  "sec",       "secs",       "moment",     "minute",
                                       "minutes", "momento",  "momentito", "momentinho", "segundo",    "segundito",
                                       "instant", "instante", "seconde",   "sekunde",    "augenblick", "attimo",
                                       "secondo", "minuto",   "minuut",    "momentje",   "ogenblik"};

// With kTimes, PAUSES of tools/tables/spoken.py.
constexpr std::string_view kOthers[] = {"hold", "hang", "huh", "kijken", "wacht", "warten", "sehen"};

constexpr Phrase kPleases[] = {{{"please"}},     {{"por", "favor"}}, {{"s", "il", "vous", "plait"}},
                               {{"bitte"}},      {{"mal"}},          {{"per", "favore"}},
                               {{"alstublieft"}}};

template <std::size_t kCount>
bool is_one_of(const Lexeme& lexeme, const std::string_view (&words)[kCount]) {
  return std::find(std::begin(words), std::end(words), lexeme.view()) != std::end(words);
}

bool is_time(const Lexemes& lexemes, int at) {
  return at + 1 < lexemes.count && is_one_of(lexemes.at[at], kOnes) && is_one_of(lexemes.at[at + 1], kTimes);
}

// "one second" and no street: something else than a name of one follows.
bool is_no_ordinal(const Lexemes& lexemes, int behind) {
  if (behind == lexemes.count) return false;
  const Lexeme& next = lexemes.at[behind];
  return !next.is_word() || next.numeric || (next.spoken != nullptr && (next.spoken->roles & kStarter) != 0);
}

}  // namespace

bool tells_pause(const Lexeme& word) { return is_one_of(word, kTimes) || is_one_of(word, kOthers); }

int skip_pause(const Lexemes& lexemes, int at, bool ordinals) {
  // "oh, hold on": no zero.
  if (at == 0 && lexemes.at[0].is("oh")) {
    const int next = lexemes.count > 1 && lexemes.at[1].is_symbol(',') ? 2 : 1;
    const int behind = next < lexemes.count ? skip_pause(lexemes, next, ordinals) : next;
    return behind > next ? behind : at;
  }
  const int held = skip_longest(lexemes, at, kHolds);
  const int asked = held > at ? held : skip_longest(lexemes, at, kAsks);
  const bool just = asked > at && asked < lexemes.count && lexemes.at[asked].is("just");
  const int one = asked + (just ? 1 : 0);
  const bool timed = is_time(lexemes, one);
  if (!timed && held == at) return at;
  const int behind = timed ? one + 2 : held;
  const int pleased = skip_longest(lexemes, behind, kPleases);
  // A time alone: "a moment" may be part of an answer, and "one second" a house in Second Street.
  if (asked == at && lexemes.at[at].is("a")) return at;
  if (asked == at && ordinals && lexemes.at[at + 1].is("second") && pleased == behind &&
      !is_no_ordinal(lexemes, behind))
    return at;
  return pleased;
}

bool holds_pause(const Lexemes& lexemes) {
  if ((lexemes.clues & kPauseClue) == 0) return false;
  for (int at = 0; at < lexemes.count; ++at)
    if (lexemes.at[at].is_word() && skip_pause(lexemes, at, false) > at) return true;
  return false;
}

}  // namespace ablmatch
