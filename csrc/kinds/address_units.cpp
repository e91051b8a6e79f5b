// Units of an address: apartments, floors, buildings and what stands for them, with or without their word.
#include <algorithm>
#include <string_view>

#include "../spoken.hpp"
#include "address_parser.hpp"

namespace ablmatch::postal {

bool Parser::add_unit(const AddressWord& word, const Code& id) {
  if (out_.unit_count == kMaxUnits) return false;
  Unit& unit = out_.units[out_.unit_count++];
  unit.id = id;
  unit.word = word.unit;
  unit.unit_class = word.unit_class;
  return true;
}

// An ordinal that starts at `at`, in figures or words; returns the token behind it, or `at`.
int Parser::ordinal_end(int at, int end, Code& id) const {
  id = {};
  id.from = static_cast<std::uint8_t>(at);
  int to = at;
  if (token(at).is_figures()) {
    if (!append_number(form_, at, at + 1, id)) return at;
    to = at + 1;
    if (to < end && token(to).glued) ++to;
  } else {
    int k = number_run_end(form_, at, end);
    if (k >= end || !token(k).ordinal || !row(k) || row(k)->ordinal == 0) return at;
    int value = row(k)->ordinal;
    if (k > at) {
      if (k != at + 1 || !token(at).spoken || token(at).spoken->number != NumberClass::tens || value > 9) return at;
      value += token(at).spoken->value;
    }
    char digits[4];
    int count = 0;
    do digits[count++] = static_cast<char>('0' + value % 10);
    while ((value /= 10) > 0 && count < 4);
    while (count > 0)
      if (!id.push(digits[--count])) return at;
    to = k + 1;
  }
  id.to = static_cast<std::uint8_t>(to);
  return to;
}

// "9th floor", "third floor": the first token of the ordinal in front of the floor word, or `at`.
int Parser::floor_before(int at, Code& id) const {
  for (int back = 3; back > 0; --back) {
    const int from = at - back;
    if (from < cursor_ || used_[from] || token(at).gap) continue;
    if (token(from).is_figures() && back > 2) continue;
    if (token(from).is_figures() && token(from).glued) continue;
    if (ordinal_end(from, at, id) == at) return from;
  }
  return at;
}

// "…, EG, …", "Lindenweg 7 Hinterhaus, …": a unit word by itself, or behind the number of a house that stands behind
// its street.
bool Parser::bare_unit_stands(int at, int behind) const {
  if (at <= cursor_ || !boundary(behind)) return false;
  const AddressToken& before = token(at - 1);
  return token(at).gap ||
         (!out_.has_house && at > cursor_ + 1 && !used_[at - 1] && before.is_figures() && !before.gap && !before.glued);
}

// Reads the unit that starts at `at`; returns the token behind it, `at` when there is none.
int Parser::unit_at(int at, bool leading) {
  static constexpr AddressWord kHash = [] {
    AddressWord row{};
    row.unit = 0;
    row.unit_class = UnitClass::wild;
    return row;
  }();
  Code id{};
  if (token(at).type == TokenType::hash) {
    const int to = read_code(form_, at, end_, true, choice_.letter_names, id);
    if (to == at) return at;
    add_unit(kHash, id);
    use(at, to);
    return to;
  }
  int tokens = 1;
  const AddressWord* found = longest(at, [](const AddressWord& r) { return r.unit != 0; }, tokens);
  if (!found) return at;
  const int behind = at + tokens;
  const bool digits_only = token(at).size < 3 && token(at).view() != "rm" && token(at).view() != "ph" &&
                           found->unit_class != UnitClass::stair && found->unit_class != UnitClass::building;
  const auto with_code = [&](bool letters) {
    if (behind < end_ && token(behind).gap) return at;
    const int end = leading && choice_.unit_tokens > 0 ? std::min(end_, behind + choice_.unit_tokens) : end_;
    const int to = read_code(form_, behind, end, letters, choice_.letter_names, id);
    if (to == behind) return at;
    add_unit(*found, id);
    use(at, to);
    return to;
  };
  const bool behind_type = at > cursor_ && (is_common_type(at - 1) || (row(at - 1) && row(at - 1)->direction));
  // A unit that has no number of its own: "…, rear".
  const auto whole = [&] {
    add_unit(*found, {});
    use(at, behind);
    return behind;
  };
  // "…, Office, …", "… Lane Side, …": the others of their class have a number.
  const auto alone = [&](std::string_view word) {
    const bool stands = !leading && at > cursor_ && (behind < end_ || choice_.bare_units) && boundary(behind) &&
                        (token(at).gap || behind_type);
    return stands && kUnitWords[found->unit] == word ? whole() : at;
  };
  switch (found->unit_class) {
    case UnitClass::floor: {
      const int from = at > 0 ? floor_before(at, id) : at;
      // "22 piso 3": the number in front is the house's.
      const bool own_number = from < at && from + 1 == at && token(from).is_figures() && !token(from).ordinal &&
                              !token(from).dot && !boundary(behind) && token(behind).is_figures();
      if (from < at && !own_number) {
        add_unit(*found, id);
        use(from, behind);
        return behind;
      }
      if (behind < end_ && token(behind).ordinal && !token(behind).gap) {
        const int to = ordinal_end(behind, end_, id);
        if (to > behind) {
          add_unit(*found, id);
          use(at, to);
          return to;
        }
      }
      if (const int to = with_code(false); to > at || token(at).view() != "og") return to;
      return bare_unit_stands(at, behind) ? whole() : at;
    }
    case UnitClass::generic:
    case UnitClass::building:
    case UnitClass::stair:
    case UnitClass::named: {
      const int to = with_code(!digits_only);
      if (to > at || leading || found->unit_class != UnitClass::generic) return to;
      // A unit word without a unit: "Rd Apt, Fort Worth".
      const std::string_view word = kUnitWords[found->unit];
      if ((word == "apt" || word == "ste" || word == "unit") && at > cursor_ &&
          (boundary(behind) || is_common_type(at - 1))) {
        use(at, behind);
        return behind;
      }
      return alone("ofc");
    }
    case UnitClass::wild:
      // "Oak Road number g Lakeley"
      if (!leading && token(at).size > 3 && behind < end_ && token(behind).is_letter() && at > cursor_ &&
          (is_type(at - 1) || (row(at - 1) && row(at - 1)->direction)))
        return with_code(true);
      if (leading || !out_.has_house || behind >= end_ || !token(behind).numeric) return at;
      return with_code(false);
    case UnitClass::common:
      if (at == cursor_ && !leading) return at;
      if (behind >= end_ || !token(behind).numeric || token(behind).ordinal) return alone("side");
      return with_code(false);
    case UnitClass::bare: {
      const int to = with_code(false);
      if (to > at) return to;
      // "…, 3º izq."
      int number = at - 1;
      if (number > cursor_ && token(number).glued && token(number).is_letter()) --number;
      const bool house_before = std::any_of(form_.tokens, form_.tokens + std::max(number, 0),
                                            [](const AddressToken& t) { return t.numeric; });
      if (number > cursor_ && token(number).is_figures() && !used_[number] && !token(at).gap && boundary(behind) &&
          house_before && (token(number).gap || used_[number - 1]) && append_number(form_, number, number + 1, id)) {
        id.from = static_cast<std::uint8_t>(number);
        id.to = static_cast<std::uint8_t>(at);
        add_unit(*found, id);
        use(number, behind);
        return behind;
      }
      // "tercero izquierda"
      if (form_.said && house_before && at > cursor_ && !used_[at - 1] && token(at - 1).ordinal && !token(at).gap &&
          token(at - 1).type == TokenType::word && ordinal_end(at - 1, at, id) == at) {
        add_unit(*found, id);
        use(at - 1, behind);
        return behind;
      }
      const bool after_unit = at > 0 && used_[at - 1] && at > cursor_;
      const bool after_street =
          at > cursor_ && (token(at).gap || is_type(at - 1) || (row(at - 1) && row(at - 1)->direction));
      const bool bare_behind =
          !boundary(behind) && row(behind) && row(behind)->unit_class == UnitClass::bare && token(at).gap;
      if (choice_.bare_units && at > cursor_ && is_common_type(at - 1) && !token(at).gap) return whole();
      if (after_unit || bare_unit_stands(at, behind) ||
          ((boundary(behind) || bare_behind) && (after_street || (leading && behind < end_))))
        return whole();
      return at;
    }
    case UnitClass::none: break;
  }
  return at;
}

void Parser::leading_units() {
  while (cursor_ < end_ && !used_[cursor_]) {
    // "L2 12 Smith Street"
    if (token(cursor_).view() == "l" && cursor_ + 2 < end_ && token(cursor_ + 1).is_figures() &&
        token(cursor_ + 1).glued && token(cursor_ + 2).numeric && !token(cursor_ + 2).ordinal) {
      const AddressWord* level = kAddressWords.find("level");
      Code id{};
      id.from = static_cast<std::uint8_t>(cursor_ + 1);
      id.to = static_cast<std::uint8_t>(cursor_ + 2);
      if (!level || !append_number(form_, cursor_ + 1, cursor_ + 2, id)) return;
      add_unit(*level, id);
      use(cursor_, cursor_ + 2);
      cursor_ += 2;
      continue;
    }
    if (!has_trait(kUnitTrait | kHashTrait)) return;
    int tokens = 1;
    if (longest(cursor_, [](const AddressWord& r) { return (r.roles & kNumberMark) != 0; }, tokens)) return;
    if (token(cursor_).type == TokenType::hash) {
      // "#5, 14 Elm Road" is a unit, "#12, 5th Cross" a house.
      Code id{};
      const int to = read_code(form_, cursor_, end_, true, false, id);
      if (to == cursor_ || to >= end_ || !token(to).numeric || token(to).ordinal) return;
    }
    const int to = unit_at(cursor_, true);
    if (to == cursor_) return;
    cursor_ = to;
  }
}

void Parser::units() {
  if (!has_trait(kUnitTrait | kHashTrait) && !occurs(kNumberMark | kNoNumber)) return;
  for (int at = cursor_; at < end_; ++at) {
    if (used_[at] || (!row(at) && token(at).type != TokenType::hash)) continue;
    if (row(at) && row(at)->phrase < 2 && row(at)->unit == 0 && !(row(at)->roles & (kNumberMark | kNoNumber))) continue;
    int tokens = 1;
    const AddressWord* mark = longest(at, [](const AddressWord& r) { return (r.roles & kNumberMark) != 0; }, tokens);
    const int number = at + tokens;
    if (mark && !out_.has_house && at > 0 && number < end_ && token(number).numeric && !token(number).ordinal &&
        !token(number).glued) {
      use(at, number);
      continue;
    }
    const AddressWord* none = longest(at, [](const AddressWord& r) { return (r.roles & kNoNumber) != 0; }, tokens);
    if (none && (tokens != 2 || token(at).size > 1 || token(at + 1).slash)) {
      use(at, at + tokens);
      continue;
    }
    const int to = unit_at(at, false);
    if (to > at) at = to - 1;
  }
}

// A unit without a word: "Calle del Olmo, 22, 3 B", "Oak Street 5B", "Elm Road, 5B, Leeds".
void Parser::units_behind() {
  if (!out_.has_house || out_.unit_count > 0) return;
  AddressWord row_of_unit{};
  row_of_unit.unit_class = UnitClass::wild;
  Code id{};
  // "calle del olmo veintidós tercero b"
  if (const int at = out_.house.to; form_.said && behind_ && at < end_ && !used_[at] && token(at).ordinal &&
                                    token(at).type == TokenType::word && !token(at).gap &&
                                    (at + 1 == end_ || !is_type(at + 1))) {
    int to = ordinal_end(at, end_, id);
    const auto letter_at = [&](int k) -> char {
      if (k >= end_ || token(k).type != TokenType::word || token(k).gap) return 0;
      if (token(k).is_letter()) return roles(k, kParticle) ? '\0' : *token(k).text;
      return choice_.letter_names && token(k).spoken ? token(k).spoken->letter : '\0';
    };
    if (const char letter = to > at ? letter_at(to) : '\0'; letter != 0 && id.push(letter))
      id.to = static_cast<std::uint8_t>(++to);
    if (to > at) {
      add_unit(row_of_unit, id);
      use(at, to);
      return;
    }
  }
  for (int at = out_.house.to; at < end_; ++at) {
    if (used_[at] || !token(at).numeric || token(at).ordinal || token(at).glued) continue;
    const bool next_to_house = behind_ && at == out_.house.to;
    bool next_to_street = false;
    if (!behind_ && at > out_.house.to + 1) {
      int type = at - 1;
      if (row(type) && row(type)->direction && !is_type(type)) --type;
      next_to_street = (token(at).is_figures() || choice_.unit_words) && type > out_.house.to && is_common_type(type) &&
                       !(row(type)->place & kNumbered) && !token(at).gap;
    }
    const int to = read_code(form_, at, end_, false, choice_.letter_names, id);
    if (to == at) continue;
    const bool own_segment = token(at).gap && boundary(to) && at > out_.house.to;
    if (!next_to_house && !next_to_street && !own_segment) continue;
    add_unit(row_of_unit, id);
    use(at, to);
    return;
  }
}

}  // namespace ablmatch::postal
