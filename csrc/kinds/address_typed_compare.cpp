// The score of two typed addresses whose streets and towns agree.
#include <algorithm>

#include "../distance.hpp"
#include "address_form.hpp"
#include "address_match.hpp"
#include "address_points.hpp"
#include "address_typed.hpp"

namespace ablmatch::postal {

namespace {

constexpr auto kNoUnit = static_cast<std::uint8_t>(UnitClass::none);

// The slips between two runs of words, or -1 when they differ otherwise or in a way that is not plain.
int slips_of(const TypedWord* said, int count, const TypedWord* stored, int stored_count) {
  if (count != stored_count) return -1;
  int slips = 0;
  for (int k = 0; k < count; ++k) {
    if (said[k] == stored[k]) continue;
    if (!said[k].plain || !stored[k].plain || said[k].view() == "junior" || stored[k].view() == "junior") return -1;
    bool near = false;
    const int more = slips_between(said[k].view(), stored[k].view(), near);
    if (more <= 0) return -1;
    slips += more;
  }
  return slips;
}

// "Court west Bradburg" and "Ct W, Bradburg": the first word of the town is the direction behind the street.
bool leads_with(const TypedAddress& said, const TypedAddress& stored) {
  if (said.after != 0 || stored.after == 0 || said.before != stored.before || said.bounded || said.box) return false;
  if (said.town_words != stored.town_words + 1 || stored.town_words == 0) return false;
  const LexiconEntry& entry = find_in_lexicon(said.town[0].low, said.town[0].high);
  const bool same_unit =
      said.unit_id == stored.unit_id && said.unit_class == stored.unit_class && said.unit == stored.unit;
  return (entry.parts & kDirectionPart) != 0 && kAddressWords.values[entry.address - 1].direction == stored.after &&
         slips_of(said.town + 1, stored.town_words, stored.town, stored.town_words) == 0 &&
         said.house.figures == stored.house.figures && (same_unit || said.unit_class == kNoUnit);
}

// A unit of figures alone.
bool has_figures(std::uint64_t unit_id) {
  for (; unit_id != 0; unit_id >>= 8)
    if ((unit_id & 0xFF) < '0' || (unit_id & 0xFF) > '9') return false;
  return true;
}

bool share_type(const std::uint16_t* one, const std::uint16_t* other) {
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j)
      if (one[k] != 0 && one[k] == other[j]) return true;
  return false;
}

}  // namespace

std::int16_t compare_typed(const TypedAddress& said, const TypedAddress& stored) {
  if (said.box != stored.box || (!said.box && !share_type(said.types, stored.types))) return kUndecided;
  const int street_slips = slips_of(said.street, said.street_words, stored.street, stored.street_words);
  if (street_slips < 0) return kUndecided;
  int town_slips = 0;
  const bool directed = street_slips == 0 && leads_with(said, stored);
  const bool town_missing = said.town_words == 0 && stored.town_words != 0;
  if (town_missing) {
    // Where the street ends must be beyond doubt.
    if (!stored.bounded || street_slips > 0 || (said.unit_class != kNoUnit && stored.postcode.size == 4))
      return kUndecided;
    // LA may be the town.
    if (said.state != 0 && said.state != stored.state) return kUndecided;
    for (int k = 0; k < stored.town_words; ++k)
      if (!stored.town[k].plain) return kUndecided;
  } else if (!directed) {
    if (stored.town_words == 0) return kUndecided;
    town_slips = slips_of(said.town, said.town_words, stored.town, stored.town_words);
    if (town_slips < 0) return kUndecided;
  }
  int score = 100 - (said.spoken ? kSpoken : 0) - kSlip * street_slips;
  if (street_slips > 1) score = std::min(score, kManySlipsCap);
  if (!directed && (said.before != stored.before || said.after != stored.after)) {
    if (said.before != stored.after || said.after != stored.before || street_slips > 0) return kUndecided;
    --score;
  }
  constexpr auto kGeneric = static_cast<std::uint8_t>(UnitClass::generic);
  constexpr auto kWild = static_cast<std::uint8_t>(UnitClass::wild);
  const bool no_unit = said.unit_class == kNoUnit || stored.unit_class == kNoUnit;
  const bool one_word =
      said.unit_class == stored.unit_class && (said.unit == stored.unit || said.unit_class == kGeneric);
  const bool wild = !no_unit && (said.unit_class == kWild || stored.unit_class == kWild);
  const bool units_equal = said.unit_id == stored.unit_id && (one_word || wild);
  const bool houses_equal = said.house.figures == stored.house.figures;
  // Number words may be read otherwise.
  if (said.spoken &&
      (!houses_equal ||
       (!units_equal && stored.unit_class != kNoUnit && (said.unit_class != kNoUnit || said.tens_in_street)) ||
       (said.postcode.figures != stored.postcode.figures && said.postcode.size != 0 && stored.postcode.size != 0)))
    return kUndecided;
  // A caller's word may be a letter, of a unit or a house number, where the stored one has letters.
  const bool figures =
      said.unit_class == kNoUnit && houses_equal && !stored.house_letter && has_figures(stored.unit_id);
  if ((!units_equal || !houses_equal) && said.letters && !figures) return kUndecided;
  if (!houses_equal) {
    if (said.house_letter || stored.house_letter) return kUndecided;
    const bool states_differ = said.state != 0 && stored.state != 0 && said.state != stored.state;
    if (states_differ || street_slips > 0 || said.box) return kUndecided;
    const bool slip = osa_distance(said.house.view(), stored.house.view(), 1) <= 1 && (units_equal || no_unit);
    score = std::min(score, slip ? kHouseSlipCap : kHouseCap);
  }
  if (!units_equal) {
    if (no_unit) score -= kUnitMissing;
    else score = std::min(score, kUnitCap);
  }
  score -= town_missing ? kTownMissing : kSlip * town_slips;
  if (said.postcode.figures != stored.postcode.figures) {
    if (said.postcode.size == 0 || stored.postcode.size == 0)
      score -= stored.postcode.size != 0 ? kPostcodeMissing : kSmall;
    else if (!said.postcode.text || !stored.postcode.text) return kUndecided;
    else if (!town_missing && osa_distance(said.postcode.view(), stored.postcode.view(), 1) <= 1)
      score -= kPostcodeSlip;
    else score = std::min(score, kPostcodeCap);
  }
  if (said.state != stored.state) {
    if (said.state == 0 || stored.state == 0) score -= stored.state != 0 ? kStateMissing : kSmall;
    else if (said.postcode.size != 0 && said.postcode.figures == stored.postcode.figures) score -= kStateDiffers;
    else score = std::min(score, kElsewhereCap);
  }
  // Numbers that were parted otherwise could come closer where anything else differs.
  if (said.parted && score < 100 - kSpoken) return kUndecided;
  return static_cast<std::int16_t>(std::max(score, 0));
}

}  // namespace ablmatch::postal
