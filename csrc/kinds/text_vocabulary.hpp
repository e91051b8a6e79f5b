// What kind text knows about words beyond their roles: opposites, pairs that are one word or two, and contractions.
#pragma once

#include "text_form.hpp"

namespace ablmatch {

// Words that say something where two answers share nothing else.
inline bool says_something(const Word& word) { return !word.is(kArticle | kSmallWord | kPreposition | kLegalForm); }

// Contrary to each other, so that one is never a slip of the other.
bool are_opposite(const Word& one, const Word& two);
// Two words of the language that are one slip apart: window and widow, hermano and hermana.
bool are_two_words(const Word& one, const Word& two);

// A verb that ends a lead-in: "my first pet WAS Rex". `before`: the word before it, or null.
bool is_copula(const Word& word, const Word* before);

// 1 to 31 and the tens up to 90 for "first" to "thirty", as spoken in one word; 0 for other words.
int ordinal_value(const TextWord* word);

// The two words of a contraction (dont: do not), or null.
const TextContraction* find_contraction(std::uint16_t id);

}  // namespace ablmatch
