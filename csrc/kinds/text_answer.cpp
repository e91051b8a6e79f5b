// The answer within what was said, as far as cleaning (spoken.hpp) did not know what stands round it.
#include "text_answer.hpp"

#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

bool stands_at(const WordSpan& text, int at, const TextPhrase& phrase) {
  for (int k = 0; k < phrase.count; ++k)
    if (text.at[at + k].id != phrase.words[k]) return false;
  return true;
}

// The answer without hedges and thanks; never empty.
WordSpan trim(WordSpan text) {
  if (text.count == 0) return text;
  for (bool again = true; again && text.at[text.count - 1].is(kClosing);) {
    again = false;
    for (const TextPhrase& phrase : kTextClosings) {
      if (phrase.count >= text.count || !stands_at(text, text.count - phrase.count, phrase)) continue;
      text.count -= phrase.count;
      again = true;
      break;
    }
  }
  if (!text.at[0].is(kOpening)) return text;
  for (const TextPhrase& phrase : kTextOpenings) {
    if (phrase.count >= text.count || !stands_at(text, 0, phrase)) continue;
    text.at += phrase.count;
    text.count -= phrase.count;
    break;
  }
  return text;
}

// "okafor, that's o k a f o r", "blue heron, blue heron": the answer once, when both halves have the same letters.
WordSpan said_once(const WordSpan& text) {
  for (int half = 1; half < text.count; ++half) {
    int second = half;
    while (second < text.count && text.at[second].is(kRestating)) ++second;
    int s = 0, t = second, i = 0, j = 0;
    while (s < half && t < text.count && text.at[s].text[i] == text.at[t].text[j]) {
      if (++i == text.at[s].size) i = 0, ++s;
      if (++j == text.at[t].size) j = 0, ++t;
    }
    if (s == half && t == text.count && i == 0 && j == 0 && !text.at[0].number) return {text.at, half, text.overflow};
  }
  return text;
}

constexpr int kLongestLeadIn = 7;  // six words and a verb

bool is_verb(const WordSpan& text, int at) { return is_copula(text.at[at], at > 0 ? &text.at[at - 1] : nullptr); }

bool has_verb(const WordSpan& text, int from) {
  for (int at = from; at < text.count - 1 && at < kLongestLeadIn; ++at)
    if (is_verb(text, at)) return true;
  return false;
}

// Behind a lead-in that ends in a verb ("my first pet was"), or 0. It has one verb, so that two answers ("mine was Max,
// hers was Rex") make none, and neither denies nor doubts.
int behind_lead_in(const WordSpan& text) {
  if (text.count < 2 || !(text.at[0].is(kLeadIn) || text.at[0].clipped)) return 0;
  for (int at = 0; at < text.count - 1 && at < kLongestLeadIn; ++at) {
    const Word& word = text.at[at];
    const bool figure = word.figure && word.text[word.size - 1] <= '9';  // but "my 1st pet was"
    if (figure || word.is(kDoubt | kNegation) || (at > 0 && word.is_letter('o'))) return 0;
    // dog's may be "dog is" or whose name it is: the verb follows then.
    const bool verb = is_verb(text, at);
    if (!verb && !word.clipped) continue;
    int behind = at + 1;
    if (verb)
      while (behind < text.count - 1 && is_verb(text, behind)) ++behind;
    else if (has_verb(text, behind)) continue;
    return behind;
  }
  return 0;
}

}  // namespace

Surrounded find_answer(const WordSpan& whole) {
  Surrounded found{said_once(trim(whole)), {}};
  if (const int behind = behind_lead_in(found.trimmed))
    found.answer = said_once(trim(words_from(found.trimmed, behind)));
  return found;
}

}  // namespace ablmatch
