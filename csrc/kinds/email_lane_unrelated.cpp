// Spoken addresses that no reading brings near the stored mailbox name, for the fast lane: they score 0.
#include "email_lane.hpp"
#include "email_lane_speech.hpp"

namespace ablmatch {

namespace {

// Words walked along the stored mailbox name without its signs, from any place in it and with one slip at most: the automaton
// of lattice.cpp. Nothing is known of where the words before the first one end.
class Track {
 public:
  explicit Track(const PlainAddress& stored) {
    for (std::uint32_t k = 0; k < stored.at; ++k) {
      if (stored.signs >> k & 1) continue;
      if (!(stored.digits >> k & 1)) places_[stored.text[k] - 'a'] |= std::uint64_t{1} << size_;
      ++size_;
      if (k < stored.name) name_size_ = size_;
    }
  }

  struct State {
    std::uint64_t exact = ~std::uint64_t{0}, slip = ~std::uint64_t{0}, swap = 0;

    State operator|(const State& other) const { return {exact | other.exact, slip | other.slip, swap | other.swap}; }
  };

  State behind(State state, std::string_view word) const {
    for (const char c : word) {
      const std::uint64_t places = places_[c - 'a'];
      const std::uint64_t next = (state.exact & places) << 1;
      state.slip =
          ((state.slip & places) | state.exact) << 1 | state.exact | (state.swap & places) << 2 | next << 1 | next;
      state.swap = state.exact & places >> 1;
      state.exact = next;
    }
    return state;
  }
  // Behind the second part of the name its first one may be said.
  State behind_sign(State state) const {
    state.exact |= state.exact >> name_size_ & 1;
    return state;
  }
  bool is_lost(const State& state) const { return (state.slip & ((std::uint64_t{2} << size_) - 1)) == 0; }

 private:
  std::uint64_t places_[26] = {};
  std::uint32_t size_ = 0, name_size_ = 0;
};

bool stands_for_itself(const SpeechWord& word) {
  return word.type == SpeechType::word && (word.row == nullptr || (word.row->role == LaneRole::plain &&
                                                                   word.row->letter == 0 && !word.has(kLaneConnector)));
}

// Could what stands at `at` say `word` again, letter by letter? That takes two letters, and about as many as it has.
bool may_say_again(const Speech& speech, int at, std::string_view word) {
  std::size_t letters = 0;
  const auto fits = [&] { return letters >= 2 && letters + 1 >= word.size() && letters <= word.size() + 1; };
  for (;; ++at) {
    const int first = at;
    while (at < speech.sign && speech.at[at].type == SpeechType::symbol) ++at;
    // Two symbols end a run of letters.
    if (at > first + 1 && fits()) return true;
    const SpeechWord& here = speech.at[at];
    if (here.is("it") || here.is("which") || here.has(kLaneConnector) || here.has_role(LaneRole::multiplier) ||
        here.has(kLaneCommon))
      return true;
    if (!here.is_letter() && (here.row == nullptr || here.row->letter == 0)) break;
    ++letters;
  }
  return fits();
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

bool is_letter_at(const Speech& speech, int at) { return at >= 0 && at < speech.count && speech.at[at].is_letter(); }

// Is the letter `at` said for certain, whatever stands round it? Not beside words that it may belong to ("x ray", "n as in
// nancy", "treinta y uno", "a arroba"), and not o, which may be 0.
bool is_certain_letter(const Speech& speech, int at) {
  const char c = *speech.at[at].text;
  int next = at + 1;
  while (next < speech.sign && speech.at[next].type == SpeechType::symbol) ++next;
  if (at == 0 || c == 'o' || next == speech.sign || speech.at[next].has(kLaneConnector)) return false;
  const bool letter_behind = is_letter_at(speech, next);
  const SpeechWord& before = speech.at[at - 1];
  if (before.is_symbol('\'') || before.has_role(LaneRole::multiplier)) return false;
  if (c == 'y' || c == 'e') return letter_behind || is_letter_at(speech, at - 1);
  return letter_behind || (c != 'a' && c != 'c' && c != 'i' && c != 'j' && c != 'x' && c != 'u');
}

// Words and spelled letters that the name does not hold in their order. Words of spelling alphabets are letters or words.
bool leaves_name(const Speech& speech, const PlainAddress& stored) {
  const Track track(stored);
  Track::State state;
  int phrase = 0, covered = 0;
  for (int at = 0; at < speech.sign; ++at) {
    for (; phrase < speech.phrase_count && speech.phrases[phrase].from <= at; ++phrase)
      if (speech.phrases[phrase].to > covered) covered = speech.phrases[phrase].to;
    const SpeechWord& here = speech.at[at];
    const bool example =
        at > 0 && (speech.at[at - 1].has(kLaneConnector) || speech.at[at - 1].is("en") || speech.at[at - 1].is("em"));
    const bool alphabet = here.has(kLaneAlphabet) && here.row->role == LaneRole::plain && !here.has(kLaneConnector);
    if (at < covered || example) {
      state = {};
    } else if (here.type == SpeechType::symbol && !here.is_symbol('\'')) {
      state = track.behind_sign(state);
    } else if (here.is_letter() && is_certain_letter(speech, at)) {
      state = track.behind(state, here.view());
    } else if ((alphabet || (here.size > 2 && stands_for_itself(here))) &&
               !may_say_again(speech, at + 1, here.view())) {
      const Track::State word = track.behind(state, here.view());
      state = alphabet ? word | track.behind(state, {&here.row->letter, 1}) : word;
    } else {
      state = {};
    }
    if (track.is_lost(state)) return true;
  }
  return false;
}

// More letters than the name has, or others. (A +tag that was said may hold any.)
bool says_other_words(const Speech& speech, const PlainAddress& stored) {
  std::size_t letters = 0;
  const bool fits = each_certain_word(speech, [&](std::string_view word) {
    letters += word.size();
    return letters <= stored.at + 1;
  });
  return !fits || leaves_name(speech, stored);
}

}  // namespace

bool lacks_characters(const Scan& said, const Speech& speech, const PlainAddress& stored) {
  const std::uint64_t digits = stored.digits & ((std::uint64_t{1} << stored.name) - 1);
  if (!speech.figures && (digits & (digits - 1)) != 0) return true;
  return lacks_letters_before(said, static_cast<std::size_t>(speech.at[speech.sign].text - said.text), speech.literal,
                              stored);
}

bool says_too_much(const Speech& speech, const PlainAddress& stored) {
  return !speech.tagged && says_other_words(speech, stored);
}

}  // namespace ablmatch
