// The readings that a stored address asks for: other places where a number may end, letters' names, bare units.
#include <algorithm>

#include "address_outcome.hpp"

namespace ablmatch::postal {

namespace {

// A run of number words that reads as the stored house number and behind it as the stored postal code.
bool cut_run(const AddressForm& said, const AddressParse& stored, ParseChoice& choice) {
  for (int from = 0; from < said.count; ++from) {
    if (!said.tokens[from].numeric || said.tokens[from].ordinal) continue;
    const int end = number_run_end(said, from, said.count);
    if (end <= from) continue;
    int letters = end;  // of a Dutch code
    while (letters < said.count && letters < end + 2 && said.tokens[letters].is_letter()) ++letters;
    for (int split = from + 1; split < end; ++split) {
      if (!can_read_as(said, from, split, stored.house.view())) continue;
      // The short form of the Portuguese and Brazilian codes too.
      const std::string_view code = stored.postcode.view();
      const std::string_view brief = code.size() == 7 ? code.substr(0, 4) : code.size() > 7 ? code.substr(0, 5) : code;
      for (const int to : {end, letters}) {
        if (!can_read_as(said, split, to, code) && !can_read_as(said, split, to, brief)) continue;
        choice.run_from = from;
        choice.run_split = split;
        choice.run_to = to;
        return true;
      }
    }
    from = end - 1;
  }
  return false;
}

// "Via Roma 5 a Milano": a preposition behind the number, where the street has its type in front. Lindenstraße 14 a is
// another house than Lindenstraße 14.
bool ends_with_preposition(const AddressParse& said) {
  return said.house.size > 1 && said.house.text[said.house.size - 1] == 'a' && said.count > 0 &&
         said.names[0].from < said.house.from && said.names[0].has_type() &&
         (said.names[0].place & (kLeading | kSometimesLeading));
}

}  // namespace

// Other places where the house number may end ("twelve forty second street"), and letters' names in units.
Outcome best_reading(const AddressForm& said, const AddressForm& stored, AddressParse (&room)[2],
                     const AddressParse*& chosen) {
  Outcome best = compare_parses(said, said.parse, stored.parse);
  chosen = &said.parse;
  if (best.verdict.score >= 90) return best;
  const auto consider = [&](const ParseChoice& choice) {
    AddressParse& parse = chosen == &room[0] ? room[1] : room[0];
    parse_address(said, choice, parse);
    // The number asked for, or none.
    if (choice.house_tokens > 0 && (!parse.has_house || parse.house.from != said.parse.house.from)) return;
    const Outcome outcome = compare_parses(said, parse, stored.parse);
    // Another number is taken only with the street that goes with it.
    if (outcome.value <= best.value || (choice.house_tokens > 0 && outcome.streets && !outcome.street.name)) return;
    best = outcome;
    chosen = &parse;
  };
  const bool house_open = stored.parse.has_house && best.house != House::equal && said.parse.has_house;
  if (house_open) {
    const int from = said.parse.house.from;
    const int end = std::min(number_run_end(said, from, said.count), from + 8);
    for (int tokens = end - from; tokens > 0 && end - from > 1; --tokens) {
      ParseChoice choice{};
      choice.house_tokens = tokens;
      consider(choice);
    }
  }
  for (int k = 0; k < said.parse.count; ++k) {
    if (!said.parse.names[k].direction || said.parse.names[k].to == said.parse.names[k].from + 1) continue;
    ParseChoice choice{};
    choice.directions_apart = true;
    consider(choice);
    break;
  }
  bool number = false;
  for (int k = 0; k < said.parse.count; ++k) number |= said.parse.names[k].digits;
  if (number && stored.parse.has_house && !said.parse.has_house) {
    ParseChoice choice{};
    choice.words_behind = true;
    consider(choice);
  }
  if (said.said && house_open && ends_with_preposition(said.parse)) {
    ParseChoice choice{};
    choice.no_letter = true;
    consider(choice);
  }
  if (said.spoken && stored.parse.unit_count > 0 && said.parse.unit_count == 0) {
    ParseChoice choice{};
    choice.unit_words = true;
    consider(choice);
  }
  // "flat two fourteen elm road": where the unit ends.
  if (stored.parse.has_house && !said.parse.has_house && said.parse.unit_count == 1 &&
      said.parse.units[0].id.to - said.parse.units[0].id.from > 1) {
    const Code& id = said.parse.units[0].id;
    for (int tokens = id.to - id.from - 1; tokens > 0; --tokens) {
      ParseChoice choice{};
      choice.unit_tokens = tokens;
      consider(choice);
    }
  }
  if (said.said && said.spoken && best.house != House::equal && stored.parse.has_house &&
      stored.parse.postcode.size > 0) {
    ParseChoice choice{};
    if (cut_run(said, stored.parse, choice)) consider(choice);
  }
  if (stored.parse.postcode.size == 4 && said.parse.postcode.size == 0 && said.count > 2 &&
      said.tokens[said.count - 1].is_figures()) {
    ParseChoice choice{};
    choice.last_is_code = true;
    consider(choice);
  }
  // "one nine nine oh one": the stored postal code and nothing else.
  if (said.spoken && stored.parse.postcode.size > 0 && number_run_end(said, 0, said.count) == said.count &&
      can_read_as(said, 0, said.count, stored.parse.postcode.view())) {
    ParseChoice choice{};
    choice.all_is_code = true;
    consider(choice);
  }
  const auto bare = [](const Unit& unit) { return unit.unit_class == UnitClass::bare || unit.id.size == 0; };
  if (said.parse.unit_count == 0 &&
      std::any_of(stored.parse.units, stored.parse.units + stored.parse.unit_count, bare)) {
    ParseChoice choice{};
    choice.bare_units = true;
    consider(choice);
  }
  bool letter_name = false;
  for (int k = 0; k < said.parse.count; ++k) letter_name |= said.parse.names[k].letter != 0;
  const int behind_house = said.parse.has_house ? said.parse.house.to : said.count;
  if (behind_house < said.count && said.tokens[behind_house].spoken)
    letter_name |= said.tokens[behind_house].spoken->alphabet != 0;
  const bool behind_open = !said.parse.has_house && (best.house == House::one_slip || best.house == House::differs);
  if (letter_name && ((best.unit != PartMatch::equal && stored.parse.unit_count > 0) || house_open || behind_open)) {
    ParseChoice choice{};
    choice.letter_names = true;
    choice.words_behind = !said.parse.has_house && (behind_open || chosen->has_house);
    consider(choice);
  }
  return best;
}

}  // namespace ablmatch::postal
