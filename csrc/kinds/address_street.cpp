// A run of names read as a street: its directions, its type, its name.
#include <algorithm>
#include <cstring>

#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kShortestStem = 3;

}  // namespace

Street read_street(const AddressParse& parse, int from, int to) {
  Street street{from, to, 0, 0, false, {0, 0, 0}, -1, 0};
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
    const auto prefer = [&](auto wanted) {
      std::uint16_t* type = std::find_if(std::begin(street.types), std::end(street.types), wanted);
      if (type != std::end(street.types)) std::rotate(std::begin(street.types), type, type + 1);
    };
    // "R. das Acácias" is a rua, not a rue; "Pl. del Olmo" a plaza, not a place.
    static constexpr struct {
      std::string_view particle, type;
    } kNative[] = {{"da", "rua"},     {"das", "rua"},     {"do", "rua"},       {"dos", "rua"},
                   {"da", "alameda"}, {"das", "alameda"}, {"do", "alameda"},   {"dos", "alameda"},
                   {"del", "plaza"},  {"los", "plaza"},   {"las", "plaza"},    {"du", "chemin"},
                   {"des", "chemin"}, {"dei", "piazza"},  {"della", "piazza"}, {"degli", "piazza"}};
    for (const auto& native : kNative)
      if (at + 1 < to && names[at + 1].text == native.particle)
        prefer([&](std::uint16_t type) { return kStreetTypes[type].full == native.type; });
    // "Berliner Str. 7": where the number stands behind, so does a German type.
    if ((place & kTrailing) && parse.has_house && parse.house.from >= names[at].to)
      prefer([](std::uint16_t type) { return type != 0 && (kStreetTypes[type].place & kCompound); });
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
    if (name_left) {
      street.after = names[--street.to].direction;
      street.numbered = names[street.to].glued && names[street.to - 1].digits;
    }
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

}  // namespace ablmatch::postal
