// Scores of the fast lane for texts with most words in common, where it takes no pairing of words: the same answer in a
// carrier phrase or with numbers in words, an article left out, one slip.
#include <algorithm>

#include "text_judge.hpp"
#include "text_kinship.hpp"
#include "text_lane_words.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

constexpr std::int16_t kCarried = 85, kNumberWords = 75, kSlip = 80;

bool holds_word(const LaneText& text, const Word& word) {
  return std::any_of(text.begin_words(), text.end_words(), [&](const Word& other) { return other.same_as(word); });
}

// Is a word of what was said, that is not stored, contrary to a stored one?
bool contradicts(const LaneText& said, const LaneText& stored) {
  if ((said.any & stored.any & kOpposite) == 0) return false;
  return std::any_of(said.begin_words(), said.end_words(), [&](const Word& word) {
    return word.is(kOpposite) && !holds_word(stored, word) &&
           std::any_of(stored.begin_words(), stored.end_words(),
                       [&](const Word& other) { return are_opposite(word, other); });
  });
}

// Is what was said, without what stands round it and with its numbers as figures, word for word what is stored?
bool is_same_answer(const LaneText& said, const LaneText& stored) {
  const LaneNumber* number = said.numbers;
  const LaneNumber* const numbers_end = number + said.number_count;
  while (number != numbers_end && number->from < said.start) ++number;
  int t = 0;
  for (int s = said.start; s < said.stop; ++s, ++t) {
    if (t == stored.count()) return false;
    const Word& word = stored.word(t);
    if (number != numbers_end && number->from == s) {
      if (word.view() != number->figures()) return false;
      s = number->to - 1;
      ++number;
    } else if (said.word(s).is(kContraction) || !said.word(s).same_as(word)) {
      return false;
    }
  }
  return t == stored.count();
}

bool are_same(const WordSpan& said, const LaneText& stored) {
  return said.count == stored.count() && std::equal(said.at, said.at + said.count, stored.words,
                                                    [](const Word& one, const Word& two) { return one.same_as(two); });
}

// The score where an answer that stands in said words[from, to) is what is stored: does a word that says something, and
// is not stored, stand round it? Then the text as it was written is no match.
std::int16_t score_of_part(const LaneText& said, int from, int to, const LaneText& stored) {
  for (int s = 0; s < said.count(); ++s) {
    if (s == from) s = to;
    if (s == said.count()) break;
    if (says_something(said.word(s)) && !holds_word(stored, said.word(s))) return kCarried;
  }
  return kUndecided;
}

// The score where one word was left out, and it is an article. Where it stands a second time, the words pair up in
// another order, which counts beside a negation only, or as said twice.
std::int16_t score_of_article(const LaneText& longer, int at, const LaneText& shorter) {
  const Word& word = longer.word(at);
  if (!word.is(kArticle) || !shorter.lasting) return kUndecided;
  if (!holds_word(shorter, word)) return kCarried;
  const bool doubled =
      std::adjacent_find(longer.begin_words(), longer.end_words(), [&](const Word& one, const Word& two) {
        return one.same_as(word) && two.same_as(word);
      }) != longer.end_words();
  return doubled || (longer.any & kNegation) ? kUndecided : kCarried;
}

// The score where one word differs, by a slip. No part of what was said is another reading.
std::int16_t score_of_slip(const LaneText& said, int at, const LaneText& stored) {
  const Word &one = said.word(at), &two = stored.word(at);
  if (((one.roles | two.roles) & kBrief) || !is_slip(one, two) || are_spellings(one, two)) return kUndecided;
  if (holds_word(stored, one) || holds_word(said, two) || said.word(0).is(kPlaceWord)) return kUndecided;
  const Surrounded found = find_answer(said.span());
  return found.trimmed.count == said.count() && found.answer.count == 0 ? kSlip : kUndecided;
}

// The same words at both ends, and one more or another one between them.
std::int16_t score_of_one_word(const LaneText& said, const LaneText& stored) {
  const int longer = said.count() - stored.count();
  // A letter may be an article or not, by its place.
  if (longer < -1 || longer > 1 || said.single || stored.single || (said.any & kContraction)) return kUndecided;
  const int least = std::min(said.count(), stored.count());
  int ahead = 0;
  while (ahead < least && said.word(ahead).same_as(stored.word(ahead))) ++ahead;
  for (int s = said.count() - 1, t = stored.count() - 1; s > ahead || t > ahead; --s, --t)
    if (s < ahead || t < ahead || !said.word(s).same_as(stored.word(t))) return kUndecided;
  if (longer > 0) return score_of_article(said, ahead, stored);
  return longer < 0 ? score_of_article(stored, ahead, said) : score_of_slip(said, ahead, stored);
}

std::int16_t score_of_same_words(const LaneText& said, const LaneText& stored) {
  if (said.number_count > 0) {
    // No word as it was written is a figure, so that no other reading reaches this one.
    return !said.has_figures() && is_same_answer(said, stored) ? kNumberWords : kUndecided;
  }
  const bool whole = said.start == 0 && said.stop == said.count();
  if (!whole && is_same_answer(said, stored)) return score_of_part(said, said.start, said.stop, stored);
  if (whole)
    if (const std::int16_t found = score_of_one_word(said, stored); found != kUndecided) return found;
  if (said.count() <= stored.count() || (said.any & kCopula) == 0) return kUndecided;
  const WordSpan spoken{said.words + said.start, said.stop - said.start, false};
  for (int s = said.start; s < said.stop; ++s)
    if (said.word(s).is(kContraction)) return kUndecided;
  const WordSpan answer = find_answer(spoken).answer;
  if (!are_same(answer, stored)) return kUndecided;
  const int from = static_cast<int>(answer.at - said.words);
  return score_of_part(said, from, from + answer.count, stored);
}

}  // namespace

std::int16_t score_of_kindred(const LaneText& said, const LaneText& stored) {
  // What both have in common, stands at one end.
  const bool begin = said.word(said.start).head == stored.word(0).head;
  const bool end = said.word(said.stop - 1).head == stored.word(stored.count() - 1).head;
  if (!(begin | end | (stored.count() == 1)) || (stored.any & kContraction) || stored.number_count > 0)
    return kUndecided;
  const std::int16_t found = score_of_same_words(said, stored);
  return found == kUndecided || contradicts(said, stored) ? kUndecided : found;
}

}  // namespace ablmatch
