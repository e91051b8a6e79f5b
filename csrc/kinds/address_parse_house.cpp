// Where the house number of an address stands, and the postal code in front of a town: before the street, behind it, or in
// one run of number words.
#include <algorithm>

#include "address_parser.hpp"

namespace ablmatch::postal {

// "50667 Köln, Gartenstraße 7": the town in front of the street.
bool Parser::town_first(int at) {
  if (out_.postcode.size > 0 || !token(at).is_figures() || token(at).size < 4 || token(at).size > 5 || at + 1 >= end_ ||
      token(at + 1).type != TokenType::word || token(at + 1).gap || token(at + 1).glued)
    return false;
  const int segment = segment_end(at);
  if (has_type(at + 1, segment)) return false;
  // "1060 Wien, Mariahilfer Str. 10": four figures are a code only where the street's number ends the line.
  if (token(at).size == 4 && (segment >= end_ || token(segment).numeric || !token(end_ - 1).is_figures() ||
                              !token(end_ - 2).row || !token(end_ - 2).row->types[0]))
    return false;
  if (segment < end_ && !has_type(segment, end_)) {
    bool number_behind = false;
    for (int k = segment; k < end_; ++k) number_behind |= token(k).is_figures();
    if (!number_behind) return false;
  }
  out_.postcode.size = out_.postcode.dash = 0;
  if (!append_number(form_, at, at + 1, out_.postcode)) return false;
  out_.postcode.from = static_cast<std::uint8_t>(at);
  out_.postcode.to = static_cast<std::uint8_t>(at + 1);
  use(at, at + 1);
  town_first_ = true;
  cursor_ = at + 1;
  return true;
}

void Parser::house() {
  if (out_.has_house) return;
  int at = cursor_;
  while (at < end_ && used_[at]) ++at;
  int tokens = 1;
  while (at < end_ && !used_[at]) {
    const AddressWord* mark = occurs(kNumberMark)
                                  ? longest(
                                        at, [](const AddressWord& r) { return (r.roles & kNumberMark) != 0; }, tokens)
                                  : nullptr;
    const bool hash = token(at).type == TokenType::hash;
    if (!hash && !mark) break;
    const int next = at + (hash ? 1 : tokens);
    if (next >= end_ || (!token(next).numeric && token(next).type != TokenType::hash) || token(next).ordinal) break;
    // The letter N is a number's mark behind a street only.
    if (!hash && tokens == 1 && token(at).size == 1) break;
    use(at, next);
    at = next;
  }
  // "D-50667 Köln, Lindenweg 7"
  const bool country_letter = at + 1 < end_ && token(at).type == TokenType::word && token(at).size <= 2 &&
                              token(at + 1).hyphen && token(at + 1).size >= 4;
  if (at >= end_ || used_[at] || town_first(country_letter ? at + 1 : at)) {
    if (town_first_ && country_letter) use(at, at + 1);
    return;
  }
  // 2/1 12 Byres Road: flat 2/1 of house 12
  if (token(at).is_figures() && at + 3 < end_ && token(at + 1).is_figures() && token(at + 1).slash &&
      token(at + 2).is_figures() && !token(at + 2).slash && !token(at + 2).hyphen &&
      token(at + 3).type == TokenType::word && !token(at + 3).glued && out_.unit_count == 0) {
    Code id{};
    AddressWord row{};
    row.unit_class = UnitClass::wild;
    if (read_code(form_, at, at + 2, false, false, id) == at + 2 && add_unit(row, id)) {
      use(at, at + 2);
      at += 2;
    }
  }
  // 3/45: unit 3 of house 45
  if (token(at).is_figures() && at + 2 < end_ && token(at + 1).is_figures() && token(at + 1).slash &&
      token(at + 2).type == TokenType::word && !token(at + 2).slash && out_.unit_count == 0) {
    Code id{};
    id.from = static_cast<std::uint8_t>(at);
    id.to = static_cast<std::uint8_t>(at + 1);
    AddressWord row{};
    row.unit_class = UnitClass::wild;
    if (append_number(form_, at, at + 1, id) && add_unit(row, id)) {
      use(at, at + 1);
      ++at;
    }
  }
  // "seven slash twelve smith street"
  if (const int cut = token(at).is_figures() ? at : number_run_end(form_, at, end_);
      cut > at && cut < end_ && token(cut).slash && token(cut).numeric && !token(cut).ordinal &&
      !token(cut).is_figures() && out_.unit_count == 0) {
    Code id{};
    id.from = static_cast<std::uint8_t>(at);
    id.to = static_cast<std::uint8_t>(cut);
    AddressWord row{};
    row.unit_class = UnitClass::wild;
    if (append_number(form_, at, cut, id) && add_unit(row, id)) {
      use(at, cut);
      at = cut;
    }
  }
  Code code{};
  int behind = read_house_number(form_, at, end_, choice_, code);
  if (behind == at) return;
  // "5B 1234 Maple Avenue": a unit in front.
  if (behind + 1 < end_ && code.text[code.size - 1] >= 'a' && code.dash == 0 && token(behind).is_figures() &&
      !token(behind).ordinal && !token(behind).glued && token(behind + 1).type == TokenType::word &&
      out_.unit_count == 0) {
    AddressWord row{};
    row.unit_class = UnitClass::wild;
    add_unit(row, code);
    use(at, behind);
    at = behind;
    behind = read_house_number(form_, at, end_, choice_, code);
    if (behind == at) return;
  }
  set_house(code);
  cursor_ = behind;
}

void Parser::middle_postcode() {
  if (out_.postcode.size > 0) return;
  bool number_before = out_.has_house;
  for (int at = std::max(cursor_, 1); at < end_; ++at) {
    if (used_[at]) continue;
    // "12 rue de l'église soixante-neuf mille deux lyon"
    if (form_.said && token(at).numeric && !token(at).is_figures() && !token(at).ordinal) {
      Code code{};
      const int to = number_run_end(form_, at, end_);
      if (number_before && !used_[at - 1] && to > at + 1 && to < end_ && !used_[to] && !token(to).ordinal &&
          token(to).type == TokenType::word && append_number(form_, at, to, code) && code.size == 5) {
        code.from = static_cast<std::uint8_t>(at);
        code.to = static_cast<std::uint8_t>(to);
        out_.postcode = code;
        use(at, to);
        const AddressWord* mark = find_address_phrase(form_, std::max(at - 2, 0), at);
        if (at > 1 && mark && (mark->roles & kPostcodeMark)) use(at - 2, at);
        return;
      }
      number_before = true;
      at = std::max(to, at + 1) - 1;
      continue;
    }
    if (!token(at).is_figures() || (out_.has_house && at == out_.house.to)) continue;
    Code code{};
    const int to = read_postcode_before_town(form_, at, end_, number_before, code);
    if (to == at) {
      number_before |= !token(at).ordinal;
      continue;
    }
    out_.postcode = code;
    use(at, to);
    // D-50667, F-69002
    if (token(at).hyphen && at > 0 && token(at - 1).size <= 2 && token(at - 1).type == TokenType::word) use(at - 1, at);
    return;
  }
}

// Rue Monge 5, Gartenstraße 7, Calle del Olmo, 22; and "Rose Cottage, 5 Elm Lane".
void Parser::house_behind() {
  if (out_.has_house) return;
  Code found{};
  bool found_words = false;
  int street_words = 0;
  bool street = false, compound = false;
  for (int at = 0; at < end_; ++at) {
    if (used_[at]) continue;
    if (!token(at).numeric || token(at).ordinal || token(at).glued || street_words == 0) {
      ++street_words;
      street |= row(at) && row(at)->types[0];
      if (token(at).type == TokenType::word)
        for (int k = 0; k < kCompoundEndingCount && !street; ++k)
          street = compound =
              token(at).size > kCompoundEndings[k].text.size() && token(at).view().ends_with(kCompoundEndings[k].text);
      continue;
    }
    Code code{};
    ParseChoice choice{};
    choice.behind_street = true;
    choice.no_letter = choice_.no_letter;
    choice.letter_names = choice_.letter_names;
    const int behind = read_house_number(form_, at, end_, choice, code);
    if (behind == at) continue;
    const bool numbered = at > 0 && !token(at).gap && row(at - 1) && (row(at - 1)->place & kNumbered) && !used_[at - 1];
    // "Rose Cottage, 5 Elm Lane", "the address on file is 5 elm lane"
    const bool introduced =
        form_.said && !street &&
        std::none_of(form_.tokens, form_.tokens + at, [](const AddressToken& t) { return t.numeric; });
    const bool before_street =
        (token(at).gap || introduced) && !boundary(behind) && has_type(behind, segment_end(behind));
    if (before_street && !numbered) {
      set_house(code);
      return;
    }
    if (!numbered && (boundary(behind) || token(behind).numeric)) {
      set_house(code);
      behind_ = true;
      return;
    }
    const bool figures = token(at).is_figures();
    // "Calle 5 de Mayo": the number belongs to the name.
    const bool of_name = behind < end_ && roles(behind, kParticle) && token(behind).view() != "la" &&
                         token(behind).view() != "el" && token(behind).view() != "los" && token(behind).view() != "las";
    const bool behind_any = choice_.words_behind && (figures || (!of_name && !found_words));
    if (!numbered && ((street && figures && !of_name) || behind_any) &&
        (!is_type(behind) || roles(behind, kParticle)) && (compound || !ranks(at))) {
      found = code;
      found_words = !figures;
    }
    at = behind - 1;
  }
  if (found.size == 0) return;
  set_house(found);
  behind_ = true;
}

// "Hauptstraße fünf eins null eins eins fünf Berlin": the stored value has chosen where the run is cut.
void Parser::chosen_run() {
  if (choice_.run_to == 0) return;
  Code house{};
  house.from = static_cast<std::uint8_t>(choice_.run_from);
  house.to = static_cast<std::uint8_t>(choice_.run_split);
  if (!append_number(form_, choice_.run_from, choice_.run_split, house)) return;
  set_house(house);
  behind_ = true;
  Code& code = out_.postcode;
  code.from = static_cast<std::uint8_t>(choice_.run_split);
  code.to = static_cast<std::uint8_t>(choice_.run_to);
  int digits = choice_.run_split;
  while (digits < choice_.run_to && token(digits).numeric) ++digits;
  bool fits = append_number(form_, choice_.run_split, digits, code);
  for (int k = digits; k < choice_.run_to && fits; ++k) fits = token(k).is_letter() && code.push(*token(k).text);
  use(choice_.run_split, choice_.run_to);
}

}  // namespace ablmatch::postal
