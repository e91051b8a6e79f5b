// Kind text (identity-matching.md 1.4): the same words, a slip in a long word, an article, another order.
#include <algorithm>

#include "../distance.hpp"
#include "text.hpp"
#include "text_form.hpp"

namespace ablmatch {

namespace {

constexpr std::string_view kArticles[] = {"the", "a", "an", "el", "la", "los", "las", "le", "les", "l",  "der", "die",
                                          "das", "o", "os", "as", "il", "lo",  "gli", "i",  "een", "de", "het"};
constexpr std::string_view kSmallWords[] = {"and", "of",   "in",  "on",  "at",  "by",   "to",  "for",    "is",
                                            "y",   "et",   "und", "e",   "en",  "du",   "del", "di",     "da",
                                            "my",  "corp", "inc", "ltd", "llc", "gmbh", "co",  "company"};
constexpr std::string_view kNegations[] = {"not",   "no",   "never",  "none",  "without", "non", "nicht", "kein",
                                           "keine", "pas",  "sin",    "nunca", "nao",     "sem", "senza", "niet",
                                           "geen",  "dont", "doesnt", "isnt",  "wont",    "cant"};
// Words of one row are contrary to each other and never one a slip of the other.
constexpr std::string_view kOpposites[][2] = {
    {"north", "south"},
    {"east", "west"},
    {"open", "close"},
    {"opened", "closed"},
    {"in", "out"},
    {"up", "down"},
    {"yes", "no"},
    {"on", "off"},
    {"first", "second"},
    {"first", "last"},
    {"accept", "decline"},
    {"left", "right"},
    {"morning", "evening"},
    {"before", "after"},
    {"inside", "outside"},
    {"enable", "disable"},
    {"enabled", "disabled"},
    {"increase", "decrease"},
    {"include", "exclude"},
    {"import", "export"},
    {"upload", "download"},
    {"incoming", "outgoing"},
    {"inbound", "outbound"},
    {"maternal", "paternal"},
    {"married", "unmarried"},
    {"male", "female"},
    {"active", "inactive"},
    {"approved", "declined"},
    {"arrival", "departure"},
    {"credit", "debit"},
    {"morning", "night"},
    {"true", "false"},
};

template <std::size_t N>
bool among(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool opposite(std::string_view said, std::string_view stored) {
  for (const auto& pair : kOpposites)
    if ((pair[0] == said && pair[1] == stored) || (pair[1] == said && pair[0] == stored)) return true;
  return false;
}

// One slip, not on the first letter, in words of at least six letters.
bool is_slip(const Word& said, const Word& stored) {
  if (said.number || stored.number || length_utf8(stored.view()) < 6 || length_utf8(said.view()) < 5) return false;
  Edit edit;
  return within_one_edit(said.view(), stored.view(), edit) && edit.place > 0 && !opposite(said.view(), stored.view());
}

bool same_words(const Words& said, const Words& stored) {
  if (said.count != stored.count || said.overflow || stored.overflow) return false;
  for (int k = 0; k < said.count; ++k)
    if (said.at[k].view() != stored.at[k].view()) return false;
  return true;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The same letters, divided into words otherwise (ice cream). Figures are not joined or split (12 3 is not 1 23), nor is
// a negation (not able is not notable).
bool same_letters(const Words& said, const Words& stored) {
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

// How the words of the two texts pair up.
struct Alignment {
  int equal = 0, slips = 0, in_order = 0;
  int content_equal = 0;         // equal words that say something
  int said_extra = 0, stored_extra = 0;      // content words without partner
  int said_small = 0, stored_small = 0;      // articles and small words without partner
  int said_links = 0, stored_links = 0;      // those of them that are no articles
  int said_letters = 0, stored_letters = 0;  // those of them that are single letters
  int repeated = 0;              // said once more than stored
  bool figures = false, negation = false, single = false, opposites = false;
};

Alignment align(const Words& said, const Words& stored) {
  Alignment found;
  std::int16_t partner[kMaxWords];
  bool taken[kMaxWords] = {};
  std::fill(partner, partner + said.count, std::int16_t{-1});
  for (int pass = 0; pass < 2; ++pass)
    for (int s = 0; s < said.count; ++s) {
      if (partner[s] >= 0) continue;
      for (int t = 0; t < stored.count; ++t) {
        if (taken[t] || !(pass == 0 ? said.at[s].view() == stored.at[t].view() : is_slip(said.at[s], stored.at[t])))
          continue;
        partner[s] = static_cast<std::int16_t>(t);
        taken[t] = true;
        pass == 0 ? ++found.equal : ++found.slips;
        const bool small = among(kSmallWords, stored.at[t].view()) || among(kArticles, stored.at[t].view());
        found.content_equal += pass == 0 && !small;
        break;
      }
    }
  int last = -1;
  for (int s = 0; s < said.count; ++s)
    if (partner[s] >= 0 && partner[s] > last) last = partner[s], ++found.in_order;
  const auto weigh = [&](const Words& words, int at, int& extra, int& small, int& links, int& letters) {
    const Word& word = words.at[at];
    const std::string_view text = word.view();
    // A letter at the end is a letter, not an article: Plan A.
    const bool letter = text.size() == 1;
    const bool last_letter = letter && at > 0 && at + 1 == words.count;
    if (word.figure) found.figures = true;
    else if (among(kNegations, text)) found.negation = true;
    else if (among(kArticles, text) && !last_letter) {
      ++small;
      letters += letter;
      return;
    } else if (letter) found.single = true;
    else if (among(kSmallWords, text)) {
      ++small;
      ++links;
      return;
    }
    ++extra;
  };
  for (int s = 0; s < said.count; ++s) {
    if (partner[s] >= 0) continue;
    bool again = false;
    for (int k = 0; k < said.count; ++k) again |= k != s && partner[k] >= 0 && said.at[k].view() == said.at[s].view();
    if (again && !said.at[s].figure && !among(kNegations, said.at[s].view())) ++found.repeated;
    else weigh(said, s, found.said_extra, found.said_small, found.said_links, found.said_letters);
    for (int t = 0; t < stored.count; ++t)
      found.opposites |= !taken[t] && opposite(said.at[s].view(), stored.at[t].view());
  }
  for (int t = 0; t < stored.count; ++t)
    if (!taken[t]) weigh(stored, t, found.stored_extra, found.stored_small, found.stored_links, found.stored_letters);
  return found;
}

bool is_negation(const Word& word) { return among(kNegations, word.view()); }

// Words whose order counts: figures, negations, single letters (with `articles`, also those that are articles).
template <bool articles>
bool keeps_order(const Word& word) {
  return word.number || is_negation(word) || (word.size == 1 && (articles || !among(kArticles, word.view())));
}

bool same_sequence(const Words& said, const Words& stored, bool (*counts)(const Word&)) {
  int s = 0, t = 0;
  for (;;) {
    while (s < said.count && !counts(said.at[s])) ++s;
    while (t < stored.count && !counts(stored.at[t])) ++t;
    if (s == said.count || t == stored.count) return s == said.count && t == stored.count;
    if (said.at[s++].view() != stored.at[t++].view()) return false;
  }
}

Verdict judge_words(const Words& said, const Words& stored) {
  EvidenceSet evidence{};
  if (said.overflow || stored.overflow) return verdict(0, Evidence::words_differ);
  if (same_letters(said, stored) && same_sequence(said, stored, is_negation)) return verdict(95, Evidence::spacing);
  const Alignment found = align(said, stored);
  const bool one_sided = found.said_extra == 0 || found.stored_extra == 0;
  const int extra = found.said_extra + found.stored_extra;
  int score = 0;
  if (extra == 0 && found.equal + found.slips > 0) {
    score = 100;
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
    const bool negated = std::any_of(stored.at, stored.at + stored.count, is_negation);
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

}  // namespace

Verdict compare_text(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                     PartSink* parts) {
  const auto& said = said_storage.as<TextForm>();
  const auto& stored = stored_storage.as<TextForm>();
  Verdict best =
      same_words(said.plain, stored.plain) ? verdict(100, Evidence::equal) : judge_words(said.plain, stored.plain);
  const auto consider = [&](const Words& said_words, const Words& stored_words, int most, Evidence reason) {
    if (best.score >= most) return;
    Verdict other = same_words(said_words, stored_words) ? verdict(most) : judge_words(said_words, stored_words);
    other.evidence.add(reason);
    other.score = std::min<std::int16_t>(other.score, static_cast<std::int16_t>(most));
    if (other.score > best.score) best = other;
  };
  bool numbers = false;
  for (int k = 0; k < said.spoken.count; ++k) numbers |= said.spoken.at[k].figure;
  for (int k = 0; k < stored.spoken.count; ++k) numbers |= stored.spoken.at[k].figure;
  consider(said.spoken, stored.plain, numbers ? 75 : 85, numbers ? Evidence::number_words : Evidence::filler_ignored);
  consider(said.spoken, stored.spoken, numbers ? 75 : 85, numbers ? Evidence::number_words : Evidence::filler_ignored);
  if (said.corrected && best.score >= 70 && !best.evidence.has(Evidence::equal)) {
    best.score = 69;
    best.evidence.add(Evidence::self_corrected);
  }
  if (parts) {
    std::string said_text, stored_text;
    for (int k = 0; k < said.plain.count; ++k) said_text.append(k ? " " : "").append(said.plain.at[k].view());
    for (int k = 0; k < stored.plain.count; ++k) stored_text.append(k ? " " : "").append(stored.plain.at[k].view());
    parts->add("words", said_text, stored_text, best.score == 100 ? "equal" : best.score >= 70 ? "near" : "differs");
    parts->reading = said_text;
  }
  return best;
}

}  // namespace ablmatch
