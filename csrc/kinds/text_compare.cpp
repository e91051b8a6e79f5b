// Kind text (identity-matching.md 1.4): which readings of the two answers are compared, and what the best one is worth.
#include <algorithm>

#include "text.hpp"
#include "text_form.hpp"
#include "text_judge.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

// ---- what stands round an answer ---------------------------------------------------------------------------------

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

WordSpan from(WordSpan text, int at) { return {text.at + at, text.count - at, text.overflow}; }

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

// ---- readings ----------------------------------------------------------------------------------------------------

int figures_in(const Words& words) {
  return static_cast<int>(
      std::count_if(words.at, words.at + words.count, [](const Word& word) { return word.figure; }));
}

class Comparison {
 public:
  Comparison(const TextForm& said, const TextForm& stored) : said_(said), stored_(stored) {}

  Verdict compare() {
    read_and_judge();
    return finish();
  }

 private:
  static constexpr int kCarried = 85, kNumberWords = 75;

  // No reading but the plain one is worth more than kCarried.
  bool settled() const { return best_.score >= kCarried; }

  void read_and_judge() {
    best_ = judge_words(span_of(said_.plain), span_of(stored_.plain));
    if (settled()) return;
    if (said_.has_spoken) against_stored(said_.spoken);
    if (settled()) return;
    if (said_.has_whole) against_stored(said_.whole);
    if (stored_.has_spoken) against(said_.plain, stored_.spoken);
    if (stored_.has_whole) against(said_.plain, stored_.whole);
    if (settled()) return;
    // What introduces and closes the answer, as far as cleaning did not know it.
    inside(said_.has_spoken ? said_.spoken : said_.plain);
    if (said_.has_spoken && !settled()) inside(said_.has_whole ? said_.whole : said_.plain);
  }

  void against_stored(const Words& said) {
    against(said, stored_.plain);
    if (stored_.has_spoken) against(said, stored_.spoken);
    if (stored_.has_whole) against(said, stored_.whole);
  }

  void against(const Words& said, const Words& stored) { consider(span_of(said), said, stored, true); }

  void inside(const Words& words) {
    const WordSpan whole = span_of(words);
    if (whole.overflow) return;
    const WordSpan trimmed = said_once(trim(whole));
    if (trimmed.count < whole.count) answer_with(trimmed, words);
    without_place_word(trimmed, words);
    const int behind = behind_lead_in(trimmed);
    if (behind == 0) return;
    const WordSpan answer = said_once(trim(from(trimmed, behind)));
    answer_with(answer, words);
    without_place_word(answer, words);
  }

  // "in Paris", "I was born in Paris"
  void without_place_word(const WordSpan& answer, const Words& words) {
    if (answer.count > 1 && answer.at[0].is(kPlaceWord)) answer_with(from(answer, 1), words);
  }

  void answer_with(const WordSpan& answer, const Words& words) {
    consider(answer, words, stored_.plain, false);
    if (stored_.has_spoken) consider(answer, words, stored_.spoken, false);
  }

  void consider(const WordSpan& said, const Words& said_words, const Words& stored, bool cleaned) {
    const bool numbers =
        figures_in(said_words) > figures_in(said_.plain) || figures_in(stored) > figures_in(stored_.plain);
    const int most = numbers ? kNumberWords : kCarried;
    if (best_.score >= most) return;
    Verdict other = judge_words(said, span_of(stored));
    if (other.score <= best_.score) return;
    if (other.evidence.has(Evidence::equal)) other.evidence = {};  // only once read so
    other.score = std::min<std::int16_t>(other.score, static_cast<std::int16_t>(most));
    other.evidence.add(numbers ? Evidence::number_words : Evidence::filler_ignored);
    if (!cleaned) other.evidence.add(Evidence::filler_ignored);
    if (other.score > best_.score) best_ = other;
  }

  // "yes, no" is no lead-in and an answer: a word that was left out is contrary to one of the stored words.
  bool contradicts() const {
    const Word *said_end = said_.plain.at + said_.plain.count, *stored_end = stored_.plain.at + stored_.plain.count;
    return std::any_of(said_.plain.at, said_end, [&](const Word& said) {
      if (!said.is(kOpposite)) return false;
      bool opposite = false, stored_too = false;
      for (const Word* stored = stored_.plain.at; stored != stored_end; ++stored) {
        opposite |= are_opposite(said, *stored);
        stored_too |= said.same_as(*stored);
      }
      return opposite && !stored_too;
    });
  }

  Verdict finish() {
    if (best_.score >= 70 && best_.score <= kCarried && contradicts()) {
      best_.score = 45;
      best_.evidence.add(Evidence::negation_differs);
    }
    if (said_.corrected && best_.score >= 70 && !best_.evidence.has(Evidence::equal)) {
      best_.score = 69;
      best_.evidence.add(Evidence::self_corrected);
    }
    return best_;
  }

  const TextForm& said_;
  const TextForm& stored_;
  Verdict best_;
};

void explain(const TextForm& said, const TextForm& stored, const Verdict& found, PartSink& parts) {
  std::string said_text, stored_text;
  for (int k = 0; k < said.plain.count; ++k) said_text.append(k ? " " : "").append(said.plain.at[k].view());
  for (int k = 0; k < stored.plain.count; ++k) stored_text.append(k ? " " : "").append(stored.plain.at[k].view());
  parts.add("words", said_text, stored_text, found.score == 100 ? "equal" : found.score >= 70 ? "near" : "differs");
  parts.reading = said_text;
}

}  // namespace

Verdict compare_readings(const TextForm& said, const TextForm& stored) { return Comparison(said, stored).compare(); }

Verdict compare_text(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                     PartSink* parts) {
  const auto& said = said_storage.as<TextForm>();
  const auto& stored = stored_storage.as<TextForm>();
  const Verdict found = compare_readings(said, stored);
  if (parts) explain(said, stored, found, *parts);
  return found;
}

}  // namespace ablmatch
