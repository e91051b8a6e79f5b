// The ladder of addresses: start at 100, subtract for what is missing or slipped, cap what contradicts
// (identity-matching.md 1.4). A wrong number, unit, direction or type never reaches a match.
#include "address_judge.hpp"

#include "address_points.hpp"

namespace ablmatch::postal {

void Judge::score(NamePairs& pairs) {
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
    const bool other_premise = premise_differs(pairs, one_sided);
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
  NamePairs pairs(said(), stored());
  find_premise(pairs);
  choose_splits(pairs);
  score(pairs);
  out_.value += 1000 * out_.verdict.score;
  return out_;
}

Outcome compare_parses(const AddressForm& said_form, const AddressParse& said, const AddressParse& stored) {
  return Judge(said_form, said, stored).run();
}

}  // namespace ablmatch::postal
