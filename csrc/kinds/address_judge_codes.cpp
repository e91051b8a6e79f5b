// How the house numbers, boxes, units and postal codes of two addresses agree.
#include "address_judge.hpp"

namespace ablmatch::postal {

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

}  // namespace ablmatch::postal
