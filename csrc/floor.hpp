// The floor of the job: what any matcher must do, lower-case two values, strip them and measure their edit distance. No
// kind uses it; the bench holds the kinds against it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ablmatch.hpp"
#include "cpu.hpp"

namespace ablmatch {

struct FloorPairs {
  Column said;
  const void* said_column;
  Column stored;
  const void* stored_column;
  std::size_t rows;
};

// OSA distances of pairs of values, byte by byte, after ASCII letters were lower-cased and spaces, tabs and line ends
// were stripped; an absent value is an empty one. `level` is one that the machine has.
void floor_distances(CpuLevel level, const FloorPairs& pairs, std::uint16_t* out);

}  // namespace ablmatch
