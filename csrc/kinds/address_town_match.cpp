// How two towns agree: equal, with slips, or one with a part that the other leaves out.
#include <algorithm>

#include "address_match.hpp"

namespace ablmatch::postal {

namespace {

// Is the one town the other with a borough, a county or a parish? The caller's is the one with fewer names, or not.
bool is_partial(NamePairs& pairs, NameRun said, NameRun stored, bool said_fewer, bool& leads) {
  const AddressName* const more = said_fewer ? pairs.stored() : pairs.said();
  const NameRun all = said_fewer ? stored : said, part = said_fewer ? said : stored;
  int found = part.from;
  const AddressName* const fewer = said_fewer ? pairs.said() : pairs.stored();
  const auto agrees = [&](int k) {
    if (k >= all.to || found >= part.to) return false;
    // The St of "Elm St, Saint Paul" is no Saint.
    if (k == all.from && more[k].common_type() && !fewer[found].common_type()) return false;
    return said_fewer ? pairs.same(found, k, true, false) : pairs.same(k, found, true);
  };
  for (int k = all.from; k < all.to; ++k) {
    if (agrees(k)) {
      ++found;
      continue;
    }
    // Too few are left for what is still to be found.
    if (all.to - k - 1 < part.to - found) return false;
    const AddressName& word = more[k];
    const bool first = k == all.from;
    if (said_fewer && word.digits && word.text.size() <= 2 && !first) continue;  // Dublin 1, said as Dublin
    // West Riverton is not Riverton, but "Leeds, West Yorkshire" is Leeds.
    if (word.direction && (!word.gap || first || agrees(k + 1))) return false;
    // "14 b Berlin": a letter of the number. But "à Lyon", "b. Centro" and "Leeds, W Yorkshire".
    const bool other = word.row && (word.gap || word.direction || (word.row->roles & kBetween));
    const bool letter = word.raw.size() == 1 && !word.particle && !other;
    // "Elm Street Front, Austin": a unit, not a part of the town's name.
    const bool unit_word = first && word.row && word.row->unit_class == UnitClass::bare;
    const bool street_word = unit_word || (first && word.has_type()) || (!said_fewer && word.common_type());
    if (word.digits || letter || street_word || (word.row && word.row->first)) return false;
    leads |= first;
  }
  return found == part.to;
}

}  // namespace

int TownMatch::value() const {
  switch (way) {
    case equal: return 50;
    case slip: return 50 - 5 * slips;
    case partial: return 42;
    case both_missing: return 30;
    case stored_missing: return 26;
    case said_missing: return 25;
    case differs: return 0;
  }
  return 0;
}

TownMatch compare_towns(NamePairs& pairs, const AddressParse& said, int said_from, const AddressParse& stored,
                        int stored_from) {
  const NameRun one{said_from, said.count}, other{stored_from, stored.count};
  if (one.count() <= 0 && other.count() <= 0) return {TownMatch::both_missing, 0, false, false};
  if (one.count() <= 0) return {TownMatch::said_missing, 0, false, false};
  if (other.count() <= 0) return {TownMatch::stored_missing, 0, false, false};
  const NameMatch names = compare_names(pairs, one, other, true);
  if (names.slips == 0) return {TownMatch::equal, 0, false, false};
  if (names.slips > 0) return {TownMatch::slip, names.slips, false, false};
  bool leads = false;
  if (one.count() != other.count() && is_partial(pairs, one, other, one.count() < other.count(), leads))
    return {TownMatch::partial, 0, false, leads};
  return {TownMatch::differs, 0, pairs.said_figures(said_from) || pairs.stored_figures(stored_from), false};
}

}  // namespace ablmatch::postal
