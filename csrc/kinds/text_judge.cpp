// Two readings of texts, word by word: equal words, kin, slips, order, and the caps on figures, letters and negations.
#include "text_judge.hpp"

#include <algorithm>
#include <bit>

#include "../distance.hpp"
#include "text_kinship.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

constexpr int kKin = 90;

bool is_ascii(const Word& word) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  return word.size <= kMaxTextWord && ((word.head | word.tail) & kHigh) == 0;
}

// The first `size` bytes, at most 16, of two texts that may be read for eight bytes behind them.
bool same_bytes(const char* one, const char* two, std::size_t size) {
  if (size == 0) return true;
  if (text_head(one, size) != text_head(two, size)) return false;
  return size <= 8 || detail::load8(one + size - 8) == detail::load8(two + size - 8);
}

// One edit, or none, between two ASCII words of at most kMaxTextWord bytes.
bool one_edit_apart(const Word& one, const Word& two) {
  const int longer = one.size - two.size;
  if (longer < -1 || longer > 1) return false;
  const std::size_t least = std::min(one.size, two.size);
  std::size_t same = 8;
  if (const std::uint64_t other = one.head ^ two.head) same = static_cast<std::size_t>(std::countr_zero(other)) / 8;
  while (same < least && one.text[same] == two.text[same]) ++same;
  if (same >= least) return true;
  const char *a = one.text + same, *b = two.text + same;
  if (longer > 0) return same_bytes(a + 1, b, two.size - same);
  if (longer < 0) return same_bytes(a, b + 1, one.size - same);
  if (same_bytes(a + 1, b + 1, least - same - 1)) return true;
  return least - same >= 2 && a[0] == b[1] && a[1] == b[0] && same_bytes(a + 2, b + 2, least - same - 2);
}

}  // namespace

bool is_slip(const Word& said, const Word& stored) {
  constexpr int kFewestStored = 6, kFewestSaid = 5;
  if (((said.head ^ stored.head) & 0xFF) != 0 || stored.size < kFewestStored || said.size < kFewestSaid ||
      said.number || stored.number)
    return false;
  if (is_ascii(said) && is_ascii(stored)) {
    if (!one_edit_apart(said, stored)) return false;
  } else {
    Edit edit;
    if (length_utf8(stored.view()) < kFewestStored || length_utf8(said.view()) < kFewestSaid ||
        !within_one_edit(said.view(), stored.view(), edit))
      return false;
  }
  return !are_opposite(said, stored) && !are_two_words(said, stored);
}

namespace {

WordPlace place_of(const WordSpan& words, int at) {
  const bool first = at == 0, last = at + 1 == words.count;
  return {first, last, !last && words.at[at + 1].figure, !first && words.at[at - 1].figure};
}

// One word in two spellings, or a short form of it. "n" for "and" is the one short form that begins with another letter.
Kinship kin(const WordSpan& said, int s, const WordSpan& stored, int t) {
  const Word &one = said.at[s], &two = stored.at[t];
  if (((one.head ^ two.head) & 0xFF) != 0 && one.size != 1 && two.size != 1) return Kinship::none;
  return kinship(one, place_of(said, s), two, place_of(stored, t));
}

void note(Kinship kinship, EvidenceSet& evidence) {
  evidence.add(kinship == Kinship::abbreviation ? Evidence::abbreviation : Evidence::letter_variant);
}

// Word for word the same, or kin: the score, 0 for others.
int same_words(const WordSpan& said, const WordSpan& stored, EvidenceSet& evidence) {
  if (said.count != stored.count) return 0;
  int score = 100;
  for (int k = 0; k < said.count; ++k) {
    if (said.at[k].same_as(stored.at[k])) continue;
    const Kinship found = kin(said, k, stored, k);
    if (found == Kinship::none) return 0;
    note(found, evidence);
    score = kKin;
  }
  return score;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The same letters, divided into words otherwise (ice cream). Figures are not joined or split (12 3 is not 1 23), nor is
// a negation (not able is not notable).
bool same_letters(const WordSpan& said, const WordSpan& stored) {
  int s = 0, t = 0, i = 0, j = 0;
  while (s < said.count || t < stored.count) {
    if (s >= said.count || t >= stored.count) return false;
    const char c = said.at[s].text[i];
    if (c != stored.at[t].text[j]) return false;
    const bool said_ends = ++i == said.at[s].size, stored_ends = ++j == stored.at[t].size;
    if (said_ends) i = 0, ++s;
    if (stored_ends) j = 0, ++t;
    if (said_ends == stored_ends || !is_digit(c)) continue;
    const bool figure_goes_on = said_ends ? is_digit(stored.at[t].text[j]) : is_digit(said.at[s].text[i]);
    if (figure_goes_on) return false;
  }
  return true;
}

// A letter at the end, or behind a noun that letters follow, is a letter and no article: Plan A, Class B licence.
bool is_letter_name(const WordSpan& words, int at) {
  return at > 0 && words.at[at].size == 1 && (at + 1 == words.count || words.at[at - 1].is(kLettered));
}

// A word that was said twice: it stands beside itself. Not a letter, number or negation, which says something else then.
bool is_repeated(const WordSpan& said, int at) {
  const Word& word = said.at[at];
  if (word.number || word.size == 1 || word.is(kNegation)) return false;
  return (at > 0 && said.at[at - 1].same_as(word)) || (at + 1 < said.count && said.at[at + 1].same_as(word));
}

enum class Pass : std::uint8_t { equal, kin, slip };

// How the words of the two texts pair up.
struct Alignment {
  int equal = 0, slips = 0, in_order = 0;
  int content_equal = 0;         // equal words that say something
  int said_extra = 0, stored_extra = 0;      // content words without partner
  int said_small = 0, stored_small = 0;      // articles and small words without partner
  int said_links = 0, stored_links = 0;      // those of them that are no articles
  int said_letters = 0, stored_letters = 0;  // those of them that are single letters
  int repeated = 0;              // said once more than stored
  bool respelled = false, abbreviated = false;
  bool figures = false, negation = false, single = false, opposites = false;
};

// Content words, and others, that one text has and the other has not.
struct Leftover {
  int extra = 0, small = 0, links = 0, letters = 0;
};

class Aligner {
 public:
  Aligner(const WordSpan& said, const WordSpan& stored)
      : said_(said), stored_(stored), free_said_(all(said.count)), free_stored_(all(stored.count)) {
    for (int t = 0; t < stored.count; ++t) {
      const std::uint64_t bit = std::uint64_t{1} << t;
      beginning_[stored.at[t].head & 31] |= bit;
      if (stored.at[t].size == 1) letters_ |= bit;
    }
  }

  Alignment align() {
    for (const Pass pass : {Pass::equal, Pass::kin, Pass::slip}) {
      if (free_said_ == 0 || free_stored_ == 0) break;
      pair_up(pass);
    }
    count_in_order();
    const Leftover said = weigh_said(), stored = weigh_stored();
    found_.said_extra = said.extra, found_.stored_extra = stored.extra;
    found_.said_small = said.small, found_.stored_small = stored.small;
    found_.said_links = said.links, found_.stored_links = stored.links;
    found_.said_letters = said.letters, found_.stored_letters = stored.letters;
    return found_;
  }

 private:
  static std::uint64_t all(int words) { return words == 0 ? 0 : ~std::uint64_t{0} >> (64 - words); }
  static int lowest(std::uint64_t bits) { return std::countr_zero(bits); }

  // The stored words that may pair up with a said one: all partners begin alike, but for short forms of one letter.
  std::uint64_t candidates(Pass pass, const Word& said) const {
    const std::uint64_t alike = beginning_[said.head & 31];
    if (pass != Pass::kin) return free_stored_ & alike;
    return said.size == 1 ? free_stored_ : free_stored_ & (alike | letters_);
  }

  bool are_partners(Pass pass, int s, int t) {
    const Word &said = said_.at[s], &stored = stored_.at[t];
    switch (pass) {
      case Pass::equal: return said.same_as(stored);
      case Pass::slip: return is_slip(said, stored);
      default: break;
    }
    const Kinship kinship = kin(said_, s, stored_, t);
    if (kinship == Kinship::none) return false;
    (kinship == Kinship::abbreviation ? found_.abbreviated : found_.respelled) = true;
    return true;
  }

  void pair_up(Pass pass) {
    for (std::uint64_t left = free_said_; left != 0; left &= left - 1) {
      const int s = lowest(left);
      for (std::uint64_t open = candidates(pass, said_.at[s]); open != 0; open &= open - 1) {
        const int t = lowest(open);
        if (!are_partners(pass, s, t)) continue;
        partner_[s] = static_cast<std::uint8_t>(t);
        free_said_ &= ~(std::uint64_t{1} << s);
        free_stored_ &= ~(std::uint64_t{1} << t);
        if (pass == Pass::slip) {
          ++found_.slips;
          break;
        }
        ++found_.equal;
        const Word& word = stored_.at[t];
        found_.content_equal += says_something(word);
        // A plan is no Plan A.
        if (word.size == 1 && word.is(kArticle) && is_letter_name(said_, s) != is_letter_name(stored_, t))
          found_.single = true;
        break;
      }
    }
  }

  void count_in_order() {
    int last = -1;
    for (std::uint64_t paired = all(said_.count) & ~free_said_; paired != 0; paired &= paired - 1) {
      const int t = partner_[lowest(paired)];
      if (t > last) last = t, ++found_.in_order;
    }
  }

  void weigh(const WordSpan& words, int at, Leftover& left) {
    const Word& word = words.at[at];
    const bool letter = word.size == 1;
    if (word.figure) found_.figures = true;
    else if (word.is(kNegation)) found_.negation = true;
    else if (word.is(kArticle) && !is_letter_name(words, at)) {
      ++left.small;
      left.letters += letter;
      return;
    } else if (letter) found_.single = true;
    // At the end a particle is no small word: sign in, turn on.
    else if (word.is(kLegalForm) || (word.is(kSmallWord) && at + 1 < words.count)) {
      ++left.small;
      ++left.links;
      return;
    }
    ++left.extra;
  }

  // Was an equal word of what was said paired?
  bool is_said_again(int at) const {
    if (!is_repeated(said_, at)) return false;
    for (std::uint64_t paired = all(said_.count) & ~free_said_; paired != 0; paired &= paired - 1)
      if (said_.at[lowest(paired)].same_as(said_.at[at])) return true;
    return false;
  }

  Leftover weigh_said() {
    Leftover left;
    for (std::uint64_t open = free_said_; open != 0; open &= open - 1) {
      const int s = lowest(open);
      if (is_said_again(s)) ++found_.repeated;
      else weigh(said_, s, left);
      if (!said_.at[s].is(kOpposite)) continue;
      for (std::uint64_t others = free_stored_; others != 0; others &= others - 1)
        found_.opposites |= are_opposite(said_.at[s], stored_.at[lowest(others)]);
    }
    return left;
  }

  Leftover weigh_stored() {
    Leftover left;
    for (std::uint64_t open = free_stored_; open != 0; open &= open - 1) weigh(stored_, lowest(open), left);
    return left;
  }

  const WordSpan &said_, &stored_;
  std::uint64_t free_said_, free_stored_;  // words without partner
  std::uint64_t beginning_[32] = {};       // stored words by their first byte, % 32
  std::uint64_t letters_ = 0;              // stored words of one letter
  std::uint8_t partner_[kMaxWords];        // of the said words that have one
  Alignment found_;
};
static_assert(kMaxWords <= 64);

bool denies(const Word& word) { return word.is(kNegation); }

// Words whose order counts: figures, negations, single letters (with `articles`, also those that are articles).
template <bool articles>
bool keeps_order(const Word& word) {
  return word.number || denies(word) || (word.size == 1 && (articles || !word.is(kArticle)));
}

bool same_sequence(const WordSpan& said, const WordSpan& stored, bool (*counts)(const Word&)) {
  int s = 0, t = 0;
  for (;;) {
    while (s < said.count && !counts(said.at[s])) ++s;
    while (t < stored.count && !counts(stored.at[t])) ++t;
    if (s == said.count || t == stored.count) return s == said.count && t == stored.count;
    if (!said.at[s++].same_as(stored.at[t++])) return false;
  }
}

}  // namespace

Verdict judge_words(const WordSpan& said, const WordSpan& stored) {
  EvidenceSet evidence{};
  if (said.overflow || stored.overflow) return verdict(0, Evidence::words_differ);
  if (const int score = same_words(said, stored, evidence); score > 0)
    return score == 100 ? verdict(100, Evidence::equal) : verdict(score, evidence);
  evidence = {};
  if (same_letters(said, stored) && same_sequence(said, stored, denies)) return verdict(95, Evidence::spacing);
  const Alignment found = Aligner(said, stored).align();
  const bool one_sided = found.said_extra == 0 || found.stored_extra == 0;
  const int extra = found.said_extra + found.stored_extra;
  int score = 0;
  if (extra == 0 && found.equal + found.slips > 0) {
    score = 100;
    if (found.respelled) score = kKin, evidence.add(Evidence::letter_variant);
    if (found.abbreviated) score = kKin, evidence.add(Evidence::abbreviation);
    if (found.in_order < found.equal + found.slips) score = 90, evidence.add(Evidence::order_swapped);
    if (found.said_small + found.stored_small > 0) score = std::min(score, 85), evidence.add(Evidence::article_ignored);
    // Another small word is not one left out: in order, on order.
    if (found.said_small > 0 && found.stored_small > 0 && found.said_links + found.stored_links > 0)
      score = std::min(score, 55), evidence.add(Evidence::words_differ);
    if (found.repeated > 0) score = std::min(score, 80), evidence.add(Evidence::words_missing);
    if (found.slips > 0) {
      evidence.add(Evidence::one_typo);
      // A second slip needs four sound words around it.
      const bool too_many = found.slips > 1 + found.equal / 4;
      score = too_many ? 50 : std::min(score, 80) - 5 * (found.slips - 1) - (score < 100 ? 5 : 0);
    }
    if (found.content_equal == 0 && found.slips == 0) score = 100 > score ? std::min(score, 60) : score;
  } else if (found.content_equal == 0 && found.slips == 0) {
    evidence.add(Evidence::words_differ);
  } else if (one_sided) {
    const int most = std::max(said.count, stored.count);
    const double share = static_cast<double>(found.equal + found.slips) / most;
    score = share >= 0.5 ? 55 : std::max(12, static_cast<int>(20 + 60 * share));
    evidence.add(Evidence::words_missing);
  } else {
    const int most = std::max(said.count, stored.count);
    const double share = (found.content_equal + 0.5 * found.slips) / most;
    score = std::min(45, static_cast<int>(60 * share));
    evidence.add(Evidence::words_differ);
  }
  const auto cap = [&](bool applies, Evidence reason) {
    if (!applies) return;
    score = std::min(score, 45);
    evidence.add(reason);
  };
  if (evidence.has(Evidence::order_swapped)) {
    // Section 12, page 34 is not section 34, page 12; and in another order a negation denies something else.
    const bool negated = std::any_of(stored.at, stored.at + stored.count, denies);
    // An article left out is no letter left out.
    const auto kept = found.said_small + found.stored_small > 0 ? keeps_order<false> : keeps_order<true>;
    cap(!same_sequence(said, stored, kept), Evidence::figures_differ);
    cap(negated, Evidence::negation_differs);
  }
  cap(found.figures, Evidence::figures_differ);
  cap(found.negation || found.opposites, Evidence::negation_differs);
  cap(found.single || (found.said_letters > 0 && found.stored_letters > 0), Evidence::single_letter_differs);
  return verdict(score, evidence);
}

}  // namespace ablmatch
