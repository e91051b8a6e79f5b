// How two streets agree: name, type, directions.
#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "address_match.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kShortestSlipped = 5;  // letters of a type that may have a slip

}  // namespace

int StreetMatch::value() const {
  if (!name) return near ? 20 : 0;
  const auto cost = [](PartMatch part, int missing, int differs) {
    return part == PartMatch::equal ? 0 : part == PartMatch::differs ? differs : missing;
  };
  return std::max(21, 100 - 10 * slips - cost(type, 10, 45) - cost(direction, 12, 30) - (direction_moved ? 2 : 0) -
                          (particle ? 2 : 0) - (spacing ? 1 : 0));
}

namespace {

PartMatch compare_directions(const Street& said, const Street& stored, bool& moved) {
  moved = false;
  if (said.before == stored.before && said.after == stored.after) return PartMatch::equal;
  if (said.before == stored.after && said.after == stored.before) {
    moved = true;
    return PartMatch::equal;
  }
  // "N Main St E" against "Main St N": what both sides have must agree.
  const int said_count = (said.before != 0) + (said.after != 0),
            stored_count = (stored.before != 0) + (stored.after != 0);
  if ((said_count == 0 && stored.numbered) || (stored_count == 0 && said.numbered)) return PartMatch::differs;
  if (said_count == 0) return PartMatch::said_missing;
  if (stored_count == 0) return PartMatch::stored_missing;
  if (said_count == stored_count) return PartMatch::differs;
  if ((said.before && stored.before && said.before != stored.before) ||
      (said.after && stored.after && said.after != stored.after))
    return PartMatch::differs;
  const Street& fewer = said_count < stored_count ? said : stored;
  const Street& more = said_count < stored_count ? stored : said;
  const std::uint8_t one = fewer.before ? fewer.before : fewer.after;
  if (one != more.before && one != more.after) return PartMatch::differs;
  return said_count < stored_count ? PartMatch::said_missing : PartMatch::stored_missing;
}

StreetMatch match_streets(NamePairs& pairs, const Street& said, const Street& stored) {
  StreetMatch match{};
  const NameMatch names =
      compare_names(pairs, {said.from, said.to, said.stem}, {stored.from, stored.to, stored.stem}, false);
  match.name = names.slips >= 0;
  match.near = names.near;
  match.slips = std::max(names.slips, 0);
  match.spacing = names.spacing;
  match.particle = names.particle;
  match.romanized = names.romanized;
  const auto widens = [](const Street& one, const Street& other) {
    const std::string_view wide = kStreetTypes[one.types[0]].full, narrow = kStreetTypes[other.types[0]].full;
    return (kStreetTypes[other.types[0]].place & kNumbered) && narrow.size() > wide.size() + 1 &&
           narrow.ends_with(wide) && narrow[narrow.size() - wide.size() - 1] == ' ';
  };
  if (said.has_type() && stored.has_type() && !share_type(said.types, stored.types) &&
      (widens(said, stored) || widens(stored, said)))
    match.type = widens(said, stored) ? PartMatch::said_missing : PartMatch::stored_missing;
  else if (said.has_type() && stored.has_type())
    match.type = share_type(said.types, stored.types) ? PartMatch::equal : PartMatch::differs;
  else if (said.has_type() != stored.has_type())
    match.type = said.has_type() ? PartMatch::stored_missing : PartMatch::said_missing;
  match.direction = compare_directions(said, stored, match.direction_moved);
  return match;
}

// The type word as a part of the name: "Cedar Hollow" against "Cedar Hollow Road".
bool with_type_in_name(Street& street) {
  if (street.stem > 0) {
    street.stem = 0;
  } else if (street.type_at == street.to) {
    ++street.to;
  } else if (street.type_at >= 0 && street.type_at == street.from - 1) {
    --street.from;
  } else {
    return false;
  }
  std::memset(street.types, 0, sizeof street.types);
  street.type_at = -1;
  return true;
}

// The direction in front as a part of the name, where it is written out.
bool with_direction_in_name(const AddressName* names, Street& street) {
  if (street.before == 0 || street.from == 0 || !names[street.from - 1].direction ||
      names[street.from - 1].raw.size() < 4)
    return false;
  --street.from;
  street.before = 0;
  return true;
}

}  // namespace

StreetMatch compare_streets(NamePairs& pairs, const Street& said_street, const Street& stored_street) {
  StreetMatch best = match_streets(pairs, said_street, stored_street);
  if (best.name && best.type == PartMatch::equal) return best;
  const auto consider = [&](const Street& one, const Street& other) {
    const StreetMatch match = match_streets(pairs, one, other);
    if (match.value() > best.value()) best = match;
  };
  Street said_whole = said_street, stored_whole = stored_street;
  const bool said_has = with_type_in_name(said_whole), stored_has = with_type_in_name(stored_whole);
  if (!best.name) {
    // Oak Avenue is not Oak Avenue Court: a type that ends the street is no part of a name with a type of its own.
    const auto ends = [](const AddressName* names, const Street& street) {
      return street.type_at >= street.to && names[street.type_at].common_type();
    };
    if (said_has && !(stored_has && ends(pairs.said(), said_street))) consider(said_whole, stored_street);
    if (stored_has && !(said_has && ends(pairs.stored(), stored_street))) consider(said_street, stored_whole);
    // "McInnes Treet": a slip in the type.
    const auto slipped_type = [](const AddressName* names, Street& street, const Street& typed) {
      if (street.has_type() || !typed.has_type() || street.to - street.from < 2) return false;
      const std::string_view full = kStreetTypes[typed.types[0]].full, last = names[street.to - 1].text;
      if (full.size() < kShortestSlipped || typed.type_at < typed.to || osa_distance(last, full, 1) > 1) return false;
      std::memcpy(street.types, typed.types, sizeof street.types);
      street.type_at = --street.to;
      return true;
    };
    Street slipped = said_street;
    if (slipped_type(pairs.said(), slipped, stored_street)) {
      StreetMatch match = match_streets(pairs, slipped, stored_street);
      ++match.slips;
      if (match.value() > best.value()) best = match;
    }
    // "Garten Straße" and "Gartenstraße" with words around them that keep the endings from showing.
    if (said_has && stored_has && said_whole.to - said_whole.from != stored_whole.to - stored_whole.from)
      consider(said_whole, stored_whole);
    // Southpark Way and South Park Way.
    Street said_named = said_street, stored_named = stored_street;
    if (with_direction_in_name(pairs.said(), said_named) && stored_street.before == 0)
      consider(said_named, stored_street);
    if (with_direction_in_name(pairs.stored(), stored_named) && said_street.before == 0)
      consider(said_street, stored_named);
  }
  return best;
}

}  // namespace ablmatch::postal
