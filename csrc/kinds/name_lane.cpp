// The fast lane of person_name: different people are turned away word by word; plain names are compared at once.
#include "name_lane.hpp"

#include <algorithm>

#include "../tables/name_word.hpp"
#include "name_lane_aside.hpp"
#include "name_lane_cyrillic.hpp"
#include "name_lane_examples.hpp"
#include "name_lane_marked.hpp"
#include "name_lane_quick.hpp"
#include "name_lane_read.hpp"
#include "name_lane_spoken.hpp"
#include "name_leftover.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

// Caps of person_name_compare.cpp.
constexpr std::int16_t kSplitsTried = 80;  // below it, other readings of spelled letters are
constexpr std::int16_t kAllButText = 99, kSpelled = 97, kGenerationDiffers = 55, kGenerationMissing = 95;

// The codes of alternative spellings of a word's bytes; none is a null pointer.
void add_alternatives(const std::uint8_t* codes, NameToken& word) {
  for (std::size_t k = 0; k < word.size; ++k)
    if (codes[k] != 0) word.alt = codes;
}

// The form that reading gives for a plain name.
void make_form(const Scan& scan, const LaneName& name, NameForm& form) {
  clear_name(form);
  form.folded = scan.view();
  form.filler = form.corrected = form.two_answers = form.mixed_scripts = false;
  form.count = name.count;
  const std::uint8_t* const alternatives =
      script_of_scan(scan) == NameScript::alternatives ? alternatives_of_scan(scan) : nullptr;
  // Bits below the first word are no hyphen of a word, and no comma between two.
  const auto before = [](const LaneWord& word) { return (std::uint64_t{1} << word.from) - 1; };
  std::uint64_t behind = before(name.at[0]);
  int split = 0;
  for (int k = 0; k < name.count; ++k) {
    const std::uint64_t gap = before(name.at[k]) & ~behind;
    behind = before(name.at[k]);
    form.at[k] = lane_token(name.at[k]);
    if (alternatives != nullptr) add_alternatives(alternatives + name.at[k].from, form.at[k]);
    if ((name.hyphens & gap) != 0) form.at[k].flags |= kHyphenToken;
    if ((name.commas & gap) != 0) split = k;
  }
  if (split == 0) return;
  form.comma = true;
  form.given_count = name.count - split;
  NameToken family[kMaxLaneWords];
  for (int k = 0; k < split; ++k) family[k] = form.at[k];
  for (int k = split; k < name.count; ++k) form.at[k - split] = form.at[k];
  for (int k = 0; k < split; ++k) form.at[form.given_count + k] = family[k];
}

// How many words stand before the comma, 0 without one.
int words_before_comma(const LaneName& name) {
  int words = 0;
  for (int k = 1; name.commas != 0 && k < name.count; ++k) {
    const std::uint64_t below = (std::uint64_t{1} << name.at[k].from) - 1,
                        above = ~((std::uint64_t{1} << name.at[k - 1].from) - 1);
    if ((name.commas & below & above) != 0) words = k;
  }
  return words;
}

// More commas than one between words carry another order on each side.
bool has_one_comma(const LaneName& name) {
  if ((name.commas & (name.commas - 1)) == 0) return true;
  int commas = 0;
  for (int k = 1; k < name.count; ++k) {
    const std::uint64_t below = (std::uint64_t{1} << name.at[k].from) - 1,
                        above = ~((std::uint64_t{1} << name.at[k - 1].from) - 1);
    commas += (name.commas & below & above) != 0;
  }
  return commas <= 1;
}

// The word at place `k` in the order of a name with `behind` words before its comma.
const LaneWord& word_in_order(const LaneName& name, int behind, int k) {
  const int at = behind + k;
  return name.at[at < name.count ? at : at - name.count];
}

// Are plain names the same two or three words, in the order of their commas (NameComparison::are_equal)?
bool are_same_words(const LaneName& said, const LaneName& stored) {
  if (said.count != stored.count || said.count < 2 || said.count > 3) return false;
  const int one = words_before_comma(said), two = words_before_comma(stored);
  bool same = true;
  for (int k = 0; k < said.count; ++k) same &= same_word(word_in_order(said, one, k), word_in_order(stored, two, k));
  return same;
}

// The score of plain names of which one has a word more than given name and surname, which are equal; kUndecided for all
// others.
std::int16_t score_one_more(const LaneName& said, const LaneName& stored) {
  constexpr int kOtherOrders = 90;  // lower scores try other orders (person_name_compare.cpp)
  if (said.count + stored.count != 5 || (said.count != 2 && stored.count != 2)) return kUndecided;
  if ((said.hyphens | stored.hyphens) != 0) return kUndecided;
  const int one = words_before_comma(said), two = words_before_comma(stored);
  const LaneWord &said_surname = word_in_order(said, one, said.count - 1),
                 &stored_surname = word_in_order(stored, two, stored.count - 1);
  if (!same_word(word_in_order(said, one, 0), word_in_order(stored, two, 0)) ||
      !same_word(said_surname, stored_surname))
    return kUndecided;
  if (said_surname.size == 1) return kUndecided;
  const bool said_more = said.count == 3;
  const NameToken more = lane_token(said_more ? word_in_order(said, one, 1) : word_in_order(stored, two, 1));
  const NameToken surnames[] = {lane_token(said_surname), lane_token(stored_surname)};
  Leftover rest{&more, said_more, &more, !said_more, false, surnames, surnames + 1};
  int score = 100;
  EvidenceSet evidence;
  judge_particles(rest, score, evidence);
  if (rest.said_count + rest.stored_count != 0) judge_middle(rest, score, evidence);
  return score < kOtherOrders ? kUndecided : static_cast<std::int16_t>(score < 99 ? score : 99);
}

// The score of two words on both sides, where those of a side that is not plain have a title, a degree or a generation beside
// them; kUndecided for all others.
[[gnu::noinline]] std::int16_t score_aside(LaneName& said, bool plain_said, LaneName& stored, bool plain_stored) {
  const auto read = [](const LaneName& name, bool plain, Role role, LaneAside& out) {
    out.generation = 0;
    return plain ? name.count == 2 : set_lane_word_aside(name, role, out);
  };
  LaneAside one, two;
  if (!read(stored, plain_stored, Role::stored, two) || !read(said, plain_said, Role::said, one)) return kUndecided;
  LaneName &said_words = plain_said ? said : one.name, &stored_words = plain_stored ? stored : two.name;
  const Quick quick = look_quickly(said_words, stored_words);
  if (quick == Quick::far) return 0;
  const std::int16_t found = quick == Quick::plain ? score_two_words(said_words, stored_words) : kUndecided;
  if (found == kUndecided || one.generation == two.generation) return found;
  return std::min(found, one.generation != 0 && two.generation != 0 ? kGenerationDiffers : kGenerationMissing);
}

// Are the letters that are spelled just the words of a plain name, run together?
bool spells_all(const LaneWord& spelled, LaneName& stored) {
  std::size_t used = 0;
  for (int k = 0; k < stored.count; ++k) {
    const LaneWord& word = stored.at[k];
    if (used + word.size > spelled.size || std::memcmp(spelled.text + used, word.text, word.size) != 0) return false;
    used += word.size;
  }
  if (used != spelled.size || (stored.commas | stored.hyphens) != 0) return false;
  look_up_lane_words(stored);
  return is_plain_stored(stored);
}

// The score of words that are said with more around them, or spelled; kUndecided where it takes more to tell.
std::int16_t score_spoken_words(SpokenName& spoken, LaneName& name) {
  if (spoken.name.count == 1 && spells_all(spoken.name.at[0], name)) return kSpelled;
  const Quick quick = look_quickly(spoken.name, name);
  if (quick == Quick::far) return 0;
  const std::int16_t found = quick == Quick::plain ? score_two_words(spoken.name, name) : kUndecided;
  return spoken.spelled && found > kSpelled ? kSpelled : found;
}

// "L U N as in Nancy": are the words of the other reading, Lu and Nancy, far from the name as well?
bool is_split_far(const SpokenName& spoken, const NamedExample& named, LaneName& name) {
  LaneName split = spoken.name;
  const auto add = [&split](const char* text, std::size_t size) {
    place_lane_word(text, size, split.at[split.count]);
    split.at[split.count++].from = 0;
  };
  // Where the letters are the word before them once more, that word is the last.
  const LaneWord& spelled = split.at[split.at[0].text == spoken.letters ? 0 : split.count - 1];
  if (spelled.size < 2) return false;
  add(spelled.text, spelled.size - 1u);
  add(named.word.data(), named.word.size());
  return look_quickly(split, name) == Quick::far;
}

[[gnu::noinline]] std::int16_t score_spoken(const Scan& said, LaneName& name) {
  SpokenName spoken;
  if (read_spoken_name(said, spoken)) return score_spoken_words(spoken, name);
  Scan shortened;
  NamedExample named;
  if (!drop_examples(said, shortened, named) || !read_spoken_name(shortened, spoken)) return kUndecided;
  const std::int16_t found = score_spoken_words(spoken, name);
  if (named.word.empty() || found >= kSplitsTried) return found;
  return found == 0 && is_split_far(spoken, named, name) ? std::int16_t{0} : kUndecided;
}

// Four names of letters that are said may spell a word.
bool may_spell(LaneName& said) {
  if (said.count < 4) return false;
  look_up_lane_words(said);
  return said.letters >= 4;
}

// What find_lane_words found in a side: its words, or null; `plain`: reading gives just them.
struct FoundWords {
  LaneName* words;
  bool plain;
};

// One side that is read as tokens, or a plain name.
class LaneSide {
 public:
  LaneSide(const Scan& scan, Role role, FoundWords found)
      : scan_(scan),
        role_(role),
        words_(found.words == nullptr || found.words->quoted ? nullptr : found.words),
        plain_(found.plain ? found.words : nullptr) {}

  bool read() {
    if (plain_ != nullptr) return true;
    NamedExample named{};
    if (role_ != Role::said || !drop_examples(scan_, shortened_, named)) {
      if (!read_lane_tokens(scan_, role_, words_, nullptr, tokens_, form_)) return false;
    } else {
      if (!read_lane_tokens(shortened_, role_, nullptr, &named, tokens_, form_)) return false;
      form_.folded = scan_.view();
    }
    count_ = tokens_.raw.count;
    for (int k = 0; k < form_.split_count; ++k) {
      add_word(form_.splits[k].first);
      add_word(form_.splits[k].rest);
    }
    return true;
  }
  // Are its words all that reading would find, two of them and no sign between, but for other readings of its letters?
  // Gives them.
  bool are_plain_words(LaneName& name) const {
    if (plain_ != nullptr || tokens_.raw.count != 2 || tokens_.raw.overlong || tokens_.changes) return false;
    name.count = 2;
    name.hyphens = name.commas = 0;
    for (int k = 0; k < 2; ++k) {
      if (tokens_.raw.at[k].comma || tokens_.raw.at[k].token.flags != 0) return false;
      name.at[k] = tokens_.words[k];
    }
    return true;
  }
  // Reads the form; false when it holds no name.
  bool finish() {
    if (!plain_) return read_raw_tokens(tokens_.raw, role_, form_);
    make_form(scan_, *plain_, form_);
    return true;
  }

  // All words of the name, those of other readings of spelled letters included.
  const LaneWord* words() const { return plain_ ? plain_->at : tokens_.words; }
  int count() const { return plain_ ? plain_->count : count_; }
  bool hyphens() const { return plain_ ? plain_->hyphens != 0 : tokens_.hyphens; }
  bool changes() const { return !plain_ && tokens_.changes; }
  const NameForm& form() const { return form_; }

 private:
  void add_word(const NameToken& token) {
    if (count_ == kMaxRawTokens) tokens_.changes = true;
    else read_lane_word(token.text, token.size, tokens_.words[count_++]);
  }

  const Scan& scan_;
  Role role_;
  const LaneName *words_, *plain_;
  Scan shortened_;  // without examples behind spelled letters, which tokens may refer to
  LaneTokens tokens_;
  int count_;
  NameForm form_;
};

std::int16_t score_forms(const NameForm& said, const NameForm& stored) {
  return static_cast<std::int16_t>(compare_forms(said, stored, nullptr).score);
}

// Both of these keep their large frames from the pairs that need neither.
[[gnu::noinline]] std::int16_t score_plain(const Scan& said, const LaneName& one, const Scan& stored,
                                           const LaneName& two) {
  NameForm said_form, stored_form;
  make_form(said, one, said_form);
  make_form(stored, two, stored_form);
  return score_forms(said_form, stored_form);
}

[[gnu::noinline]] std::int16_t score_tokens(const Scan& said, FoundWords found_said, const Scan& stored,
                                            FoundWords found_stored) {
  LaneSide one(said, Role::said, found_said), two(stored, Role::stored, found_stored);
  if (!two.read() || !one.read()) return kUndecided;
  if (LaneName words; found_stored.plain && script_of_scan(stored) == NameScript::plain && one.are_plain_words(words)) {
    LaneName& name = *found_stored.words;
    const Quick quick = look_quickly(words, name);
    const bool splits = one.form().split_count != 0;
    if (quick == Quick::far && !splits) return 0;
    if (quick == Quick::plain)
      if (const std::int16_t found = score_two_words(words, name);
          found != kUndecided && (!splits || found >= kSplitsTried))
        return one.form().spelled && found > kSpelled ? kSpelled : found;
  }
  const bool marked =
      script_of_scan(stored) == NameScript::alternatives || script_of_scan(said) == NameScript::alternatives;
  const bool alike =
      marked && (beginnings(said, one.words(), one.count()) & beginnings(stored, two.words(), two.count())) != 0;
  if (!one.changes() && !two.changes() && !alike &&
      !may_be_near(one.words(), one.count(), two.words(), two.count(), false, one.hyphens() && two.hyphens()))
    return 0;
  if (!two.finish()) return kUndecided;
  return one.finish() ? score_forms(one.form(), two.form()) : std::int16_t{0};
}

[[gnu::noinline]] std::int16_t score_cyrillic_tokens(const Scan& said, FoundWords found, const Scan& stored) {
  LaneSide one(said, Role::said, found);
  NameForm form;
  if (!read_cyrillic_name(stored, form) || !one.read()) return kUndecided;
  if (!one.changes() && !may_be_near_cyrillic(one.words(), one.count(), form)) return 0;
  return one.finish() ? score_forms(one.form(), form) : std::int16_t{0};
}

std::int16_t score_cyrillic(const Scan& said, const Scan& stored) {
  LaneName words;
  bool plain = find_lane_words(said, words) && has_one_comma(words);
  if (plain) {
    look_up_lane_words(words);
    plain = is_plain_said(words);
    if (plain)
      if (const std::int16_t found = score_cyrillic_words(words, stored); found != kUndecided) return found;
  }
  return score_cyrillic_tokens(said, {plain ? &words : nullptr, plain}, stored);
}

}  // namespace

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context&) {
  // Sizes are often equal where texts are not.
  const std::uint64_t unlike = (said.size ^ stored.size) | (detail::load8(said.text) ^ detail::load8(stored.text));
  // A name on file that holds a letter, and no figure, is never missing.
  if (unlike == 0 && (&said == &stored || std::memcmp(said.text, stored.text, said.size) == 0))
    return stored.letters.any() && !stored.digits.any() ? 100 : kUndecided;
  const NameScript script = script_of_scan(stored);
  const NameScript said_script = script_of_scan(said);
  if (said_script == NameScript::cyrillic) return kUndecided;
  if (script == NameScript::cyrillic)
    return said_script == NameScript::plain ? score_cyrillic(said, stored) : kUndecided;
  LaneName one, two;
  // Where letters may be spelled otherwise, each byte of a word has a code.
  const auto find = [](const Scan& scan, NameScript read_as, LaneName& name) {
    return find_lane_words(scan, name) && (!name.quoted || read_as == NameScript::plain) && has_one_comma(name);
  };
  const bool found_stored = find(stored, script, two), found_said = find(said, said_script, one);
  const bool plain_script = script == NameScript::plain && said_script == NameScript::plain;
  const auto spell_alike = [&] {
    return !plain_script && (beginnings(said, one.at, one.count) & beginnings(stored, two.at, two.count)) != 0;
  };
  if (found_stored && plain_script && (!found_said || one.count > 3))
    if (const std::int16_t found = score_spoken(said, two); found != kUndecided) return found;
  if (found_stored && found_said) {
    const Quick quick = look_quickly(one, two);
    if (quick == Quick::far && !spell_alike() && !may_spell(one)) return 0;
    if (quick == Quick::plain && plain_script) {
      const std::int16_t found = score_two_words(one, two);
      if (found != kUndecided) return found;
    }
  }
  if (found_stored) fetch_lane_words(two);
  if (found_said) fetch_lane_words(one);
  if (found_stored) look_up_lane_words(two);
  if (found_said) look_up_lane_words(one);
  const bool plain_stored = found_stored && is_plain_stored(two);
  const bool plain_said = found_said && is_plain_said(one);
  // What is read piece by piece has one spelling.
  if ((!plain_stored && script != NameScript::plain) || (!plain_said && said_script != NameScript::plain))
    return kUndecided;
  if (!plain_said || !plain_stored) {
    if (found_said && found_stored && plain_script)
      if (const std::int16_t found = score_aside(one, plain_said, two, plain_stored); found != kUndecided) return found;
    return score_tokens(said, {found_said ? &one : nullptr, plain_said}, stored,
                        {found_stored ? &two : nullptr, plain_stored});
  }
  // The texts differ, by signs or by marks.
  if (are_same_words(one, two)) return kAllButText;
  if (plain_script)
    if (const std::int16_t found = score_one_more(one, two); found != kUndecided) return found;
  if (!may_be_near(one.at, one.count, two.at, two.count, true, one.hyphens != 0 && two.hyphens != 0) && !spell_alike())
    return 0;
  return score_plain(said, one, stored, two);
}

}  // namespace ablmatch
