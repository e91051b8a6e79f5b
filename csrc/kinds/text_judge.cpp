// Two readings of texts, word by word: equal words, kin, slips, order, and the caps on figures, letters and negations.
#include "text_judge.hpp"

#include <algorithm>

#include "../distance.hpp"
#include "text_kinship.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

constexpr int kKin = 90;

// One slip, not on the first letter, in words of at least six letters.
bool is_slip(const Word& said, const Word& stored) {
  if (*said.text != *stored.text || said.number || stored.number || length_utf8(stored.view()) < 6 ||
      length_utf8(said.view()) < 5)
    return false;
  Edit edit;
  return within_one_edit(said.view(), stored.view(), edit) && !are_opposite(said.view(), stored.view()) &&
         !are_two_words(said.view(), stored.view());
}

WordPlace place_of(const WordSpan& words, int at) {
  const bool first = at == 0, last = at + 1 == words.count;
  return {first, last, !last && words.at[at + 1].figure, !first && words.at[at - 1].figure};
}

// "n" for "and" is the one short form that begins with another letter.
bool is_short_word(const Word& said, const Word& stored) { return said.size == 1 || stored.size == 1; }

// One word in two spellings, or a short form of it.
Kinship kin(const WordSpan& said, int s, const WordSpan& stored, int t) {
  const Word &one = said.at[s], &two = stored.at[t];
  if (*one.text != *two.text && !is_short_word(one, two)) return Kinship::none;
  return kinship(one.view(), place_of(said, s), two.view(), place_of(stored, t));
}

void note(Kinship kinship, EvidenceSet& evidence) {
  evidence.add(kinship == Kinship::abbreviation ? Evidence::abbreviation : Evidence::letter_variant);
}

// Word for word the same, or kin: the score, 0 for others.
int same_words(const WordSpan& said, const WordSpan& stored, EvidenceSet& evidence) {
  if (said.count != stored.count) return 0;
  int score = 100;
  for (int k = 0; k < said.count; ++k) {
    if (said.at[k].view() == stored.at[k].view()) continue;
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
  return at > 0 && words.at[at].size == 1 && (at + 1 == words.count || is_lettered(words.at[at - 1].view()));
}

bool says_something(std::string_view word) {
  return !(is_article(word) || is_small_word(word) || is_preposition(word) || is_legal_form(word));
}

// A word that was said twice: it stands beside itself. Not a letter, number or negation, which says something else then.
bool is_repeated(const WordSpan& said, int at) {
  const Word& word = said.at[at];
  if (word.number || word.size == 1 || is_negation(word.view())) return false;
  return (at > 0 && said.at[at - 1].view() == word.view()) ||
         (at + 1 < said.count && said.at[at + 1].view() == word.view());
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

Alignment align(const WordSpan& said, const WordSpan& stored) {
  Alignment found;
  std::int16_t partner[kMaxWords];
  bool taken[kMaxWords] = {};
  std::fill(partner, partner + said.count, std::int16_t{-1});
  const auto pair_up = [&](int s, int t, int& count) {
    partner[s] = static_cast<std::int16_t>(t);
    taken[t] = true;
    ++count;
  };
  for (const Pass pass : {Pass::equal, Pass::kin, Pass::slip}) {
    if (found.equal + found.slips == std::min(said.count, stored.count)) break;
    for (int s = 0; s < said.count; ++s) {
      for (int t = 0; t < stored.count && partner[s] < 0; ++t) {
        if (taken[t]) continue;
        const std::string_view word = stored.at[t].view();
        if (pass == Pass::slip) {
          if (is_slip(said.at[s], stored.at[t])) pair_up(s, t, found.slips);
          continue;
        }
        if (pass == Pass::kin) {
          const Kinship kinship = kin(said, s, stored, t);
          if (kinship == Kinship::none) continue;
          (kinship == Kinship::abbreviation ? found.abbreviated : found.respelled) = true;
        } else if (said.at[s].view() != word) {
          continue;
        }
        pair_up(s, t, found.equal);
        found.content_equal += says_something(word);
        // A plan is no Plan A.
        if (word.size() == 1 && is_article(word) && is_letter_name(said, s) != is_letter_name(stored, t))
          found.single = true;
      }
    }
  }
  int last = -1;
  for (int s = 0; s < said.count; ++s)
    if (partner[s] >= 0 && partner[s] > last) last = partner[s], ++found.in_order;
  const auto weigh = [&](const WordSpan& words, int at, int& extra, int& small, int& links, int& letters) {
    const Word& word = words.at[at];
    const std::string_view text = word.view();
    const bool letter = text.size() == 1;
    if (word.figure) found.figures = true;
    else if (is_negation(text)) found.negation = true;
    else if (is_article(text) && !is_letter_name(words, at)) {
      ++small;
      letters += letter;
      return;
    } else if (letter) found.single = true;
    // At the end a particle is no small word: sign in, turn on.
    else if (is_legal_form(text) || (is_small_word(text) && at + 1 < words.count)) {
      ++small;
      ++links;
      return;
    }
    ++extra;
  };
  for (int s = 0; s < said.count; ++s) {
    if (partner[s] >= 0) continue;
    const bool again = is_repeated(said, s) && std::any_of(said.at, said.at + said.count, [&](const Word& other) {
                         return partner[&other - said.at] >= 0 && other.view() == said.at[s].view();
                       });
    if (again) ++found.repeated;
    else weigh(said, s, found.said_extra, found.said_small, found.said_links, found.said_letters);
    for (int t = 0; t < stored.count; ++t)
      found.opposites |= !taken[t] && are_opposite(said.at[s].view(), stored.at[t].view());
  }
  for (int t = 0; t < stored.count; ++t)
    if (!taken[t]) weigh(stored, t, found.stored_extra, found.stored_small, found.stored_links, found.stored_letters);
  return found;
}

bool denies(const Word& word) { return is_negation(word.view()); }

// Words whose order counts: figures, negations, single letters (with `articles`, also those that are articles).
template <bool articles>
bool keeps_order(const Word& word) {
  return word.number || denies(word) || (word.size == 1 && (articles || !is_article(word.view())));
}

bool same_sequence(const WordSpan& said, const WordSpan& stored, bool (*counts)(const Word&)) {
  int s = 0, t = 0;
  for (;;) {
    while (s < said.count && !counts(said.at[s])) ++s;
    while (t < stored.count && !counts(stored.at[t])) ++t;
    if (s == said.count || t == stored.count) return s == said.count && t == stored.count;
    if (said.at[s++].view() != stored.at[t++].view()) return false;
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
  const Alignment found = align(said, stored);
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
