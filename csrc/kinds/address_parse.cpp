// One pass over the tokens of an address: country, postal code, state, box, units and house number are taken out
// by their words and places; what remains is the street and the town.
#include <algorithm>

#include "../spoken.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

class Parser {
 public:
  Parser(const AddressForm& form, const ParseChoice& choice, AddressParse& out)
      : form_(form), choice_(choice), out_(out), end_(form.count) {}

  void run();

 private:
  const AddressToken& token(int at) const { return form_.tokens[at]; }
  const AddressWord* row(int at) const { return form_.tokens[at].row; }
  bool roles(int at, unsigned wanted) const { return row(at) && (row(at)->roles & wanted); }
  void use(int from, int to) { std::fill(used_ + from, used_ + to, true); }
  // Nothing of the street or town follows directly behind token `at - 1`.
  bool boundary(int at) const { return at >= end_ || token(at).gap || used_[at]; }
  bool is_type(int at) const { return row(at) && row(at)->types[0] && (row(at)->place & kTrailing); }
  // "2ª Seção"
  bool ranks(int at) const {
    return token(at).is_figures() && at + 1 < end_ && token(at + 1).glued && (token(at + 1).view() == "a" || token(at + 1).view() == "o");
  }
  bool is_common_type(int at) const { return is_type(at) && (row(at)->place & kCommon); }
  int segment_end(int at) const {
    int k = at + 1;
    while (k < end_ && !token(k).gap) ++k;
    return k;
  }
  bool has_type(int from, int to) const;
  // The row of the longest phrase or word at `at` with `field` set, and its tokens.
  const AddressWord* longest(int at, bool (*wanted)(const AddressWord&), int& tokens) const;

  void country();
  void persons_and_landmarks();
  void tail();
  bool state_at_tail();
  bool is_state(int from, int tokens, const AddressWord& row) const;
  void boxes();
  bool box_at(int at);
  int unit_at(int at, bool leading);
  int floor_before(int at, Code& id) const;
  int ordinal_end(int at, int end, Code& id) const;
  void leading_units();
  void house();
  bool town_first(int at);
  void units();
  void middle_postcode();
  void house_behind();
  void units_behind();
  bool add_unit(const AddressWord& word, const Code& id);
  void set_house(const Code& code) {
    out_.house = code;
    out_.has_house = true;
    use(code.from, code.to);
  }

  const AddressForm& form_;
  const ParseChoice& choice_;
  AddressParse& out_;
  int end_;          // behind the street and the town
  int cursor_ = 0;   // behind leading units and the house number
  bool behind_ = false;  // the house number stands behind the street
  bool town_first_ = false;
  bool used_[kMaxAddressTokens] = {};
};

bool Parser::has_type(int from, int to) const {
  for (int k = from; k < to; ++k) {
    if (used_[k] || !row(k)) continue;
    if (row(k)->types[0] && (k > from || (row(k)->place & (kLeading | kSometimesLeading)))) return true;
  }
  return false;
}

const AddressWord* Parser::longest(int at, bool (*wanted)(const AddressWord&), int& tokens) const {
  const AddressToken& first = token(at);
  for (int words = first.phrase; words > 1; --words) {
    if (at + words > end_) continue;
    const AddressWord* found = words == first.phrase ? first.phrase_row : find_address_phrase(form_, at, at + words);
    if (!found || !wanted(*found) || std::find(used_ + at, used_ + at + words, true) != used_ + at + words) continue;
    tokens = words;
    return found;
  }
  tokens = 1;
  return first.row && wanted(*first.row) ? first.row : nullptr;
}

void Parser::country() {
  for (int words = 4; words > 0; --words) {
    const int from = end_ - words;
    if (from < 1) continue;
    const AddressWord* found = find_address_phrase(form_, from, end_);
    if (!found) continue;
    if (found->roles & kCountry) {
      // "12 Ireland": a number alone does not make an address.
      bool word_before = false;
      for (int k = 0; k < from; ++k) word_before |= token(k).type == TokenType::word && !token(k).numeric;
      if (!word_before) return;
      use(from, end_);
      end_ = from;
      return;
    }
    if (found->state) return;  // New Mexico, New South Wales
  }
}

// c/o and a person, near and a landmark: only where something else is left.
void Parser::persons_and_landmarks() {
  for (int at = 0; at < end_; ++at) {
    if (used_[at]) continue;
    int tokens = 1;
    const AddressWord* found =
        longest(at, [](const AddressWord& r) { return (r.roles & (kLandmark | kCareOf)) != 0; }, tokens);
    if (!found) continue;
    const bool person = found->roles & kCareOf;
    if (person && tokens == 2 && token(at).size <= 1 && !token(at + 1).slash) continue;
    if (!person && (at == 0 || (at + tokens < end_ && token(at + tokens).numeric))) continue;
    int to = at + tokens;
    while (to < end_ && !token(to).gap && !(token(to).numeric && !token(to).ordinal)) ++to;
    if (to >= end_ && at == 0) return;
    use(at, to);
    at = to - 1;
  }
}

bool Parser::is_state(int from, int tokens, const AddressWord& found) const {
  if (from == 0) return true;
  bool word_before = false, type_before = false;
  for (int k = 0; k < from; ++k) {
    word_before |= token(k).type == TokenType::word && !token(k).numeric;
    type_before |= k > (token(0).numeric ? 1 : 0) && is_common_type(k);
  }
  if (!word_before) return false;
  if (tokens > 1 || token(from).size > 2) return true;
  if (token(from).gap) return true;
  const bool number_first = token(0).numeric;
  const bool postcode = out_.postcode.size > 0;
  if (found.unit_class == UnitClass::floor && (token(from - 1).ordinal || token(from - 1).glued)) return false;
  // CT, LA, AL, NE: court, lane, alley, northeast where nothing else is the type.
  if (found.direction) {
    if (is_common_type(from - 1)) return false;
    return type_before || (!is_type(from - 1) && (postcode || !number_first));
  }
  if (found.types[0]) return type_before || !number_first;
  for (const std::string_view word : {"to", "am", "go", "as"})
    if (token(from).view() == word) return postcode;
  return true;
}

bool Parser::state_at_tail() {
  for (int words = 4; words > 0; --words) {
    const int from = end_ - words;
    if (from < 0) continue;
    const AddressWord* found = find_address_phrase(form_, from, end_);
    if (!found || !found->state || !is_state(from, words, *found)) continue;
    out_.state = found->state;
    out_.state_in_full = words > 1 || token(from).size > 4;
    out_.state_from = static_cast<std::uint8_t>(from);
    out_.state_to = static_cast<std::uint8_t>(end_);
    use(from, end_);
    end_ = from;
    return true;
  }
  return false;
}

void Parser::tail() {
  // CEDEX, CEDEX 08
  for (int back = 1; back <= 2 && end_ - back > 0; ++back) {
    if (!roles(end_ - back, kCedex) || (back == 2 && !token(end_ - 1).is_figures())) continue;
    use(end_ - back, end_);
    end_ -= back;
    break;
  }
  const auto postcode = [&] {
    const int from = read_postcode_at_end(form_, 0, end_, out_.postcode);
    if (from == end_) return;
    use(from, end_);
    end_ = from;
    for (int words = 2; words > 0; --words) {
      if (end_ - words < 1) continue;
      const AddressWord* mark = find_address_phrase(form_, end_ - words, end_);
      if (!mark || !(mark->roles & kPostcodeMark)) continue;
      use(end_ - words, end_);
      end_ -= words;
      break;
    }
  };
  postcode();
  if (state_at_tail() && out_.postcode.size == 0 && end_ > 0) postcode();
}

bool Parser::box_at(int at) {
  int tokens = 1;
  const AddressWord* found = longest(at, [](const AddressWord& r) { return r.box != 0; }, tokens);
  if (!found || out_.box != 0) return false;
  const std::string_view kind = kBoxWords[found->box];
  int behind = at + tokens;
  if (form_.said && behind < end_ && token(behind).view() == "is") ++behind;
  Code number{};
  if (kind != "general delivery") {
    if (behind < end_ && token(behind).gap) return false;
    const int to = read_code(form_, behind, end_, kind == "po box" && tokens > 1, choice_.letter_names, number);
    if (to == behind) {
      // "post office box", the number not said
      if (tokens < 2 || kind != "po box") return false;
      out_.box = found->box;
      number.from = number.to = static_cast<std::uint8_t>(behind);
      out_.box_number = number;
      use(at, behind);
      return true;
    }
    const std::string_view word = token(at).view();
    // "CS 12" is a house in Portuguese, "CP 28012" a postal code in Spanish.
    if (tokens == 1 && word == "cs" && number.size != 5) return false;
    if (tokens == 1 && word == "cp" && number.size == 5) return false;
    behind = to;
    int box_tokens = 1;
    const AddressWord* box = kind != "po box" && behind < end_ && !used_[behind]
                                 ? longest(behind, [](const AddressWord& r) { return r.box == 1; }, box_tokens)
                                 : nullptr;
    Code inner{};
    if (box) {
      const int inner_to = read_code(form_, behind + box_tokens, end_, false, choice_.letter_names, inner);
      if (inner_to > behind + box_tokens && number.push('b')) {
        for (const char c : inner.view())
          if (!number.push(c)) return false;
        behind = inner_to;
      }
    }
    number.to = static_cast<std::uint8_t>(behind);
  }
  out_.box = found->box;
  out_.box_number = number;
  use(at, behind);
  return true;
}

void Parser::boxes() {
  for (int at = 0; at < end_ && out_.box == 0; ++at) {
    if (used_[at] || box_at(at)) continue;
    // A private mail box is a unit.
    if (token(at).phrase_row && token(at).phrase_row->unit) at += token(at).phrase - 1;
  }
}

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
  const bool digits_only = token(at).size < 3 && token(at).view() != "rm" && token(at).view() != "ph";
  const auto with_code = [&](bool letters) {
    if (behind < end_ && token(behind).gap) return at;
    const int end = leading && choice_.unit_tokens > 0 ? std::min(end_, behind + choice_.unit_tokens) : end_;
    const int to = read_code(form_, behind, end, letters, choice_.letter_names, id);
    if (to == behind) return at;
    add_unit(*found, id);
    use(at, to);
    return to;
  };
  switch (found->unit_class) {
    case UnitClass::floor: {
      const int from = at > 0 ? floor_before(at, id) : at;
      if (from < at) {
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
      return with_code(false);
    }
    case UnitClass::generic:
    case UnitClass::building:
    case UnitClass::stair:
    case UnitClass::named: {
      const int to = with_code(!digits_only);
      if (to > at || leading || found->unit_class != UnitClass::generic) return to;
      // A unit word without a unit: "Rd Apt, Fort Worth".
      const std::string_view word = kUnitWords[found->unit];
      if ((word == "apt" || word == "ste" || word == "unit") && at > cursor_ && (boundary(behind) || is_common_type(at - 1))) {
        use(at, behind);
        return behind;
      }
      return at;
    }
    case UnitClass::wild:
      if (leading || !out_.has_house || behind >= end_ || !token(behind).numeric) return at;
      return with_code(false);
    case UnitClass::common:
      if (at == cursor_ && !leading) return at;
      if (behind >= end_ || !token(behind).numeric || token(behind).ordinal) return at;
      return with_code(false);
    case UnitClass::bare: {
      const int to = with_code(false);
      if (to > at) return to;
      const bool after_unit = at > 0 && used_[at - 1] && at > cursor_;
      const bool after_street = at > cursor_ && (token(at).gap || is_type(at - 1) || (row(at - 1) && row(at - 1)->direction));
      if (after_unit || (boundary(behind) && (after_street || (leading && behind < end_)))) {
        add_unit(*found, id);
        use(at, behind);
        return behind;
      }
      return at;
    }
    case UnitClass::none:
      break;
  }
  return at;
}

void Parser::leading_units() {
  while (cursor_ < end_ && !used_[cursor_]) {
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

// "50667 Köln, Gartenstraße 7": the town in front of the street.
bool Parser::town_first(int at) {
  if (out_.postcode.size > 0 || !token(at).is_figures() || token(at).size != 5 || at + 1 >= end_ ||
      token(at + 1).type != TokenType::word || token(at + 1).gap || token(at + 1).glued)
    return false;
  const int segment = segment_end(at);
  if (has_type(at + 1, segment)) return false;
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
  int at = cursor_;
  while (at < end_ && used_[at]) ++at;
  int tokens = 1;
  while (at < end_ && !used_[at]) {
    const AddressWord* mark = longest(at, [](const AddressWord& r) { return (r.roles & kNumberMark) != 0; }, tokens);
    const bool hash = token(at).type == TokenType::hash;
    if (!hash && !mark) break;
    const int next = at + (hash ? 1 : tokens);
    if (next >= end_ || !(token(next).numeric || token(next).type == TokenType::hash) || token(next).ordinal) break;
    // The letter N is a number's mark behind a street only.
    if (!hash && tokens == 1 && token(at).size == 1) break;
    use(at, next);
    at = next;
  }
  if (at >= end_ || used_[at] || town_first(at)) return;
  // 2/1 12 Byres Road: flat 2/1 of house 12
  if (token(at).is_figures() && at + 3 < end_ && token(at + 1).is_figures() && token(at + 1).slash && token(at + 2).is_figures() &&
      !token(at + 2).slash && !token(at + 2).hyphen && token(at + 3).type == TokenType::word && !token(at + 3).glued && out_.unit_count == 0) {
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
  Code code{};
  int behind = read_house_number(form_, at, end_, choice_, code);
  if (behind == at) return;
  // "5B 1234 Maple Avenue": a unit in front.
  if (behind + 1 < end_ && code.text[code.size - 1] >= 'a' && code.dash == 0 && token(behind).is_figures() && !token(behind).ordinal &&
      !token(behind).glued && token(behind + 1).type == TokenType::word && out_.unit_count == 0) {
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

void Parser::units() {
  for (int at = cursor_; at < end_; ++at) {
    if (used_[at]) continue;
    int tokens = 1;
    const AddressWord* mark = longest(at, [](const AddressWord& r) { return (r.roles & kNumberMark) != 0; }, tokens);
    const int number = at + tokens;
    if (mark && !out_.has_house && at > 0 && number < end_ && token(number).numeric && !token(number).ordinal && !token(number).glued) {
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

void Parser::middle_postcode() {
  if (out_.postcode.size > 0) return;
  bool number_before = out_.has_house;
  for (int at = std::max(cursor_, 1); at < end_; ++at) {
    if (used_[at]) continue;
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
  bool street = false;
  for (int at = 0; at < end_; ++at) {
    if (used_[at]) continue;
    if (!token(at).numeric || token(at).ordinal || token(at).glued || street_words == 0) {
      ++street_words;
      street |= row(at) && row(at)->types[0];
      if (token(at).type == TokenType::word)
        for (int k = 0; k < kCompoundEndingCount && !street; ++k)
          street = token(at).size > kCompoundEndings[k].text.size() && token(at).view().ends_with(kCompoundEndings[k].text);
      continue;
    }
    Code code{};
    ParseChoice choice{};
    choice.behind_street = true;
    const int behind = read_house_number(form_, at, end_, choice, code);
    if (behind == at) continue;
    const bool numbered = at > 0 && !token(at).gap && row(at - 1) && (row(at - 1)->place & kNumbered) && !used_[at - 1];
    const bool before_street = token(at).gap && !boundary(behind) && has_type(behind, segment_end(behind));
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
    const bool of_name = roles(behind, kParticle) && token(behind).view() != "la" && token(behind).view() != "el" && token(behind).view() != "los" && token(behind).view() != "las";
    const bool behind_any = choice_.words_behind && (figures || !found_words);
    if (!numbered && ((street && figures) || behind_any) && !of_name && !(is_type(behind) && !roles(behind, kParticle)) && !ranks(at)) {
      found = code;
      found_words = !figures;
    }
    at = behind - 1;
  }
  if (found.size == 0) return;
  set_house(found);
  behind_ = true;
}

// A unit without a word: "Calle del Olmo, 22, 3 B", "Oak Street 5B", "Elm Road, 5B, Leeds".
void Parser::units_behind() {
  if (!out_.has_house || out_.unit_count > 0) return;
  AddressWord row_of_unit{};
  row_of_unit.unit_class = UnitClass::wild;
  Code id{};
  for (int at = out_.house.to; at < end_; ++at) {
    if (used_[at] || !token(at).numeric || token(at).ordinal || token(at).glued) continue;
    const bool next_to_house = behind_ && at == out_.house.to;
    bool next_to_street = false;
    if (!behind_ && at > out_.house.to + 1) {
      int type = at - 1;
      if (row(type) && row(type)->direction && !is_type(type)) --type;
      next_to_street = (token(at).is_figures() || choice_.unit_words) && type > out_.house.to && is_common_type(type) && !(row(type)->place & kNumbered) && !token(at).gap;
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

void Parser::run() {
  country();
  tail();
  persons_and_landmarks();
  boxes();
  leading_units();
  house();
  units();
  middle_postcode();
  house_behind();
  units_behind();
  std::fill(used_ + end_, used_ + form_.count, true);
  make_names(form_, choice_, used_, out_);
  if (town_first_) {
    // The town goes behind the street, as everywhere else.
    int gap = 1;
    while (gap < out_.count && !out_.names[gap].gap) ++gap;
    if (gap < out_.count) {
      out_.names[0].gap = true;
      std::rotate(out_.names, out_.names + gap, out_.names + out_.count);
      out_.names[0].gap = false;
    }
  }
  choose_split(form_, out_);
}

}  // namespace

void parse_address(const AddressForm& form, const ParseChoice& choice, AddressParse& out) {
  out.count = 0;
  out.premise = out.split = 0;
  out.split_sure = false;
  out.has_house = false;
  out.unit_count = 0;
  out.box = 0;
  out.box_number.size = 0;
  out.state = 0;
  out.state_in_full = false;
  out.postcode.size = 0;
  out.texts_used = 0;
  Parser(form, choice, out).run();
}

}  // namespace ablmatch::postal
