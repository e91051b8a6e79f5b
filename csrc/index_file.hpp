// An index as a file: a header and the flat arrays, so that a file that is mapped can be searched where it lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index_store.hpp"

namespace ablmatch {

// Goes up with every change of the layout, or of what a key is made of.
inline constexpr std::uint32_t kIndexFileVersion = 2;

struct IndexFileHeader {
  char magic[16];
  std::uint32_t byte_order;  // as the writing machine stores it
  std::uint32_t version;
  char library[24];  // readings and keys are those of this version of the library
  char kind[16], region[8];
  std::uint64_t entries, text, loose, postings, links;  // how many
  std::uint32_t key_bits, link_bits;
  std::uint64_t characters[2];
  std::uint64_t kinds;
  std::uint64_t checksum;  // of this header with 0 here, and of all that follows
};

// The bytes of a file, in order. `header` is written first; the pieces borrow from it and from the arrays.
std::vector<std::string_view> index_pieces(const IndexArrays& arrays, Kind kind, RegionId region,
                                           std::string_view library, IndexFileHeader& header);

// Views into a whole file, which must stay as it is for as long as they are used, and begin at a multiple of 8. Every
// number in it is checked once: what is accepted can be searched without reading outside of it, whoever wrote it. Gives
// what is wrong and what to do about it, or an empty text.
std::string read_index_file(std::string_view file, std::string_view library, IndexArrays& arrays, Kind& kind,
                            RegionId& region);

}  // namespace ablmatch
