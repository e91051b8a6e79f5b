// Compares two names: every natural order that the sides may have, then the caps that hold for whole names.
#include <algorithm>

#include "name_alignment.hpp"
#include "name_remarks.hpp"
#include "name_romanization.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

constexpr int kTwoPeople = 40, kSentence = 60, kCorrected = 65, kGenerationDiffers = 55, kGenerationMissing = 95;
constexpr int kFamilyFirst = 95;  // an order that is not usual for the name
constexpr int kFamilyLeftOut = 65;

NameOrder natural_order(const NameForm& form) {
  NameOrder order;
  order.count = form.count;
  for (int k = 0; k < form.count; ++k) order.at[k] = form.at[k];
  return order;
}

// The first `words` tokens, taken for the surname, moved to the end.
NameOrder rotated(const NameForm& form, int words) {
  NameOrder order;
  order.count = form.count;
  order.turned = true;
  for (int k = 0; k < form.count; ++k) order.at[k] = form.at[(k + words) % form.count];
  return order;
}

// Vietnamese: family, middle, given → given, middle, family.
NameOrder vietnamese_order(const NameForm& form) {
  NameOrder order = rotated(form, 1);
  const NameToken given = order.at[order.count - 2];
  for (int k = order.count - 2; k > 0; --k) order.at[k] = order.at[k - 1];
  order.at[0] = given;
  return order;
}

bool family_comes_first(const NameToken& first) {
  constexpr std::uint16_t kFamilyFirstCultures =
      kChineseNames | kKoreanNames | kJapaneseNames | kVietnameseNames | kHungarianNames;
  return first.has(kForeignToken) || (first.row && (first.row->surname_cultures & kFamilyFirstCultures));
}

bool is_vietnamese(const NameToken& first) { return first.row && (first.row->surname_cultures & kVietnameseNames); }

// "Christopher Dale Whitcombe" begins with a given name and does not end with one: Whitcombe is its family.
bool given_comes_first(const NameForm& form) {
  return !family_comes_first(form.at[0]) && form.at[0].knows(kGivenName) &&
         !form.at[form.count - 1].knows(kGivenName | kParticle);
}

// Cheap test before a rotation is aligned: could these two be one surname?
bool may_agree(const NameToken& said, const NameToken& stored) {
  if (same_text(said, stored)) return true;
  if (said.has(kInitialToken) || stored.has(kInitialToken)) return false;
  if (said.has(kForeignToken) != stored.has(kForeignToken)) return may_begin_alike(said, stored);
  if (said.has(kForeignToken)) return true;
  if (said.row && stored.row && said.row->surname_links && stored.row->surname_links) return true;
  const int difference = said.letters - stored.letters;
  return *said.text == *stored.text && difference >= -4 && difference <= 4;
}

class NameComparison {
 public:
  NameComparison(const NameForm& said, const NameForm& stored) : said_(said), stored_(stored) {}

  Verdict run(PartSink* parts) {
    if (parts == nullptr && are_equal()) {
      best_ = {};
      best_.score = 100;
    } else {
      align();
    }
    int score = best_.score;
    apply_caps(score);
    if (parts) describe(*parts);
    return verdict(score, best_.evidence);
  }

 private:
  // The same two or three words: nothing is left over, and no alignment is better.
  bool are_equal() const {
    if (said_.count != stored_.count || said_.count < 2 || said_.count > 3) return false;
    for (int k = 0; k < said_.count; ++k)
      if (!same_text(said_.at[k], stored_.at[k])) return false;
    return true;
  }

  void align() {
    best_said_ = natural_order(said_);
    best_stored_ = natural_order(stored_);
    best_ = align_names(best_said_, best_stored_);
    if (best_.score < 90) try_orders();
    if (best_.score < 80) try_initials();
    if (best_.score < 80 && said_.split_count > 0) try_splits();
  }

  void consider(const NameOrder& said, const NameOrder& stored, int limit, bool both_turned = false) {
    Alignment alignment = align_names(said, stored);
    // Роман and Романа are two given names; turned round they would be one surname with a slip.
    if (both_turned && alignment.surname.reason == NameReason::slip) return;
    if (alignment.score > limit) alignment.score = limit;
    if (alignment.score <= best_.score) return;
    if (limit < 99) alignment.evidence.add(Evidence::order_swapped);
    best_ = alignment;
    best_said_ = said;
    best_stored_ = stored;
  }

  // The order of `turned` is the family first. What is then left over of a name that has its given name first is the
  // family itself: "Dale Christopher" is nobody of the Whitcombes.
  void consider_family_first(const NameForm& turned, const NameOrder& said, const NameOrder& stored) {
    const Alignment before = best_;
    consider(said, stored, family_comes_first(turned.at[0]) ? 99 : kFamilyFirst);
    if (best_.score > kFamilyLeftOut && best_.score > before.score && best_.evidence.has(Evidence::middle_missing) &&
        given_comes_first(turned))
      best_.score = std::max(kFamilyLeftOut, before.score);
  }

  // Family name first on one of the sides. A comma settles the order of what is stored; in speech it is the
  // recognizer's and settles nothing.
  void try_orders() {
    const NameOrder said = is_hangul_name(said_) && stored_.count > 1 ? split_hangul(said_) : natural_order(said_);
    const NameOrder stored =
        is_hangul_name(stored_) && said_.count > 1 ? split_hangul(stored_) : natural_order(stored_);
    if (said.count != said_.count || stored.count != stored_.count) {
      consider(said, stored, 99);
      if (said_.count > 1) consider(rotated(said_, 1), stored, 99);
      if (stored_.count > 1) consider(said, rotated(stored_, 1), 99);
      return;
    }
    if (said_.count >= 2 && !said_.labelled)
      for (int words = 1; words < said_.count && words <= 3; ++words) {
        if (stored.count < 2 || !may_agree(said_.at[words - 1], stored.at[stored.count - 1])) continue;
        if (!said_.comma) consider_family_first(said_, rotated(said_, words), stored);
        if (words == 1 && said_.count >= 3 && is_vietnamese(said_.at[0])) consider(vietnamese_order(said_), stored, 99);
      }
    // "Gim Minjun" for Kim Min-jun: family first on both sides, in two romanizations.
    if (said_.count >= 2 && stored_.count >= 2 && !said_.comma && !stored_.comma && !said_.labelled &&
        family_comes_first(said_.at[0]) && family_comes_first(stored_.at[0]) && may_agree(said_.at[0], stored_.at[0]))
      consider(rotated(said_, 1), rotated(stored_, 1), 99, true);
    if (said_.comma && said_.given_count < said_.count) consider(rotated(said_, said_.given_count), stored, 98);
    if (stored_.comma || said_.count < 2) return;
    for (int words = 1; words < stored_.count && words <= 3; ++words) {
      if (!may_agree(said.at[said.count - 1], stored_.at[words - 1])) continue;
      consider_family_first(stored_, said, rotated(stored_, words));
      if (words == 1 && stored_.count >= 3 && is_vietnamese(stored_.at[0]))
        consider(said, vietnamese_order(stored_), 99);
    }
  }

  // 박지수: one syllable of surname, the rest the given name.
  static bool is_hangul_name(const NameForm& form) {
    if (form.count != 1 || !form.at[0].has(kForeignToken) || form.at[0].letters < 2 || form.at[0].letters > 4)
      return false;
    std::size_t at = 0;
    return script_of(decode(form.at[0].text, at)) == Script::hangul;
  }
  static NameOrder split_hangul(const NameForm& form) {
    std::size_t surname = 0;
    const std::string_view text = form.at[0].view();
    decode(text.data(), surname);
    NameOrder order;
    order.count = 2;
    order.at[0] = make_name_token(text.substr(surname), nullptr, 0);
    order.at[1] = make_name_token(text.substr(0, surname), nullptr, 0);
    return order;
  }

  // The other readings of spelled letters.
  void try_splits() {
    for (int split = 0; split < said_.split_count; ++split) {
      const SpelledSplit& reading = said_.splits[split];
      NameOrder said;
      said.count = 0;
      bool found = false;
      for (int k = 0; k < said_.count; ++k) {
        if (found || !same_text(said_.at[k], reading.whole)) {
          said.at[said.count++] = said_.at[k];
          continue;
        }
        found = true;
        said.at[said.count++] = reading.first;
        said.at[said.count++] = reading.rest;
      }
      if (found) consider(said, natural_order(stored_), 99);
    }
  }

  // "K. S. Raman", "Raman K S", "Raman Kumaraswamy": initials before or after one main name.
  void try_initials() {
    const int said_main = main_name(said_), stored_main = main_name(stored_);
    if (said_main < 0 && stored_main < 0) return;
    const NameForm& shorter = said_main >= 0 ? said_ : stored_;
    const NameForm& other = said_main >= 0 ? stored_ : said_;
    const NameToken& main = shorter.at[said_main >= 0 ? said_main : stored_main];
    const bool both = said_main >= 0 && stored_main >= 0;
    const bool south_indian = main.row && ((main.row->given_cultures | main.row->surname_cultures) & kSouthIndianNames);
    if (!both && !south_indian && main.row) return;
    int at = -1;
    for (int k = 0; k < other.count && at < 0; ++k)
      if (same_text(main, other.at[k])) at = k;
    if (at < 0 || (!both && other.count > 1 && at != 0 && !south_indian)) return;
    // "P Raghunathan" for Priya Raghunathan: her given name, which her brother's may begin with too.
    if (!both && at > 0 && other.at[0].knows(kGivenName)) return;
    // Every initial stands for a word of the other side, or has no word there at all.
    bool used[kMaxNameTokens] = {};
    used[at] = true;
    int fitting = 0, initials = 0;
    for (int k = 0; k < shorter.count; ++k) {
      if (&shorter.at[k] == &main) continue;
      ++initials;
      for (int j = 0; j < other.count; ++j)
        if (!used[j] && *other.at[j].text == *shorter.at[k].text) {
          used[j] = true;
          ++fitting;
          break;
        }
    }
    const int others = other.count - 1;
    if (fitting < initials && fitting < others) return;
    best_.score = both && fitting == initials && initials == others ? 97 : 80;
    best_.evidence = {};
    best_.evidence.add(Evidence::initial);
    best_.surname = {100, NameReason::equal};
  }

  // Place of the only word that is no initial, when there are initials beside it; else -1.
  static int main_name(const NameForm& form) {
    int found = -1;
    for (int k = 0; k < form.count; ++k) {
      if (form.at[k].has(kInitialToken)) continue;
      if (found >= 0) return -1;
      found = k;
    }
    return form.count >= 2 ? found : -1;
  }

  void cap(int& score, int limit, Evidence reason) {
    best_.evidence.add(reason);
    if (score > limit) score = limit;
  }

  void apply_caps(int& score) {
    if (said_.generation != stored_.generation) {
      const bool both = said_.generation && stored_.generation;
      cap(score, both ? kGenerationDiffers : kGenerationMissing,
          both ? Evidence::generation_differs : Evidence::generation_missing);
    }
    if (said_.titled || stored_.titled) cap(score, 99, Evidence::title_ignored);
    if (said_.spelled) cap(score, 97, Evidence::spelled);
    if (said_.filler) cap(score, 99, Evidence::filler_ignored);
    if (said_.comma != stored_.comma) cap(score, 99, Evidence::order_swapped);
    if (score < 99 && (all_initials(said_) || all_initials(stored_))) cap(score, kTwoPeople, Evidence::initial);
    if (score == 100 && said_.folded != stored_.folded) cap(score, 99, Evidence::spacing);
    if (said_.mixed_scripts != stored_.mixed_scripts) cap(score, kSentence, Evidence::lookalike);
    if (two_people()) cap(score, kTwoPeople, Evidence::two_people);
    if (said_.two_answers) cap(score, kTwoPeople, Evidence::two_answers);
    if (letter_remark_contradicts(said_, stored_)) cap(score, kSentence, Evidence::single_letter_differs);
    if (said_.corrected) cap(score, kCorrected, Evidence::self_corrected);
    if (score > kSentence && is_sentence()) score = kSentence;
  }

  static bool all_initials(const NameForm& form) {
    for (int k = 0; k < form.count; ++k)
      if (!form.at[k].has(kInitialToken)) return false;
    return true;
  }

  // "and" is Ann where one Ann is on file and nothing else is left to join; beside spelled letters it may join the two
  // words of one name ("Amara, that's A M A R A, and Okafor is O K A F O R").
  bool two_people() const {
    if (said_.two_people != stored_.two_people) return true;
    const int said = ands(said_), stored = ands(stored_);
    if (said == stored) return false;
    if (said != 1 || stored != 0) return true;
    if (said_.spelled && said_.count - 1 == stored_.count) return false;
    return !(has_ann(stored_) && said_.count <= stored_.count);
  }
  static int ands(const NameForm& form) {
    int count = 0;
    for (int k = 0; k < form.count; ++k) count += form.at[k].has(kAndToken);
    return count;
  }
  static bool has_ann(const NameForm& form) {
    for (int k = 0; k < form.count; ++k)
      if (form.at[k].is("ann") || form.at[k].is("anne")) return true;
    return false;
  }

  // Words of a sentence about somebody: no name on file holds them.
  bool is_sentence() const {
    if (!said_.sentence && !stored_.sentence) return false;
    for (const NameForm* side : {&said_, &stored_})
      for (int k = 0; k < side->count; ++k)
        if ((side->at[k].has(kSentenceToken) || side->at[k].has(kPossessiveToken)) &&
            !is_in(side->at[k], side == &said_ ? stored_ : said_))
          return true;
    return false;
  }
  static bool is_in(const NameToken& token, const NameForm& form) {
    for (int k = 0; k < form.count; ++k)
      if (same_text(token, form.at[k])) return true;
    return false;
  }

  // ---- explanation -----------------------------------------------------------------------------------------

  static std::string text_of(const NameOrder& name, int from, int to) {
    std::string text;
    for (int k = from; k < to; ++k) {
      if (k > from) text += ' ';
      text += name.at[k].view();
    }
    return text;
  }

  static std::string_view how(const Agreement& agreement) {
    static constexpr std::string_view kWords[] = {"differs",        "equal",      "letter_variant", "nickname",
                                                  "homophone",      "one_typo",   "initial",        "transliterated",
                                                  "transliterated", "unreadable", "differs"};
    return kWords[static_cast<int>(agreement.reason)];
  }

  void describe(PartSink& parts) const {
    static constexpr std::string_view kGenerations[] = {"", "jr", "sr", "ii", "iii", "iv", "v"};
    const TokenSpan &said_given = best_.said_given, &stored_given = best_.stored_given;
    const TokenSpan &said_surname = best_.said_surname, &stored_surname = best_.stored_surname;
    parts.reading = text_of(best_said_, 0, best_said_.count);
    if (said_given.to || stored_given.to)
      parts.add("given", text_of(best_said_, said_given.from, said_given.to),
                text_of(best_stored_, stored_given.from, stored_given.to), how(best_.given));
    const auto middle = [](const NameOrder& name, TokenSpan given, TokenSpan surname) {
      return given.to > 0 && given.to < surname.from ? text_of(name, given.to, surname.from) : std::string();
    };
    const std::string said_middle = middle(best_said_, said_given, said_surname),
                      stored_middle = middle(best_stored_, stored_given, stored_surname);
    if (!said_middle.empty() || !stored_middle.empty()) {
      const EvidenceSet& evidence = best_.evidence;
      parts.add("middle", said_middle, stored_middle,
                evidence.has(Evidence::middle_differs)         ? "differs"
                : said_middle.empty() != stored_middle.empty() ? "missing"
                : said_middle == stored_middle                 ? "equal"
                : evidence.has(Evidence::initial)              ? "initial"
                                                               : "variant");
    }
    if (said_surname.to || stored_surname.to)
      parts.add("surname", text_of(best_said_, said_surname.from, said_surname.to),
                text_of(best_stored_, stored_surname.from, stored_surname.to), how(best_.surname));
    if (said_.generation || stored_.generation) {
      const auto word = [](std::uint8_t generation) -> std::string_view {
        return generation <= 6    ? kGenerations[generation]
               : generation == 20 ? "sobrinho"
               : generation == 21 ? "neto"
                                  : "later";
      };
      parts.add("generation", word(said_.generation), word(stored_.generation),
                said_.generation == stored_.generation   ? "equal"
                : said_.generation && stored_.generation ? "differs"
                                                         : "missing");
    }
    if (said_.titled || stored_.titled)
      parts.add("title", said_.titled ? "set aside" : "", stored_.titled ? "set aside" : "", "ignored");
  }

  const NameForm& said_;
  const NameForm& stored_;
  NameOrder best_said_, best_stored_;
  Alignment best_;
};

}  // namespace

Verdict compare_forms(const NameForm& said, const NameForm& stored, PartSink* parts) {
  if (said.overlong || stored.overlong) {
    if (said.folded == stored.folded) return verdict(100, Evidence::equal);
    return verdict(0, Evidence::unrelated);
  }
  return NameComparison(said, stored).run(parts);
}

Verdict compare_names(const FormStorage& said, const FormStorage& stored, const Context&, PartSink* parts) {
  return compare_forms(said.as<NameForm>(), stored.as<NameForm>(), parts);
}

}  // namespace ablmatch
