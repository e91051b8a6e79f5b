// The fast lane of kind phone: stored numbers of the North American plan, whose rules are few. What is said is typed,
// spelled on the keypad, or spoken in plain number words.
//
// Such a number has ten digits, none of the first of which is 0 or 1, and people give it as these ten, behind 1, behind
// 011 1 or 00 1. So whatever stands in front is told by its first digits, and the ten are compared by themselves.
#include <bit>

#include "../tables/spoken_words.hpp"
#include "number_phrase.hpp"
#include "number_plain.hpp"
#include "number_rows.hpp"
#include "number_typed.hpp"
#include "packed_number.hpp"
#include "phone.hpp"
#include "phone_nanp.hpp"
#include "phone_words.hpp"

namespace ablmatch {

using namespace nanp;

namespace {

constexpr std::size_t kMostExtension = 20;

// ---- typed values ----------------------------------------------------------------------------------------------------

struct TypedPhone {
  PackedNumber number, extension;
  bool plus;
};

std::size_t first_of(const ScanMask& mask) {
  if (mask.at[0] != 0) return static_cast<std::size_t>(std::countr_zero(mask.at[0]));
  return mask.at[1] != 0 ? 64 + static_cast<std::size_t>(std::countr_zero(mask.at[1])) : 128;
}

ScanMask from_place(const ScanMask& mask, std::size_t place) {
  const std::uint64_t all = ~std::uint64_t{0};
  if (place < 64) return {{mask.at[0] & all << place, mask.at[1]}};
  return {{0, place < 128 ? mask.at[1] & all << (place - 64) : 0}};
}

// "(0)", whose zero may be none of the number's.
bool is_bracketed_zero(const char* text) {
  text += text[1] == ' ' ? 2 : 1;
  return *text == '0' && (text[1] == ')' || (text[1] == ' ' && text[2] == ')'));
}

// "tel:" in front, "ext 45" behind: the only words of a typed number here. `cut`: where the extension begins.
bool read_words(const Scan& scan, std::size_t first_digit, std::size_t& cut) {
  std::size_t at = first_of(scan.letters);
  if (at < first_digit) {
    const std::size_t end = Scan::end_of_run(scan.letters, at);
    if (at != 0 || scan.view().substr(0, end) != "tel") return false;
    at = first_of(from_place(scan.letters, end));
    if (at < first_digit) return false;
    if (at == 128) return true;
  }
  const std::size_t end = Scan::end_of_run(scan.letters, at);
  const std::string_view word = scan.view().substr(at, end - at);
  if (word != "x" && word != "ext" && word != "extension") return false;
  cut = at;
  return first_of(from_place(scan.letters, end)) == 128;
}

// The symbols that tell something: false when one of them may change what the digits mean.
bool read_symbols(const Scan& scan, std::uint64_t telling, std::size_t first_digit, bool& plus) {
  plus = false;
  for (; telling != 0; telling &= telling - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(telling));
    const char symbol = scan.text[at];
    if (symbol == '(' && !is_bracketed_zero(scan.text + at)) continue;
    if (symbol != '+' || at > first_digit) return false;
    plus = true;
  }
  return true;
}

bool is_short(const Scan& scan) { return scan.size <= 64 && scan.digits.at[0] != 0; }

// A value of figures and separators. False when it is no such, or holds what needs the plan.
bool read_typed(const Scan& scan, TypedPhone& out) {
  if (!is_short(scan)) return false;
  const std::size_t first_digit = first_of(scan.digits);
  std::size_t cut = 128;
  const bool words = scan.letters.any();
  if (words && !read_words(scan, first_digit, cut)) return false;
  const TypedFigures typed = read_typed_figures(scan);
  if (!read_symbols(scan, typed.telling, first_digit, out.plus)) return false;
  out.number = typed.number;
  out.extension = {0, 0};
  if (cut < 128) {
    const std::uint64_t extension = from_place(scan.digits, cut).at[0];
    if (extension == 0) return false;
    out.number = pack_number(scan, scan.digits.at[0] & ~extension);
    out.extension = pack_number(scan, extension);
  }
  return out.number.size <= kMaxPackedNumber && out.extension.size <= kMaxPackedNumber;
}

// A value of figures and separators alone, which is some number.
bool is_typed(const Scan& scan) {
  bool plus;
  return is_short(scan) && !scan.letters.any() &&
         read_symbols(scan, read_typed_figures(scan).telling, first_of(scan.digits), plus);
}

// ---- the stored number -----------------------------------------------------------------------------------------------

struct StoredPhone {
  PackedNumber national, extension;
  bool international;  // its country code was written
};

// False when it is none of the plan.
bool make_stored(PackedNumber number, bool plus, PackedNumber extension, const Context& context, StoredPhone& out) {
  const std::size_t national_at = number.size == kNationalSize ? 0 : 1;
  out.international = national_at == 1;
  if (number.size != kNationalSize + national_at || !begins_national(number.digit(national_at))) return false;
  if (out.international && number.digit(0) != 1) return false;
  out.national = number.from(national_at);
  out.extension = extension;
  return plus ? out.international : is_north_american(context.region);
}

bool read_stored(const Scan& scan, const Context& context, StoredPhone& out) {
  TypedPhone typed;
  return read_typed(scan, typed) && make_stored(typed.number, typed.plus, typed.extension, context, out);
}

bool extensions_differ(PackedNumber said, PackedNumber stored) {
  return said.size > 0 && stored.size > 0 && number_slips(said, stored) != 0;
}

// ---- what was typed --------------------------------------------------------------------------------------------------

std::int16_t compare_typed(const TypedPhone& said, const StoredPhone& stored, const Context& context) {
  const PackedNumber& number = said.number;
  const std::size_t size = number.size;
  const unsigned first = number.digit(0);
  const auto abroad = [&](std::size_t prefix_size, std::uint64_t prefix) {
    return size >= prefix_size + kLeastAbroad && number.digits >> 4 * (size - prefix_size) == prefix &&
           begins_national(number.digit(prefix_size));
  };
  std::size_t at = 0;
  if (first == 1 && size >= 2 && begins_national(number.digit(1))) {
    at = 1;
  } else if (said.plus) {
    // Another country, if the stored number tells its own.
    return begins_national(first) && stored.international ? kScores[2] : kUndecided;
  } else if (first == 0) {
    if (abroad(3, 0x001)) at = 3;
    else if (abroad(4, 0x0111)) at = 4;
    else return kUndecided;
  } else if (first == 1) {
    return kUndecided;
  }
  int slips = number_slips(number.from(at), stored.national);
  // The 1 may be the second digit of ten, and the first one missing.
  if (slips == 2 && at == 1 && !said.plus) slips = number_slips(number, stored.national);
  if (slips != 0 && at > 1 && !is_north_american(context.region)) return kUndecided;
  return extensions_differ(said.extension, stored.extension) ? kScores[2] : kScores[slips];
}

// ---- letters for keys ------------------------------------------------------------------------------------------------

// "800-FLOWERS" as the digits of its keys. False when the letters may be anything else.
bool read_keypad(const Scan& scan, PackedNumber& out) {
  constexpr std::size_t kMinFigures = 3, kMaxFigures = 7, kMinLetters = 3, kMaxLetters = 7;
  const std::size_t from = first_of(scan.letters), end = Scan::end_of_run(scan.letters, from), letters = end - from;
  if (letters < kMinLetters || letters > kMaxLetters || end != scan.size) return false;
  if (!is_short(scan)) return false;
  for (std::uint64_t rest = scan.symbols().at[0]; rest != 0; rest &= rest - 1) {
    const char symbol = scan.text[std::countr_zero(rest)];
    if (symbol != '-' && symbol != '.' && symbol != '/' && symbol != '(' && symbol != ')') return false;
  }
  out = pack_number(scan, scan.digits.at[0]);
  const std::size_t figures = out.size;
  if (figures < kMinFigures || figures > kMaxFigures) return false;
  const std::string_view word = scan.view().substr(from);
  if (kSpokenWords.find(word) != nullptr || phone_word(word) != PhoneWord::other) return false;
  for (const char letter : word)
    out.digits = out.digits << 4 | static_cast<std::uint64_t>("22233344455566677778889999"[letter - 'a'] - '0');
  out.size += letters;
  return true;
}

std::int16_t compare_keypad(PackedNumber said, const StoredPhone& stored, RegionId region) {
  const std::size_t at = said.digit(0) == 1 ? 1 : 0;
  if (!begins_national(said.digit(at))) return kUndecided;
  const PackedNumber national = said.from(at);
  const int slips = number_slips(national, stored.national);
  // Letters are keys only in numbers that exist; the figures alone are too few.
  if (slips == 2 || national.size != kNationalSize) return kScores[2];
  PhoneNumber number;
  number.region = region;
  number.nsn_size = static_cast<int>(kNationalSize);
  for (std::size_t k = 0; k < kNationalSize; ++k) number.nsn[k] = static_cast<char>('0' + national.digit(k));
  return is_valid_national(number) ? kScores[slips] : kScores[2];
}

// ---- what was spoken -------------------------------------------------------------------------------------------------

bool is_scale_or_joint(NumberKind kind) {
  return kind == NumberKind::hundred || kind == NumberKind::thousand || kind == NumberKind::conjunction;
}

bool separates(const NumberToken& token) {
  return token.is(NumberKind::gap) || token.is(NumberKind::conjunction) || (token.sense.flags & kNumberSeparator) != 0;
}

// A lone one: the country code, in every reading.
bool is_one(const Scan& scan, const NumberPhrase& phrase, int at) {
  const NumberToken& token = phrase.at[at];
  if (token.is(NumberKind::figures)) return token.end - token.begin == 1 && scan.text[token.begin] == '1';
  return token.is(NumberKind::unit) && token.sense.value == 1 && !is_scale_or_joint(phrase.at[at + 1].sense.kind);
}

// Does every reading from token `at` on begin with 2 to 9?
bool reads_national(const Scan& scan, const NumberPhrase& phrase, int at) {
  const NumberToken* token = &phrase.at[at];
  if (token->is(NumberKind::multiplier)) ++token;
  switch (token->sense.kind) {
    case NumberKind::figures: return scan.text[token->begin] >= '2';
    case NumberKind::unit: return token->sense.value >= 2;
    case NumberKind::tens:
    case NumberKind::compound: return true;
    case NumberKind::hundreds: return token->sense.value >= 200;
    default: return false;
  }
}

// Might figures be the first of a number in letters, `letters` and figures together? They are such a number's first, and
// letters are figures too.
bool may_be_keypad(unsigned first, std::size_t figures, std::size_t letters, RegionId region) {
  constexpr std::size_t kMinFigures = 3, kMaxFigures = 7, kLongest = 10, kLongestBehindOne = 14;
  if (figures < kMinFigures || figures > kMaxFigures) return false;
  return first == 0 || letters <= (first == 1 ? kLongestBehindOne : kLongest) || !is_north_american(region);
}

// Might the figures of a phrase be the first of a number in letters, or a typed number with a pause or a zero of its own?
bool may_be_typed(const Scan& scan, const NumberPhrase& phrase, RegionId region) {
  if (!phrase.figures_only && !phrase.at[phrase.first].is(NumberKind::figures)) return false;
  const char first = scan.text[phrase.at[phrase.first].begin];
  std::size_t figures = 0, all = 0;
  bool words = false;
  for (int at = phrase.first; at < phrase.count; ++at) {
    const NumberToken& token = phrase.at[at];
    const std::size_t size = token.end - token.begin;
    words |= !token.is(NumberKind::figures);
    figures += words ? 0 : size;
    all += size;
  }
  if (phrase.figures_only && !phrase.plus) {
    const bool whole = all == kNationalSize && first >= '2' && is_north_american(region);
    for (std::size_t at = 0; at < scan.size; ++at)
      if ((scan.text[at] == ',' && !whole) || (scan.text[at] == '(' && is_bracketed_zero(scan.text + at))) return true;
  }
  return may_be_keypad(static_cast<unsigned>(first - '0'), figures, all, region);
}

// Does the extension said have a reading, whatever it is?
bool has_reading(const NumberPhrase& phrase) {
  int digits = 0;
  for (int at = phrase.extension; at < phrase.count; ++at) {
    const NumberToken& token = phrase.at[at];
    if (token.is(NumberKind::figures)) digits += token.end - token.begin;
    else if (token.sense.kind >= NumberKind::unit && token.sense.kind <= NumberKind::compound) digits += 2;
    else return false;
  }
  return digits <= static_cast<int>(kMostExtension);
}

// A number said in plain words, if it is of the plan. False when that has to be read in full.
bool compare_plain(const PlainNumber& said, const StoredPhone& stored, RegionId region, std::int16_t& score) {
  const PackedNumber all = said.readings.shortest;
  if (may_be_keypad(all.digit(0), said.figures_in_front, said.letters, region)) return false;
  const bool one = said.unit_first && all.digit(0) == 1;
  if ((one && all.size == 1) || !begins_national(all.digit(one ? 1 : 0))) return false;
  score = stored.international ? kScores[2] : kUndecided;
  if (said.plus && !one) return true;
  const int slips =
      number_slips(PackedReadings{all.from(one ? 1 : 0), said.readings.optional, said.readings.more}, stored.national);
  if (slips == kSlipsUnknown) return false;
  score = slips != 2 && extensions_differ(said.extension, stored.extension) ? kScores[2] : kScores[slips];
  // The 1 may be the second digit of ten, and the first one missing; where a slip lies depends on the reading, too.
  const bool shifted = slips == 2 && !said.plus && stored.national.digit(1) == 1;
  if (one && (slips == 1 || (shifted && number_slips(said.readings, stored.national) != 2))) score = kUndecided;
  return true;
}

std::int16_t compare_phrase(const Scan& said, const StoredPhone& stored, const Context& context) {
  NumberPhrase phrase;
  if (!read_number_phrase(said, NumberReader::phone, phrase) || may_be_typed(said, phrase, context.region))
    return kUndecided;
  int from = phrase.first;
  const bool one = is_one(said, phrase, from);
  if (one) {
    ++from;
    while (from < phrase.number_end && !phrase.at[from].is_numeric() && separates(phrase.at[from])) ++from;
    if (from == phrase.number_end || !phrase.at[from].is_numeric()) return kUndecided;
  }
  const bool national = reads_national(said, phrase, from);
  if (phrase.plus && !one) return national && stored.international ? kScores[2] : kUndecided;
  if (!national && !is_north_american(context.region)) return kUndecided;
  const int slips = phrase_distance(said, phrase, from, phrase.number_end, NumberReader::phone,
                                    DigitPlaces(stored.national), !national);
  // The 1 may be the second digit of ten, and the first one missing.
  const bool shifted = one && !phrase.plus && stored.national.digit(1) == 1;
  if (slips == 2 && shifted)
    return phrase_distance(said, phrase, phrase.first, phrase.number_end, NumberReader::phone,
                           DigitPlaces(stored.national)) == 2
               ? kScores[2]
               : kUndecided;
  if (slips == 2) return kScores[2];
  // Whether a slip lies in the national number depends on the reading.
  if (!national || (slips == 1 && one)) return kUndecided;
  if (phrase.extension < phrase.count) {
    if (!has_reading(phrase)) return kUndecided;
    const PackedNumber& extension = stored.extension;
    if (extension.size > 0 &&
        phrase_distance(said, phrase, phrase.extension, phrase.count, NumberReader::phone, DigitPlaces(extension)) != 0)
      return kScores[2];
  }
  return kScores[slips];
}

std::int16_t compare_spoken(const Scan& said, const StoredPhone& stored, const Context& context) {
  std::int16_t score;
  if (PlainNumber plain;
      read_plain_number(said, NumberReader::phone, plain) && compare_plain(plain, stored, context.region, score))
    return score;
  return compare_phrase(said, stored, context);
}

}  // namespace

std::int16_t phone_lane(const Scan& said, const Scan& stored, const Context& context) {
  // Equal bytes are scanned once.
  if (&said == &stored && is_typed(stored)) return kScores[0];
  StoredPhone number;
  if (!read_stored(stored, context, number) || !reaches_nanp_plainly(context.region)) return kUndecided;
  TypedPhone typed;
  if (read_typed(said, typed)) return compare_typed(typed, number, context);
  if (!said.letters.any()) return kUndecided;
  PackedNumber keys;
  if (first_of(said.digits) < first_of(said.letters) && region_code(context.region) == "US" && read_keypad(said, keys))
    return compare_keypad(keys, number, context.region);
  return compare_spoken(said, number, context);
}

std::uint32_t phone_scan_block_lane(const Scan* said, const Value* stored, std::uint32_t wanted, const Context& context,
                                    std::int16_t* scores) {
  if (!reaches_nanp_plainly(context.region)) return 0;
  PlainNumber plains[kScanBlock];
  const NumberRows rows = read_number_rows(said, wanted, NumberReader::phone, plains);
  const std::uint32_t known = rows.read | rows.refused;
  if (known == 0) return 0;
  StoredNumbers numbers;
  const std::uint32_t typed = read_stored_numbers(stored, known, NumberReader::phone, numbers);
  std::uint32_t decided = 0;
  for (std::uint32_t rest = known; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    StoredPhone number;
    if ((typed >> k & 1) != 0) {
      const PackedNumber extension = (numbers.extended >> k & 1) != 0 ? numbers.extension[k] : PackedNumber{0, 0};
      if (!make_stored(numbers.number(k), numbers.numbers.plus[k] != 0, extension, context, number)) continue;
    } else {
      Scan scanned;
      if (stored[k].null || !scan(stored[k].view(), scanned) || !read_stored(scanned, context, number)) continue;
    }
    if ((rows.read >> k & 1) == 0 || !compare_plain(plains[k], number, context.region, scores[k]))
      scores[k] = compare_phrase(said[k], number, context);
    decided |= std::uint32_t{scores[k] != kUndecided} << k;
  }
  return decided;
}

}  // namespace ablmatch
