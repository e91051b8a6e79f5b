// What stands round a spoken e-mail address: words that name it, and the address said again or spelled behind it.
#include <algorithm>
#include <initializer_list>

#include "../spoken.hpp"
#include "email.hpp"

namespace ablmatch {

namespace {

bool is_any(const Lexeme& lexeme, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (lexeme.is(word)) return true;
  return false;
}

// Words one of which every restatement holds.
bool is_restating_mark(const Lexeme& word) {
  switch (*word.text) {
    case 't': return is_any(word, {"that", "thats"});
    case 's': return word.size > 4 && is_any(word, {"spelled", "spelt", "spelling", "spell"});
    case 'a': return word.is("again");
    case 'r': return word.is("repeat");
    default: return false;
  }
}

// Behind "that's", "spelled", "again", "I repeat", "I'll spell it"; `at` when none of them stands there.
int behind_restating_words(const Lexemes& lexemes, int at) {
  int next = at;
  bool marked = false;
  for (; next < lexemes.count; ++next) {
    const Lexeme& word = lexemes.at[next];
    if (is_restating_mark(word)) marked = true;
    else if (!is_any(word, {"s",  "is",  "i",    "ll",   "will", "let", "me", "it", "its", "which", "so",
                            "to", "can", "once", "more", "'",    ",",   ".",  ":",  "-",   ";",     "and"}))
      break;
    // Letters that are spelled begin here: "that's s a m".
    if (word.is_word() && word.size == 1 && next > at && !lexemes.at[next - 1].is_symbol('\'') && !word.is("i")) break;
  }
  return marked ? next : at;
}

// Phrases before and behind an address that cleaning does not know; apostrophes and stops between the words do not count.
struct Surrounding {
  std::string_view words[4];
};
constexpr Surrounding kBefore[] = {{{"das", "ist"}},
                                   {{"es", "ist"}},
                                   {{"dit", "is"}},
                                   {{"het", "is"}},
                                   {{"i", "think"}},
                                   {{"i", "believe"}},
                                   {{"i", "use"}},
                                   {{"you", "should", "have"}},
                                   {{"you", "have"}},
                                   {{"it", "s"}},
                                   {{"its"}},
                                   {{"it", "is"}},
                                   {{"no", "it", "s"}},
                                   {{"no", "its"}},
                                   {{"no", "it", "is"}},
                                   {{"ja", "also"}},
                                   {{"also", "das", "ist"}},
                                   {{"mera", "email", "id"}},
                                   {{"mera", "email"}},
                                   {{"meri", "email", "id"}},
                                   {{"meri", "email"}},
                                   {{"ich", "glaube"}},
                                   {{"also"}},
                                   {{"alors"}},
                                   {{"allora"}},
                                   {{"este"}},
                                   {{"tipo"}},
                                   {{"like"}},
                                   {{"creo", "que", "es"}},
                                   {{"je", "crois", "que", "c"}},
                                   {{"acho", "que", "e"}},
                                   {{"credo", "sia"}}};
constexpr Surrounding kBehind[] = {
    {{"i", "think"}}, {{"i", "believe"}}, {{"hai"}},        {{"glaube", "ich"}}, {{"je", "crois"}},        {{"creo"}},
    {{"acho"}},       {{"credo"}},        {{"denk", "ik"}}, {{"for", "now"}},    {{"if", "that", "helps"}}};

bool is_stop(const Lexeme& lexeme) {
  return lexeme.is_symbol('\'') || lexeme.is_symbol(',') || lexeme.is_symbol('.') || lexeme.is_symbol(':');
}

// Lexeme behind `phrase` when it stands at `at`, else `at`.
int behind_phrase(const Lexemes& lexemes, int at, const Surrounding& phrase) {
  // Hardly any word begins a phrase: one byte tells.
  if (at >= lexemes.count || *lexemes.at[at].text != phrase.words[0][0]) return at;
  int next = at;
  for (const std::string_view word : phrase.words) {
    if (word.empty()) break;
    while (next > at && next < lexemes.count && is_stop(lexemes.at[next])) ++next;
    if (next >= lexemes.count || !lexemes.at[next].is(word)) return at;
    ++next;
  }
  return next;
}

bool drop_surroundings(Lexemes& lexemes) {
  constexpr int kShortest = 3;  // of an address
  constexpr int kMostPhrases = 3;
  const int before = lexemes.count;
  for (int round = 0; round < kMostPhrases; ++round)
    for (const Surrounding& phrase : kBefore) {
      int behind = behind_phrase(lexemes, 0, phrase);
      if (behind == 0) continue;
      while (behind < lexemes.count && is_stop(lexemes.at[behind])) ++behind;
      // "its dot …" is part of the address.
      const bool whole =
          behind + kShortest <= lexemes.count && lexemes.at[behind].is_word() &&
          !is_any(lexemes.at[behind], {"dot", "at", "punto", "ponto", "punkt", "point", "punt", "arroba"});
      if (!whole) continue;
      lexemes.remove(0, behind);
      break;
    }
  int end = lexemes.count;
  while (end > 0 && is_stop(lexemes.at[end - 1])) --end;
  for (const Surrounding& phrase : kBehind)
    for (int at = end - 1; at >= kShortest && at >= end - 4; --at)
      if (behind_phrase(lexemes, at, phrase) == end) {
        lexemes.remove(at, lexemes.count);
        return true;
      }
  return lexemes.count < before;
}

}  // namespace

// Words that name the answer where cleaning does not expect them: "email: …", "my name is … and my email is …",
// "… is my email address".
bool drop_email_labels(Lexemes& lexemes) {
  const int before = lexemes.count;
  for (int at = lexemes.count - 2; at >= 0; --at) {
    const SpokenWord* word = lexemes.at[at].spoken;
    if (word == nullptr || !(word->roles & kSlot)) continue;
    if (!is_any(lexemes.at[at],
                {"email", "mail", "address", "correo", "courriel", "adresse", "mailadresse", "indirizzo"}))
      continue;
    int verb = at + 1;
    while (verb + 1 < lexemes.count && is_any(lexemes.at[verb], {"address", "id", "electronico", "on", "file", "record",
                                                                 "account", "for", "me", "you", "have", "i", "use"}))
      ++verb;
    if (verb + 1 >= lexemes.count) continue;
    const bool be = lexemes.at[verb + 1].is("be") && is_any(lexemes.at[verb], {"would", "should", "must", "will"});
    if (!be && !is_any(lexemes.at[verb], {":", "is", "was", "es", "ist", "lautet", "est", "e"})) continue;
    lexemes.remove(0, verb + (be ? 2 : 1));
    break;
  }
  // "it should be …"
  if (lexemes.count > 3 && is_any(lexemes.at[0], {"it", "that", "this"}) && lexemes.at[2].is("be") &&
      is_any(lexemes.at[1], {"should", "would", "must", "will"}))
    lexemes.remove(0, 3);
  // "you can email me at …", "send it to …", and an "at" before everything, when the sign follows later.
  for (int at = std::min(lexemes.count, 8) - 2; at >= 0; --at) {
    const bool lead = (at == 0 && lexemes.at[0].is("at")) ||
                      (at >= 2 && ((is_any(lexemes.at[at], {"at", "on"}) && is_any(lexemes.at[at - 1], {"me", "us"})) ||
                                   (lexemes.at[at].is("to") && lexemes.at[at - 1].is("it"))));
    if (!lead) continue;
    bool sign = false;
    for (int k = at + 1; k < lexemes.count; ++k) sign |= is_any(lexemes.at[k], {"at", "@", "arroba", "arobase"});
    if (sign) lexemes.remove(0, at + 1);
    break;
  }
  for (int at = lexemes.count - 3; at > 0; --at) {
    if (!lexemes.at[at].is("is") || !is_any(lexemes.at[at + 1], {"my", "the"})) continue;
    bool named = false;
    for (int k = at + 2; k < lexemes.count; ++k) named |= is_any(lexemes.at[k], {"email", "mail", "address"});
    if (!named || lexemes.count - at > 6) continue;
    lexemes.remove(at, lexemes.count);
    break;
  }
  drop_surroundings(lexemes);
  return lexemes.count < before;
}

bool drop_corrected_email(Lexemes& lexemes) {
  constexpr int kShortest = 5;  // name, sign, domain, dot, suffix
  int tries = lexemes.clues & (kCorrection | kCorrectionOpener) ? 4 : 0;
  const auto is_address = [&](int from, int to) {
    int sign = from + 1;
    while (sign < to && !is_any(lexemes.at[sign], {"at", "@", "arroba", "arobase", "chiocciola", "apenstaartje"}))
      ++sign;
    for (int at = sign + 2; at + 1 < to; ++at)
      if (is_any(lexemes.at[at], {"dot", ".", "punto", "ponto", "punkt", "point", "punt"})) return true;
    return false;
  };
  for (int at = lexemes.count - 1 - kShortest; at >= kShortest && tries > 0; --at) {
    if (!lexemes.at[at].is("no") && !lexemes.at[at].is("wait")) continue;
    --tries;
    int end = at, begin = at + 1;
    while (end > 0 && (is_stop(lexemes.at[end - 1]) || is_any(lexemes.at[end - 1], {"no", "wait"}))) --end;
    while (begin < lexemes.count && (is_stop(lexemes.at[begin]) || lexemes.at[begin].is("wait"))) ++begin;
    if (!is_address(0, end) || !is_address(begin, lexemes.count)) continue;
    lexemes.remove(0, begin);
    return true;
  }
  return false;
}

bool holds_portuguese_dot(const Lexemes& lexemes) {
  return std::any_of(lexemes.begin(), lexemes.end(), [](const Lexeme& lexeme) { return lexeme.is("ponto"); });
}

bool drop_email_repeat(Lexemes& lexemes) {
  constexpr int kShortest = 3;  // of an address: name, sign, domain
  int half = lexemes.count / 2, second = half;
  if (lexemes.count % 2 == 1) {
    if (!is_any(lexemes.at[half], {",", ".", ";", "again", "and"})) return false;
    ++second;
  }
  if (half < kShortest) return false;
  for (int k = 0; k < half; ++k)
    if (lexemes.at[k].view() != lexemes.at[second + k].view()) return false;
  lexemes.remove(half, lexemes.count);
  return true;
}

Restatement find_email_restatement(const Lexemes& lexemes) {
  const bool marked = std::any_of(lexemes.begin(), lexemes.end(), is_restating_mark);
  if (!marked) return {0, 0};
  for (int at = 1; at < lexemes.count; ++at) {
    if (!is_any(lexemes.at[at], {",", ".", "-", ";", "that", "thats", "spelled", "spelt", "spelling", "spell", "again",
                                 "i", "let", "which", "so", "once"}))
      continue;
    const int behind = behind_restating_words(lexemes, at);
    if (behind > at && behind < lexemes.count) return {at, behind};
  }
  return {0, 0};
}

}  // namespace ablmatch
