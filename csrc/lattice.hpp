// Readings of a spoken phrase as a lattice, and the distance from its nearest reading to a stored value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ablmatch {

// An arc carries the text that the lexemes from `from` to `to` stand for (may be empty: a separator).
struct Arc {
  const char* text;
  std::uint16_t size;
  std::uint16_t to;
};

inline constexpr int kMaxNodes = 1025;
inline constexpr int kMaxArcs = 6144;
inline constexpr int kLatticePool = 8192;

// Nodes 0..nodes-1, arcs of node k at first[k]..first[k + 1], in order of preference, and only forward.
// A reading is a path from node 0 to the last node, so each reading uses every word.
struct Lattice {
  Arc arcs[kMaxArcs];
  std::uint16_t first[kMaxNodes + 1];
  char pool[kLatticePool];  // texts made while building (digits of number words, …)
  int nodes;
  int arc_count;
  int pool_used;
  bool broken;  // out of room: there is no reading

  void start() {
    nodes = 0;
    arc_count = 0;
    pool_used = 0;
    broken = false;
    first[0] = 0;
  }
  // The same with node `node` as the first that is ever asked for.
  void start_at(int node) {
    start();
    nodes = node;
  }
  // Opens the next node; arcs added from now on leave it.
  void open_node();
  void add(int to, std::string_view borrowed);
  // Copies `text` into the pool first.
  void add_copy(int to, std::string_view text);
  // Closes the lattice with its last node.
  void finish();
};

// Distance between the nearest reading and `target`: 0, 1 (one slip: OSA distance 1), or 2 for more or no
// reading at all. Target of at most 1,024 bytes. Bit-parallel simulation of the one-error automaton (Wu and
// Manber 1992, with swaps), unioned over the lattice; cost arcs' text * (target / 64 + 1).
int reading_distance(const Lattice& lattice, std::string_view target);

// The same for the readings of the lexemes from node `from` to node `to` only.
int reading_distance(const Lattice& lattice, int from, int to, std::string_view target);

// The preferred reading: the first arc of each node that can still reach the end. Returns bytes written, or
// SIZE_MAX when there is no reading or it would not fit.
std::size_t first_reading(const Lattice& lattice, char* out, std::size_t capacity);
std::size_t first_reading(const Lattice& lattice, int from, int to, char* out, std::size_t capacity);

// Is there more than one way to read it? (For evidence only.)
bool has_several_readings(const Lattice& lattice);

}  // namespace ablmatch
