// How two words of an address agree: short or in full, with slips, in two scripts.
#include <algorithm>
#include <cstring>
#include <utility>

#include "../distance.hpp"
#include "../fold.hpp"
#include "address_match.hpp"

namespace ablmatch::postal {

namespace {

// One edit for every so many letters of the stored word (identity-matching.md 1.4).
constexpr int kLettersPerSlip = 5;
constexpr std::size_t kTwoSlips = 2 * kLettersPerSlip;  // letters of a word that may have two

bool equal_spelling(const AddressName& said, std::string_view said_text, const AddressName& stored,
                    std::string_view stored_text) {
  if (said_text == stored_text) return true;
  if (!said.alternatives && !stored.alternatives) return false;
  static constexpr std::uint8_t kNone[256] = {};
  if (said_text.size() > sizeof kNone || stored_text.size() > sizeof kNone) return false;
  return equal_with_alternatives(
      said_text, said.alternatives && said_text.data() == said.text.data() ? said.alternatives : kNone, stored_text,
      stored.alternatives && stored_text.data() == stored.text.data() ? stored.alternatives : kNone);
}

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Two common street names that are one letter and a sound apart: Clinton and Clifton.
bool are_distinct(std::string_view one, std::string_view other) {
  char room[64];
  if (one.size() + other.size() + 1 > sizeof room) return false;
  if (other < one) std::swap(one, other);
  std::memcpy(room, one.data(), one.size());
  room[one.size()] = '|';
  std::memcpy(room + one.size() + 1, other.data(), other.size());
  const AddressWord* row = kAddressWords.find({room, one.size() + other.size() + 1});
  return row && (row->roles & kDistinct);
}

}  // namespace

bool share_type(const std::uint16_t (&said)[3], const std::uint16_t (&stored)[3]) {
  for (const std::uint16_t one : said)
    for (const std::uint16_t other : stored)
      if (one != 0 && one == other) return true;
  return false;
}

bool same_word(const AddressName& said, std::string_view said_text, const AddressName& stored,
               std::string_view stored_text, bool whole) {
  if (said.digits != stored.digits) return false;
  if (equal_spelling(said, said_text, stored, stored_text)) return true;
  if (said.digits || !whole) return false;
  if (said.direction && said.direction == stored.direction) return true;
  if (share_type(said.types, stored.types) &&
      ((said.place & stored.place & kTrailing) || (said.raw.size() > 2 && stored.raw.size() > 2)))
    return true;
  if (said.row && said.row->first && kAddressTexts[said.row->first] == stored_text) return true;
  return stored.row && stored.row->first && kAddressTexts[stored.row->first] == said_text;
}

int slips_between(std::string_view said, std::string_view stored, bool& near) {
  // Most pairs of words differ at both ends, which no single slip does: no distance is needed.
  const std::size_t shorter = std::min(said.size(), stored.size());
  if (shorter > 1 && shorter < kTwoSlips && said.front() != stored.front() && said.back() != stored.back() &&
      is_ascii(said) && is_ascii(stored))
    return -1;
  if (has_digit(said) || has_digit(stored)) return -1;
  const int length = std::min(length_utf8(said), length_utf8(stored));
  const int allowed = length / kLettersPerSlip;
  const int distance = osa_distance_utf8(said, stored, std::max(allowed, 1));
  // In a word that is not long another start makes another word: Beach and Peach, Ridge and Bridge.
  const bool swapped = said.size() > 1 && stored.size() > 1 && said[0] == stored[1] && said[1] == stored[0];
  const bool other_start = length < 8 && said[0] != stored[0] && !swapped;
  if (distance <= allowed && !other_start && !are_distinct(said, stored)) return distance;
  near |= distance == 1 && length >= 4;
  return -1;
}

bool romanized_agree(std::string_view said, std::string_view stored) {
  if (is_ascii(said) == is_ascii(stored)) return false;
  char room[64];
  const bool of_said = !is_ascii(said);
  const std::size_t size = transliterate(of_said ? said : stored, room, sizeof room);
  if (size == 0) return false;
  const std::string_view latin(room, size);
  const std::string_view other = of_said ? stored : said;
  bool near = false;
  return latin == other || slips_between(latin, other, near) >= 0;
}

}  // namespace ablmatch::postal
