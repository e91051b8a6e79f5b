// A comparison of two addresses in words: the parts of each side and how they compare.
#include <algorithm>
#include <string>

#include "address_outcome.hpp"

namespace ablmatch::postal {

namespace {

std::string joined(const AddressParse& parse, int from, int to) {
  std::string text;
  for (int k = from; k < to; ++k) {
    if (!text.empty()) text += ' ';
    text += parse.names[k].text;
  }
  return text;
}

std::string_view how(PartMatch match) {
  return match == PartMatch::equal ? "equal" : match == PartMatch::differs ? "differs" : "missing";
}

// Whether a boundary parts a street from nothing but its own type: "12 Oak" in Street. Agreement is sought with every
// boundary, and with none is it better than with this one; a reader would take it for a mistake.
bool parts_type(const AddressParse& parse, int split) {
  return split + 1 == parse.count && split > parse.premise && !parse.names[split].gap &&
         parse.names[split].common_type();
}

}  // namespace

void explain_address(const AddressParse& said, const AddressParse& stored, const Outcome& outcome, PartSink& parts) {
  const auto code = [](const Code& c, bool present) { return present ? std::string(c.view()) : std::string(); };
  if (outcome.house != House::none)
    parts.add("house_number", code(said.house, said.has_house), code(stored.house, stored.has_house),
              outcome.house == House::equal      ? "equal"
              : outcome.house == House::one_slip ? "one_slip"
              : outcome.house == House::differs  ? "differs"
                                                 : "missing");
  const bool type_parted = outcome.town.way == TownMatch::equal && parts_type(said, outcome.said_split) &&
                           parts_type(stored, outcome.stored_split);
  const int said_split = type_parted ? said.count : std::min(outcome.said_split, said.count);
  const int stored_split = type_parted ? stored.count : std::min(outcome.stored_split, stored.count);
  const Street said_street = read_street(said, said.premise, said_split);
  const Street stored_street = read_street(stored, stored.premise, stored_split);
  if (said_street.to > said_street.from || stored_street.to > stored_street.from)
    parts.add("street", joined(said, said_street.from, said_street.to),
              joined(stored, stored_street.from, stored_street.to),
              !outcome.streets           ? "missing"
              : !outcome.street.name     ? "differs"
              : outcome.street.slips > 0 ? "slip"
                                         : "equal");
  if (said_street.has_type() || stored_street.has_type())
    parts.add("street_type", kStreetTypes[said_street.types[0]].full, kStreetTypes[stored_street.types[0]].full,
              type_parted       ? "equal"
              : outcome.streets ? how(outcome.street.type)
                                : "missing");
  const auto directions = [](const Street& street) {
    std::string text(kDirections[street.before]);
    if (street.before && street.after) text += ' ';
    return text += kDirections[street.after];
  };
  if (said_street.before || said_street.after || stored_street.before || stored_street.after)
    parts.add("directional", directions(said_street), directions(stored_street),
              outcome.streets ? how(outcome.street.direction) : "missing");
  const auto units = [](const AddressParse& parse) {
    std::string text;
    for (int k = 0; k < parse.unit_count; ++k) {
      if (!text.empty()) text += ", ";
      text += parse.units[k].word == 0 ? std::string_view("#") : kUnitWords[parse.units[k].word];
      if (parse.units[k].id.size > 0) text += ' ';
      text += parse.units[k].id.view();
    }
    return text;
  };
  if (said.unit_count > 0 || stored.unit_count > 0) parts.add("unit", units(said), units(stored), how(outcome.unit));
  if (said.box != 0 || stored.box != 0)
    parts.add("box", code(said.box_number, said.box != 0), code(stored.box_number, stored.box != 0),
              said.box == 0 || stored.box == 0                      ? "missing"
              : outcome.verdict.evidence.has(Evidence::box_differs) ? "differs"
                                                                    : "equal");
  const std::string said_town = joined(said, said_split, said.count),
                    stored_town = joined(stored, stored_split, stored.count);
  if (!said_town.empty() || !stored_town.empty()) {
    static constexpr std::string_view kHow[] = {"equal", "slip", "partly", "missing", "missing", "missing", "differs"};
    parts.add("town", said_town, stored_town, kHow[outcome.town.way]);
  }
  if (said.state != 0 || stored.state != 0)
    parts.add("state", kStateCodes[said.state], kStateCodes[stored.state],
              said.state == stored.state             ? "equal"
              : said.state == 0 || stored.state == 0 ? "missing"
                                                     : "differs");
  if (said.postcode.size > 0 || stored.postcode.size > 0)
    parts.add("postcode", said.postcode.view(), stored.postcode.view(),
              said.postcode.size == 0 || stored.postcode.size == 0       ? "missing"
              : outcome.verdict.evidence.has(Evidence::postcode_differs) ? "differs"
                                                                         : "equal");
  std::string reading = code(said.house, said.has_house);
  const std::string words = joined(said, 0, said.count);
  const auto append = [&](std::string_view more) {
    if (!reading.empty() && !more.empty()) reading += ' ';
    reading += more;
  };
  append(words);
  append(units(said));
  if (said.box != 0) {
    append(kBoxWords[said.box]);
    append(said.box_number.view());
  }
  append(kStateCodes[said.state]);
  append(said.postcode.view());
  parts.reading = reading;
}

}  // namespace ablmatch::postal
