// Keys of numbers: a score above 0 needs a code within one slip of a reading, or a telephone number that ends so.
#include <algorithm>
#include <cstring>
#include <string>

#include "index_key_kinds.hpp"
#include "kinds/digits.hpp"
#include "kinds/phone.hpp"
#include "kinds/phone_form.hpp"

namespace ablmatch {
namespace {

constexpr std::uint32_t kDigitsSeed = 2, kPhoneSeed = 3, kExactSeed = 4;

// Whatever stands before a national number, in every way of giving it, its last digits stay as they are.
constexpr std::size_t kTail = 6;
constexpr std::size_t kShortestNational = 7, kShortestStored = 9;

constexpr CharSet kFigures = [] {
  CharSet set{};
  for (unsigned char c = '0'; c <= '9'; ++c) set.add(c);
  return set;
}();

std::u32string widen(std::string_view ascii) { return {ascii.begin(), ascii.end()}; }

std::string_view tail_of(std::string_view digits) { return digits.substr(digits.size() - kTail); }

// The ends of a reading that are one slip from six digits.
void add_tails(std::u32string_view reading, std::vector<IndexKey>& keys) {
  const auto add = [&](std::size_t size) {
    if (reading.size() >= size)
      add_neighbour_keys(kPhoneSeed, reading.substr(reading.size() - size), kFigures, kTail, keys);
  };
  add(kTail - 1);
  add(kTail);
  add(kTail + 1);
}

bool holds_letter(std::string_view folded) {
  return std::any_of(folded.begin(), folded.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace

bool note_characters(std::string_view text, CharSet& characters) {
  if (text.size() >= kMostNeighbourText) return false;
  CharSet here{};
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
    here.add(static_cast<unsigned char>(c));
  }
  characters.merge(here);
  return true;
}

Standing add_stored_digits(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                           std::vector<IndexKey>& keys, bool& same_said) {
  if (!read_digits_stored(side, context, scratch.stored_form)) return Standing::never;
  const DigitsCodes codes = digits_codes(scratch.stored_form);
  if (!note_characters(codes.code, characters)) return Standing::loose;
  keys.push_back(text_key(kDigitsSeed, codes.code));
  same_said = !holds_letter(side.folded.view());
  return Standing::keyed;
}

bool add_said_digits(Side& side, const Context& context, Scratch& scratch, const CharSet& characters,
                     std::vector<IndexKey>& keys) {
  if (!read_digits_said(side, context, scratch.said_form)) return true;
  const DigitsCodes codes = digits_codes(scratch.said_form);
  if (!codes.written.empty()) keys.push_back(text_key(kDigitsSeed, code_points(codes.written)));
  if (codes.readings == nullptr) {
    if (codes.code.size() <= kMostNeighbourText)
      add_neighbour_keys(kDigitsSeed, code_points(codes.code), characters, 0, keys);
    return true;  // a longer one is more than a slip from any code that has a key
  }
  std::vector<std::u32string> readings;
  if (!list_readings(*codes.readings, 0, codes.readings->nodes - 1, {}, 0, readings)) return false;
  for (const std::u32string& reading : readings) add_neighbour_keys(kDigitsSeed, reading, characters, 0, keys);
  return true;
}

// A number scores when a reading is within one slip of a way of giving it, or reads as the same national number. Every
// way ends with the last six digits of the national number, which are those of the value; one slip leaves an end of the
// reading, five to seven digits long, within one slip of them.
Standing add_stored_phone(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                          std::vector<IndexKey>& keys, bool& same_said) {
  if (!read_phone_stored(side, context, scratch.stored_form)) return Standing::never;
  const PhoneReading& stored = scratch.stored_form.as<PhoneReading>();
  const std::string_view digits = stored.view();
  if (!stored.accepted || digits.size() < kShortestStored || digits.size() > kMaxPhoneDigits ||
      stored.number.national().size() < kShortestNational || tail_of(digits) != tail_of(stored.number.national()))
    return Standing::loose;
  if (!note_characters(digits, characters)) return Standing::loose;
  keys.push_back(text_key(kPhoneSeed, tail_of(digits)));
  if (!holds_letter(side.folded.view())) {
    split(side.folded, side.lexemes);
    same_said = read_phone_said(side, context, scratch.said_form);
    const PhoneReading& said = scratch.said_form.as<PhoneReading>();
    same_said = same_said && !said.spoken && said.view() == digits;
  } else {
    same_said = false;
  }
  return Standing::keyed;
}

bool add_said_phone(Side& side, const Context& context, Scratch& scratch, std::vector<IndexKey>& keys) {
  if (!read_phone_said(side, context, scratch.said_form)) return true;
  const PhoneReading& said = scratch.said_form.as<PhoneReading>();
  add_tails(widen(said.view()), keys);
  if (said.accepted) add_tails(widen(said.number.national()), keys);
  if (said.zero_at >= 0) {
    std::u32string without = widen(said.view());
    without.erase(static_cast<std::size_t>(said.zero_at), 1);
    add_tails(without, keys);
  }
  if (!said.spoken) return true;
  std::vector<std::u32string> readings;
  if (!list_readings(said.number_lattice, 0, said.number_lattice.nodes - 1, {}, kTail + 1, readings)) return false;
  for (const std::u32string& reading : readings) add_tails(reading, keys);
  return true;
}

Standing add_stored_exact(const Side& side, std::vector<IndexKey>& keys) {
  char text[kFoldCapacity];
  const std::size_t size = fold_exact(side.raw, text, sizeof text);
  if (size == SIZE_MAX || size == 0) return Standing::loose;
  keys.push_back(text_key(kExactSeed, std::string_view(text, size)));
  return Standing::keyed;
}

void add_said_exact(const Side& side, std::vector<IndexKey>& keys) {
  char text[kFoldCapacity];
  const std::size_t size = fold_exact(side.raw, text, sizeof text);
  if (size != SIZE_MAX) keys.push_back(text_key(kExactSeed, std::string_view(text, size)));
}

}  // namespace ablmatch
