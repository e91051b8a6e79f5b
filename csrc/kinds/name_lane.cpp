// The fast lane of person_name: different people are turned away word by word; plain names are compared at once.
#include "name_lane.hpp"

#include "../tables/name_word.hpp"
#include "name_lane_words.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

NameToken token_of(const LaneWord& word, bool hyphen) {
  NameToken token{word.text, nullptr, nullptr, nullptr, 0, word.size, word.size, 0};
  if (word.row->name_row != 0) {
    token.row = kNameWords.values + (word.row->name_row - 1);
    token.hash = kNameWords.keys[word.row->name_row - 1].hash;
  } else {
    token.hash = word_hash(word.text, word.size);
  }
  token.flags = static_cast<std::uint8_t>((word.size == 1 ? kInitialToken : 0) | (hyphen ? kHyphenToken : 0));
  return token;
}

// The form that reading gives for a plain name.
void make_form(const Scan& scan, const LaneName& name, NameForm& form) {
  clear_name(form);
  form.folded = scan.view();
  form.filler = form.corrected = form.two_answers = form.mixed_scripts = false;
  form.count = name.count;
  // Bits below the first word are no hyphen of a word, and no comma between two.
  const auto before = [](const LaneWord& word) { return (std::uint64_t{1} << word.from) - 1; };
  std::uint64_t behind = before(name.at[0]);
  int split = 0;
  for (int k = 0; k < name.count; ++k) {
    const std::uint64_t gap = before(name.at[k]) & ~behind;
    behind = before(name.at[k]);
    form.at[k] = token_of(name.at[k], (name.hyphens & gap) != 0);
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

// More commas than one between words carry another order on each side.
bool has_one_comma(const LaneName& name) {
  int commas = 0;
  for (int k = 1; k < name.count; ++k) {
    const std::uint64_t below = (std::uint64_t{1} << name.at[k].from) - 1,
                        above = ~((std::uint64_t{1} << name.at[k - 1].from) - 1);
    commas += (name.commas & below & above) != 0;
  }
  return commas <= 1;
}

}  // namespace

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context&) {
  // A name on file that holds a letter, and no figure, is never missing.
  if (said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0)
    return stored.letters.any() && !stored.digits.any() ? 100 : kUndecided;
  LaneName one, two;
  if (!read_lane_words(stored, two) || !is_plain_stored(two)) return kUndecided;
  if (!read_lane_words(said, one) || !is_plain_said(one)) return kUndecided;
  if (!may_be_near(one, two)) return 0;
  if (!has_one_comma(one) || !has_one_comma(two)) return kUndecided;
  NameForm said_form, stored_form;
  make_form(said, one, said_form);
  make_form(stored, two, stored_form);
  return static_cast<std::int16_t>(compare_forms(said_form, stored_form, nullptr).score);
}

}  // namespace ablmatch
