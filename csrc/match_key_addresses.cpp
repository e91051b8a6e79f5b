// Keys of addresses: the house number with the sound of the street, and either of them with the postal code.
#include <algorithm>
#include <string>

#include "kinds/address.hpp"
#include "kinds/address_form.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {

using namespace postal;

namespace {

// Words of a street that count, and of each the beginning of its sound: a type may be written with the name or apart
// from it (Gartenallee, Garten Allee).
constexpr int kMostWords = 3;
constexpr std::size_t kMostSound = 3;
constexpr int kMostRun = 8;  // tokens of one run of numbers that are parted in every way

bool is_figure(char c) { return c >= '0' && c <= '9'; }

std::string sound_of_name(std::string_view text) {
  return is_figure(text[0]) ? std::string(text) : std::string(beginning_of(sound_of(text), kMostSound));
}

// The part of a postal code that is given nearly always: no ZIP+4, no Portuguese ending, the first half of a British one.
std::string postal_area(std::string_view code) {
  std::size_t figures = 0;
  while (figures < code.size() && is_figure(code[figures])) ++figures;
  if (figures == 0) return std::string(code.substr(0, code.size() > 4 ? code.size() - 3 : code.size()));
  return std::string(code.substr(0, figures == 7 ? 4 : figures > 7 ? 5 : figures));
}

// The house numbers that a code may be taken for: 25-50 is 25 or 2550, 12b is 12.
std::vector<std::string> numbers_of(const Code& house) {
  std::vector<std::string> found;
  std::string all;
  for (const char c : house.view())
    if (is_figure(c)) all += c;
  std::size_t figures = 0;
  while (figures < house.size && is_figure(house.text[figures])) ++figures;
  if (figures > 0) found.emplace_back(house.text, figures);
  if (all.size() > figures) found.push_back(all);
  if (found.empty()) found.emplace_back(house.view());
  return found;
}

// The sounds of a street's words, and of all of them as one word with its direction: Lakeshore, South Park.
std::vector<std::string> streets_of(const AddressParse& parse) {
  std::vector<std::string> found;
  if (parse.split <= parse.premise) return found;
  const Street street = read_street(parse, parse.premise, parse.split);
  const int end = std::min(street.to, street.from + kMostWords);
  for (int k = street.from; k < end; ++k) {
    std::string_view text = parse.names[k].text;
    if (k == street.to - 1 && street.stem > 0) text = text.substr(0, street.stem);
    if (!text.empty()) found.push_back(sound_of_name(text));
  }
  std::string joined;
  const int first = street.before != 0 ? parse.premise : street.from;
  for (int k = first; k < street.to; ++k) joined += parse.names[k].text;
  if (street.to - first > 1 && !is_figure(joined[0])) found.push_back(sound_of_name(joined));
  return found;
}

void add_parse(const AddressParse& parse, MatchKeys& keys) {
  const std::vector<std::string> streets = streets_of(parse);
  const std::string area = postal_area(parse.postcode.view());
  std::vector<std::string> numbers;
  if (parse.has_house) numbers = numbers_of(parse.house);
  else if (parse.box != 0) keys.push_back("box" + std::string(parse.box_number.view()));
  for (const std::string& number : numbers) {
    for (const std::string& street : streets) keys.push_back(pair_key(number, '|', street));
    if (!area.empty()) keys.push_back(pair_key(number, '@', area));
  }
  if (!streets.empty() && !area.empty()) keys.push_back(pair_key(streets[0], '@', area));
  // A meagre address: a street without a number, a house's name, a town, a number alone.
  if (!numbers.empty() && !streets.empty()) return;
  if (parse.has_house) keys.push_back(numbers[0]);
  else if (!streets.empty()) keys.push_back('|' + streets[0]);
  else if (parse.count > 0) keys.push_back('|' + sound_of_name(parse.names[0].text));
  else if (!area.empty()) keys.push_back('@' + area);
}

// Other readings of what was said, for what the stored address would tell.
std::vector<ParseChoice> other_choices(const AddressForm& form) {
  std::vector<ParseChoice> choices;
  const AddressParse& parse = form.parse;
  const auto run_end = [&](int from) { return std::min(number_run_end(form, from, form.count), from + kMostRun); };
  if (parse.has_house) {
    // "Twelve forty second street", "1 2 3 4 Maple Street".
    const int from = parse.house.from;
    for (int tokens = run_end(from) - from; tokens > 0; --tokens) {
      choices.emplace_back();
      choices.back().house_tokens = tokens;
    }
    return choices;
  }
  // "Kerkstraat twaalf Amsterdam".
  choices.emplace_back();
  choices.back().words_behind = true;
  if (parse.unit_count == 1) {
    // "Flat two fourteen elm road".
    const Code& id = parse.units[0].id;
    for (int tokens = id.to - id.from - 1; tokens > 0; --tokens) {
      choices.emplace_back();
      choices.back().unit_tokens = tokens;
    }
  }
  // "Hauptstraße fünf eins null eins eins fünf Berlin": the number and the postal code in one run.
  for (int from = 1; from < form.count; ++from) {
    const int end = run_end(from);
    for (int split = from + 1; split < end; ++split) {
      choices.emplace_back();
      choices.back().run_from = from;
      choices.back().run_split = split;
      choices.back().run_to = end;
    }
    from = std::max(from, end - 1);
  }
  return choices;
}

}  // namespace

void add_address_keys(Side& side, Role role, const Context& context, FormStorage& storage, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_address_said(side, context, storage) : !read_address_stored(side, context, storage)) return;
  const AddressReading& reading = storage.as<AddressReading>();
  if (!read_form(reading)) return;
  const AddressForm& form = *reading.form;
  if (form.too_long) {
    keys.emplace_back(side.folded.view());
    return;
  }
  add_parse(form.parse, keys);
  if (keys.empty()) keys.emplace_back(side.folded.view());  // a state alone
  if (!said) return;
  AddressParse other;
  for (const ParseChoice& choice : other_choices(form)) {
    parse_address(form, choice, other);
    if (other.has_house) add_parse(other, keys);
  }
}

}  // namespace ablmatch
