// Spoken addresses in the fast lane: some reading of the words walked along the stored address.
//
// Every arc that is walked here is one of the whole reading's (email_spoken.cpp, spoken_numbers.cpp), not the other way
// round: an address that is reached is equal there as well, one that is not is left to it.
#include <array>
#include <bit>

#include "../tables/spoken_word.hpp"
#include "email_lane.hpp"
#include "email_lane_speech.hpp"
#include "kind.hpp"

namespace ablmatch {

namespace {

constexpr int kMost = kMaxSpeechWords + 1;

class Walk {
 public:
  Walk(const Speech& speech, const PlainAddress& stored) : speech_(speech), stored_(stored) {}

  // True when a reading that uses every word is the stored address.
  bool reaches_end() {
    for (int k = 0; k <= speech_.count; ++k) reached_[k] = 0;
    reached_[0] = 1;
    last_ = 0;
    int phrase = 0;
    for (int at = 0; at < speech_.count; ++at) {
      if (last_ < at) return false;
      if (at == speech_.sign) {
        const std::uint64_t sign = std::uint64_t{1} << stored_.at;
        if ((reached_[at] & sign) == 0) return false;
        // Nothing passes over the sign.
        for (int k = at; k <= last_; ++k) reached_[k] = 0;
        at = speech_.behind_sign;
        reached_[at] = sign << 1;
        last_ = at;
      }
      while (phrase < speech_.phrase_count && speech_.phrases[phrase].from < at) ++phrase;
      if (reached_[at] == 0) continue;
      for (int k = phrase; k < speech_.phrase_count && speech_.phrases[k].from == at; ++k)
        add_table_text(at, speech_.phrases[k].to, speech_.phrases[k].text);
      step(at);
    }
    return reached_[speech_.count] >> stored_.size & 1;
  }

 private:
  const SpeechWord& word(int at) const { return speech_.at[at]; }
  bool in_bounds(int at) const { return at < speech_.count; }

  void reach(int at, std::uint64_t places) {
    reached_[at] |= places;
    if (places != 0 && at > last_) last_ = at;
  }

  // `text` has eight bytes behind it that may be read.
  void add(int at, int to, const char* text, std::uint32_t size) {
    if (size >= 64) return;  // longer than any name that is walked along
    std::uint64_t found = 0;
    for (std::uint64_t rest = reached_[at]; rest != 0; rest &= rest - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (starts_with(stored_.text + place, text, size)) found |= rest & (~rest + 1);
    }
    reach(to, found << size);
  }
  void add_char(int at, int to, char c) {
    std::uint64_t found = 0;
    for (std::uint64_t rest = reached_[at]; rest != 0; rest &= rest - 1) {
      const std::uint64_t lowest = rest & (~rest + 1);
      found |= stored_.text[std::countr_zero(rest)] == c ? lowest : 0;
    }
    reach(to, found << 1);
  }
  void add_number(int at, int to, std::uint32_t value) {
    char text[16];
    std::uint32_t size = 0;
    for (std::uint32_t place = value >= 1000  ? (value >= 10000 ? 10000 : 1000)
                               : value >= 100 ? 100
                               : value >= 10  ? 10
                                              : 1;
         place > 0; place /= 10)
      text[size++] = static_cast<char>('0' + value / place % 10);
    add(at, to, text, size);
  }
  void add_table_text(int at, int to, std::string_view written) {
    if (written.empty()) {
      reach(to, reached_[at]);
      return;
    }
    char text[16];
    if (written.size() > 8) return;
    std::memcpy(text, written.data(), written.size());
    add(at, to, text, static_cast<std::uint32_t>(written.size()));
  }

  void step(int at) {
    const SpeechWord& here = word(at);
    switch (here.type) {
      case SpeechType::symbol: step_symbol(at); return;
      case SpeechType::number: add(at, at + 1, here.text, here.size); return;
      case SpeechType::letter: step_letter(at); return;
      case SpeechType::word: break;
    }
    add(at, at + 1, here.text, here.size);
    if (here.row == nullptr) return;
    const EmailLaneWord& row = *here.row;
    switch (row.role) {
      case LaneRole::sign: add_char(at, at + 1, static_cast<char>(row.value)); break;
      case LaneRole::unit:
      case LaneRole::teen:
      case LaneRole::tens:
      case LaneRole::compound: step_number(at); break;
      case LaneRole::oh:
        if (stands_alone(at)) add_char(at, at + 1, 'o');
        [[fallthrough]];
      case LaneRole::weak: {
        const bool homophone = stands_alone(at) && (row.languages & kEnglish);
        // Weak digits of other languages may be digits anywhere but where the answer begins.
        const bool foreign = stands_alone(at) && at > 0 && !(row.languages & kEnglish) && row.value > 1;
        if (homophone || foreign || is_certain_number(speech_, at))
          add_char(at, at + 1, static_cast<char>('0' + row.value));
        break;
      }
      case LaneRole::multiplier: step_repeated(at); break;
      default: break;
    }
    if (row.letter != 0 && has_neighbour(at)) add_char(at, at + 1, row.letter);
  }

  // Typed against other characters, a word stands for nothing that sounds like it.
  bool stands_alone(int at) const {
    if (at > 0 && !word(at).spaced) return false;
    return !in_bounds(at + 1) || word(at + 1).spaced || word(at + 1).type == SpeechType::symbol;
  }

  void step_symbol(int at) {
    const char c = *word(at).text;
    const bool first = at == 0, last = at + 1 == speech_.count;
    const bool between_letters = !first && !last && word(at - 1).is_letter() && word(at + 1).is_letter();
    bool silent = true, written = true;
    if (c == '.') {
      const bool stop = last || (word(at + 1).spaced && !word(at).spaced);
      silent = stop || between_letters;
      written = !last;
    } else if (c == '-') {
      silent = between_letters || last;
    } else if (c == ',') {
      written = false;
    } else if (c == '\'') {
      written = !last;
    } else {
      silent = false;
    }
    if (silent) reach(at + 1, reached_[at]);
    if (written) add_char(at, at + 1, c);
  }

  void step_letter(int at) {
    const char c = *word(at).text;
    add_char(at, at + 1, c);
    if (c == 'o' && stands_alone(at)) add_char(at, at + 1, '0');
    if (!in_bounds(at + 1) || !word(at + 1).has(kLaneConnector)) return;
    const int behind = behind_explained(speech_, at);
    if (behind > at) add_char(at, behind, c);
  }

  // A letter's name, or a word of a spelling alphabet, is a letter beside another one.
  bool names_letter(int at) const {
    return at >= 0 && in_bounds(at) &&
           (word(at).is_letter() || (word(at).row != nullptr && word(at).row->letter != 0)) &&
           !word(at).has(kLaneConnector);
  }
  bool has_neighbour(int at) const {
    if (word(at).has(kLaneConnector)) return false;
    if (names_letter(at + 1) && !(in_bounds(at + 2) && word(at + 2).has(kLaneConnector))) return true;
    return names_letter(at - 1) && !(word(at - 1).is_letter() && word(at).has(kLaneCommon));
  }

  // ---- numbers -----------------------------------------------------------------------------------------------

  bool has_class(int at, LaneRole role, unsigned languages) const {
    return in_bounds(at) && word(at).has_role(role) && (word(at).row->languages & languages);
  }
  // Of "y", "e" and "et" between tens and units.
  unsigned joining_languages(int at) const {
    if (!in_bounds(at)) return 0;
    if (word(at).is("y")) return kSpanish;
    if (word(at).is("e")) return kPortuguese | kItalian;
    return word(at).is("et") ? unsigned{kFrench} : 0u;
  }
  bool joins(int at, unsigned languages) const { return (joining_languages(at) & languages) != 0; }
  bool is_conjunction(int at) const {
    return in_bounds(at) && (word(at).has_role(LaneRole::conjunction) || word(at).is("y") || word(at).is("e"));
  }
  bool is_number(int at) const {
    if (!in_bounds(at)) return false;
    if (word(at).type == SpeechType::number) return true;
    return word(at).row != nullptr && word(at).row->role >= LaneRole::unit &&
           word(at).row->role <= LaneRole::multiplier;
  }
  // Is a reading that ends before word `at` cut, since what follows belongs to the number?
  bool goes_on(int at) const {
    return in_bounds(at) &&
           ((is_conjunction(at) && is_number(at + 1)) || (word(at).is_symbol('-') && is_number(at + 1)));
  }

  // Below a hundred: the longest number from `at` on, and where it ends.
  std::uint32_t below_hundred(int at, unsigned languages, int& end) const {
    end = at;
    if (!in_bounds(at) || word(at).row == nullptr || !(word(at).row->languages & languages)) return 0;
    const EmailLaneWord& row = *word(at).row;
    if (row.role != LaneRole::unit && row.role != LaneRole::teen && row.role != LaneRole::tens &&
        row.role != LaneRole::compound)
      return 0;
    end = at + 1;
    if (row.role == LaneRole::tens && has_class(end, LaneRole::unit, languages & row.languages) &&
        word(end).row->value > 0)
      return row.value + word(end++).row->value;
    return row.value;
  }

  void step_number(int at) {
    const EmailLaneWord& row = *word(at).row;
    if (!goes_on(at + 1)) add_number(at, at + 1, row.value);
    const unsigned shared = row.languages & ~unsigned{kGerman | kDutch};
    if (row.role == LaneRole::tens && shared != 0) {
      int rest = at + 1;
      unsigned joined = shared;
      if (in_bounds(rest) && word(rest).is_symbol('-')) ++rest;
      else if (joins(rest, shared)) joined &= joining_languages(rest++);
      if (has_class(rest, LaneRole::unit, joined) && word(rest).row->value > 0 && !goes_on(rest + 1))
        add_number(at, rest + 1, row.value + word(rest).row->value);
    }
    if (row.languages & kFrench) step_french(at);
    if (row.languages & kEnglish) step_large(at);
  }

  int behind_hyphen(int at) const { return in_bounds(at) && word(at).is_symbol('-') ? at + 1 : at; }

  // "dix-sept", "soixante-quinze", "quatre-vingt-dix-huit"
  void step_french(int at) {
    const EmailLaneWord& row = *word(at).row;
    if (row.role == LaneRole::teen && row.value == 10) {
      add_french_teens(at, at, 0);
    } else if (row.role == LaneRole::tens && row.value == 60) {
      const int rest = behind_hyphen(at + 1);
      add_french_teens(at, joins(rest, kFrench) ? rest + 1 : rest, 60);
    } else if (row.role == LaneRole::unit && row.value == 4) {
      const int twenty = behind_hyphen(at + 1);
      if (!has_class(twenty, LaneRole::tens, kFrench) || word(twenty).row->value != 20) return;
      if (!goes_on(twenty + 1)) add_number(at, twenty + 1, 80);
      const int rest = behind_hyphen(twenty + 1);
      if (has_class(rest, LaneRole::unit, kFrench) && word(rest).row->value > 0 && !goes_on(rest + 1))
        add_number(at, rest + 1, 80 + word(rest).row->value);
      add_french_teens(at, rest, 80);
    }
  }
  // Ten to nineteen at `teen`, after the tens that begin at `at`.
  void add_french_teens(int at, int teen, std::uint32_t tens) {
    if (!has_class(teen, LaneRole::teen, kFrench)) return;
    const std::uint32_t value = word(teen).row->value;
    if (tens != 0 && !goes_on(teen + 1)) add_number(at, teen + 1, tens + value);
    const int unit = behind_hyphen(teen + 1);
    if (value == 10 && has_class(unit, LaneRole::unit, kFrench) && word(unit).row->value >= 7 && !goes_on(unit + 1))
      add_number(at, unit + 1, tens + 10 + word(unit).row->value);
  }

  // "four hundred", "nine hundred and five", "two thousand seven", in English.
  void step_large(int at) {
    int end;
    const std::uint32_t head = below_hundred(at, kEnglish, end);
    if (head == 0) return;
    std::uint32_t scale = 0;
    if (has_class(end, LaneRole::hundred, kEnglish)) scale = 100;
    else if (has_class(end, LaneRole::thousand, kEnglish)) scale = 1000;
    if (scale == 0) return;
    ++end;
    if (!goes_on(end) && !has_class(end, LaneRole::thousand, kEnglish)) add_number(at, end, head * scale);
    if (in_bounds(end) && word(end).is("and")) ++end;
    int behind;
    std::uint32_t rest = below_hundred(end, kEnglish, behind);
    if (scale == 1000 && rest > 0 && rest < 10 && has_class(behind, LaneRole::hundred, kEnglish)) {
      int next = behind + 1;
      if (in_bounds(next) && word(next).is("and")) ++next;
      const std::uint32_t tail = below_hundred(next, kEnglish, behind);
      rest = tail == 0 ? 0 : rest * 100 + tail;
    }
    if (rest == 0 || goes_on(behind)) return;
    if (has_class(behind, LaneRole::hundred, kEnglish) || has_class(behind, LaneRole::thousand, kEnglish)) return;
    add_number(at, behind, head * scale + rest);
  }

  // "double seven", "double l".
  void step_repeated(int at) {
    if (!in_bounds(at + 1)) return;
    const SpeechWord& next = word(at + 1);
    char c = 0;
    if (word(at).is("double") && (next.is("u") || next.is("you"))) {
      // "w double u" may say the letter twice.
      const bool behind_letter = at > 0 && word(at - 1).is_letter() && *word(at - 1).text != 'w';
      if (behind_letter || (names_letter(at + 2) && !names_letter(at - 1))) add_char(at, at + 2, 'w');
      return;
    }
    if (next.is_letter()) {
      const bool marks =
          in_bounds(at + 3) && word(at + 2).type == SpeechType::symbol && word(at + 3).type == SpeechType::symbol;
      if (*next.text == 'u' || marks || (in_bounds(at + 2) && word(at + 2).has(kLaneConnector))) return;
      c = *next.text;
    } else if (next.type == SpeechType::number && next.size == 1) {
      c = *next.text;
    } else if (next.has_role(LaneRole::unit) || next.has_role(LaneRole::oh)) {
      c = static_cast<char>('0' + next.row->value);
    }
    if (c == 0) return;
    const char text[8] = {c, c, c, c};
    add(at, at + 2, text, word(at).row->value);
  }

  const Speech& speech_;
  const PlainAddress& stored_;
  std::uint64_t reached_[kMost];
  int last_ = 0;
};

// Pairs of letters by the first one: those that the stems begin with, and those behind.
using LetterPairs = std::array<std::uint32_t, 26>;
constexpr std::string_view kStems[] = {"hundert", "honderd", "cent", "tausend", "duizend", "mila", "mille"};
constexpr LetterPairs pairs_at(std::size_t place) {
  LetterPairs pairs{};
  for (const std::string_view stem : kStems)
    pairs[static_cast<std::size_t>(stem[place] - 'a')] |= 1u << (stem[place + 1] - 'a');
  return pairs;
}
constexpr LetterPairs kFirstPairs = pairs_at(0), kSecondPairs = pairs_at(1);

}  // namespace

bool holds_large_stem(std::string_view word) {
  // Without a branch on any letter: hardly a word goes further.
  std::uint32_t begins = 0;
  for (std::size_t at = 0; at + 2 < word.size(); ++at) {
    const int second = word[at + 1] - 'a';
    begins |= kFirstPairs[static_cast<std::size_t>(word[at] - 'a')] >> second &
              kSecondPairs[static_cast<std::size_t>(second)] >> (word[at + 2] - 'a');
  }
  if ((begins & 1) == 0) return false;
  for (const std::string_view stem : kStems)
    if (word.find(stem) != std::string_view::npos) return true;
  return false;
}

namespace {

// May a long word be a number written as one? Then it is read in its parts.
bool may_hold_number(const Speech& speech) {
  for (std::uint64_t words = speech.long_words; words != 0; words &= words - 1) {
    const int at = std::countr_zero(words);
    if (at < speech.count && holds_large_stem(speech.at[at].view())) return true;
  }
  return false;
}

}  // namespace

int behind_explained(const Speech& speech, int at) {
  const auto in_bounds = [&](int k) { return k < speech.count; };
  const SpeechWord* const words = speech.at;
  if (at < 0 || !in_bounds(at + 2) || !words[at].is_letter() || !words[at + 1].has(kLaneConnector)) return at;
  int example = at + 2;
  if (words[at + 1].is("as")) {
    if (!words[at + 2].is("in") || !in_bounds(at + 3)) return at;
    example = at + 3;
  } else if (!words[at + 1].is("for") && !words[at + 1].is("like")) {
    return at;
  }
  return words[example].type == SpeechType::word && *words[example].text == *words[at].text ? example + 1 : at;
}

bool is_certain_number(const Speech& speech, int at) {
  const unsigned languages = speech.at[at].row->languages;
  const auto is_weak = [&](int k) {
    return k >= 0 && k < speech.count && (speech.at[k].has_role(LaneRole::weak) || speech.at[k].has_role(LaneRole::oh));
  };
  int before = at - 1, behind = at + 1;
  while (is_weak(before)) --before;
  while (is_weak(behind)) ++behind;
  unsigned shared = languages;
  bool beside = false;
  // "un double neuf": the digit that is doubled decides, since double is said in more languages than English.
  const auto repeats_digit = [&](int k) {
    return k + 1 < speech.count && speech.at[k].has_role(LaneRole::multiplier) &&
           (speech.at[k + 1].has_role(LaneRole::unit) || speech.at[k + 1].has_role(LaneRole::oh));
  };
  for (int k = 0; k < speech.count; ++k) {
    const SpeechWord& word = speech.at[k];
    const bool near = k == before || k == behind;
    if (word.type == SpeechType::number && (languages & kEnglish)) beside |= near;
    if (word.row == nullptr || word.row->role < LaneRole::unit || word.row->role > LaneRole::multiplier ||
        word.row->role == LaneRole::conjunction)
      continue;
    const bool multiplies = word.row->role == LaneRole::multiplier;
    if (!multiplies || word.row->languages != kEnglish) shared &= word.row->languages;
    beside |= near && (word.row->role <= LaneRole::thousand || (multiplies && repeats_digit(k)));
  }
  return beside && shared != 0;
}

std::int16_t score_spoken(const Scan& said, const PlainAddress& stored) {
  const LeadIn lead_in = find_lead_in(said.view());
  if (const std::int16_t score = score_dictated(said, lead_in, stored); score != kUndecided) return score;
  Speech speech;
  if (!read_speech(said, lead_in, speech)) return kUndecided;
  if (may_hold_number(speech)) return kUndecided;
  // Most of what is another address begins with another letter.
  const bool begins_alike = *speech.at[0].text == *stored.text;
  if (!begins_alike && lacks_characters(said, speech, stored)) return 0;
  if (!Walk(speech, stored).reaches_end()) {
    const bool unrelated = (begins_alike && lacks_characters(said, speech, stored)) || says_too_much(speech, stored);
    return unrelated ? 0 : kUndecided;
  }
  if (speech.one_word) return 98;
  const JoinedWords joined = find_joined_words(speech);
  if (joined == JoinedWords::unsure) return kUndecided;
  return joined == JoinedWords::yes ? 95 : 98;
}

}  // namespace ablmatch
