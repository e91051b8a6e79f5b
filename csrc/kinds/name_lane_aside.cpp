// What NameReader sets aside of "Dr Silas Lund", "Silas Lund, MD" and "Silas Lund Jr.", and joins of "Erica O Dell".
#include "name_lane_aside.hpp"

#include <cstring>

#include "../tables/name_word.hpp"

namespace ablmatch {

namespace {

// The row of a word that does nothing in speech and is one for the reader to set aside; else null.
const NameWord* row_of_duty(const LaneWord& word) {
  constexpr std::uint16_t kMore =
      kLaneDoubtful | kLaneNoName | kLaneOdd | kLaneLetter | kLaneStrong | kLaneConnector | kLanePhrase;
  if (!(word.roles & kLaneDuty) || (word.roles & kMore) != 0 || word.size < 2 || word.row->name_row == 0)
    return nullptr;
  const NameWord* const row = kNameWords.values + (word.row->name_row - 1);
  return row->ordinal == 0 ? row : nullptr;
}

constexpr std::uint32_t kDuties =
    kTitle | kTitleOrName | kTitleAfter | kDegree | kDegreeOrName | kBornWord | kAndWord | kOrWord | kStopWord;

bool is_title(const NameWord& row) {
  return row.generation == 0 && (row.flags & kDuties & ~std::uint32_t{kDegreeOrName}) == kTitle;
}

// `comma`: one stands in front of it.
bool is_degree(const NameWord& row, bool comma) {
  if (row.generation != 0) return false;
  const std::uint32_t duties = row.flags & kDuties;
  return duties == kDegree || (duties == kDegreeOrName && comma && !(row.flags & kGivenName));
}

// Jr, Sr, II, III, which are nothing else behind a name.
bool is_generation(const NameWord& row, const LaneWord& word) {
  return row.generation != 0 && row.generation <= 4 && word.size <= 3 && !(row.flags & kGivenName) &&
         (row.flags & kDuties & ~std::uint32_t{kTitleOrName}) == 0;
}

// "Erica O Dell": the letter and the last word are one.
bool join_letter(const LaneName& name, LaneName& out) {
  constexpr std::uint16_t kMore = kLaneDoubtful | kLaneNoName | kLaneOdd | kLaneLetter | kLaneStrong | kLaneConnector |
                                  kLanePhrase | kLaneDuty | kLaneChanges;
  const LaneWord &given = name.at[0], &letter = name.at[1], &rest = name.at[2];
  if (name.commas != 0 || !joins_letter(letter, rest) || ((given.roles | rest.roles) & kMore) != 0) return false;
  out.without_quote[0] = *letter.text;
  std::memcpy(out.without_quote + 1, rest.text, rest.size);
  out.at[0] = given;
  read_lane_word(out.without_quote, rest.size + 1u, out.at[1]);
  out.at[1].from = letter.from;
  return true;
}

// Takes out the word that is a title, a degree or a generation.
bool take_word_out(const LaneName& name, LaneAside& out) {
  int first = 0;
  if (const NameWord* const last = row_of_duty(name.at[2]); last != nullptr) {
    // A comma in front of such a word goes with it.
    const auto before = [&name](int k) { return (std::uint64_t{1} << name.at[k].from) - 1; };
    if ((name.commas & ~(before(2) & ~before(1))) != 0) return false;
    if (is_generation(*last, name.at[2])) out.generation = last->generation;
    else if (!is_degree(*last, name.commas != 0)) return false;
  } else {
    const NameWord* const title = row_of_duty(name.at[0]);
    if (title == nullptr || !is_title(*title) || name.commas != 0) return false;
    first = 1;
  }
  for (int k = 0; k < 2; ++k) out.name.at[k] = name.at[first + k];
  return out.name.at[0].size > 1 && out.name.at[1].size > 1;
}

}  // namespace

bool set_lane_word_aside(const LaneName& name, Role role, LaneAside& out) {
  if (name.count != 3 || name.hyphens != 0) return false;
  out.generation = 0;
  out.name.count = 2;
  out.name.hyphens = out.name.commas = 0;
  if (!join_letter(name, out.name) && !take_word_out(name, out)) return false;
  count_lane_roles(out.name);
  return (out.name.roles & kLaneDoubtful) == 0 &&
         (role == Role::said ? is_plain_said(out.name) : is_plain_stored(out.name));
}

}  // namespace ablmatch
