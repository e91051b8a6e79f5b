// What makes two words of addresses the same: one type, direction, state or unit, written in two ways.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "../scan.hpp"
#include "../tables/address_lexicon.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

inline const LexiconEntry& entry_of(std::string_view word) {
  if (word.size() > kLexiconLetters) return kAddressLexicon[0];
  const LaneWord letters = word_at(word.data(), word.size());
  return find_in_lexicon(letters.low, letters.high);
}

inline const AddressWord& row(const LexiconEntry& entry) { return kAddressWords.values[entry.address - 1]; }

inline bool share_type(const AddressWord& one, const AddressWord& other) {
  for (const std::uint16_t type : one.types)
    for (const std::uint16_t found : other.types)
      if (type != 0 && type == found) return true;
  return false;
}

inline bool share_type(const LexiconEntry& one, const LexiconEntry& other) {
  return one.address != 0 && other.address != 0 && share_type(row(one), row(other));
}

// NC and North Carolina.
inline bool names_state(const LexiconEntry& code, std::string_view words) {
  if (words.empty() || code.address == 0 || !(code.parts & kStatePart)) return false;
  const AddressWord* const found = kAddressWords.find(words);
  return found != nullptr && found->state == row(code).state;
}

// Apt, unit: # stands for it.
inline bool names_unit(const LexiconEntry& entry) {
  return (entry.parts & kUnitPart) != 0 && row(entry).unit_class == UnitClass::generic;
}

// How many bytes from two places on are the same.
inline std::size_t same_bytes(const Scan& said, std::size_t from, const Scan& stored, std::size_t there) {
  const std::size_t most = std::min(said.size - from, stored.size - there);
  for (std::size_t at = 0; at < most; at += 8) {
    const std::uint64_t differs = detail::load8(said.text + from + at) ^ detail::load8(stored.text + there + at);
    if (differs != 0) return std::min(most, at + static_cast<std::size_t>(std::countr_zero(differs)) / 8);
  }
  return most;
}

// The same for texts of one size, which end in a scan: there are bytes to read behind them.
inline bool same_text(std::string_view one, std::string_view other) {
  std::size_t at = 0;
  for (; at + 8 <= one.size(); at += 8)
    if (detail::load8(one.data() + at) != detail::load8(other.data() + at)) return false;
  return load_letters(one.data() + at, one.size() - at) == load_letters(other.data() + at, one.size() - at);
}

enum class Agreement : std::uint8_t {
  agree,   // the tokens of both are the same, one by one
  differ,  // some are of two sorts
  open     // it takes a closer look (address_same.cpp): the tokens in front of two places agree
};

// Compares texts that are the same but for such words, commas and full stops, and a closer. `agreed`: the two places.
Agreement compare_words(const Scan& said, const Scan& stored, std::size_t& agreed, std::size_t& agreed_there);

}  // namespace ablmatch::postal
