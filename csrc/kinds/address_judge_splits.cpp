// Where the streets of two addresses end and their towns begin: the boundaries with which they agree best.
#include <algorithm>

#include "address_judge.hpp"

namespace ablmatch::postal {

namespace {

// A street or a town of more names than these is none: no boundary is looked for there.
constexpr int kMostStreetNames = 12, kMostTownNames = 16;
// What a boundary is worth when nothing is wrong with street and town.
constexpr int kWholeValue = 245;

// What two streets are worth when nothing is wrong with them.
int best_street(bool said_has, bool stored_has) {
  if (said_has && stored_has) return 200;
  return said_has || stored_has ? 8 : 120;
}

// The streets of one side by the boundary behind them, each read once.
class Streets {
 public:
  explicit Streets(const AddressParse& parse) : parse_(parse) {}

  int first() const { return std::max(parse_.premise, parse_.count - kMostTownNames); }
  int last() const { return std::min(parse_.count, parse_.premise + kMostStreetNames); }
  bool exists(int split) const { return split > parse_.premise; }
  // Boundaries that are tried beside these: a street, or a town, as long as the other side's.
  bool is_apart(int split) const {
    return split >= parse_.premise && split <= parse_.count && (split < first() || split > last());
  }
  Street before(int split) {
    const int at = split - parse_.premise;
    if (at > kMostStreetNames) return read_street(parse_, parse_.premise, split);
    if (!(read_ >> at & 1)) streets_[at] = read_street(parse_, parse_.premise, split);
    read_ |= std::uint32_t{1} << at;
    return streets_[at];
  }
  // A boundary that makes a town of a type or a direction.
  bool cut_at(int split) const {
    const AddressName& name = parse_.names[split];
    return exists(split) && split < parse_.count && !name.gap && (name.direction || name.common_type());
  }

 private:
  const AddressParse& parse_;
  Street streets_[kMostStreetNames + 1];
  std::uint32_t read_ = 0;
};

// The search for the boundaries between street and town with which two addresses agree best.
class Splits {
 public:
  Splits(NamePairs& pairs, const AddressParse& said, const AddressParse& stored, Outcome& out)
      : pairs_(pairs), said_(said), stored_(stored), said_streets_(said), stored_streets_(stored), out_(out) {}

  void search();

 private:
  int value_of(int said_split, int stored_split, StreetMatch& street, TownMatch& town);
  void consider(int said_split, int stored_split);

  NamePairs& pairs_;
  const AddressParse& said_;
  const AddressParse& stored_;
  Streets said_streets_, stored_streets_;
  Outcome& out_;
};

// `town` is how the towns compare.
int Splits::value_of(int said_split, int stored_split, StreetMatch& street, TownMatch& town) {
  const bool said_has = said_streets_.exists(said_split), stored_has = stored_streets_.exists(stored_split);
  street = {};
  int value = best_street(said_has, stored_has);
  if (said_has && stored_has) {
    street = compare_streets(pairs_, said_streets_.before(said_split), stored_streets_.before(stored_split));
    value = 2 * street.value();
  }
  // A word between a street without its type and the town may well be the street's: Maple Hill is not Maple.
  if (town.leads && (!said_has || !stored_has || !street.name || street.type != PartMatch::equal)) {
    const bool figures = town.figures;
    town = {TownMatch::differs, 0, figures, false};
  }
  return value + town.value();
}

void Splits::consider(int said_split, int stored_split) {
  // The town first: where it differs, or where the best street would not be enough, the street is not asked.
  const TownMatch place = compare_towns(pairs_, said_, said_split, stored_, stored_split);
  // A boundary that only hides the type in a town that differs is none: Maple Court is not Maple, Court Riverton.
  if (place.way == TownMatch::differs) return;
  const bool said_has = said_streets_.exists(said_split), stored_has = stored_streets_.exists(stored_split);
  if (best_street(said_has, stored_has) + place.value() <= out_.value) return;
  // Nor one that makes a town of a type or a direction: "1st Avenue W" is not "1st" in Avenue W.
  const bool towns = place.way == TownMatch::equal || place.way == TownMatch::slip || place.way == TownMatch::partial;
  if (!towns && (said_streets_.cut_at(said_split) || stored_streets_.cut_at(stored_split))) return;
  StreetMatch street;
  TownMatch town = place;
  const int value = value_of(said_split, stored_split, street, town);
  if (value <= out_.value || town.way == TownMatch::differs) return;
  out_.value = value;
  out_.said_split = said_split;
  out_.stored_split = stored_split;
  out_.street = street;
  out_.town = town;
}

void Splits::search() {
  out_.value = value_of(said_.split, stored_.split, out_.street, out_.town);
  if (out_.value >= kWholeValue) return;
  for (int s = said_streets_.first(); s <= said_streets_.last(); ++s)
    if (s != said_.split) consider(s, stored_.split);
  for (const int s : {said_.premise + stored_.split - stored_.premise, said_.count - stored_.count + stored_.split})
    if (said_streets_.is_apart(s) && s != said_.split) consider(s, stored_.split);
  if (out_.value >= kWholeValue || stored_.split_sure) return;
  for (int t = stored_streets_.first(); t <= stored_streets_.last(); ++t)
    for (int s = said_streets_.first(); t != stored_.split && s <= said_streets_.last() && out_.value < kWholeValue;
         ++s)
      consider(s, t);
  for (const int t : {stored_.premise + said_.split - said_.premise, stored_.count - said_.count + said_.split})
    if (stored_streets_.is_apart(t) && t != stored_.split) consider(said_.split, t);
}

}  // namespace

// "12 s street washington" against "Washington, DC", "357 8th avenue new york" against "New York, NY": the name of
// a state that is the other side's town is a town.
void Judge::state_or_town() {
  const auto turns = [](const AddressParse& parse, const AddressParse& other) {
    // LA is a short form of Los Angeles too, where no town stands before it.
    if (parse.state != 0 && !parse.state_in_full && parse.state != other.state && parse.split >= parse.count &&
        parse.count < kMaxAddressTokens && other.split < other.count) {
      const AddressWord* const code = kAddressWords.find(kStateCodes[parse.state]);
      const AddressWord* const town = other.names[other.split].row;
      if (code && code->town && town && town->town == code->town) return true;
    }
    if (!parse.state_in_full || parse.count == kMaxAddressTokens || other.count <= other.split) return false;
    if (parse.split < parse.count && parse.split_sure && parse.state == other.state) return false;
    const AddressWord* row = other.names[other.split].row;
    if (!row || row->state != parse.state) return false;
    // Already there: "New York, New York".
    for (int k = 0; k < parse.count; ++k)
      if (parse.names[k].row && parse.names[k].row->state == parse.state) return false;
    return true;
  };
  const bool of_said = turns(said(), stored());
  if (!of_said && !turns(stored(), said())) return;
  const AddressParse& other = of_said ? stored() : said();
  AddressParse& copy = change(of_said);
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): change() has filled the copy.
  AddressName& name = copy.names[copy.count++];
  name = other.names[other.split];
  name.gap = copy.count > 1;
  name.from = copy.state_from;
  name.to = copy.state_to;
  if (copy.split == copy.count - 1) copy.split_sure = true;
  copy.state = 0;
}

// "rose cottage mill lane ashford" against "Rose Cottage, Mill Lane, Ashford": the house's name is known from one side.
void Judge::find_premise(NamePairs& pairs) {
  const auto find = [&](bool of_said) {
    const AddressParse& parse = of_said ? said() : stored();
    const AddressParse& other = of_said ? stored() : said();
    const int words = other.premise;
    if (words == 0 || parse.premise > 0 || parse.count <= words) return;
    if (compare_names(pairs, {0, words}, {0, words}, false).slips < 0) return;
    // "And" in front of the number is no house named N.
    for (int k = 0; k < words && !of_said; ++k)
      if (names_letter(said().names[k], stored().names[k].text)) return;
    AddressParse& copy = change(of_said);
    copy.premise = words;
    copy.split = std::max(copy.split, words);
    copy.split_sure = false;
  };
  find(true);
  find(false);
}

// Does a word of the stored street, other than its type and directions, occur in what was said?
bool Judge::shares_word() const {
  const int to = stored().split_sure ? stored().split : stored().count;
  for (int t = stored().premise; t < to; ++t) {
    const AddressName& one = stored().names[t];
    if (one.particle || (one.common_type() && t > stored().premise)) continue;
    for (int s = said().premise; s < said().count; ++s) {
      const AddressName& other = said().names[s];
      if (one.hash == other.hash || (one.direction && one.direction == other.direction) ||
          (one.row && one.row == other.row))
        return true;
      // A joined or slipped word begins like the stored one.
      if (!one.digits && one.text.size() > 2 && other.text.size() > 2 &&
          std::equal(one.text.begin(), one.text.begin() + 3, other.text.begin()))
        return true;
    }
  }
  return false;
}

void Judge::choose_splits(NamePairs& pairs) {
  out_.said_split = said().split;
  out_.stored_split = stored().split;
  out_.town = compare_towns(pairs, said(), said().split, stored(), stored().split);
  // Where number and street contradict, they do so wherever the street may end.
  if (out_.house != House::differs || shares_word()) Splits(pairs, said(), stored(), out_).search();
}

bool Judge::premise_differs(NamePairs& pairs, bool& one_sided) const {
  one_sided = (said().premise > 0) != (stored().premise > 0);
  if (said().premise == 0 || stored().premise == 0) return false;
  return compare_names(pairs, {0, said().premise}, {0, stored().premise}, false).slips < 0;
}

}  // namespace ablmatch::postal
