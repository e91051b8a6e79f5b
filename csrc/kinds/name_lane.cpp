// The fast lane of person_name: different people are turned away word by word; plain names are compared at once.
#include "name_lane.hpp"

#include "../guards.hpp"
#include "../tables/name_word.hpp"
#include "name_lane_read.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

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
    form.at[k] = lane_token(name.at[k]);
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

// One side on its way: words that are looked up, from which the form is made only when they tell that it is needed.
class LaneSide {
 public:
  LaneSide(const Scan& scan, Role role) : scan_(scan), role_(role) {}

  bool read() {
    plain_ = read_lane_words(scan_, name_) && (role_ == Role::said ? is_plain_said(name_) : is_plain_stored(name_)) &&
             has_one_comma(name_);
    return plain_ || read_lane_tokens(scan_, role_, tokens_, form_);
  }
  // Reads the form; false when it holds no name.
  bool finish() {
    if (!plain_) return read_raw_tokens(tokens_.raw, role_, form_);
    make_form(scan_, name_, form_);
    return true;
  }

  const LaneWord* words() const { return plain_ ? name_.at : tokens_.words; }
  int count() const { return plain_ ? name_.count : tokens_.raw.count; }
  bool hyphens() const { return plain_ ? name_.hyphens != 0 : tokens_.hyphens; }
  bool changes() const { return !plain_ && tokens_.changes; }
  bool plain() const { return plain_; }
  const NameForm& form() const { return form_; }

 private:
  const Scan& scan_;
  Role role_;
  bool plain_ = false;
  LaneName name_;
  LaneTokens tokens_;
  NameForm form_;
};

}  // namespace

bool scan_accented_name(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kScanCapacity) return false;
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    // Latin letters and typographic signs begin with these; most other text is turned away unread.
    if (byte >= 0xC0 && byte != 0xE2 && byte > 0xC5) return false;
  }
  if (guard_raw(raw) != Guard::pass) return false;
  Folded folded;
  fold(raw, folded);
  return !folded.has_alt && !folded.non_ascii && !folded.mixed_scripts && scan(folded.view(), out);
}

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context&) {
  // A name on file that holds a letter, and no figure, is never missing.
  if (said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0)
    return stored.letters.any() && !stored.digits.any() ? 100 : kUndecided;
  LaneSide one(said, Role::said), two(stored, Role::stored);
  if (!two.read() || !one.read()) return kUndecided;
  if (!one.changes() && !two.changes() &&
      !may_be_near(one.words(), one.count(), two.words(), two.count(), one.plain() && two.plain(),
                   one.hyphens() && two.hyphens()))
    return 0;
  if (!two.finish()) return kUndecided;
  return one.finish() ? static_cast<std::int16_t>(compare_forms(one.form(), two.form(), nullptr).score) : 0;
}

}  // namespace ablmatch
