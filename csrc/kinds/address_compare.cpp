// The ladder of addresses: start at 100, subtract for what is missing or slipped, cap what contradicts
// (identity-matching.md 1.4). A wrong number, unit, direction or type never reaches a match.
#include <algorithm>

#include "../spoken.hpp"
#include "address.hpp"
#include "address_outcome.hpp"
#include "address_same.hpp"
#include "address_unrelated.hpp"

namespace ablmatch::postal {

namespace {

// Subtracted.
constexpr int kSpoken = 2, kStateMissing = 3, kPostcodeMissing = 3, kTownMissing = 10, kUnitMissing = 12;
constexpr int kTypeMissing = 10, kDirectionMissing = 12, kSlip = 10, kPostcodeSlip = 15, kTownDiffers = 15;
constexpr int kSmall = 1, kRomanized = 5, kStateDiffers = 6, kTownPartly = 3;
// Caps.
constexpr int kNoHouseCap = 65, kHouseSlipCap = 55, kHouseCap = 30, kUnitCap = 55, kTypeCap = 50, kStreetCap = 25;
constexpr int kNearStreetCap = 40, kElsewhereCap = 40, kPostcodeCap = 65, kManySlipsCap = 65, kPremiseCap = 50;
constexpr int kNoStreetCap = 35, kTownOnly = 15, kUnrelated = 5, kRetryCap = 65, kTwoAnswersCap = 45;

class Judge {
 public:
  Judge(const AddressForm& said_form, const AddressParse& said, const AddressParse& stored)
      : said_form_(said_form), said_parse_(&said), stored_parse_(&stored) {}

  Outcome run();

 private:
  void numbers();
  void units();
  void codes();
  void state_or_town();
  void find_premise();
  bool shares_word() const;
  void choose_splits();
  static int best_street(bool said_has, bool stored_has);
  int value_of(int said_split, int stored_split, StreetMatch& street, TownMatch& town) const;
  bool premise_differs(bool& one_sided) const;
  void score();
  void cap(int limit, Evidence reason) {
    score_ = std::min(score_, limit);
    out_.verdict.evidence.add(reason);
  }
  void less(int points, Evidence reason) {
    score_ -= points;
    out_.verdict.evidence.add(reason);
  }
  bool has_street(const AddressParse& parse, int split) const { return split > parse.premise; }

  const AddressParse& said() const { return *said_parse_; }
  const AddressParse& stored() const { return *stored_parse_; }

  const AddressForm& said_form_;
  const AddressParse* said_parse_;
  const AddressParse* stored_parse_;
  // Of a side whose state turned out to be its town, or whose first words are the other side's premise.
  AddressParse copies_[2];
  AddressParse& change(bool of_said) {
    const AddressParse*& parse = of_said ? said_parse_ : stored_parse_;
    AddressParse& copy = copies_[of_said];
    if (parse != &copy) {
      // Names from count on hold nothing and are copied as they are.
      copy = *parse;
      parse = &copy;
    }
    return copy;
  }
  Outcome out_{};
  House box_ = House::none;
  bool has_postcodes_ = false;
  PostcodeMatch postcode_ = PostcodeMatch::equal;
  int score_ = 100;
  int floor_ = 0;
};

void Judge::numbers() {
  const auto compare = [&](bool said_has, bool stored_has, const Code& said, const Code& stored) {
    if (!said_has && !stored_has) return House::none;
    if (!said_has) return House::said_missing;
    if (!stored_has) return House::stored_missing;
    if (said.size == 0 && stored.size > 0) return House::said_missing;
    if (stored.size == 0 && said.size > 0) return House::stored_missing;
    switch (compare_house_numbers(said_form_, said, stored)) {
      case CodeMatch::equal: return House::equal;
      case CodeMatch::one_slip: return House::one_slip;
      case CodeMatch::differs: break;
    }
    return House::differs;
  };
  out_.house = compare(said().has_house, stored().has_house, said().house, stored().house);
  box_ = compare(said().box != 0, stored().box != 0, said().box_number, stored().box_number);
  if (box_ == House::equal && said().box != stored().box) box_ = House::differs;
  if (box_ == House::one_slip && said().box != stored().box) box_ = House::differs;
}

// Each unit of the shorter list must be in the longer one; what is over is missing on the other side.
void Judge::units() {
  const auto agree = [&](const Unit& said, const Unit& stored) {
    const bool ids =
        said.id.view() == stored.id.view() || (said_form_.said && said.id.size > 0 && stored.id.size > 0 &&
                                               can_read_as(said_form_, said.id.from, said.id.to, stored.id.view()));
    if (!ids) return false;
    if (said.word == stored.word) return true;
    const auto loose = [](UnitClass c) { return c == UnitClass::generic || c == UnitClass::wild; };
    if (said.id.size == 0) return false;
    return said.unit_class == UnitClass::wild || stored.unit_class == UnitClass::wild ||
           (loose(said.unit_class) && loose(stored.unit_class));
  };
  if (said().unit_count == 0 && stored().unit_count == 0) {
    out_.unit = PartMatch::equal;
    return;
  }
  // "Apartment 4, apartment 5": two answers.
  const auto two_of_one_sort = [](const AddressParse& parse) {
    int apartments = 0;
    for (int k = 0; k < parse.unit_count; ++k)
      apartments += parse.units[k].unit_class == UnitClass::generic || parse.units[k].unit_class == UnitClass::wild;
    return apartments > 1;
  };
  int agreed = 0;
  bool taken[kMaxUnits] = {};
  for (int s = 0; s < said().unit_count; ++s)
    for (int t = 0; t < stored().unit_count; ++t) {
      if (taken[t] || !agree(said().units[s], stored().units[t])) continue;
      taken[t] = true;
      ++agreed;
      break;
    }
  // "piso 3 puerta B" against "3º B"
  const auto joined = [](const AddressParse& one, const AddressParse& two) {
    if (one.unit_count != 1 || two.unit_count != 2 || one.units[0].unit_class != UnitClass::wild) return false;
    const std::string_view first = two.units[0].id.view(), second = two.units[1].id.view();
    const std::string_view whole = one.units[0].id.view();
    return !second.empty() && whole.size() == first.size() + second.size() && whole.starts_with(first) &&
           whole.ends_with(second) && two.units[0].unit_class == UnitClass::floor;
  };
  if ((agreed == said().unit_count && agreed == stored().unit_count) || joined(said(), stored()) ||
      joined(stored(), said()))
    out_.unit = PartMatch::equal;
  else if (agreed == said().unit_count) out_.unit = PartMatch::said_missing;
  else if (agreed == stored().unit_count)
    out_.unit = two_of_one_sort(said()) ? PartMatch::differs : PartMatch::stored_missing;
  else out_.unit = PartMatch::differs;
}

void Judge::codes() {
  has_postcodes_ = said().postcode.size > 0 && stored().postcode.size > 0;
  if (has_postcodes_) postcode_ = compare_postcodes(said_form_, said().postcode, stored().postcode);
}

// "12 s street washington" against "Washington, DC", "357 8th avenue new york" against "New York, NY": the name of
// a state that is the other side's town is a town.
void Judge::state_or_town() {
  const auto turns = [](const AddressParse& parse, const AddressParse& other) {
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
void Judge::find_premise() {
  const auto find = [&](bool of_said) {
    const AddressParse& parse = of_said ? said() : stored();
    const AddressParse& other = of_said ? stored() : said();
    const int words = other.premise;
    if (words == 0 || parse.premise > 0 || parse.count <= words) return;
    if (compare_names(parse.names, words, 0, other.names, words, 0, false).slips < 0) return;
    AddressParse& copy = change(of_said);
    copy.premise = words;
    copy.split = std::max(copy.split, words);
    copy.split_sure = false;
  };
  find(true);
  find(false);
}

// What two streets are worth when nothing is wrong with them.
int Judge::best_street(bool said_has, bool stored_has) {
  if (said_has && stored_has) return 200;
  return said_has || stored_has ? 8 : 120;
}

// `town` is how the towns compare.
int Judge::value_of(int said_split, int stored_split, StreetMatch& street, TownMatch& town) const {
  const bool said_has = has_street(said(), said_split), stored_has = has_street(stored(), stored_split);
  street = {};
  int value = best_street(said_has, stored_has);
  if (said_has && stored_has) {
    street = compare_streets(said(), said_split, stored(), stored_split);
    value = 2 * street.value();
  }
  // A word between a street without its type and the town may well be the street's: Maple Hill is not Maple.
  if (town.leads && (!said_has || !stored_has || !street.name || street.type != PartMatch::equal)) {
    const bool figures = town.figures;
    town = {TownMatch::differs, 0, figures, false};
  }
  return value + town.value();
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

void Judge::choose_splits() {
  out_.said_split = said().split;
  out_.stored_split = stored().split;
  if (out_.house == House::differs && !shares_word()) {
    // Number and street contradict, wherever the street may end.
    out_.town = compare_towns(said(), said().split, stored(), stored().split);
    return;
  }
  out_.town = compare_towns(said(), said().split, stored(), stored().split);
  int best = value_of(said().split, stored().split, out_.street, out_.town);
  out_.value = best;
  if (best >= 245) return;
  const auto consider = [&](int said_split, int stored_split) {
    // The town first: where it differs, or where the best street would not be enough, the street is not asked.
    const TownMatch place = compare_towns(said(), said_split, stored(), stored_split);
    // A boundary that only hides the type in a town that differs is none: Maple Court is not Maple, Court Riverton.
    if (place.way == TownMatch::differs) return;
    const bool said_has = has_street(said(), said_split), stored_has = has_street(stored(), stored_split);
    if (best_street(said_has, stored_has) + place.value() <= best) return;
    // Nor one that makes a town of a type or a direction: "1st Avenue W" is not "1st" in Avenue W.
    const bool towns = place.way == TownMatch::equal || place.way == TownMatch::slip || place.way == TownMatch::partial;
    const auto cuts_street = [](const AddressParse& parse, int split) {
      return split > parse.premise && split < parse.count && !parse.names[split].gap &&
             (parse.names[split].direction || parse.names[split].common_type());
    };
    if (!towns && (cuts_street(said(), said_split) || cuts_street(stored(), stored_split))) return;
    StreetMatch street;
    TownMatch town = place;
    const int value = value_of(said_split, stored_split, street, town);
    if (value <= best || town.way == TownMatch::differs) return;
    best = value;
    out_.value = value;
    out_.said_split = said_split;
    out_.stored_split = stored_split;
    out_.street = street;
    out_.town = town;
  };
  for (int s = said().premise; s <= said().count; ++s)
    if (s != said().split) consider(s, stored().split);
  if (best >= 245 || stored().split_sure) return;
  for (int t = stored().premise; t <= stored().count; ++t)
    for (int s = said().premise; t != stored().split && s <= said().count && best < 245; ++s) consider(s, t);
}

bool Judge::premise_differs(bool& one_sided) const {
  one_sided = (said().premise > 0) != (stored().premise > 0);
  if (said().premise == 0 || stored().premise == 0) return false;
  return compare_names(said().names, said().premise, 0, stored().names, stored().premise, 0, false).slips < 0;
}

void Judge::score() {
  EvidenceSet& evidence = out_.verdict.evidence;
  const StreetMatch& street = out_.street;
  const TownMatch& town = out_.town;
  const bool said_street = has_street(said(), out_.said_split), stored_street = has_street(stored(), out_.stored_split);
  out_.streets = said_street && stored_street;
  const bool town_agrees =
      town.way == TownMatch::equal || town.way == TownMatch::slip || town.way == TownMatch::partial;
  const bool postcode_equal = has_postcodes_ && postcode_ == PostcodeMatch::equal;
  const bool said_place = said_street || said().box != 0, stored_place = stored_street || stored().box != 0;
  const bool boxes = said().box != 0 && stored().box != 0;

  if (said_form_.spoken) less(kSpoken, Evidence::spoken_form);

  // What identifies: the street and its number, or the box.
  if (!said_place && !stored_place) {
    if (out_.house == House::one_slip || out_.house == House::differs) cap(kUnrelated, Evidence::house_number_differs);
    if (!town_agrees && !postcode_equal && town.way != TownMatch::both_missing) cap(kUnrelated, Evidence::town_differs);
    if (town.way == TownMatch::both_missing && !postcode_equal && out_.house != House::equal &&
        said().state != stored().state)
      cap(kUnrelated, Evidence::unrelated);
    if (out_.house == House::said_missing || out_.house == House::stored_missing)
      cap(kNoHouseCap, Evidence::house_number_missing);
  } else if (!said_place || !stored_place) {
    const bool nothing_differs =
        town.way != TownMatch::differs && (!has_postcodes_ || postcode_ != PostcodeMatch::differs) &&
        out_.house != House::differs && out_.house != House::one_slip && box_ != House::differs;
    const bool something = town_agrees || postcode_equal;
    if (out_.house == House::equal && something) cap(kNoStreetCap, Evidence::street_differs);
    else cap(something && nothing_differs ? kTownOnly : kUnrelated, Evidence::street_differs);
    // The anchor is a figure, not the start of a subtraction: what else is not said has been counted by it.
    const bool states_differ = said().state != 0 && stored().state != 0 && said().state != stored().state;
    if (out_.house != House::equal && something && nothing_differs && !states_differ && !said_place) floor_ = kTownOnly;
  } else if (boxes) {
    if (box_ == House::said_missing || box_ == House::stored_missing) cap(kNoHouseCap, Evidence::house_number_missing);
    if (box_ == House::one_slip || box_ == House::differs) {
      const bool all_else = town_agrees && (!out_.streets || street.name);
      cap(!town_agrees && !postcode_equal       ? kUnrelated
          : box_ == House::one_slip && all_else ? kHouseSlipCap
                                                : kHouseCap,
          Evidence::box_differs);
    }
  } else if (!out_.streets) {
    // A street on one side, a box on the other.
    cap(kUnrelated, Evidence::street_differs);
  } else if (box_ != House::none) {
    less(kUnitMissing, Evidence::box_differs);
  }

  if (out_.streets) {
    bool one_sided = false;
    const bool other_premise = premise_differs(one_sided);
    const bool numbered = out_.house == House::equal || (out_.house == House::none && !other_premise);
    if (!street.name) {
      evidence.add(Evidence::street_differs);
      const bool here = town_agrees || (postcode_equal && town.way != TownMatch::differs);
      if (!numbered || out_.house == House::none) score_ = std::min(score_, kUnrelated);
      else if (!here && street.near && town.way != TownMatch::differs) score_ = std::min(score_, kNearStreetCap);
      else score_ = std::min(score_, here ? (street.near ? kNearStreetCap : kStreetCap) : kUnrelated);
    } else {
      if (street.slips > 0) less(kSlip * street.slips, Evidence::street_slip);
      if (street.slips > 1) score_ = std::min(score_, kManySlipsCap);
      if (street.romanized) less(kRomanized, Evidence::transliterated);
      if (street.spacing) less(kSmall, Evidence::spacing);
      if (street.particle) less(kSmall, Evidence::article_ignored);
      if (street.direction_moved) less(kSmall, Evidence::order_swapped);
      if (street.type == PartMatch::differs) cap(kTypeCap, Evidence::street_type_differs);
      else if (street.type != PartMatch::equal) less(kTypeMissing, Evidence::street_type_missing);
      // "Drive Northwest Chester" against "Drive NE, West Chester": the town's first word may be the direction.
      const auto leads_with_direction = [](const AddressParse& parse, int split) {
        return split < parse.count && parse.names[split].direction && !parse.names[split].gap;
      };
      const bool hidden =
          town.way == TownMatch::differs && street.direction != PartMatch::equal &&
          (leads_with_direction(said(), out_.said_split) || leads_with_direction(stored(), out_.stored_split));
      if (street.direction == PartMatch::differs || hidden) cap(kTypeCap, Evidence::directional_differs);
      else if (street.direction != PartMatch::equal) less(kDirectionMissing, Evidence::directional_missing);
    }
    switch (out_.house) {
      case House::none:
        if (other_premise) cap(kPremiseCap, Evidence::house_number_differs);
        if (one_sided && street.name) cap(kNoHouseCap, Evidence::house_number_missing);
        break;
      case House::equal: break;
      case House::said_missing:
      case House::stored_missing: cap(kNoHouseCap, Evidence::house_number_missing); break;
      case House::one_slip:
      case House::differs: {
        const bool all_else = out_.house == House::one_slip && street.name && street.type != PartMatch::differs &&
                              street.direction != PartMatch::differs && town.way != TownMatch::differs &&
                              out_.unit != PartMatch::differs;
        // The same street name in another town is nothing in common.
        const bool states_differ = said().state != 0 && stored().state != 0 && said().state != stored().state;
        const bool elsewhere = (town.way == TownMatch::differs || states_differ) && !postcode_equal;
        cap(all_else ? kHouseSlipCap : elsewhere ? kUnrelated : kHouseCap, Evidence::house_number_differs);
        break;
      }
    }
  }

  if (out_.unit == PartMatch::differs) cap(kUnitCap, Evidence::unit_differs);
  else if (out_.unit != PartMatch::equal) less(kUnitMissing, Evidence::unit_missing);

  // Where it is.
  const bool states = said().state != 0 && stored().state != 0;
  const bool states_differ = states && said().state != stored().state;
  switch (town.way) {
    case TownMatch::slip: less(kSlip * town.slips, Evidence::town_slip); break;
    case TownMatch::partial: less(kTownPartly, Evidence::words_missing); break;
    case TownMatch::said_missing: less(kTownMissing, Evidence::town_missing); break;
    case TownMatch::stored_missing: less(kSmall, Evidence::town_missing); break;
    case TownMatch::differs:
      // Figures in what is left may be a house's or a unit's that was not recognized.
      if (postcode_equal && !town.figures) less(kTownDiffers, Evidence::town_differs);
      else cap(kElsewhereCap, Evidence::town_differs);
      break;
    default: break;
  }
  if (has_postcodes_) {
    if (postcode_ == PostcodeMatch::one_slip && town_agrees) less(kPostcodeSlip, Evidence::postcode_differs);
    else if (postcode_ != PostcodeMatch::equal) cap(kPostcodeCap, Evidence::postcode_differs);
  } else if (stored().postcode.size > 0) {
    less(kPostcodeMissing, Evidence::postcode_missing);
  } else if (said().postcode.size > 0) {
    less(kSmall, Evidence::postcode_missing);
  }
  if (states_differ) {
    if (postcode_equal) less(kStateDiffers, Evidence::state_differs);
    else cap(kElsewhereCap, Evidence::state_differs);
  } else if (stored().state != 0 && said().state == 0) {
    less(kStateMissing, Evidence::state_missing);
  } else if (said().state != 0 && stored().state == 0) {
    less(kSmall, Evidence::state_missing);
  }
  if (score_ == 100) evidence.add(Evidence::equal);
  out_.verdict.score = static_cast<std::int16_t>(std::max(score_, floor_));
}

Outcome Judge::run() {
  numbers();
  units();
  codes();
  state_or_town();
  find_premise();
  choose_splits();
  score();
  out_.value += 1000 * out_.verdict.score;
  return out_;
}

}  // namespace

Outcome compare_parses(const AddressForm& said_form, const AddressParse& said, const AddressParse& stored) {
  return Judge(said_form, said, stored).run();
}

namespace {

// An answer too long for one scan, taken in two.
bool share_nothing_long(std::string_view said, const Scan& stored) {
  const std::size_t space = said.rfind(' ', kScanCapacity);
  if (space == std::string_view::npos) return false;
  Scan start, rest;
  return scan(said.substr(0, space), start) && scan(said.substr(space + 1), rest) && share_nothing(start, stored) &&
         (lacks_names(rest) || share_nothing(rest, stored));
}

// What the words alone tell, asked of the scans of what is ASCII; kUndecided: nothing.
std::int16_t settle_by_words(const Side& said, const Side& stored) {
  if (stored.scan == nullptr) return kUndecided;
  if (said.folded.size > kScanCapacity)
    return share_nothing_long(said.folded.view(), *stored.scan) ? std::int16_t{0} : kUndecided;
  if (said.scan == nullptr) return kUndecided;
  if (const std::int16_t score = agree_by_words(*said.scan, *stored.scan); score != kUndecided) return score;
  return share_nothing(*said.scan, *stored.scan) ? std::int16_t{0} : kUndecided;
}

}  // namespace

}  // namespace ablmatch::postal

namespace ablmatch {

Verdict compare_addresses(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                          PartSink* parts) {
  using namespace postal;
  const auto& said_reading = said_storage.as<AddressReading>();
  const auto& stored_reading = stored_storage.as<AddressReading>();
  const std::int16_t settled = settle_by_words(*said_reading.side, *stored_reading.side);
  const Verdict by_words = verdict(settled, settled == 0     ? Evidence::unrelated
                                            : settled == 100 ? Evidence::equal
                                            : settled == 99  ? Evidence::spacing
                                                             : Evidence::street_slip);
  if (settled != kUndecided && !parts) return by_words;
  read_form(stored_reading);
  if (!read_form(said_reading)) return settled != kUndecided ? by_words : verdict(0, Evidence::said_unreadable);
  const AddressForm& said = *said_reading.form;
  const AddressForm& stored = *stored_reading.form;
  // Too long to be parsed: judged by equality, which the caller has tested.
  if (said.too_long || stored.too_long) return settled > 0 ? by_words : verdict(0, Evidence::unrelated);
  AddressParse room[2];
  const AddressParse* chosen = nullptr;
  Outcome outcome = best_reading(said, stored, room, chosen);
  Verdict& found = outcome.verdict;
  if (said.lead_in) found.evidence.add(Evidence::filler_ignored);
  if (said.corrected) {
    found.score = std::min<std::int16_t>(found.score, kRetryCap);
    found.evidence.add(Evidence::self_corrected);
  }
  if (said.two_answers) {
    found.score = std::min<std::int16_t>(found.score, kTwoAnswersCap);
    found.evidence.add(Evidence::two_answers);
  }
  if (settled != kUndecided) found = by_words;
  if (parts) explain_address(*chosen, stored.parse, outcome, *parts);
  return found;
}

}  // namespace ablmatch
