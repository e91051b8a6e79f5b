// Carrier phrases, fillers, closers, self-correction and two answers.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "spoken.hpp"
#include "spoken_pauses.hpp"
#include "spoken_phrase.hpp"
#include "tables/spoken_words.hpp"

namespace ablmatch {

namespace {

bool has_role(const Lexeme& lexeme, SpokenRole role) { return lexeme.spoken && (lexeme.spoken->roles & role); }

bool is_quiet(const Lexeme& lexeme) {
  return lexeme.type == LexemeType::symbol && lexeme.size == 1 &&
         (*lexeme.text == ',' || *lexeme.text == '.' || *lexeme.text == ':' || *lexeme.text == ';' ||
          *lexeme.text == '!' || *lexeme.text == '?' || *lexeme.text == '-');
}

constexpr Phrase kFillerPhrases[] = {
    {{"you", "know"}},
    {{"o", "sea"}},
    {{"bear", "with", "me"}},
    {{"let", "s", "see"}},
    {{"let", "me", "see"}},
    {{"let", "me", "check"}},
    {{"let", "me", "think"}},
    {{"let", "me", "look"}},
    {{"let", "me", "find", "it"}},
    {{"let", "me", "get", "it"}},
    {{"let", "me", "grab", "it"}},
    {{"let", "me", "look", "it", "up"}},
    {{"let", "me", "pull", "it", "up"}},
};

// "my e-mail address is", "the number is", "mi correo es", "mon nom est": possessive, slots, verb.
int skip_slot_phrase(const Lexemes& lexemes, int at) {
  static constexpr std::string_view kVerbs[] = {"is", "s", "are", "es", "est", "ist", "lautet", "e"};
  int next = at;
  if (!has_role(lexemes.at[next], kHead)) return at;
  int slots = has_role(lexemes.at[next], kSlot) ? 1 : 0;
  ++next;
  for (int k = 0; k < 8 && next < lexemes.count; ++k, ++next) {
    const Lexeme& word = lexemes.at[next];
    if (word.is_symbol('\'') || word.is_symbol('-')) continue;
    for (const std::string_view verb : kVerbs)
      if (slots > 0 && word.is(verb)) return next + 1;
    if (slots > 0 && (word.is("would") || word.is("will") || word.is("should")) && next + 1 < lexemes.count &&
        lexemes.at[next + 1].is("be"))
      return next + 2;
    if (word.is("mio") || word.is("for") || word.is("on") || word.is("my") || word.is("the") || word.is("de") ||
        word.is("di"))
      continue;
    if (!has_role(word, kSlot)) return at;
    ++slots;
  }
  return at;
}

int skip_quiet(const Lexemes& lexemes, int at) {
  while (at < lexemes.count && is_quiet(lexemes.at[at]) && !lexemes.at[at].is_symbol('-')) ++at;
  return at;
}

// Behind the longest phrase of a table that stands at `at`, or `at`.
int skip_listed(const Lexemes& lexemes, int at, const PhraseTable& table) {
  const int letter = *lexemes.at[at].text - 'a';  // starters are words of the spoken table
  int longest = at;
  for (int k = table.from[letter]; k < table.from[letter + 1]; ++k)
    longest = std::max(longest, skip_phrase(lexemes, at, table.phrases[k]));
  return longest;
}

// Behind what begins at `at` and introduces an answer, or `at`. `led`: it has been, so that no greeting may follow: "it's
// hello at …". Set where it is.
int skip_start(const Lexemes& lexemes, int at, bool& led) {
  if (at >= lexemes.count || !has_role(lexemes.at[at], kStarter)) return at;
  const int lead = std::max(skip_slot_phrase(lexemes, at), skip_listed(lexemes, at, kStarts));
  const int greeting = led ? at : skip_listed(lexemes, at, kGreetings);
  led |= lead > greeting;
  return std::max(lead, greeting);
}

// "oh, it's …" is no zero, and "no, it's …" no correction; but "no es …" denies.
bool is_exclamation(const Lexemes& lexemes, int at) {
  const Lexeme& word = lexemes.at[at];
  if (word.is("oh") || word.is("actually")) return true;
  if (!word.is("no") || at + 1 == lexemes.count) return false;
  static constexpr std::string_view kEnglish[] = {"it", "its", "that", "thats", "this", "i",
                                                  "im", "my",  "the",  "here",  "no",   "oh"};
  return lexemes.at[at + 1].is_symbol(',') ||
         std::find(std::begin(kEnglish), std::end(kEnglish), lexemes.at[at + 1].view()) != std::end(kEnglish);
}

// The lexeme behind everything that only introduces the answer.
int find_start(const Lexemes& lexemes) {
  bool led = false;
  int at = skip_quiet(lexemes, 0);
  for (;;) {
    int next = at;
    while (next < lexemes.count && is_exclamation(lexemes, next)) next = skip_quiet(lexemes, next + 1);
    const int behind = skip_start(lexemes, next, led);
    const bool letter = behind == next + 1 && lexemes.at[next].size == 1;
    if (behind == next || (next > at && letter)) return at;
    at = skip_quiet(lexemes, behind);
  }
}

// The end of the answer once what only closes it is cut off.
int find_end(const Lexemes& lexemes, int start) {
  int end = lexemes.count;
  for (;;) {
    int last = end;
    while (last > start && is_quiet(lexemes.at[last - 1])) --last;
    if (last <= start || !has_role(lexemes.at[last - 1], kCloser)) return end;
    int shortest = last;
    for (int k = 0; k < kEnds.from[26]; ++k) {
      const Phrase& phrase = kEnds.phrases[k];
      int words = 0;
      while (words < 6 && !phrase.words[words].empty()) ++words;
      if (!lexemes.at[last - 1].is(phrase.words[words - 1])) continue;
      for (int from = last - words; from > start && from >= last - 2 * words; --from) {
        if (skip_phrase(lexemes, from, phrase) == last && from < shortest) shortest = from;
      }
    }
    if (shortest == last) return end;
    end = shortest;
  }
}

bool drop_fillers(Lexemes& lexemes, bool ordinals) {
  const bool pauses = (lexemes.clues & kPauseClue) != 0;
  int kept = 0;
  for (int at = 0; at < lexemes.count;) {
    int behind = at;
    if (has_role(lexemes.at[at], kFiller) && !lexemes.at[at].numeric) behind = at + 1;
    if (lexemes.at[at].is_word()) {
      behind = std::max(behind, skip_longest(lexemes, at, kFillerPhrases));
      if (pauses) behind = std::max(behind, skip_pause(lexemes, at, ordinals));
    }
    if (behind > at) {
      // "um," leaves no comma behind, and what follows stands apart.
      if (behind < lexemes.count && lexemes.at[behind].is_symbol(',')) ++behind;
      if (behind < lexemes.count) lexemes.at[behind].spaced = true;
      at = behind;
      continue;
    }
    lexemes.at[kept++] = lexemes.at[at++];
  }
  const bool dropped = kept < lexemes.count;
  // An answer of nothing but fillers keeps them: it is a wrong answer, not a missing one. "One second" is no number.
  if (kept > 0) lexemes.count = kept;
  else if (pauses)
    for (Lexeme& lexeme : lexemes) lexeme.spoken = nullptr;
  return dropped && kept > 0;
}

constexpr Phrase kCorrections[] = {
    {{"i", "mean"}}, {{"scratch", "that"}}, {{"strike", "that"}}, {{"no", "wait"}}, {{"make", "that"}}};

// "account no. 4471", "my pin no is 4471"
bool is_number_mark(const Lexemes& lexemes, int at) {
  if (at == 0 || !has_role(lexemes.at[at - 1], kSlot)) return false;
  int behind = at + 1;
  while (behind < lexemes.count && (lexemes.at[behind].is_symbol('.') || lexemes.at[behind].is_symbol(':'))) ++behind;
  return behind < lexemes.count && (lexemes.at[behind].numeric || lexemes.at[behind].is("is"));
}

int correction_end(const Lexemes& lexemes, int at, bool keep_or) {
  const Lexeme& word = lexemes.at[at];
  if (!word.is_word() || (word.spoken && !(word.spoken->roles & (kCorrection | kCorrectionOpener)))) return at;
  if (has_role(word, kCorrection) && !(keep_or && word.is("wait"))) return at + 1;
  for (const Phrase& phrase : kCorrections)
    if (const int behind = skip_phrase(lexemes, at, phrase); behind > at) return behind;
  if (!keep_or && word.is("no") && !word.numeric && !is_number_mark(lexemes, at)) return at + 1;
  return at;
}

// What fills a pause, and may be more than that elsewhere.
constexpr Phrase kPauses[] = {{{"i", "think"}}, {{"i", "believe"}}, {{"like"}}, {{"tipo"}}, {{"alors"}},
                              {{"also"}},       {{"ben"}},          {{"este"}}, {{"ha"}}};

}  // namespace

void drop_symbols(Lexemes& lexemes, std::string_view symbols) {
  int kept = 0;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.type == LexemeType::symbol && lexeme.size == 1 && symbols.find(*lexeme.text) != std::string_view::npos) {
      // "forty-nine" stays one number (spoken_numbers.cpp asks for it).
      const bool joins = lexeme.is_symbol('-') && !lexeme.spaced && at > 0 && lexemes.at[at - 1].is_word() &&
                         at + 1 < lexemes.count && lexemes.at[at + 1].is_word() && !lexemes.at[at + 1].spaced;
      if (at + 1 < lexemes.count && !joins) lexemes.at[at + 1].spaced = true;
      continue;
    }
    lexemes.at[kept++] = lexeme;
  }
  lexemes.count = kept;
}

namespace {

// May a phrase of kPauses begin at this word?
bool may_begin_pause(const Lexeme& word) {
  constexpr std::uint32_t kFirst = [] {
    std::uint32_t first = 0;
    for (const Phrase& phrase : kPauses) first |= 1u << (phrase.words[0][0] - 'a');
    return first;
  }();
  const unsigned letter = static_cast<unsigned char>(*word.text) - unsigned{'a'};
  return letter < 26 && (kFirst >> letter & 1) != 0;
}

}  // namespace

bool drop_number_pauses(Lexemes& lexemes) {
  bool possible = false;
  for (int at = 1; at + 1 < lexemes.count; ++at) {
    const Lexeme& word = lexemes.at[at];
    if (word.numeric || !word.is_word() || !may_begin_pause(word)) continue;
    possible |= lexemes.at[at - 1].numeric || lexemes.at[at - 1].type == LexemeType::symbol;
  }
  if (!possible) return false;
  int kept = 0;
  for (int at = 0; at < lexemes.count;) {
    int behind = at;
    if (kept > 0 && lexemes.at[at].is_word() && !lexemes.at[at].numeric)
      for (const Phrase& phrase : kPauses)
        if (const int end = skip_phrase(lexemes, at, phrase); end > behind) behind = end;
    if (behind > at) {
      int before = kept - 1, next = behind;
      while (before > 0 && is_quiet(lexemes.at[before])) --before;
      while (next < lexemes.count && is_quiet(lexemes.at[next])) ++next;
      const bool between = lexemes.at[before].numeric && next < lexemes.count && lexemes.at[next].numeric;
      // Beside a figure "ha" may be letters of a code.
      const bool letters = lexemes.at[at].size == 2 && behind == at + 1;
      if (between && !(letters && (lexemes.at[before].is_number() || lexemes.at[next].is_number()))) {
        lexemes.at[next].spaced = true;
        at = next;
        continue;
      }
    }
    lexemes.at[kept++] = lexemes.at[at++];
  }
  const bool dropped = kept < lexemes.count;
  lexemes.count = kept;
  if (dropped) mark_numeric(lexemes);
  return dropped;
}

Cleaned clean_spoken(Lexemes& lexemes, bool keep_or, bool ordinals) {
  Cleaned cleaned{false, false, false};
  constexpr std::uint32_t kCleaned =
      kFiller | kFillerOpener | kStarter | kCloser | kCorrection | kCorrectionOpener | kEither | kPauseClue;
  // Nothing to clean: the usual case of what is typed.
  if (lexemes.count == 0 || (!(lexemes.clues & kCleaned) && !is_quiet(lexemes.at[0]))) {
    mark_numeric(lexemes);
    return cleaned;
  }
  bool cautious = false;
  for (const Lexeme& lexeme : lexemes) cautious |= lexeme.spoken != nullptr || lexeme.is_symbol('\'');
  cautious |= (lexemes.clues & kPauseClue) != 0;
  if (!cautious) return cleaned;

  if (lexemes.clues & (kFiller | kFillerOpener | kPauseClue)) cleaned.removed = drop_fillers(lexemes, ordinals);
  const int start = find_start(lexemes);
  const int end = find_end(lexemes, start);
  if (start < end && (start > 0 || end < lexemes.count)) {
    lexemes.remove(end, lexemes.count);
    lexemes.remove(0, start);
    cleaned.removed = true;
  }

  // The last correction with something on both sides decides.
  const int last = lexemes.clues & (kCorrection | kCorrectionOpener) ? lexemes.count - 1 : 0;
  for (int at = last; at > 0; --at) {
    int behind = correction_end(lexemes, at, keep_or);
    if (behind == at) continue;
    int from = at;
    while (from > 0 && (is_quiet(lexemes.at[from - 1]) || correction_end(lexemes, from - 1, keep_or) > from - 1))
      --from;
    while (behind < lexemes.count &&
           (is_quiet(lexemes.at[behind]) || correction_end(lexemes, behind, keep_or) > behind))
      ++behind;
    if (from == 0) break;
    if (behind < lexemes.count) {
      lexemes.remove(0, behind);
      cleaned.corrected = true;
      const int again = find_start(lexemes);
      if (again < lexemes.count) lexemes.remove(0, again);
    } else {
      lexemes.remove(from, lexemes.count);
    }
    break;
  }

  if (!keep_or && (lexemes.clues & kEither))
    for (int at = 0; at < lexemes.count; ++at) {
      const Lexeme& lexeme = lexemes.at[at];
      if (!has_role(lexeme, kEither)) continue;
      const bool inside = at > 0 && at + 1 < lexemes.count;
      const bool parts = lexeme.is("or") || lexeme.is("oder") || lexeme.is("ou") || lexeme.is("oppure");
      if (inside || !parts) cleaned.two_answers |= lexemes.count > 1;
    }
  mark_numeric(lexemes);
  return cleaned;
}

}  // namespace ablmatch
