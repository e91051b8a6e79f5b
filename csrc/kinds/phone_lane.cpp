// The fast lane of kind phone: stored numbers of the North American plan, whose rules are few. What is said is typed,
// spelled on the keypad, or spoken in plain number words.
//
// Such a number has ten digits, none of the first of which is 0 or 1, and people give it as these ten, behind 1, behind
// 011 1 or 00 1. So whatever stands in front is told by its first digits, and the ten are compared by themselves.
#include <array>

#include "../tables/spoken_words.hpp"
#include "number_phrase.hpp"
#include "phone.hpp"
#include "phone_words.hpp"

namespace ablmatch {
namespace {

constexpr std::size_t kNationalSize = 10;
// Digits behind an exit code that are certainly no national number of ten digits together with it.
constexpr std::size_t kLeastAbroad = 9;
constexpr std::size_t kMostExtension = 20;
// By the number of slips: none, one, more.
constexpr std::int16_t kScores[] = {100, 50, 0};

bool is_north_american(RegionId region) { return country_code(region) == 1; }

// Above every first digit that the plan has uses for.
bool begins_national(char digit) { return digit >= '2'; }

// ---- typed values ----------------------------------------------------------------------------------------------------

struct TypedPhone {
  PackedDigits number, extension;
  bool plus;
};

// Symbols that mean something in a telephone number or forbid one; every other is a separator.
constexpr std::string_view kTellingSymbols = "+#,;@=$%_{}(";

constexpr std::array<bool, 128> kTelling = [] {
  std::array<bool, 128> set{};
  for (const char c : kTellingSymbols) set[static_cast<unsigned char>(c)] = true;
  return set;
}();
std::size_t first_of(const ScanMask& mask) {
  if (mask.at[0] != 0) return static_cast<std::size_t>(std::countr_zero(mask.at[0]));
  return mask.at[1] != 0 ? 64 + static_cast<std::size_t>(std::countr_zero(mask.at[1])) : 128;
}

ScanMask from_place(const ScanMask& mask, std::size_t place) {
  const std::uint64_t all = ~std::uint64_t{0};
  if (place < 64) return {{mask.at[0] & all << place, mask.at[1]}};
  return {{0, place < 128 ? mask.at[1] & all << (place - 64) : 0}};
}

ScanMask up_to(const ScanMask& mask, std::size_t place) {
  const ScanMask rest = from_place(mask, place);
  return {{mask.at[0] & ~rest.at[0], mask.at[1] & ~rest.at[1]}};
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

// The symbols of a typed number: false when one of them may change what the digits mean.
bool read_symbols(const Scan& scan, std::size_t first_digit, bool& plus) {
  plus = false;
  const ScanMask symbols = scan.symbols();
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = symbols.at[block]; rest != 0; rest &= rest - 1) {
      const auto at = 64 * block + static_cast<std::size_t>(std::countr_zero(rest));
      const char symbol = scan.text[at];
      if (!kTelling[static_cast<unsigned char>(symbol) & 127]) continue;
      if (symbol == '(' && !is_bracketed_zero(scan.text + at)) continue;
      if (symbol != '+' || at > first_digit) return false;
      plus = true;
    }
  return true;
}

// A value of figures and separators. False when it is no such, or holds what needs the plan.
bool read_typed(const Scan& scan, TypedPhone& out) {
  const std::size_t first_digit = first_of(scan.digits);
  std::size_t cut = 128;
  const bool words = scan.letters.any();
  if (first_digit == 128 || (words && !read_words(scan, first_digit, cut))) return false;
  if (!read_symbols(scan, first_digit, out.plus)) return false;
  const ScanMask number = words ? up_to(scan.digits, cut) : scan.digits;
  if (scan.size > kMaxPackedDigits && count_marked(number) > kMaxPackedDigits) return false;
  pack_digits(scan, number, out.number);
  out.extension.size = 0;
  if (cut == 128) return true;
  const ScanMask extension = from_place(scan.digits, cut);
  const std::size_t size = count_marked(extension);
  if (size == 0 || size > kMostExtension) return false;
  pack_digits(scan, extension, out.extension);
  return true;
}

// A value of figures and separators alone, which is some number.
bool is_typed(const Scan& scan) {
  const std::size_t first_digit = first_of(scan.digits);
  bool plus;
  return first_digit < 128 && !scan.letters.any() && read_symbols(scan, first_digit, plus);
}

// ---- the stored number -----------------------------------------------------------------------------------------------

struct StoredPhone {
  TypedPhone typed;
  std::size_t national_at;  // where the ten digits begin
  bool international;  // its country code was written

  PackedView national() const { return PackedView(typed.number, national_at); }
};

bool read_stored(const Scan& scan, const Context& context, StoredPhone& out) {
  if (!read_typed(scan, out.typed)) return false;
  const PackedDigits& digits = out.typed.number;
  out.national_at = digits.size == kNationalSize ? 0 : 1;
  out.international = out.national_at == 1;
  if (digits.size != kNationalSize + out.national_at || !begins_national(digits.text[out.national_at])) return false;
  if (out.international && digits.text[0] != '1') return false;
  return out.typed.plus ? out.international : is_north_american(context.region);
}

bool extensions_differ(const PackedDigits& said, const PackedDigits& stored) {
  return said.size > 0 && stored.size > 0 && packed_slips(PackedView(said), PackedView(stored)) != 0;
}

// ---- what was typed --------------------------------------------------------------------------------------------------

std::int16_t compare_typed(const TypedPhone& said, const StoredPhone& stored, const Context& context) {
  const char* const text = said.number.text;
  const std::size_t size = said.number.size;
  const auto abroad = [&](std::string_view prefix) {
    return said.number.view().starts_with(prefix) && size >= prefix.size() + kLeastAbroad &&
           begins_national(text[prefix.size()]);
  };
  std::size_t at = 0;
  if (size >= 2 && text[0] == '1' && begins_national(text[1])) {
    at = 1;
  } else if (said.plus) {
    // Another country, if the stored number tells its own.
    return begins_national(text[0]) && stored.international ? kScores[2] : kUndecided;
  } else if (text[0] == '0') {
    if (abroad("001")) at = 3;
    else if (abroad("0111")) at = 4;
    else return kUndecided;
  } else if (text[0] == '1') {
    return kUndecided;
  }
  int slips = packed_slips(PackedView(said.number, at), stored.national());
  // The 1 may be the second digit of ten, and the first one missing.
  if (slips == 2 && at == 1 && !said.plus) slips = packed_slips(PackedView(said.number), stored.national());
  if (slips != 0 && at > 1 && !is_north_american(context.region)) return kUndecided;
  return extensions_differ(said.extension, stored.typed.extension) ? kScores[2] : kScores[slips];
}

// ---- letters for keys ------------------------------------------------------------------------------------------------

// "800-FLOWERS" as the digits of its keys. False when the letters may be anything else.
bool read_keypad(const Scan& scan, PackedDigits& out) {
  constexpr std::size_t kMinFigures = 3, kMaxFigures = 7, kMinLetters = 3, kMaxLetters = 7;
  const std::size_t from = first_of(scan.letters), end = Scan::end_of_run(scan.letters, from), letters = end - from;
  if (letters < kMinLetters || letters > kMaxLetters || end != scan.size) return false;
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = scan.symbols().at[block]; rest != 0; rest &= rest - 1)
      if (std::string_view("-./()").find(scan.text[64 * block + static_cast<std::size_t>(std::countr_zero(rest))]) ==
          std::string_view::npos)
        return false;
  const std::size_t figures = count_marked(scan.digits);
  if (figures < kMinFigures || figures > kMaxFigures) return false;
  const std::string_view word = scan.view().substr(from);
  if (kSpokenWords.find(word) != nullptr || phone_word(word) != PhoneWord::other) return false;
  pack_digits(scan, scan.digits, out);
  for (const char letter : word) out.text[out.size++] = "22233344455566677778889999"[letter - 'a'];
  return true;
}

std::int16_t compare_keypad(const PackedDigits& said, const StoredPhone& stored, RegionId region) {
  const std::size_t at = said.text[0] == '1' ? 1 : 0;
  if (!begins_national(said.text[at])) return kUndecided;
  const PackedView national(said, at);
  const int slips = packed_slips(national, stored.national());
  // Letters are keys only in numbers that exist; the figures alone are too few.
  if (slips == 2 || national.size != kNationalSize) return kScores[2];
  PhoneNumber number;
  number.region = region;
  number.nsn_size = static_cast<int>(kNationalSize);
  std::memcpy(number.nsn, national.text, kNationalSize);
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
    case NumberKind::figures: return begins_national(scan.text[token->begin]);
    case NumberKind::unit: return token->sense.value >= 2;
    case NumberKind::tens:
    case NumberKind::compound: return true;
    case NumberKind::hundreds: return token->sense.value >= 200;
    default: return false;
  }
}

// Might the figures of a phrase be the first of a number in letters, or a typed number with a pause or a zero of its own?
bool may_be_typed(const Scan& scan, const NumberPhrase& phrase, RegionId region) {
  constexpr std::size_t kMinFigures = 3, kMaxFigures = 7, kLongest = 10, kLongestBehindOne = 14;
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
    const bool whole = all == kNationalSize && begins_national(first) && is_north_american(region);
    for (std::size_t at = 0; at < scan.size; ++at)
      if ((scan.text[at] == ',' && !whole) || (scan.text[at] == '(' && is_bracketed_zero(scan.text + at))) return true;
  }
  // A number in letters begins with some figures, and letters are figures too.
  if (figures < kMinFigures || figures > kMaxFigures) return false;
  return first == '0' || all <= (first == '1' ? kLongestBehindOne : kLongest) || !is_north_american(region);
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

std::int16_t compare_spoken(const Scan& said, const StoredPhone& stored, const Context& context) {
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
                                    DigitPlaces(stored.national()), !national);
  // The 1 may be the second digit of ten, and the first one missing.
  const bool shifted = one && !phrase.plus && stored.national().text[1] == '1';
  if (slips == 2 && shifted)
    return phrase_distance(said, phrase, phrase.first, phrase.number_end, NumberReader::phone,
                           DigitPlaces(stored.national())) == 2
               ? kScores[2]
               : kUndecided;
  if (slips == 2) return kScores[2];
  // Whether a slip lies in the national number depends on the reading.
  if (!national || (slips == 1 && one)) return kUndecided;
  if (phrase.extension < phrase.count) {
    if (!has_reading(phrase)) return kUndecided;
    const PackedDigits& extension = stored.typed.extension;
    if (extension.size > 0 && phrase_distance(said, phrase, phrase.extension, phrase.count, NumberReader::phone,
                                              DigitPlaces(PackedView(extension))) != 0)
      return kScores[2];
  }
  return kScores[slips];
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
  PackedDigits keys;
  if (first_of(said.digits) < first_of(said.letters) && region_code(context.region) == "US" && read_keypad(said, keys))
    return compare_keypad(keys, number, context.region);
  return compare_spoken(said, number, context);
}

}  // namespace ablmatch
