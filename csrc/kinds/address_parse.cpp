// One pass over the tokens of an address: country, postal code, state, box, units and house number are taken out
// by their words and places; what remains is the street and the town.
#include <algorithm>

#include "../spoken.hpp"
#include "address_parser.hpp"

namespace ablmatch::postal {

bool Parser::has_type(int from, int to) const {
  for (int k = from; k < to; ++k) {
    if (used_[k] || !row(k)) continue;
    if (row(k)->types[0] && (k > from || (row(k)->place & (kLeading | kSometimesLeading)))) return true;
  }
  return false;
}

void Parser::country() {
  if (!occurs(kCountry)) return;
  for (int words = 4; words > 0; --words) {
    const int from = end_ - words;
    if (from < 1 || token(from).glued) continue;  // "SW11 5NZ" is not in New Zealand
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
  if (!occurs(kLandmark | kCareOf)) return;
  for (int at = 0; at < end_; ++at) {
    if (used_[at] || !row(at)) continue;
    if (row(at)->phrase < 2 && !(row(at)->roles & (kLandmark | kCareOf))) continue;
    int tokens = 1;
    const AddressWord* found =
        longest(at, [](const AddressWord& r) { return (r.roles & (kLandmark | kCareOf)) != 0; }, tokens);
    if (!found) continue;
    const bool person = found->roles & kCareOf;
    if (person && tokens == 2 && token(at).size <= 1 && !token(at + 1).slash) continue;
    if (!person && (at == 0 || (at + tokens < end_ && token(at + tokens).numeric))) continue;
    int to = at + tokens;
    while (to < end_ && !token(to).gap && (!token(to).numeric || token(to).ordinal)) ++to;
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
  if (found.direction) return !is_common_type(from - 1) && (type_before || postcode || !number_first);
  int words = 0;
  for (int k = 0; k < from; ++k) words += token(k).type == TokenType::word && !token(k).numeric;
  if (found.types[0]) return type_before || !number_first || (postcode && words > 1);
  for (const std::string_view word : {"to", "am", "go", "as"})
    if (token(from).view() == word) return postcode;
  return true;
}

bool Parser::state_at_tail() {
  if (!has_trait(kStateTrait)) return false;
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

// "… Elko Nevada 89801 apartment four": a unit behind the postal code.
void Parser::last_unit() {
  if (!form_.said || !has_trait(kUnitTrait)) return;
  for (int at = std::max(end_ - 4, 1); at < end_; ++at) {
    if (used_[at] || !row(at) || row(at)->unit_class != UnitClass::generic || !token(at - 1).numeric) continue;
    Code code{};
    if (read_postcode_at_end(form_, 0, at, code) == at || code.size < 5) continue;
    if (unit_at(at, false) != end_) continue;
    end_ = at;
    return;
  }
}

void Parser::tail() {
  // CEDEX, CEDEX 08
  for (int back = 1; back <= 2 && end_ - back > 0 && occurs(kCedex); ++back) {
    if (!roles(end_ - back, kCedex) || (back == 2 && !token(end_ - 1).is_figures())) continue;
    use(end_ - back, end_);
    end_ -= back;
    break;
  }
  const auto postcode = [&] {
    if (out_.postcode.size > 0) return;
    // "12 park road 4101"
    if (choice_.last_is_code && end_ > 2 && token(end_ - 1).is_figures() && token(end_ - 1).size == 4 &&
        !token(end_ - 1).glued && append_number(form_, end_ - 1, end_, out_.postcode)) {
      out_.postcode.from = static_cast<std::uint8_t>(end_ - 1);
      out_.postcode.to = static_cast<std::uint8_t>(end_);
      use(end_ - 1, end_);
      --end_;
      return;
    }
    const int from = read_postcode_at_end(form_, 0, end_, out_.postcode);
    if (from == end_) return;
    use(from, end_);
    end_ = from;
    for (int words = 2; words > 0 && occurs(kPostcodeMark); --words) {
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
    int last = to;
    // "Postfach 12 34": written in pairs.
    while (word == "postfach" && last < end_ && token(last).is_figures() && token(last).size == 2 && !token(last).gap &&
           append_number(form_, last, last + 1, number))
      ++last;
    // "CS 12" is a house in Portuguese, "CP 28012" a postal code in Spanish.
    if (tokens == 1 && word == "cs" && number.size != 5) return false;
    if (tokens == 1 && word == "cp" && number.size == 5) return false;
    behind = last;
    int box_tokens = 1;
    const AddressWord* box = kind != "po box" && behind < end_ && !used_[behind]
                                 ? longest(
                                       behind, [](const AddressWord& r) { return r.box == 1; }, box_tokens)
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
  for (int at = 0; at < end_ && out_.box == 0 && has_trait(kBoxTrait); ++at) {
    // Most words begin no phrase and are no box.
    if (used_[at] || !row(at) || (row(at)->phrase < 2 && row(at)->box == 0) || box_at(at)) continue;
    // A private mail box is a unit.
    const AddressWord* phrase = token(at).phrase_row(token(at).phrase);
    if (phrase && phrase->unit) at += token(at).phrase - 1;
  }
}

// "Résidence Les Pins, 8 boulevard Voltaire": a part of its own beside a street; the number and street decide.
void Parser::estates() {
  if (!has_trait(kEstateTrait)) return;
  for (int at = 0; at < end_; ++at) {
    if (used_[at] || (at > 0 && !token(at).gap) || !names_estate(token(at))) continue;
    const int to = segment_end(at);
    if (to >= end_ || to < at + 2) continue;
    if (std::any_of(form_.tokens + at, form_.tokens + to, [](const AddressToken& t) { return t.numeric; })) continue;
    bool street = false;
    for (int k = 0; k < end_; ++k)
      street |= (k < at || k >= to) && row(k) && row(k)->types[0] && (row(k)->place & (kLeading | kCommon)) &&
                token(k).view() != "residence";
    if (street) use(at, to);
  }
}

void Parser::run() {
  if (choice_.all_is_code && append_number(form_, 0, end_, out_.postcode)) {
    out_.postcode.from = out_.postcode.dash = 0;
    out_.postcode.to = static_cast<std::uint8_t>(end_);
    return;
  }
  chosen_run();
  country();
  last_unit();
  tail();
  persons_and_landmarks();
  estates();
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
