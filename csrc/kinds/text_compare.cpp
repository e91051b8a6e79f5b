// Kind text (identity-matching.md 1.4): which readings of the two answers are compared, and what the best one is worth.
#include <algorithm>

#include "text.hpp"
#include "text_answer.hpp"
#include "text_form.hpp"
#include "text_judge.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

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
    const Surrounded found = find_answer(whole);
    if (found.trimmed.count < whole.count) answer_with(found.trimmed, words);
    without_place_word(found.trimmed, words);
    if (found.answer.count == 0) return;
    answer_with(found.answer, words);
    without_place_word(found.answer, words);
  }

  // "in Paris", "I was born in Paris"
  void without_place_word(const WordSpan& answer, const Words& words) {
    if (answer.count > 1 && answer.at[0].is(kPlaceWord)) answer_with(words_from(answer, 1), words);
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
