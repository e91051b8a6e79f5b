// Streets and towns as words: directions, types, names, and how far two of them agree.
#include <algorithm>
#include <cstring>
#include <utility>

#include "../distance.hpp"
#include "../fold.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kJoinedCapacity = 192;
// One edit for every so many letters of the stored word (identity-matching.md 1.4).
constexpr int kLettersPerSlip = 5;
constexpr std::size_t kShortestStem = 3;
constexpr std::size_t kTwoSlips = 2 * kLettersPerSlip;  // letters of a word that may have two

bool share_type(const std::uint16_t (&said)[3], const std::uint16_t (&stored)[3]) {
  for (const std::uint16_t one : said)
    for (const std::uint16_t other : stored)
      if (one != 0 && one == other) return true;
  return false;
}

std::string_view text_of(const AddressName& name, bool town) {
  return town && name.row && name.row->town ? kAddressTexts[name.row->town] : name.text;
}

bool equal_spelling(const AddressName& said, std::string_view said_text, const AddressName& stored,
                    std::string_view stored_text) {
  if (said_text == stored_text) return true;
  if (!said.alternatives && !stored.alternatives) return false;
  static constexpr std::uint8_t kNone[256] = {};
  if (said_text.size() > sizeof kNone || stored_text.size() > sizeof kNone) return false;
  return equal_with_alternatives(
      said_text, said.alternatives && said_text.data() == said.text.data() ? said.alternatives : kNone, stored_text,
      stored.alternatives && stored_text.data() == stored.text.data() ? stored.alternatives : kNone);
}

// The same word, short or in full.
bool same_word(const AddressName& said, std::string_view said_text, const AddressName& stored,
               std::string_view stored_text, bool whole) {
  if (said.digits != stored.digits) return false;
  if (equal_spelling(said, said_text, stored, stored_text)) return true;
  if (said.digits || !whole) return false;
  if (said.letter != 0 && stored_text.size() == 1 && stored_text[0] == said.letter) return true;
  if (said.direction && said.direction == stored.direction) return true;
  if (share_type(said.types, stored.types) &&
      ((said.place & stored.place & kTrailing) || (said.raw.size() > 2 && stored.raw.size() > 2)))
    return true;
  if (said.row && said.row->first && kAddressTexts[said.row->first] == stored_text) return true;
  return stored.row && stored.row->first && kAddressTexts[stored.row->first] == said_text;
}

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Two common street names that are one letter and a sound apart: Clinton and Clifton.
bool are_distinct(std::string_view one, std::string_view other) {
  char room[64];
  if (one.size() + other.size() + 1 > sizeof room) return false;
  if (other < one) std::swap(one, other);
  std::memcpy(room, one.data(), one.size());
  room[one.size()] = '|';
  std::memcpy(room + one.size() + 1, other.data(), other.size());
  const AddressWord* row = kAddressWords.find({room, one.size() + other.size() + 1});
  return row && (row->roles & kDistinct);
}

}  // namespace

int slips_between(std::string_view said, std::string_view stored, bool& near) {
  // Most pairs of words differ at both ends, which no single slip does: no distance is needed.
  const std::size_t shorter = std::min(said.size(), stored.size());
  if (shorter > 1 && shorter < kTwoSlips && said.front() != stored.front() && said.back() != stored.back() &&
      is_ascii(said) && is_ascii(stored))
    return -1;
  if (has_digit(said) || has_digit(stored)) return -1;
  const int length = std::min(length_utf8(said), length_utf8(stored));
  const int allowed = length / kLettersPerSlip;
  const int distance = osa_distance_utf8(said, stored, std::max(allowed, 1));
  // In a word that is not long another start makes another word: Beach and Peach, Ridge and Bridge.
  const bool swapped = said.size() > 1 && stored.size() > 1 && said[0] == stored[1] && said[1] == stored[0];
  const bool other_start = length < 8 && said[0] != stored[0] && !swapped;
  if (distance <= allowed && !other_start && !are_distinct(said, stored)) return distance;
  near |= distance == 1 && length >= 4;
  return -1;
}

namespace {

// One word in Latin letters, the other in another script.
bool romanized_agree(std::string_view said, std::string_view stored) {
  if (is_ascii(said) == is_ascii(stored)) return false;
  char room[64];
  const bool of_said = !is_ascii(said);
  const std::size_t size = transliterate(of_said ? said : stored, room, sizeof room);
  if (size == 0) return false;
  const std::string_view latin(room, size);
  const std::string_view other = of_said ? stored : said;
  bool near = false;
  return latin == other || slips_between(latin, other, near) >= 0;
}

struct Joined {
  char text[kJoinedCapacity];
  std::size_t size = 0;
  bool fits = true;

  void add(std::string_view more) {
    if (size + more.size() > sizeof text) {
      fits = false;
      return;
    }
    for (const char c : more)
      if (c != ' ') text[size++] = c;
  }
  std::string_view view() const { return {text, size}; }
};

// The size and the ends of a text that is not joined yet: most texts differ in these already.
struct JoinedEnds {
  std::size_t size = 0;
  char first = 0, last = 0;

  // `one_word`: there is no space in it.
  void add(std::string_view more, bool one_word) {
    if (more.empty()) return;
    if (size == 0) first = more.front();
    last = more.back();
    size += more.size();
    if (!one_word) size -= static_cast<std::size_t>(std::count(more.begin(), more.end(), ' '));
  }
  // One edit of a character, which is of at most four bytes, leaves one of the ends as it is.
  bool may_be_near(const JoinedEnds& other) const {
    return (size > other.size ? size - other.size : other.size - size) <= 4 &&
           (first == other.first || last == other.last);
  }
  bool may_equal(const JoinedEnds& other) const {
    return size == other.size && first == other.first && last == other.last;
  }
};

// Junior, and the title of Martin Luther King: left out as often as not.
bool is_honor(const AddressName* names, int at, int count) {
  return names[at].text == "junior" ||
         (names[at].text == "doctor" && at + 1 < count && names[at + 1].text.starts_with("martin"));
}

bool skippable(const AddressName* names, int at, int count, bool town) {
  const AddressName& name = names[at];
  if (name.direction) return false;
  return name.particle || (town && name.row && (name.row->roles & kTownExtra)) || (!town && is_honor(names, at, count));
}

}  // namespace

NameMatch compare_names(const AddressName* said, int said_count, std::size_t said_stem, const AddressName* stored,
                        int stored_count, std::size_t stored_stem, bool town) {
  NameMatch match{0, false, false, false, false};
  const auto said_text = [&](int k) {
    const std::string_view text = text_of(said[k], town);
    return said_stem > 0 && k == said_count - 1 ? text.substr(0, said_stem) : text;
  };
  const auto stored_text = [&](int k) {
    const std::string_view text = text_of(stored[k], town);
    return stored_stem > 0 && k == stored_count - 1 ? text.substr(0, stored_stem) : text;
  };
  if (said_count == 0 || stored_count == 0) return {-1, false, false, false, false};
  int at = 0, other = 0, words = 0;
  bool agree = true;
  while (at < said_count || other < stored_count) {
    if (at < said_count && other < stored_count) {
      const bool whole = (said_stem <= 0 || at != said_count - 1) && (stored_stem <= 0 || other != stored_count - 1);
      if (same_word(said[at], said_text(at), stored[other], stored_text(other), whole)) {
        ++words;
        ++at;
        ++other;
        continue;
      }
    }
    if (at < said_count && skippable(said, at, said_count, town) && said_count > 1) {
      match.particle = true;
      ++at;
      continue;
    }
    if (other < stored_count && skippable(stored, other, stored_count, town) && stored_count > 1) {
      match.particle = true;
      ++other;
      continue;
    }
    if (at == said_count || other == stored_count || said[at].digits || stored[other].digits) {
      agree = false;
      break;
    }
    int slips = slips_between(said_text(at), stored_text(other), match.near);
    if (slips < 0 && romanized_agree(said_text(at), stored_text(other))) {
      slips = 0;
      match.romanized = true;
    }
    if (slips < 0) {
      agree = false;
      break;
    }
    match.slips += slips;
    ++words;
    ++at;
    ++other;
  }
  if (agree && words > 0) {
    match.near = false;
    return match;
  }
  // Cedarhill and Cedar Hill.
  if (said_count != stored_count || said_stem != stored_stem) {
    const auto said_raw_text = [&](int k) {
      return said[k].to == said[k].from + 1 && said_stem == 0 ? said[k].raw : said_text(k);
    };
    const auto stored_raw_text = [&](int k) {
      return stored[k].to == stored[k].from + 1 && stored_stem == 0 ? stored[k].raw : stored_text(k);
    };
    JoinedEnds said_ends, stored_ends, said_raw_ends, stored_raw_ends;
    bool exact = false;  // figures, letters and directions never slip
    for (int k = 0; k < said_count; ++k) {
      if (is_honor(said, k, said_count)) continue;
      exact |= said[k].digits || said[k].direction || said[k].raw.size() == 1;
      said_ends.add(said_text(k), said_text(k).data() == said[k].raw.data());
      said_raw_ends.add(said_raw_text(k), said_raw_text(k).data() == said[k].raw.data());
    }
    for (int k = 0; k < stored_count; ++k) {
      if (is_honor(stored, k, stored_count)) continue;
      exact |= stored[k].digits || stored[k].direction || stored[k].raw.size() == 1;
      stored_ends.add(stored_text(k), stored_text(k).data() == stored[k].raw.data());
      stored_raw_ends.add(stored_raw_text(k), stored_raw_text(k).data() == stored[k].raw.data());
    }
    // "three fourth street" is not 34th.
    const auto two_numbers = [](const AddressName* names, int count) {
      for (int k = 1; k < count; ++k)
        if (names[k].digits && names[k - 1].digits && (names[k].spoken || names[k - 1].spoken)) return true;
      return false;
    };
    const bool may_slip = !exact && said_count != stored_count && said_ends.size > 7 && stored_ends.size > 7 &&
                          said_ends.may_be_near(stored_ends);
    const bool may_agree = may_slip || said_ends.may_equal(stored_ends) || said_raw_ends.may_equal(stored_raw_ends);
    if (may_agree && !two_numbers(said, said_count) && !two_numbers(stored, stored_count)) {
      Joined said_joined, stored_joined, said_raw, stored_raw;
      for (int k = 0; k < said_count; ++k) {
        if (is_honor(said, k, said_count)) continue;
        said_joined.add(said_text(k));
        said_raw.add(said_raw_text(k));
      }
      for (int k = 0; k < stored_count; ++k) {
        if (is_honor(stored, k, stored_count)) continue;
        stored_joined.add(stored_text(k));
        stored_raw.add(stored_raw_text(k));
      }
      if (said_joined.fits && stored_joined.fits) {
        if (said_joined.view() == stored_joined.view() || said_raw.view() == stored_raw.view())
          return {0, false, true, false, false};
        bool near = false;
        if (may_slip && osa_distance_utf8(said_joined.view(), stored_joined.view(), 1) <= 1 &&
            slips_between(said_joined.view(), stored_joined.view(), near) == 1)
          return {1, false, true, false, false};
      }
    }
    if (said_count != stored_count) match.near = false;
  } else if (said_count > 1) {
    // One word near and the others equal, or not near at all.
    int differing = 0;
    for (int k = 0; k < said_count; ++k)
      differing += !same_word(said[k], said_text(k), stored[k], stored_text(k), true);
    match.near &= differing == 1;
  }
  match.slips = -1;
  return match;
}

Street read_street(const AddressParse& parse, int from, int to) {
  Street street{from, to, 0, 0, {0, 0, 0}, -1, 0};
  const auto& names = parse.names;
  // Of types that share a short form the one that stands in such a place comes first.
  const auto take_type = [&](int at, unsigned place) {
    std::memcpy(street.types, names[at].types, sizeof street.types);
    const auto fits = [&](std::uint16_t type) { return type != 0 && (kStreetTypes[type].place & place); };
    std::uint16_t* first_fit = std::end(street.types);
    // "Plaza Mayor": of a Spanish and an American plaza in front the Spanish one.
    if (place & kLeading)
      first_fit = std::find_if(std::begin(street.types), std::end(street.types),
                               [](std::uint16_t type) { return type != 0 && (kStreetTypes[type].place & kLeading); });
    if (first_fit == std::end(street.types))
      first_fit = std::find_if(std::begin(street.types), std::end(street.types), fits);
    if (first_fit != std::end(street.types)) std::rotate(std::begin(street.types), first_fit, first_fit + 1);
    // "R. das Acácias" is a rua, not a rue.
    static constexpr std::string_view kPortuguese[] = {"da", "das", "do", "dos"};
    if (at + 1 < to &&
        std::find(std::begin(kPortuguese), std::end(kPortuguese), names[at + 1].text) != std::end(kPortuguese)) {
      std::uint16_t* rua = std::find_if(std::begin(street.types), std::end(street.types),
                                        [](std::uint16_t type) { return kStreetTypes[type].full == "rua"; });
      if (rua != std::end(street.types)) std::rotate(std::begin(street.types), rua, rua + 1);
    }
    street.type_at = at;
  };
  if (street.to - street.from < 2) {
    if (street.to - street.from == 1) {
      // Gartenstraße
      const AddressName& only = names[from];
      for (int k = 0; k < kCompoundEndingCount && !only.digits; ++k) {
        const std::string_view ending = kCompoundEndings[k].text;
        if (only.text.size() < ending.size() + kShortestStem || !only.text.ends_with(ending)) continue;
        int place = 0;
        for (int e = k; e < kCompoundEndingCount && place < 3 && kCompoundEndings[e].text == ending; ++e)
          street.types[place++] = kCompoundEndings[e].type;
        street.stem = static_cast<std::uint16_t>(only.text.size() - ending.size());
        break;
      }
    }
    return street;
  }
  const bool trails = (names[to - 1].place & kTrailing) && names[to - 1].has_type();
  int lead = from;
  if (names[lead].direction && to - lead > 2 && (names[lead + 1].place & (kLeading | kNumbered))) ++lead;
  const AddressName& first = names[lead];
  const bool strong = first.has_type() && (first.place & kLeading) && (first.raw.size() > 2 || !trails);
  const bool weak = first.has_type() && !trails && (first.place & kSometimesLeading);
  const bool numbered = first.has_type() && (first.place & kNumbered) && to - lead > 1 &&
                        (names[lead + 1].digits || names[lead + 1].raw.size() == 1) && (!trails || to - lead <= 2);
  // "Highway 6 North": the last direction stands behind.
  if (names[street.to - 1].direction && street.to - street.from > 1 &&
      (street.to - street.from != 2 || !names[street.from].direction)) {
    const bool name_left = street.to - street.from != 2 || !names[street.from].has_type() || (!strong && !weak);
    if (name_left) street.after = names[--street.to].direction;
  }
  if (strong || weak || numbered) {
    if (lead > from) {
      street.before = names[from].direction;
      street.from = lead;
    }
    if (street.to - street.from > 1) {
      take_type(street.from, numbered ? kNumbered : kLeading | kSometimesLeading);
      ++street.from;
    }
    return street;
  }
  // "North St" is named North; "North Bridge" is the northern Bridge Street.
  const bool named_by_type =
      street.to - street.from == 2 && names[street.from].direction && !names[street.to - 1].common_type();
  if (street.to - street.from > 1 && names[street.to - 1].has_type() && (names[street.to - 1].place & kTrailing) &&
      !named_by_type) {
    take_type(street.to - 1, kTrailing);
    --street.to;
  }
  if (street.to - street.from > 1 && names[street.from].direction) {
    street.before = names[street.from].direction;
    ++street.from;
  }
  if (!street.has_type()) {
    const Street last = read_street(parse, street.to - 1, street.to);
    std::memcpy(street.types, last.types, sizeof street.types);
    street.stem = last.stem;
  }
  return street;
}

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

StreetMatch match_streets(const AddressParse& said_parse, const Street& said, const AddressParse& stored_parse,
                          const Street& stored) {
  StreetMatch match{};
  const NameMatch names = compare_names(said_parse.names + said.from, said.to - said.from, said.stem,
                                        stored_parse.names + stored.from, stored.to - stored.from, stored.stem, false);
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
bool with_direction_in_name(const AddressParse& parse, Street& street) {
  if (street.before == 0 || street.from == 0 || !parse.names[street.from - 1].direction ||
      parse.names[street.from - 1].raw.size() < 4)
    return false;
  --street.from;
  street.before = 0;
  return true;
}

}  // namespace

StreetMatch compare_streets(const AddressParse& said, int said_to, const AddressParse& stored, int stored_to) {
  const Street said_street = read_street(said, said.premise, said_to);
  const Street stored_street = read_street(stored, stored.premise, stored_to);
  StreetMatch best = match_streets(said, said_street, stored, stored_street);
  if (best.name && best.type == PartMatch::equal) return best;
  const auto consider = [&](const Street& one, const Street& other) {
    const StreetMatch match = match_streets(said, one, stored, other);
    if (match.value() > best.value()) best = match;
  };
  Street said_whole = said_street, stored_whole = stored_street;
  const bool said_has = with_type_in_name(said_whole), stored_has = with_type_in_name(stored_whole);
  if (!best.name) {
    // Oak Avenue is not Oak Avenue Court: a type that ends the street is no part of a name with a type of its own.
    const auto ends = [](const AddressParse& parse, const Street& street) {
      return street.type_at >= street.to && parse.names[street.type_at].common_type();
    };
    if (said_has && !(stored_has && ends(said, said_street))) consider(said_whole, stored_street);
    if (stored_has && !(said_has && ends(stored, stored_street))) consider(said_street, stored_whole);
    // "McInnes Treet": a slip in the type.
    const auto slipped_type = [](const AddressParse& parse, Street& street, const Street& typed) {
      if (street.has_type() || !typed.has_type() || street.to - street.from < 2) return false;
      const std::string_view full = kStreetTypes[typed.types[0]].full, last = parse.names[street.to - 1].text;
      if (full.size() < kLettersPerSlip || typed.type_at < typed.to || osa_distance(last, full, 1) > 1) return false;
      std::memcpy(street.types, typed.types, sizeof street.types);
      street.type_at = --street.to;
      return true;
    };
    Street slipped = said_street;
    if (slipped_type(said, slipped, stored_street)) {
      StreetMatch match = match_streets(said, slipped, stored, stored_street);
      ++match.slips;
      if (match.value() > best.value()) best = match;
    }
    // "Garten Straße" and "Gartenstraße" with words around them that keep the endings from showing.
    if (said_has && stored_has && said_whole.to - said_whole.from != stored_whole.to - stored_whole.from)
      consider(said_whole, stored_whole);
    // Southpark Way and South Park Way.
    Street said_named = said_street, stored_named = stored_street;
    if (with_direction_in_name(said, said_named) && stored_street.before == 0) consider(said_named, stored_street);
    if (with_direction_in_name(stored, stored_named) && said_street.before == 0) consider(said_street, stored_named);
  }
  return best;
}

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

TownMatch compare_towns(const AddressParse& said, int said_from, const AddressParse& stored, int stored_from) {
  const int said_count = said.count - said_from, stored_count = stored.count - stored_from;
  if (said_count <= 0 && stored_count <= 0) return {TownMatch::both_missing, 0, false, false};
  if (said_count <= 0) return {TownMatch::said_missing, 0, false, false};
  if (stored_count <= 0) return {TownMatch::stored_missing, 0, false, false};
  const AddressName* said_names = said.names + said_from;
  const AddressName* stored_names = stored.names + stored_from;
  const NameMatch names = compare_names(said_names, said_count, 0, stored_names, stored_count, 0, true);
  if (names.slips == 0) return {TownMatch::equal, 0, false, false};
  if (names.slips > 0) return {TownMatch::slip, names.slips, false, false};
  bool figures = false;
  for (int k = 0; k < said_count; ++k) figures |= said_names[k].digits || said_names[k].raw.size() == 1;
  for (int k = 0; k < stored_count; ++k) figures |= stored_names[k].digits || stored_names[k].raw.size() == 1;
  // A borough, a county or a parish on one side only.
  const bool said_fewer = said_count < stored_count;
  const AddressName* fewer = said_fewer ? said_names : stored_names;
  const AddressName* more = said_fewer ? stored_names : said_names;
  const int fewer_count = std::min(said_count, stored_count), more_count = std::max(said_count, stored_count);
  int found = 0;
  bool leads = false;
  const auto agrees = [&](int k) {
    return k < more_count && found < fewer_count &&
           same_word(more[k], text_of(more[k], true), fewer[found], text_of(fewer[found], true), true);
  };
  for (int k = 0; k < more_count; ++k) {
    const AddressName& word = more[k];
    if (agrees(k)) {
      ++found;
      continue;
    }
    if (said_fewer && word.digits && word.text.size() <= 2 && k > 0) continue;  // Dublin 1, said as Dublin
    // West Riverton is not Riverton, but "Leeds, West Yorkshire" is Leeds.
    if (word.direction && (!word.gap || k <= 0 || agrees(k + 1))) return {TownMatch::differs, 0, figures, false};
    const bool letter = word.raw.size() == 1 && !word.particle && !word.row;
    // "Elm Street Front, Austin": a unit, not a part of the town's name.
    const bool unit_word = k == 0 && word.row && word.row->unit_class == UnitClass::bare;
    const bool street_word = unit_word || (k == 0 && word.has_type()) || (!said_fewer && word.common_type());
    if (word.digits || letter || street_word || (word.row && word.row->first))
      return {TownMatch::differs, 0, figures, false};
    leads |= k == 0;
  }
  if (fewer_count == more_count || found < fewer_count) return {TownMatch::differs, 0, figures, false};
  return {TownMatch::partial, 0, false, leads};
}

}  // namespace ablmatch::postal
