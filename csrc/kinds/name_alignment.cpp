// Alignment of two names in natural order, and the score by the ladder of identity-matching.md 1.4.
#include "name_alignment.hpp"

#include "name_leftover.hpp"

namespace ablmatch {

namespace {

constexpr int kSurnameOnly = 60, kGivenOnly = 50;

TokenSpan span(int from, int to) { return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}; }

bool has_culture(const NameToken& token, std::uint16_t cultures) {
  return token.row && ((token.row->given_cultures | token.row->surname_cultures) & cultures) != 0;
}

class Aligner {
 public:
  Aligner(const NameOrder& said, const NameOrder& stored)
      : said_(said), stored_(stored), n_(said.count), m_(stored.count) {}

  Alignment run() {
    out_ = {};
    if (n_ == 1 || m_ == 1) {
      single();
      return out_;
    }
    find_surname();
    find_given();
    if (!out_.surname.found() && find_second_surname()) find_given();
    judge();
    return out_;
  }

 private:
  void because(Evidence evidence) { out_.evidence.add(evidence); }
  void finish(int score) { out_.score = score; }

  // ---- one word on a side ----------------------------------------------------------------------------------

  void single() {
    if (n_ == 1 && m_ == 1) {
      Agreement agreement = agree_surname(said_.at[0], stored_.at[0]);
      const Agreement given = agree_given(said_.at[0], stored_.at[0]);
      if (given.level > agreement.level && given.reason != NameReason::initial) agreement = given;
      // Amaro for Amara: which part a single name is cannot be known, so the stricter reading counts.
      if (given.reason == NameReason::neighbour && agreement.reason == NameReason::slip) agreement = given;
      out_.surname = agreement;
      out_.said_surname = out_.stored_surname = span(0, 1);
      explain(agreement);
      if (!agreement.level && begins_unspaced(said_.at[0], stored_.at[0]))
        return partial(kSurnameOnly, Evidence::surname_only);
      if (!agreement.level && shares_family_unspaced(said_.at[0], stored_.at[0]))
        return partial(kFamilyMember, Evidence::given_differs);
      return finish(agreement.level);
    }
    // All of one side run together: "amaraokafor", a surname with its particles, 田中晴人.
    Agreement joined = agree_joined(said_.at, n_, stored_.at, m_, true);
    if (joined.level < 75 && said_.at[0].has(kForeignToken) != stored_.at[0].has(kForeignToken))
      joined = joined_family_first();
    if (joined.level >= 75) {
      out_.surname = joined;
      out_.said_surname = span(0, n_);
      out_.stored_surname = span(0, m_);
      because(Evidence::spacing);
      explain(joined);
      return finish(joined.level < 99 ? joined.level : 99);
    }
    const NameOrder& longer = n_ == 1 ? stored_ : said_;
    const int count = longer.count;
    // The surname with its particles, the last word, the given name, then any other word (first of two surnames).
    for (int from = 1; from < count; ++from) {
      if (from + 1 < count && !only_particles(longer, from, count - 1)) continue;
      if (single_against(from, count, true))
        return partial(out_.surname.level == 100 ? kSurnameOnly : 45, Evidence::surname_only);
    }
    if (single_against(0, 1, false)) return partial(out_.given.level == 100 ? kGivenOnly : 40, Evidence::given_only);
    for (int at = 1; at + 1 < count; ++at) {
      if (single_against(at, at + 1, true)) return partial(kGivenOnly, Evidence::surname_only);
    }
    because(Evidence::unrelated);
    finish(out_.given.reason == NameReason::unreadable || out_.surname.reason == NameReason::unreadable ? kFamilyMember
                                                                                                        : 0);
  }

  // 김민준 for "Minjun Kim": a name written without gaps begins with the surname.
  Agreement joined_family_first() const {
    const NameOrder& longer = n_ == 1 ? stored_ : said_;
    NameOrder turned;
    turned.count = longer.count;
    turned.at[0] = longer.at[longer.count - 1];
    for (int k = 1; k < longer.count; ++k) turned.at[k] = longer.at[k - 1];
    return n_ == 1 ? agree_joined(said_.at, 1, turned.at, turned.count, true)
                   : agree_joined(turned.at, turned.count, stored_.at, 1, true);
  }

  void partial(int score, Evidence reason) {
    because(reason);
    finish(score);
  }

  // The only word of one side against words [from, to) of the other.
  bool single_against(int from, int to, bool surname) {
    const Agreement agreement = n_ == 1 ? agree_joined(said_.at, 1, stored_.at + from, to - from, surname)
                                        : agree_joined(said_.at + from, to - from, stored_.at, 1, surname);
    (surname ? out_.surname : out_.given) = agreement;
    if (!agreement.found() || agreement.reason == NameReason::initial) return false;
    const TokenSpan one = span(0, 1), other = span(from, to);
    (surname ? out_.said_surname : out_.said_given) = n_ == 1 ? one : other;
    (surname ? out_.stored_surname : out_.stored_given) = n_ == 1 ? other : one;
    return true;
  }

  static bool only_particles(const NameOrder& name, int from, int to) {
    for (int k = from; k < to; ++k)
      if (!is_particle(name.at[k])) return false;
    return true;
  }

  // 田中 of 田中晴人, 김 of 김민준: names that are written without a gap begin with the surname.
  static bool begins_unspaced(const NameToken& said, const NameToken& stored) {
    if (!said.has(kForeignToken) || !stored.has(kForeignToken)) return false;
    std::size_t at = 0;
    const Script script = script_of(decode(stored.text, at));
    return (script == Script::han || script == Script::hangul) && stored.letters <= 5 &&
           said.letters < stored.letters && stored.view().starts_with(said.view());
  }

  // 김민준, 김민지: the surname is the first sign of a name written without a gap.
  static bool shares_family_unspaced(const NameToken& said, const NameToken& stored) {
    std::size_t one = 0, two = 0;
    const char32_t first = decode(said.text, one);
    const Script script = script_of(first);
    return (script == Script::han || script == Script::hangul) && first == decode(stored.text, two) &&
           said.letters >= 2 && said.letters <= 5 && stored.letters >= 2 && stored.letters <= 5;
  }

  // ---- surname at the end, given name at the start ---------------------------------------------------------

  void find_surname() {
    out_.surname = agree_surname(said_.at[n_ - 1], stored_.at[m_ - 1]);
    out_.said_surname = span(n_ - 1, n_);
    out_.stored_surname = span(m_ - 1, m_);
    if (out_.surname.level >= 90) return;
    for (int words = 2; words <= 4; ++words) {
      if (words < m_ &&
          better(out_.surname, agree_joined(said_.at + n_ - 1, 1, stored_.at + m_ - words, words, true))) {
        out_.said_surname = span(n_ - 1, n_);
        out_.stored_surname = span(m_ - words, m_);
      }
      if (words < n_ &&
          better(out_.surname, agree_joined(said_.at + n_ - words, words, stored_.at + m_ - 1, 1, true))) {
        out_.said_surname = span(n_ - words, n_);
        out_.stored_surname = span(m_ - 1, m_);
      }
    }
  }

  void find_given() {
    const int said_end = out_.said_surname.from, stored_end = out_.stored_surname.from;
    out_.given = agree_given(said_.at[0], stored_.at[0]);
    out_.said_given = out_.stored_given = span(0, 1);
    // Jean-Mi and Jean-Michel: a hyphenated name is one name first.
    if (said_end >= 2 && stored_end >= 2 && said_.at[1].has(kHyphenToken) && stored_.at[1].has(kHyphenToken) &&
        !same_text(said_.at[1], stored_.at[1])) {
      const Agreement whole = agree_joined(said_.at, 2, stored_.at, 2, false);
      if (whole.level >= 75) {
        out_.given = whole;
        out_.said_given = out_.stored_given = span(0, 2);
        return;
      }
    }
    if (out_.given.level >= 90) return;
    for (int words = 2; words <= 3; ++words) {
      if (words <= stored_end && better(out_.given, agree_joined(said_.at, 1, stored_.at, words, false))) {
        out_.said_given = span(0, 1);
        out_.stored_given = span(0, words);
      }
      if (words <= said_end && better(out_.given, agree_joined(said_.at, words, stored_.at, 1, false))) {
        out_.said_given = span(0, words);
        out_.stored_given = span(0, 1);
      }
    }
  }

  static bool better(Agreement& best, const Agreement& other) {
    if (other.reason == NameReason::initial || other.level <= best.level || other.level < 75) return false;
    best = other;
    return true;
  }

  // "Esteban Pérez" for "Esteban Pérez Lozano": the last surname stands on one side only.
  bool find_second_surname() {
    const Agreement found = out_.surname;
    if (m_ > n_ - 1 && m_ >= 3) {
      out_.surname = agree_surname(said_.at[n_ - 1], stored_.at[m_ - 2]);
      if (out_.surname.found() && second_surname(stored_, m_ - 2, n_ == 2)) {
        second_stored_ = true;
        out_.said_surname = span(n_ - 1, n_);
        out_.stored_surname = span(m_ - 2, m_ - 1);
        return true;
      }
    }
    if (n_ > m_ - 1 && n_ >= 3) {
      out_.surname = agree_surname(said_.at[n_ - 2], stored_.at[m_ - 1]);
      const bool degree = said_.at[n_ - 1].has(kMaybeDegree);
      if (out_.surname.found() && (degree || second_surname(said_, n_ - 2, m_ == 2))) {
        out_.said_surname = span(n_ - 2, n_ - 1);
        out_.stored_surname = span(m_ - 1, m_);
        if (degree) second_ = 0;
        return true;
      }
    }
    out_.surname = found;
    return false;
  }

  // Is word `at`, the last but one of `name`, a surname, so that the last one is a second? Sets what its absence costs.
  bool second_surname(const NameOrder& name, int at, bool no_other_surname) {
    const NameToken &word = name.at[at], &last = name.at[at + 1];
    if (last.has(kMaybeDegree)) {
      second_ = 0;
      return true;
    }
    if (last.has(kHyphenToken)) {
      second_ = 80;
      return true;
    }
    if (word.has(kInitialToken) || last.has(kInitialToken)) return false;
    // "Olga Petrovna" of Olga Petrovna Orlova: a patronymic in front of the surname is none.
    if (is_patronymic(word)) {
      second_ = kGivenOnly;
      return true;
    }
    const bool only_given = word.knows(kGivenName) && !word.knows(kSurname);
    const bool iberian = has_culture(word, kIberianNames) ||
                         (last.row && (last.row->surname_cultures & kIberianNames)) ||
                         (name.at[0].row && (name.at[0].row->given_cultures & kIberianNames));
    if (iberian && !only_given) {
      // "María José García" against "María José": José is no surname.
      const bool given_too =
          word.knows(kGivenName) && at == 1 && no_other_surname && !(word.row->surname_cultures & kIberianNames);
      second_ = given_too ? kGivenOnly : 80;
      return true;
    }
    second_ = only_given || !word.knows(kSurname) ? kGivenOnly : 65;
    return true;
  }

  // ---- the score -------------------------------------------------------------------------------------------

  void judge() {
    Agreement& given = out_.given;
    const Agreement& surname = out_.surname;
    if (!surname.found()) {
      const bool unreadable = surname.reason == NameReason::unreadable || given.reason == NameReason::unreadable;
      because(Evidence::surname_differs);
      if (!given.found()) {
        because(unreadable ? Evidence::transliterated : Evidence::unrelated);
        return finish(unreadable ? 30 : 0);
      }
      if (surname.reason == NameReason::neighbour) because(Evidence::one_typo);
      return finish(surname.reason == NameReason::neighbour && given.level >= 90 ? kNeighbourFamily : kOtherFamily);
    }
    int call_name = 0;
    if (!given.found() || given.reason == NameReason::initial) call_name = find_call_name();
    if (!given.found()) {
      because(Evidence::given_differs);
      if (given.reason == NameReason::neighbour) because(Evidence::one_typo);
      return finish(given.reason == NameReason::neighbour ? given.level : kFamilyMember);
    }
    int score = combine();
    if (call_name) cap(score, call_name);
    if (second_ >= 0) {
      if (second_ > 0) because(second_ == kGivenOnly ? Evidence::given_only : Evidence::second_surname_missing);
      cap(score, second_ ? second_ : 99);
    }
    judge_leftover(score, call_name != 0);
    finish(score);
  }

  // Both names agree in part: the rungs add up, and two slips are too many.
  int combine() {
    const Agreement &given = out_.given, &surname = out_.surname;
    explain(given);
    explain(surname);
    if (out_.said_given.to > 1 || out_.stored_given.to > 1) because(Evidence::spacing);
    if (out_.said_surname.to - out_.said_surname.from != out_.stored_surname.to - out_.stored_surname.from)
      because(Evidence::spacing);
    const auto across = [](const Agreement& a) {
      return a.reason == NameReason::transliterated || a.reason == NameReason::skeleton;
    };
    if (across(given) && across(surname)) return given.level < surname.level ? given.level : surname.level;
    if (across(given) && surname.level >= 99) return given.level >= 75 ? 80 : given.level;
    if (across(surname) && given.level >= 99) return surname.level;
    int score = given.level + surname.level - 100;
    if (given.level >= 99 && surname.level >= 99) score = given.level < surname.level ? given.level : surname.level;
    if (out_.said_given.to != out_.stored_given.to || joined_surname()) score = score < 99 ? score : 99;
    if (given.reason == NameReason::slip && surname.level < 99 && score > 65) score = 65;
    if (surname.reason == NameReason::slip && given.reason == NameReason::slip && score > 60) score = 60;
    if (given.reason == NameReason::initial && score < 30) score = 30;
    return score;
  }

  bool joined_surname() const {
    return out_.said_surname.to - out_.said_surname.from != out_.stored_surname.to - out_.stored_surname.from;
  }

  // Called by the second given name: stored "Robert James", said "James". Sets the given spans; returns the rung or 0.
  int find_call_name() {
    const int said_end = out_.said_surname.from, stored_end = out_.stored_surname.from;
    const Agreement first = out_.given;
    if (stored_end >= 2 && is_call_name(stored_, said_)) {
      const Agreement second = agree_given(said_.at[0], stored_.at[1]);
      if (second.level >= 85 && second.reason != NameReason::slip) {
        out_.given = second;
        out_.said_given = span(0, 1);
        out_.stored_given = span(1, 2);
        skipped_stored_ = true;
        return 80;
      }
    }
    // What is said before a name is a word of the sentence ("ask Amara Okafor") unless it is a name itself.
    const bool named = said_.at[0].has(kInitialToken) || said_.at[0].knows(kGivenName);
    if (said_end >= 2 && named && is_call_name(said_, stored_)) {
      const Agreement second = agree_given(said_.at[1], stored_.at[0]);
      if (second.level >= 85 && second.reason != NameReason::slip) {
        out_.given = second;
        out_.said_given = span(1, 2);
        out_.stored_given = span(0, 1);
        skipped_said_ = true;
        return 75;
      }
    }
    // "J Robert Lund" for "James Robert Lund": the initial fits and the second name is equal.
    if (first.reason == NameReason::initial && said_end >= 2 && stored_end >= 2 && !said_.at[1].has(kInitialToken) &&
        !is_particle(said_.at[1]) && agree_given(said_.at[1], stored_.at[1]).level >= 99) {
      out_.given = {80, NameReason::initial};
      return 80;
    }
    return 0;
  }

  // The second word of `longer` may be a call name: a name, and not of the other gender than the first (María José).
  static bool is_call_name(const NameOrder& longer, const NameOrder& other) {
    // Turned round, the first word may be the surname itself: "Orlova Olga Petrovna" is not Olga of the Petrovnas.
    if (longer.turned) return false;
    const NameToken &first = longer.at[0], &second = longer.at[1];
    if (second.letters < 3 || second.has(kSentenceToken) || other.at[0].letters < 3) return false;
    if (first.has(kSentenceToken)) return false;
    if (first.has(kInitialToken)) return true;
    if (second.row && !second.knows(kGivenName) && second.knows(kSurname)) return false;
    if (first.row && second.row) {
      const std::uint32_t genders = kMaleName | kFemaleName;
      const std::uint32_t one = first.row->flags & genders, two = second.row->flags & genders;
      if (one && two && !(one & two)) return false;
    }
    return true;
  }

  // Caps the score, and takes one more point for a reason beside a lower one.
  void cap(int& score, int limit) { lower_to(score, limit); }

  // ---- middle names and particles ---------------------------------------------------------------------------

  void judge_leftover(int& score, bool call_name) {
    Leftover rest;
    const int said_from = skipped_said_ ? 2 : out_.said_given.to,
              stored_from = skipped_stored_ ? 2 : out_.stored_given.to;
    rest.said = said_.at + said_from;
    rest.said_count = out_.said_surname.from - said_from;
    rest.stored = stored_.at + stored_from;
    rest.stored_count = out_.stored_surname.from - stored_from;
    rest.said_passed_over = skipped_said_;
    if (rest.said_count < 0) rest.said_count = 0;
    if (rest.stored_count < 0) rest.stored_count = 0;
    rest.said_surname = said_.at + out_.said_surname.from;
    rest.stored_surname = stored_.at + out_.stored_surname.from;
    if (rest.said_count == 0 && rest.stored_count == 0) return;
    if (second_ > 0 && exchanged_surname(rest)) {
      because(Evidence::surname_differs);
      cap(score, 65);
    }
    judge_particles(rest, score, out_.evidence);
    if (rest.said_count == 0 && rest.stored_count == 0) return;
    if (call_name && (skipped_said_ || skipped_stored_) && swapped_first(rest)) return;
    judge_middle(rest, score, out_.evidence);
  }

  // "Rosa Vidal Marín" for Rosa Marín Vidal: another surname stands where the missing one would.
  bool exchanged_surname(const Leftover& rest) const {
    const NameToken* words = second_stored_ ? rest.said : rest.stored;
    const int count = second_stored_ ? rest.said_count : rest.stored_count;
    for (int k = 0; k < count; ++k)
      if (!words[k].has(kInitialToken) && !words[k].knows(kGivenName | kParticle) && !is_patronymic(words[k]))
        return true;
    return false;
  }

  // "Samantha Jane Doe" for "Jane Samantha Doe": the name that was passed over stands behind.
  bool swapped_first(const Leftover& rest) const {
    const NameToken& passed = skipped_stored_ ? stored_.at[0] : said_.at[0];
    if (skipped_stored_ && rest.said_count == 1 && rest.stored_count == 0)
      return agree_given(rest.said[0], passed).found();
    if (skipped_said_ && rest.stored_count == 1 && rest.said_count == 0)
      return agree_given(passed, rest.stored[0]).found();
    return false;
  }

  void explain(const Agreement& agreement) {
    switch (agreement.reason) {
      case NameReason::letter_variant: return because(Evidence::letter_variant);
      case NameReason::nickname: return because(Evidence::nickname);
      case NameReason::homophone: return because(Evidence::homophone);
      case NameReason::slip:
      case NameReason::neighbour: return because(Evidence::one_typo);
      case NameReason::initial: return because(Evidence::initial);
      case NameReason::transliterated:
      case NameReason::skeleton:
      case NameReason::unreadable: return because(Evidence::transliterated);
      case NameReason::none:
      case NameReason::equal: return;
    }
  }

  const NameOrder& said_;
  const NameOrder& stored_;
  int n_, m_;
  int second_ = -1;  // rung of a second surname on one side only; 0: it was a degree; -1: none
  bool second_stored_ = false;  // it is the stored side's
  bool skipped_said_ = false, skipped_stored_ = false;
  Alignment out_;
};

}  // namespace

Alignment align_names(const NameOrder& said, const NameOrder& stored) { return Aligner(said, stored).run(); }

}  // namespace ablmatch
