// Relations between words of kind text; the lists are in tools/sources/text.
#include "text_vocabulary.hpp"

#include <algorithm>
#include <utility>

namespace ablmatch {

namespace {

bool holds(std::span<const TextPair> pairs, const Word& one, const Word& two) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const TextPair& pair) {
    return (pair.one == one.id && pair.two == two.id) || (pair.one == two.id && pair.two == one.id);
  });
}

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

// Endings by which a word tells a man from a woman: Antonio and Antonia, Daniele and Daniela, Daniel and Daniela. Not
// so behind a consonant and l (little) or a doubled consonant (Ravenna).
bool differ_in_gender(std::string_view one, std::string_view two) {
  if (one.size() < two.size()) std::swap(one, two);
  const std::string_view stem = one.substr(0, one.size() - 1);
  if (one.back() != 'a' && two.back() != 'a') return false;
  const char last = stem.back(), before = stem[stem.size() - 2];
  if (one.size() == two.size()) {
    const char other = one.back() == 'a' ? two.back() : one.back();
    const bool cluster = last == 'l' && !is_vowel(before);
    return stem == two.substr(0, two.size() - 1) && (other == 'o' || (other == 'e' && !cluster));
  }
  return one.size() == two.size() + 1 && one.back() == 'a' && stem == two && last != before;
}

}  // namespace

bool are_opposite(const Word& one, const Word& two) {
  return (one.roles & two.roles & kOpposite) && holds(kTextOpposites, one, two);
}

bool are_two_words(const Word& one, const Word& two) {
  if (differ_in_gender(one.view(), two.view())) return true;
  return (one.roles & two.roles & kTwoWords) && holds(kTextTwoWords, one, two);
}

bool is_copula(const Word& word, const Word* before) {
  return word.is(kCopula) && (!word.is_letter('e') || (before != nullptr && before->is(kAnswerNoun)));
}

int ordinal_value(const TextWord* word) { return word && (word->roles & kOrdinal) ? word->worth : 0; }

const TextContraction* find_contraction(std::uint16_t id) {
  return id == kNoTextWord || (tables::text_words[id].roles & kContraction) == 0
             ? nullptr
             : &kTextContractions[tables::text_words[id].worth];
}

}  // namespace ablmatch
