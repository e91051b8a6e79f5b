// One pass over a typed address. Whatever a phrase, an unusual word or another order could turn into something else is
// left to the whole reading (address_parse.cpp): this one gives up at the first doubt.
#include "address_typed.hpp"

#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "../tables/address_lexicon.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

// The points of address_compare.cpp.
constexpr int kSlipPoints = 10, kUnitMissing = 12, kTownMissing = 10, kPostcodeSlip = 15, kMissing = 3,
              kMissingStored = 1;
constexpr int kHouseSlipCap = 55, kHouseCap = 30, kUnitCap = 55, kPostcodeCap = 65, kManySlipsCap = 65;

constexpr int kMostTokens = 24;
constexpr std::size_t kLongestNumber = 8;
constexpr std::size_t kShortestJoinedNumber = 8;  // look_up_spoken takes such words apart

enum class Sort : std::uint8_t { word, number, hash };

struct Token {
  const LexiconEntry* entry;
  std::uint64_t low, high;
  std::uint8_t at, size;
  Sort sort;
  bool gap;    // a comma stands before it
  bool glued;  // nothing does
};

class TypedReader {
 public:
  TypedReader(const Scan& scan, TypedAddress& out) : scan_(scan), out_(out) {}

  bool run() { return cut() && house() && tail() && street() && unit() && town(); }

 private:
  bool cut();
  bool add(std::size_t at, std::size_t size, Sort sort);
  bool says(int k, std::string_view word) const;
  int box_number() const;
  bool house();
  bool british_code();
  bool tail();
  bool state_of_two_words(int at);
  bool street();
  bool read_unit(int at, int& behind);
  bool unit();
  bool town();
  bool is_word(int k) const { return k < end_ && tokens_[k].sort == Sort::word; }
  bool has(int k, unsigned parts) const { return is_word(k) && (tokens_[k].entry->parts & parts) != 0; }
  const AddressWord& row(int k) const { return kAddressWords.values[tokens_[k].entry->address - 1]; }
  bool is_name(int k) const;
  // "82nd": figures and the ending behind them.
  bool is_ordinal(int k) const {
    return k + 1 < end_ && tokens_[k].sort == Sort::number && is_word(k + 1) && tokens_[k + 1].glued &&
           tokens_[k + 1].size == 2 && is_ordinal_ending(tokens_[k + 1].low);
  }
  bool is_common_type(int k) const { return has(k, kTypePart) && (row(k).place & kCommon); }
  static TypedWord text_row(std::uint16_t text) { return {text, std::uint64_t{1} << 63, nullptr, 0, false}; }
  TypedWord written(const Token& token) const {
    if (token.entry->text != 0) return text_row(token.entry->text);
    const bool plain = token.entry->address == 0 && token.entry->spoken == 0;
    return {token.low, token.high, scan_.text + token.at, token.size, plain};
  }
  TypedNumber number_of(const Token& token) const { return {token.low, scan_.text + token.at, token.size}; }
  bool add_word(TypedWord (&words)[kMostTypedWords], int& count, TypedWord word) {
    if (count == kMostTypedWords) return false;
    words[count++] = word;
    return true;
  }

  const Scan& scan_;
  TypedAddress& out_;
  Token tokens_[kMostTokens];
  int count_ = 0, end_ = 0;
  int start_ = 1, cursor_ = 1;
  bool doubtful_state_ = false;  // NE, CT behind no comma
};

bool TypedReader::add(std::size_t at, std::size_t size, Sort sort) {
  if (count_ == kMostTokens) return false;
  Token& token = tokens_[count_];
  token.at = static_cast<std::uint8_t>(at);
  token.size = static_cast<std::uint8_t>(size);
  token.sort = sort;
  if (sort == Sort::word) {
    if (size > kLexiconLetters) return false;
    const LaneWord word = word_at(scan_.text + at, size);
    token.low = word.low;
    token.high = word.high;
    token.entry = &find_in_lexicon(word.low, word.high);
  } else if (sort == Sort::number) {
    if (size > kLongestNumber) return false;
    token.low = load_letters(scan_.text + at, size);
  }
  ++count_;
  return true;
}

bool TypedReader::cut() {
  const ScanMask symbols = scan_.symbols();
  bool gap = false;
  std::size_t behind = kScanCapacity;  // the place behind the last token, or none
  std::uint64_t before[3] = {0, 0, 0};
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t letters = scan_.letters.at[half], digits = scan_.digits.at[half];
    std::uint64_t starts =
        symbols.at[half] | (letters & ~(letters << 1 | before[0])) | (digits & ~(digits << 1 | before[1]));
    before[0] = letters >> 63;
    before[1] = digits >> 63;
    for (; starts != 0; starts &= starts - 1) {
      const int place = std::countr_zero(starts);
      const std::size_t at = static_cast<std::size_t>(64 * half + place);
      const bool word = letters >> place & 1, number = digits >> place & 1;
      if (!word && !number) {
        const char symbol = scan_.text[at];
        const char next = scan_.text[at + 1];
        if (symbol == ',') {
          gap = true;
        } else if (symbol == '.') {
          // "St. Riverton", "P.O. Box", "44011.", but not 1.5
          if (at == 0 || scan_.text[at - 1] == ' ' ||
              !(scan_.letters.test(at - 1) || next == ' ' || next == ',' || next == 0))
            return false;
        } else if (symbol != '#' || !add(at, 1, Sort::hash)) {
          return false;
        } else {
          tokens_[count_ - 1].gap = gap;
          tokens_[count_ - 1].glued = false;
          gap = false;
          behind = kScanCapacity;
        }
        continue;
      }
      const std::size_t end = Scan::end_of_run(word ? scan_.letters : scan_.digits, at);
      if (!add(at, end - at, word ? Sort::word : Sort::number)) return false;
      tokens_[count_ - 1].gap = gap;
      tokens_[count_ - 1].glued = at == behind;
      gap = false;
      behind = end;
    }
  }
  end_ = count_;
  return count_ >= 3;
}

bool TypedReader::says(int k, std::string_view word) const {
  return is_word(k) && std::string_view(scan_.text + tokens_[k].at, tokens_[k].size) == word;
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

// What stands in front of the street: the house number, a flat and the house number, or a box instead of both.
bool TypedReader::house() {
  out_.box = false;
  out_.unit = 0;
  out_.unit_class = static_cast<std::uint8_t>(UnitClass::none);
  out_.unit_id = 0;
  int at = 0;
  if (is_word(0)) {
    at = box_number();
    out_.box = at > 0;
    if (at == 0) {
      if (!has(0, kUnitPart) || row(0).unit_class != UnitClass::generic || !read_unit(0, at)) return false;
      // "flat 2 7 high street": a caller's digits run on.
      if (at + 1 >= end_ || (!tokens_[at].gap && (tokens_[at - 1].size == 1 || tokens_[at - 1].sort != Sort::number)))
        return false;
    } else if (at >= end_ || tokens_[at].gap) {
      return false;
    }
  }
  if (at + 1 >= end_) return false;
  const Token& number = tokens_[at];
  const Token& next = tokens_[at + 1];
  if (number.sort != Sort::number || number.glued || next.glued || next.sort == Sort::hash) return false;
  // The word behind a box must not be able to be a letter of its number.
  if (out_.box) {
    if (next.sort != Sort::word || (!next.gap && (next.size < 2 || next.entry->spoken != 0))) return false;
  } else if (next.gap) {
    return false;
  }
  out_.house = number_of(number);
  start_ = cursor_ = at + 1;
  return true;
}

// A state of two words at `at`: "south carolina".
bool TypedReader::state_of_two_words(int at) {
  const Token& first = tokens_[at];
  const Token& second = tokens_[at + 1];
  char room[2 * kLexiconLetters + 1];
  std::memcpy(room, scan_.text + first.at, first.size);
  room[first.size] = ' ';
  std::memcpy(room + first.size + 1, scan_.text + second.at, second.size);
  const std::size_t size = first.size + 1u + second.size;
  const AddressWord* found = kAddressWords.find({room, size});
  if (!found || found->state == 0 || found->roles != 0 || found->types[0] != 0) return false;
  out_.state = found->state;
  return true;
}

// "ng16 8jz", "b132nq": British codes, the only ones with letters that are taken here.
bool TypedReader::british_code() {
  const int last = end_ - 1;
  if (last < 3 || !is_word(last) || tokens_[last].size != 2 || !tokens_[last].glued) return false;
  const bool apart = tokens_[last - 1].sort == Sort::number && tokens_[last - 1].size == 1 && !tokens_[last - 1].glued;
  const int letters = last - (apart ? 3 : 2);
  if (letters < start_ || !is_word(letters) || tokens_[letters].glued || tokens_[letters].size > 2) return false;
  const Token& outward = tokens_[letters + 1];
  const std::size_t digits = outward.size + std::size_t{apart};
  if (outward.sort != Sort::number || !outward.glued || digits < 2 || digits > 3 || tokens_[last - 1].gap) return false;
  if ((tokens_[letters].size == 2 && tokens_[letters].entry->spoken != 0) || tokens_[last].entry->spoken != 0)
    return false;
  std::size_t size = tokens_[letters].size;
  std::uint64_t code = tokens_[letters].low;
  const auto append = [&](const Token& token) {
    code |= token.low << 8 * size;
    size += token.size;
  };
  append(outward);
  if (apart) append(tokens_[last - 1]);
  append(tokens_[last]);
  out_.postcode = {code, nullptr, static_cast<std::uint8_t>(size)};
  end_ = letters;
  return true;
}

// Postal code and state.
bool TypedReader::tail() {
  out_.postcode = {0, nullptr, 0};
  out_.state = 0;
  bool four_figures = false;
  if (const Token& number = tokens_[end_ - 1]; number.sort == Sort::number) {
    const int before = end_ - 2;
    if (tokens_[before].sort != Sort::hash && !has(before, kUnitPart)) {
      if (number.glued || (number.size != 5 && number.size != 4)) return false;
      four_figures = number.size == 4;
      out_.postcode = number_of(number);
      --end_;
    }
  } else {
    british_code();
  }
  const int last = end_ - 1;
  if (last <= start_) return false;
  if (is_word(last) && !tokens_[last].glued) {
    // Two words of a state, or of any other phrase.
    if (is_word(last - 1) && !tokens_[last].gap &&
        (tokens_[last - 1].entry->seconds & bit_of_second(tokens_[last].low))) {
      if (!state_of_two_words(last - 1)) return false;
      end_ -= 2;
    } else if (has(last, kStatePart)) {
      const AddressWord& state = row(last);
      // "5th fl" is a floor.
      if (state.unit && (four_figures || tokens_[last - 1].glued)) return false;
      // "or 2315" stands between two answers.
      if (four_figures && (state.types[0] || says(last, "or"))) return false;
      out_.state = state.state;
      doubtful_state_ = (state.direction != 0 || state.types[0] != 0) && !tokens_[last].gap;
      --end_;
    }
  }
  const bool british = out_.postcode.size != 0 && out_.postcode.text == nullptr;
  if (four_figures ? out_.state == 0 : british && out_.state != 0) return false;
  for (int k = start_; k + 1 < end_; ++k)
    if (tokens_[k].sort == Sort::word && is_word(k + 1) && !tokens_[k + 1].gap &&
        (tokens_[k].entry->seconds & bit_of_second(tokens_[k + 1].low)))
      return false;
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
      if (detail::load4(scan_.text + at) == detail::load4(stem) && (stem[3] != 'l' || scan_.text[at + 4] == 'e'))
        return false;
  return true;
}

bool TypedReader::street() {
  static constexpr std::uint16_t kNoTypes[3] = {0, 0, 0};
  out_.before = out_.after = 0;
  out_.street_words = 0;
  out_.letters = out_.bounded = false;
  out_.types = kNoTypes;
  if (out_.box) return true;
  if (has(cursor_, kDirectionPart)) out_.before = row(cursor_++).direction;
  const int first = cursor_;
  int stop = first;
  while (stop < end_ && tokens_[stop].sort != Sort::hash && !has(stop, kUnitPart) &&
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
    while (type < end_ && !is_common_type(type)) ++type;
    if (type >= end_) {
      // None that is always a type: the last word that can be one.
      common = false;
      type = end_;
      while (type > first && !(is_word(type - 1) && tokens_[type - 1].entry->address != 0 && row(type - 1).types[0]))
        --type;
      if (type-- == first || !has(type, kTypePart)) return false;
    }
  }
  if (type <= first) return false;
  for (int k = first; k < type; ++k) {
    TypedWord word{};
    if (is_ordinal(k)) {
      word = {tokens_[k].low, std::uint64_t{1} << 62, nullptr, 0, false};
      ++k;
    } else if (tokens_[k].gap) {
      return false;
    } else if (is_name(k) || has(k, kStreetPart)) {
      word = written(tokens_[k]);
      out_.letters |= tokens_[k].entry->spoken != 0;
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
  if (!hash) {
    out_.unit = row(at).unit;
    out_.unit_class = static_cast<std::uint8_t>(row(at).unit_class);
  }
  ++at;
  if (!hash && at < end_ && tokens_[at].sort == Sort::hash && !tokens_[at].gap) ++at;
  if (at >= end_ || tokens_[at].gap || tokens_[at].glued || tokens_[at].sort == Sort::hash) return false;
  const Token& id = tokens_[at];
  out_.unit_id = id.low;
  if (id.sort == Sort::word) {
    if (id.size != 1) return false;
  } else {
    if (id.size >= kLongestNumber) return false;
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
  if (cursor_ >= end_ || !(tokens_[cursor_].sort == Sort::hash || has(cursor_, kUnitPart))) return true;
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
    out_.letters |= token.entry->spoken != 0;
  }
  // Letters in front of the end may be those of a postal code.
  const Token& last = tokens_[end_ - 1];
  return (last.size >= 4 && last.entry->spoken == 0 && has(end_ - 1, kNamePart)) ||
         (out_.postcode.size == 5 && tokens_[count_ - 1].size == 5);
}

// The slips between two runs of words, or -1 when they differ otherwise or in a way that is not plain.
int slips_of(const TypedWord* said, int count, const TypedWord* stored, int stored_count) {
  if (count != stored_count) return -1;
  int slips = 0;
  for (int k = 0; k < count; ++k) {
    if (said[k] == stored[k]) continue;
    if (!said[k].plain || !stored[k].plain || said[k].view() == "junior" || stored[k].view() == "junior") return -1;
    bool near = false;
    const int more = slips_between(said[k].view(), stored[k].view(), near);
    if (more <= 0) return -1;
    slips += more;
  }
  return slips;
}

bool share_type(const std::uint16_t* one, const std::uint16_t* other) {
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j)
      if (one[k] != 0 && one[k] == other[j]) return true;
  return false;
}

}  // namespace

bool read_typed(const Scan& scan, TypedAddress& out) { return TypedReader(scan, out).run(); }

std::int16_t compare_typed(const TypedAddress& said, const TypedAddress& stored) {
  constexpr auto kNoUnit = static_cast<std::uint8_t>(UnitClass::none);
  if (said.box != stored.box || (!said.box && !share_type(said.types, stored.types))) return kUndecided;
  const int street_slips = slips_of(said.street, said.street_words, stored.street, stored.street_words);
  if (street_slips < 0) return kUndecided;
  int town_slips = 0;
  const bool town_missing = said.town_words == 0 && stored.town_words != 0;
  if (town_missing) {
    // Where the street ends must be beyond doubt.
    if (!stored.bounded || street_slips > 0 || (said.unit_class != kNoUnit && stored.postcode.size == 4))
      return kUndecided;
    for (int k = 0; k < stored.town_words; ++k)
      if (!stored.town[k].plain) return kUndecided;
  } else {
    if (stored.town_words == 0) return kUndecided;
    town_slips = slips_of(said.town, said.town_words, stored.town, stored.town_words);
    if (town_slips < 0) return kUndecided;
  }
  int score = 100 - kSlipPoints * street_slips;
  if (street_slips > 1) score = std::min(score, kManySlipsCap);
  if (said.before != stored.before || said.after != stored.after) {
    if (said.before != stored.after || said.after != stored.before || street_slips > 0) return kUndecided;
    --score;
  }
  constexpr auto kGeneric = static_cast<std::uint8_t>(UnitClass::generic);
  constexpr auto kWild = static_cast<std::uint8_t>(UnitClass::wild);
  const bool no_unit = said.unit_class == kNoUnit || stored.unit_class == kNoUnit;
  const bool one_word =
      said.unit_class == stored.unit_class && (said.unit == stored.unit || said.unit_class == kGeneric);
  const bool wild = !no_unit && (said.unit_class == kWild || stored.unit_class == kWild);
  const bool units_equal = said.unit_id == stored.unit_id && (one_word || wild);
  const bool houses_equal = said.house.figures == stored.house.figures;
  // A caller's word may be a letter, of a unit or a house number.
  if ((!units_equal || !houses_equal) && said.letters) return kUndecided;
  if (!houses_equal) {
    const bool states_differ = said.state != 0 && stored.state != 0 && said.state != stored.state;
    if (states_differ || street_slips > 0 || said.box) return kUndecided;
    const bool slip = osa_distance(said.house.view(), stored.house.view(), 1) <= 1 && (units_equal || no_unit);
    score = std::min(score, slip ? kHouseSlipCap : kHouseCap);
  }
  if (!units_equal) {
    if (no_unit) score -= kUnitMissing;
    else score = std::min(score, kUnitCap);
  }
  score -= town_missing ? kTownMissing : kSlipPoints * town_slips;
  if (said.postcode.figures != stored.postcode.figures) {
    if (said.postcode.size == 0 || stored.postcode.size == 0)
      score -= stored.postcode.size != 0 ? kMissing : kMissingStored;
    else if (!said.postcode.text || !stored.postcode.text) return kUndecided;
    else if (!town_missing && osa_distance(said.postcode.view(), stored.postcode.view(), 1) <= 1)
      score -= kPostcodeSlip;
    else score = std::min(score, kPostcodeCap);
  }
  if (said.state != stored.state) {
    if (said.state != 0 && stored.state != 0) return kUndecided;
    score -= stored.state != 0 ? kMissing : kMissingStored;
  }
  return static_cast<std::int16_t>(std::max(score, 0));
}

}  // namespace ablmatch::postal
