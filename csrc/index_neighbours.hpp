// The texts within one slip of a text, as keys, and the texts that a spoken phrase may stand for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index_key_table.hpp"
#include "lattice.hpp"

namespace ablmatch {

// Longest text, in code points, whose neighbours are asked for.
inline constexpr std::size_t kMostNeighbourText = 96;

// The ASCII characters that some stored text holds: a slip to any other one leads to none of them.
struct CharSet {
  std::uint64_t at[2];

  constexpr void add(unsigned char c) { at[c >> 6] |= std::uint64_t{1} << (c & 63); }
  constexpr void merge(const CharSet& other) {
    at[0] |= other.at[0];
    at[1] |= other.at[1];
  }
};

// The key of a text. `seed` keeps apart what is of different sorts.
IndexKey text_key(std::uint32_t seed, std::u32string_view text);
IndexKey text_key(std::uint32_t seed, std::string_view ascii);

// Adds the keys of `text` and of every text one slip away (OSA distance 1) whose new characters are in `letters`.
// Only those `size` long when that is not 0.
void add_neighbour_keys(std::uint32_t seed, std::u32string_view text, const CharSet& letters, std::size_t size,
                        std::vector<IndexKey>& keys);

// Every reading of the lexemes from node `from` to node `to`, sorted, none twice; without the characters of `dropped`
// (ASCII), and when `last` is not 0 only so many of its last bytes. False when there are too many to list, or one is
// longer than kMostNeighbourText.
bool list_readings(const Lattice& lattice, int from, int to, std::string_view dropped, std::size_t last,
                   std::vector<std::u32string>& readings);

// Code points of valid UTF-8, and back.
std::u32string code_points(std::string_view text);
std::string utf8_of(std::u32string_view text);

}  // namespace ablmatch
