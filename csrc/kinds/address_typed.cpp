// One pass over a typed address. Whatever a phrase, an unusual word or another order could turn into something else is
// left to the whole reading (address_parse.cpp): this one gives up at the first doubt.
#include "address_typed.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "../spoken.hpp"
#include "address_form.hpp"
#include "address_typed_reader.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kShortestJoinedNumber = 8;  // look_up_spoken takes such words apart

}  // namespace

// The token behind the run of number words at `at`: "five hundred and eight".
int TypedReader::number_end(int at) const {
  int k = at;
  while (k < end_ && (k == at || !tokens_[k].gap)) {
    if (tokens_[k].sort == Sort::spoken) {
      ++k;
      continue;
    }
    if (k == at || k + 1 >= end_ || !says(k, "and") || tokens_[k + 1].sort != Sort::spoken || tokens_[k + 1].gap) break;
    const NumberClass before = spoken_row(tokens_[k - 1]).number;
    if (before != NumberClass::hundred && before != NumberClass::thousand) break;
    ++k;
  }
  return k;
}

// The figures that number words are read as. A word like "for" or "to" may be something else at the end of them.
bool TypedReader::read_figures(int from, int to, TypedNumber& out) {
  const SpokenWord& last = spoken_row(tokens_[to - 1]);
  if (last.weak && last.value != 0 && to < count_) return false;
  for (int k = from; k < to; ++k)
    if (says(k, "to") || (tokens_[k].sort == Sort::spoken && all_.text_of(tokens_[k]) == "to")) return false;
  if (rooms_used_ == kMostNumbers) return false;
  char* const room = out_.rooms[rooms_used_++];
  char figures[kIdCapacity];
  std::size_t size = write_number(from, to, figures);
  if (size == 0 && all_.lexemes != nullptr)
    size = read_number(*all_.lexemes, tokens_[from].lexeme, tokens_[to - 1].lexeme + 1, figures, sizeof figures);
  out_.unread |= size == 0;
  if (size == 0 || size > kLongestTypedNumber) return false;
  std::memset(room, 0, kLongestTypedNumber);
  std::memcpy(room, figures, size);
  out = {detail::load8(room), room, static_cast<std::uint8_t>(size)};
  return true;
}

// Units, teens and tens one behind the other, as read_number reads them: "thirty one forty eight" is 3148. Returns 0 for
// what needs a grammar.
std::size_t TypedReader::write_digits(int from, int to, char (&figures)[kIdCapacity]) const {
  // A symbol between two words parts them.
  if (tokens_[to - 1].lexeme - tokens_[from].lexeme != to - 1 - from) return 0;
  std::size_t size = 0;
  for (int k = from; k < to; ++k) {
    if (tokens_[k].sort != Sort::spoken || size + 2 > sizeof figures) return 0;
    const SpokenWord& word = spoken_row(tokens_[k]);
    unsigned value = word.value;
    if (word.number == NumberClass::tens) {
      if (k + 1 < to && tokens_[k + 1].sort == Sort::spoken) {
        const SpokenWord& next = spoken_row(tokens_[k + 1]);
        if (next.number == NumberClass::unit && next.value > 0) {
          value += next.value;
          ++k;
        }
      }
    } else if (word.number == NumberClass::multiplier) {
      // "double five"
      if (k + 1 == to || tokens_[k + 1].sort != Sort::spoken || size + value > sizeof figures) return 0;
      const SpokenWord& digit = spoken_row(tokens_[++k]);
      if (digit.number != NumberClass::unit) return 0;
      for (; value > 1; --value) figures[size++] = static_cast<char>('0' + digit.value);
      value = digit.value;
    } else if (word.number != NumberClass::unit && word.number != NumberClass::teen) {
      return 0;
    }
    if (value > 9) figures[size++] = static_cast<char>('0' + value / 10);
    figures[size++] = static_cast<char>('0' + value % 10);
  }
  return size;
}

// "five hundred and eight", "seven thousand one hundred thirty eight", "twelve hundred". Returns 0 for any other number.
std::size_t TypedReader::write_cardinal(int from, int to, char (&figures)[kIdCapacity]) const {
  if (tokens_[to - 1].lexeme - tokens_[from].lexeme != to - 1 - from) return 0;
  int k = from;
  const auto is = [&](NumberClass number) {
    return k < to && tokens_[k].sort == Sort::spoken && !spoken_row(tokens_[k]).weak &&
           spoken_row(tokens_[k]).number == number;
  };
  // 1 to 99; 0: none.
  const auto below_hundred = [&] {
    unsigned value = 0;
    if (is(NumberClass::teen)) return unsigned{spoken_row(tokens_[k++]).value};
    if (is(NumberClass::tens)) value = spoken_row(tokens_[k++]).value;
    if (is(NumberClass::unit) && spoken_row(tokens_[k]).value > 0) value += spoken_row(tokens_[k++]).value;
    return value;
  };
  unsigned value = 0, part = below_hundred();
  if (part != 0 && is(NumberClass::thousand)) {
    ++k;
    value = 1000 * part;
    part = below_hundred();
    if (part > 9 && is(NumberClass::hundred)) return 0;
  }
  if (part != 0 && is(NumberClass::hundred)) {
    ++k;
    value += 100 * part;
    part = 0;
  }
  if (value == 0) return 0;
  if (part == 0 && k < to) {
    if (says(k, "and")) ++k;
    part = below_hundred();
    if (part == 0) return 0;
  }
  if (k != to) return 0;
  value += part;
  return static_cast<std::size_t>(std::to_chars(figures, figures + sizeof figures, value).ptr - figures);
}

std::size_t TypedReader::write_number(int from, int to, char (&figures)[kIdCapacity]) const {
  const std::size_t size = write_digits(from, to, figures);
  return size != 0 ? size : write_cardinal(from, to, figures);
}

// "flat nineteen eighteen": the token behind the flat's number where it and the house's, which runs on, are those of the
// stored address; 0: there is none such.
int TypedReader::parted_flat() const {
  if (stored_ == nullptr || tokens_[1].sort != Sort::spoken || tokens_[1].gap) return 0;
  const int end = number_end(1);
  const auto says_figures = [&](int from, int to, std::uint64_t figures) {
    char text[kIdCapacity];
    const std::size_t size = write_number(from, to, text);
    return size > 0 && size <= kLongestTypedNumber && load_letters(text, size) == figures;
  };
  for (int k = 1; k < end; ++k)
    if (tokens_[k].lexeme != tokens_[0].lexeme + k || (tokens_[k].sort == Sort::spoken && spoken_row(tokens_[k]).weak))
      return 0;
  for (int k = 2; k < end; ++k)
    if (tokens_[k].sort == Sort::spoken && says_figures(1, k, stored_->unit_id) &&
        says_figures(k, end, stored_->house.figures))
      return k;
  return 0;
}

// "forty second", "third" as figures; returns how many tokens it has, 0 when there is none.
int TypedReader::spoken_ordinal(int at, TypedWord& word) const {
  int k = at;
  unsigned value = 0;
  if (k < end_ && tokens_[k].sort == Sort::spoken && spoken_row(tokens_[k]).number == NumberClass::tens)
    value = spoken_row(tokens_[k++]).value;
  if (!names_ordinal(k) || (k > at && tokens_[k].gap)) return 0;
  const unsigned rank = row(k).ordinal;
  if (rank == 0 || rank > 99 || (value != 0 && rank > 9)) return 0;
  value += rank;
  const std::uint64_t digits = value < 10 ? '0' + value : ('0' + value / 10) | ('0' + value % 10) << 8;
  word = {digits, std::uint64_t{1} << 62, nullptr, 0, false};
  return k + 1 - at;
}

bool TypedReader::says(int k, std::string_view word) const {
  return is_word(k) && std::string_view(all_.text + tokens_[k].at, tokens_[k].size) == word;
}

// "po box 12", "p.o. box 12", "post office box 12", "pob 12": returns the place of the number, or 0.
int TypedReader::box_number() const {
  int at = 0;
  if (says(0, "po")) at = 1;
  else if (says(0, "p") && says(1, "o")) at = 2;
  else if (says(0, "post") && says(1, "office")) at = 2;
  else return says(0, "pob") ? 1 : 0;
  for (int k = 1; k <= at; ++k)
    if (tokens_[k].gap || tokens_[k].glued) return 0;
  return says(at, "box") ? at + 1 : 0;
}

// "70G", "seventy g": a letter of the house number, in front of a name.
bool TypedReader::has_letter(int at) const {
  if (!is_word(at) || tokens_[at].size != 1 || tokens_[at].gap) return false;
  if (!is_name(at + 1) || tokens_[at + 1].gap || tokens_[at + 1].glued || tokens_[at + 1].entry->spoken != 0)
    return false;
  if (tokens_[at].glued) return true;
  // Apart from the number it may be a direction, a particle, or a type (r. Monge).
  const char letter = all_.text[tokens_[at].at];
  if (letter == 'o' || all_.text[tokens_[at].at + 1] != ' ') return false;
  if (tokens_[at].entry->address == 0) return true;
  return row(at).direction == 0 && (!(row(at).roles & kParticle) || letter == 'd');
}

bool TypedReader::add_letter(char letter) {
  if (rooms_used_ == kMostNumbers || out_.house.size == kLongestTypedNumber) return false;
  char* const room = out_.rooms[rooms_used_++];
  std::memset(room, 0, kLongestTypedNumber);
  std::memcpy(room, out_.house.text, out_.house.size);
  room[out_.house.size] = letter;
  out_.house = {detail::load8(room), room, static_cast<std::uint8_t>(out_.house.size + 1)};
  out_.house_letter = true;
  return true;
}

// What stands in front of the street: the house number, a flat and the house number, or a box instead of both.
bool TypedReader::house() {
  out_.box = out_.parted = false;
  out_.unit = 0;
  out_.unit_class = static_cast<std::uint8_t>(UnitClass::none);
  out_.unit_id = 0;
  out_.house_letter = out_.letters = false;
  int at = 0;
  if (is_word(0)) {
    // "number sixty four"
    const bool numbered = says(0, "number") && !tokens_[1].gap && tokens_[1].sort != Sort::word;
    at = numbered ? 1 : box_number();
    out_.box = at > 0 && !numbered;
    if (at == 0) {
      if (!has(0, kUnitPart) || row(0).unit_class != UnitClass::generic) return false;
      if (const int behind = parted_flat(); behind > 0) {
        at = behind;
        out_.parted = true;
        out_.unit = row(0).unit;
        out_.unit_class = static_cast<std::uint8_t>(UnitClass::generic);
        out_.unit_id = stored_->unit_id;
      } else if (!read_unit(0, at)) {
        return false;
      }
      // "flat 2 7 high street": a caller's digits run on.
      if (at + 1 >= end_ ||
          (!out_.parted && !tokens_[at].gap && (tokens_[at - 1].size == 1 || tokens_[at - 1].sort != Sort::number)))
        return false;
    } else if (at >= end_ || tokens_[at].gap) {
      return false;
    }
  }
  if (at + 1 >= end_) return false;
  const Token& number = tokens_[at];
  int behind = at + 1;
  if (number.sort == Sort::spoken) {
    behind = number_end(at);
    if (behind >= end_ || number.entry->address != 0) return false;
    const NumberClass last = spoken_row(tokens_[behind - 1]).number;
    if (names_ordinal(behind) && last != NumberClass::unit && last != NumberClass::teen) {
      // "twelve forty second street": the tens belong to the ordinal.
      const bool joins = last == NumberClass::tens && row(behind).ordinal < 10 && behind > at + 1 &&
                         tokens_[behind - 2].sort == Sort::spoken;
      if (!joins) return false;
      --behind;
    }
    if (!read_figures(at, behind, out_.house)) return false;
  } else if (number.sort == Sort::number && !number.glued) {
    out_.house = number_of(number);
  } else {
    return false;
  }
  if (!out_.box && has_letter(behind)) {
    if (!add_letter(all_.text[tokens_[behind].at])) return false;
    ++behind;
  }
  const Token& next = tokens_[behind];
  if (next.glued || next.sort == Sort::hash) return false;
  // The word behind a box must not be able to be a letter of its number.
  if (out_.box) {
    if (next.sort != Sort::word || (!next.gap && (next.size < 2 || next.entry->spoken != 0))) return false;
  } else if (next.gap) {
    return false;
  }
  start_ = cursor_ = behind;
  road_ = out_.box ? 0 : road_words();
  // The first word behind the number may be a letter of it: "sixteen fox road".
  if (is_word(start_) && tokens_[start_].entry->spoken != 0) out_.letters = spoken_row(tokens_[start_]).alphabet != 0;
  return true;
}

// The words of a road with a number behind the house number: "county road 68", "cr 68".
int TypedReader::road_words() const {
  if (!is_word(start_) || tokens_[start_].size < 2 || tokens_[start_].entry->address == 0) return 0;
  int words = row(start_).phrase;
  while (words > 1 && phrase_row(start_, words) == nullptr) --words;
  const AddressWord& road = words > 1 ? *phrase_row(start_, words) : row(start_);
  const int behind = start_ + std::max(words, 1);
  if (road.types[0] == 0 || !(road.place & kNumbered) || behind >= end_) return 0;
  const Token& number = tokens_[behind];
  const bool numeric = number.sort == Sort::spoken || (number.sort == Sort::number && !is_ordinal(behind));
  return numeric && !number.gap && !number.glued ? behind - start_ : 0;
}

// The street that it is, with its number for a name.
bool TypedReader::road() {
  int at = start_ + road_;
  if (at >= end_) return false;
  TypedNumber number = number_of(tokens_[at]);
  if (tokens_[at].sort == Sort::spoken) {
    const int behind = number_end(at);
    if (!read_figures(at, behind, number)) return false;
    out_.tens_in_street = true;
    at = behind;
  } else {
    ++at;
  }
  // Longer ones may be postal codes.
  if (number.size > 3 || at >= end_ || tokens_[at].glued || doubtful_state_) return false;
  out_.types = road_ > 1 ? phrase_row(start_, road_)->types : row(start_).types;
  out_.street_words = 1;
  out_.street[0] = {number.figures, std::uint64_t{1} << 61, nullptr, 0, false};
  out_.bounded = tokens_[at].gap || tokens_[at].sort == Sort::hash || has(at, kUnitPart | kNumberPart);
  cursor_ = at;
  for (int k = at; k < end_ && !out_.bounded; ++k)
    if (!is_name(k)) return false;
  return true;
}

// A word that can only be a part of a name.
bool TypedReader::is_name(int k) const {
  if (!has(k, kNamePart) || tokens_[k].size < 2) return false;
  const Token& token = tokens_[k];
  if (token.size < kShortestJoinedNumber || token.entry->address != 0 || token.entry->spoken != 0) return true;
  // The beginnings of the stems that its may_be_joined looks for; "mille" has a fifth letter.
  static constexpr char kStems[][5] = {"hund", "hond", "cent", "taus", "duiz", "mila", "mill"};
  for (std::size_t at = token.at; at + 4 <= std::size_t{token.at} + token.size; ++at)
    for (const auto& stem : kStems)
      if (detail::load4(all_.text + at) == detail::load4(stem) && (stem[3] != 'l' || all_.text[at + 4] == 'e'))
        return false;
  return true;
}

bool TypedReader::street() {
  static constexpr std::uint16_t kNoTypes[3] = {0, 0, 0};
  out_.before = out_.after = 0;
  out_.street_words = 0;
  out_.bounded = out_.tens_in_street = false;
  out_.types = kNoTypes;
  if (out_.box) return true;
  if (road_ > 0) return road();
  if (has(cursor_, kDirectionPart)) out_.before = row(cursor_++).direction;
  const int first = cursor_;
  int stop = first;
  while (stop < end_ && tokens_[stop].sort != Sort::hash && !has(stop, kUnitPart | kNumberPart) &&
         !(stop > first && tokens_[stop].gap))
    ++stop;
  out_.bounded = stop < end_;
  int type = first + 1;
  bool common = true;
  if (out_.bounded) {
    if (stop == first) return false;
    type = stop - 1;
    if (has(type, kDirectionPart)) out_.after = row(type--).direction;
    if (!has(type, kTypePart)) return false;
    common = is_common_type(type);
  } else {
    while (type < end_ && (tokens_[type].glued || !is_common_type(type))) ++type;
    if (type >= end_) {
      // None that is always a type: the last word that can be one.
      common = false;
      type = end_;
      while (type > first && !(is_word(type - 1) && tokens_[type - 1].entry->address != 0 && row(type - 1).types[0]))
        --type;
      --type;
      if (type <= first || !has(type, kTypePart)) return false;
    }
  }
  if (type <= first || tokens_[type].glued) return false;
  for (int k = first; k < type; ++k) {
    TypedWord word{};
    if (const int ordinal = all_.said ? spoken_ordinal(k, word) : 0; ordinal > 0) {
      out_.tens_in_street |= ordinal > 1;
      k += ordinal - 1;
    } else if (is_ordinal(k)) {
      word = {tokens_[k].low, std::uint64_t{1} << 62, nullptr, 0, false};
      ++k;
    } else if (tokens_[k].gap) {
      return false;
    } else if (is_name(k) || has(k, kStreetPart)) {
      word = written(tokens_[k]);
      out_.letters |= may_be_letter(tokens_[k]);
    } else if (k == first && has(k, kFirstPart) && k + 1 < type && is_word(k + 1) && common) {
      word = text_row(row(k).first);
    } else {
      return false;
    }
    if (k >= type || !add_word(out_.street, out_.street_words, word)) return false;
  }
  out_.types = row(type).types;
  cursor_ = type + 1 + (out_.after != 0);
  // A direction behind the type is the street's when it is short or nothing follows, else the town's.
  if (!out_.bounded && has(cursor_, kDirectionPart)) {
    if (tokens_[cursor_].size <= 2) {
      out_.after = row(cursor_++).direction;
      if (cursor_ >= end_ || !is_name(cursor_)) return false;
    } else if (cursor_ + 1 >= end_) {
      return false;
    }
  }
  // NE is a direction and CT a court where nothing else ends the street.
  if (doubtful_state_ && !common && out_.postcode.size == 0) return false;
  // Without a town only a word that is always a type ends the street, and a number behind it may be the road's.
  return cursor_ < end_ || (common && !doubtful_state_ && (out_.state != 0 || out_.postcode.size == 0));
}

// Reads the unit at `at`, its id and all; `behind` is the token behind it.
bool TypedReader::read_unit(int at, int& behind) {
  const bool hash = tokens_[at].sort == Sort::hash;
  out_.unit_class = static_cast<std::uint8_t>(UnitClass::wild);
  if (!hash && !has(at, kNumberPart)) {
    out_.unit = row(at).unit;
    out_.unit_class = static_cast<std::uint8_t>(row(at).unit_class);
  }
  ++at;
  if (!hash && !has(at - 1, kNumberPart) && at < end_ && tokens_[at].sort == Sort::hash && !tokens_[at].gap) ++at;
  if (at >= end_ || tokens_[at].gap || tokens_[at].sort == Sort::hash) return false;
  if (tokens_[at].glued && tokens_[at - 1].sort != Sort::hash) return false;
  const Token& id = tokens_[at];
  out_.unit_id = id.low;
  if (id.sort == Sort::word) {
    if (id.size != 1) return false;
  } else if (id.sort == Sort::spoken) {
    TypedNumber figures;
    const int end = number_end(at);
    if (!read_figures(at, end, figures) || figures.size >= kLongestTypedNumber) return false;
    out_.unit_id = figures.figures;
    at = end - 1;
    if (is_word(end) && tokens_[end].size == 1 && !tokens_[end].gap) {
      // "K Street" is no letter of the unit.
      if (is_common_type(end + 1) && !tokens_[end + 1].gap) return false;
      out_.unit_id |= tokens_[end].low << 8 * figures.size;
      at = end;
    }
  } else {
    if (id.size >= kLongestTypedNumber) return false;
    if (at + 1 < end_ && tokens_[at + 1].glued) {
      const Token& letter = tokens_[++at];
      if (letter.sort != Sort::word || letter.size != 1) return false;
      out_.unit_id |= letter.low << 8 * id.size;
    }
  }
  behind = at + 1;
  return true;
}

// Behind the street.
bool TypedReader::unit() {
  if (cursor_ >= end_ || !(tokens_[cursor_].sort == Sort::hash || has(cursor_, kUnitPart | kNumberPart))) return true;
  if (out_.box || out_.unit_class != static_cast<std::uint8_t>(UnitClass::none) || !read_unit(cursor_, cursor_))
    return false;
  if (cursor_ >= end_) return true;
  // The next word must not be able to be a part of the id.
  const Token& next = tokens_[cursor_];
  return next.sort == Sort::word && next.size > 1 && !next.glued && (next.gap || next.entry->spoken == 0);
}

bool TypedReader::town() {
  out_.town_words = 0;
  const int first = cursor_;
  if (cursor_ >= end_) return !out_.box;
  for (; cursor_ < end_; ++cursor_) {
    const Token& token = tokens_[cursor_];
    if (token.sort != Sort::word || token.glued || token.size < 2 || (token.gap && cursor_ > first)) return false;
    TypedWord word = written(token);
    if (has(cursor_, kFirstPart) && cursor_ == first) {
      if (cursor_ + 1 >= end_) return false;
      word = text_row(row(cursor_).first);
    } else if (has(cursor_, kDirectionPart)) {
      if (token.entry->spoken != 0 && token.size <= 2) return false;
      word = {token.low, token.high, nullptr, 0, false};
    } else if (!is_name(cursor_)) {
      return false;
    }
    if (!add_word(out_.town, out_.town_words, word)) return false;
    out_.letters |= may_be_letter(token);
  }
  // Letters in front of the end may be those of a postal code, unless a state stands between it and its figures.
  const Token& last = tokens_[end_ - 1];
  const bool apart = out_.postcode.size == 4 && out_.state != 0 && tokens_[count_ - 1].sort == Sort::number;
  return apart || (last.size >= 4 && last.entry->spoken == 0 && has(end_ - 1, kNamePart)) ||
         (out_.postcode.size == 5 && tokens_[count_ - 1].sort == Sort::number);
}

bool read_typed(const TypedTokens& tokens, TypedAddress& out, const TypedAddress* stored) {
  return TypedReader(tokens, out, stored).run();
}

}  // namespace ablmatch::postal
