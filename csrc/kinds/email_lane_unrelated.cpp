// Spoken addresses that no reading brings near the stored mailbox name, for the fast lane: they score 0.
#include "email_lane.hpp"
#include "email_lane_speech.hpp"

namespace ablmatch {

namespace {

// The stored mailbox name without its signs.
class Letters {
 public:
  explicit Letters(const PlainAddress& stored) {
    for (std::uint32_t k = 0; k < stored.at; ++k)
      if (!(stored.signs >> k & 1)) text_[size_++] = stored.text[k];
  }

  // Does `word` occur with one slip at most?
  bool holds(std::string_view word) const {
    // The automaton of lattice.cpp, begun at every place.
    std::uint64_t exact = ~std::uint64_t{0}, slip = ~std::uint64_t{0}, swap = 0;
    for (const char c : word) {
      std::uint64_t places = 0;
      for (std::uint32_t k = 0; k < size_; ++k) places |= std::uint64_t{text_[k] == c} << k;
      const std::uint64_t next = (exact & places) << 1;
      const std::uint64_t slipped = ((slip & places) | exact) << 1 | exact | (swap & places) << 2 | next << 1 | next;
      swap = exact & places >> 1;
      exact = next;
      slip = slipped;
    }
    return (slip & ((std::uint64_t{2} << size_) - 1)) != 0;
  }

 private:
  char text_[kMaxPlainAddress];
  std::uint32_t size_ = 0;
};

bool stands_for_itself(const SpeechWord& word) {
  return word.type == SpeechType::word && (word.row == nullptr || (word.row->role == LaneRole::plain &&
                                                                   word.row->letter == 0 && !word.has(kLaneConnector)));
}

// Could what stands at `at` say `word` again, letter by letter? That takes two letters, and about as many as it has.
bool may_say_again(const Speech& speech, int at, std::string_view word) {
  std::size_t letters = 0;
  for (;; ++at) {
    while (at < speech.sign && speech.at[at].type == SpeechType::symbol) ++at;
    const SpeechWord& here = speech.at[at];
    if (here.is("it") || here.is("which") || here.has(kLaneConnector) || here.has_role(LaneRole::multiplier) ||
        here.has(kLaneCommon))
      return true;
    if (!here.is_letter() && (here.row == nullptr || here.row->letter == 0)) break;
    ++letters;
  }
  return letters >= 2 && letters + 1 >= word.size() && letters <= word.size() + 1;
}

// Calls `visit` with each word before the sign that is part of every reading as it stands, until it answers false.
template <class Visit>
bool each_certain_word(const Speech& speech, Visit visit) {
  int phrase = 0, covered = 0;
  for (int at = 0; at < speech.sign; ++at) {
    // "all one word": the words of a phrase may stand for nothing.
    for (; phrase < speech.phrase_count && speech.phrases[phrase].from <= at; ++phrase)
      if (speech.phrases[phrase].to > covered) covered = speech.phrases[phrase].to;
    const std::string_view word = speech.at[at].view();
    if (at < covered || !stands_for_itself(speech.at[at]) || may_say_again(speech, at + 1, word)) continue;
    // An example explains a letter and says nothing itself: n as in nancy.
    if (at > 0 && (speech.at[at - 1].has(kLaneConnector) || speech.at[at - 1].is("en") || speech.at[at - 1].is("em")))
      continue;
    if (!visit(word)) return false;
  }
  return true;
}

// A word that the name does not hold, or more letters than it has. (A +tag that was said may hold any.)
bool says_other_words(const Speech& speech, const PlainAddress& stored) {
  std::size_t letters = 0;
  const bool fits = each_certain_word(speech, [&](std::string_view word) {
    letters += word.size();
    return letters <= stored.at + 1;
  });
  if (!fits) return true;
  const Letters name(stored);
  constexpr std::size_t kShortest = 3;  // two letters are one slip from anything
  return !each_certain_word(speech, [&](std::string_view word) { return word.size() < kShortest || name.holds(word); });
}

}  // namespace

bool is_unrelated(const Scan& said, const Speech& speech, const PlainAddress& stored) {
  const std::uint64_t digits = stored.digits & ((std::uint64_t{1} << stored.name) - 1);
  if (!speech.figures && (digits & (digits - 1)) != 0) return true;
  if (!speech.tagged && says_other_words(speech, stored)) return true;
  return lacks_letters_before(said, static_cast<std::size_t>(speech.at[speech.sign].text - said.text), speech.literal,
                              stored);
}

}  // namespace ablmatch
