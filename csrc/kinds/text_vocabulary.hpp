// What kind text knows about words: small words, negations, opposites, and pairs that are one word or two.
#pragma once

#include <string_view>

namespace ablmatch {

// Words that an answer may hold or not (identity-matching.md 2.7): they score as article_ignored.
bool is_article(std::string_view word);
// Particles and conjunctions, which may be left out too; not at the end.
bool is_small_word(std::string_view word);
// They say something where they stand (sign in, turn on), but two answers that share nothing else share nothing.
bool is_preposition(std::string_view word);
// Inc, Ltd, GmbH: they say little wherever they stand.
bool is_legal_form(std::string_view word);
bool is_negation(std::string_view word);
// Nouns that a letter follows as a name: Plan A, Class B, Vitamin C.
bool is_lettered(std::string_view word);

// Contrary to each other, so that one is never a slip of the other.
bool are_opposite(std::string_view one, std::string_view two);
// Two words of the language that are one slip apart: window and widow, hermano and hermana.
bool are_two_words(std::string_view one, std::string_view two);

// Verbs that end a lead-in: "my first pet WAS Rex". `word` without its apostrophe; `before`: the word before it.
bool is_copula(std::string_view word, std::string_view before);
// May stand at the head of such a lead-in: my, the, it, mein, la, name, …
bool opens_lead_in(std::string_view word);
// Leads from the verb to a place or day: I was born IN Paris.
bool is_place_word(std::string_view word);
// Between an answer and the same again, spelled: Okafor, THAT'S o k a f o r.
bool is_restating(std::string_view word);
// Denies or doubts the answer, or joins it to another one: no lead-in holds one.
bool is_doubt(std::string_view word);

// 1 to 31 and the tens up to 90 for "first" to "thirty", as spoken in one word; 0 for other words.
int ordinal_value(std::string_view word);

// The two words of a contraction without its apostrophe (dont: do not), or two empty ones.
struct Expansion {
  std::string_view first, second;
};
Expansion expand_contraction(std::string_view word);

}  // namespace ablmatch
