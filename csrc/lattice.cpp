// The one-slip automaton over a lattice of readings.
#include "lattice.hpp"

#include <algorithm>
#include <cstring>

namespace ablmatch {

void Lattice::open_node() {
  if (nodes >= kMaxNodes) {
    broken = true;
    return;
  }
  first[nodes++] = static_cast<std::uint16_t>(arc_count);
}

void Lattice::add(int to, std::string_view borrowed) {
  if (arc_count >= kMaxArcs || to >= kMaxNodes) {
    broken = true;
    return;
  }
  arcs[arc_count++] = {borrowed.data(), static_cast<std::uint16_t>(borrowed.size()), static_cast<std::uint16_t>(to)};
}

void Lattice::add_copy(int to, std::string_view text) {
  if (pool_used + static_cast<int>(text.size()) > kLatticePool) {
    broken = true;
    return;
  }
  char* copy = pool + pool_used;
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  pool_used += static_cast<int>(text.size());
  add(to, {copy, text.size()});
}

void Lattice::finish() {
  open_node();
  if (!broken) first[nodes] = static_cast<std::uint16_t>(arc_count);
}

namespace {

// Position sets of the automaton, one bit per position of the target. `exact`: reached without a slip;
// `slip`: reached with at most one; `swap`: without a slip, and the character just read was the one after the
// next, so that the next one completes a swap.
template <int Words>
struct States {
  std::uint64_t exact[Words];
  std::uint64_t slip[Words];
  std::uint64_t swap[Words];

  void clear() { std::memset(this, 0, sizeof *this); }
  bool empty() const {
    std::uint64_t any = 0;
    for (int w = 0; w < Words; ++w) any |= exact[w] | slip[w];
    return any == 0;
  }
  void merge(const States& other) {
    for (int w = 0; w < Words; ++w) {
      exact[w] |= other.exact[w];
      slip[w] |= other.slip[w];
      swap[w] |= other.swap[w];
    }
  }
};

template <int Words>
void shift_up(const std::uint64_t* in, std::uint64_t* out) {
  std::uint64_t carry = 0;
  for (int w = 0; w < Words; ++w) {
    const std::uint64_t word = in[w];
    out[w] = word << 1 | carry;
    carry = word >> 63;
  }
}

// Where each byte stands in the target: bit p when target[p] is that byte. Only what the target holds is filled.
template <int Words>
class Places {
 public:
  void fill(std::string_view target) {
    std::memset(known_, 0, sizeof known_);
    for (std::size_t p = 0; p < target.size(); ++p) {
      const auto byte = static_cast<unsigned char>(target[p]);
      const std::uint64_t bit = std::uint64_t{1} << (byte & 63);
      if (!(known_[byte >> 6] & bit)) std::memset(bits_[byte], 0, sizeof bits_[byte]);
      known_[byte >> 6] |= bit;
      bits_[byte][p >> 6] |= std::uint64_t{1} << (p & 63);
    }
  }
  const std::uint64_t* of(char c) const {
    static constexpr std::uint64_t kNowhere[Words] = {};
    const auto byte = static_cast<unsigned char>(c);
    return known_[byte >> 6] >> (byte & 63) & 1 ? bits_[byte] : kNowhere;
  }

 private:
  std::uint64_t known_[4];
  std::uint64_t bits_[256][Words];
};

template <int Words>
void step(States<Words>& s, const std::uint64_t* places) {
  std::uint64_t hit[Words], moved[Words], early[Words], exact[Words], slip[Words];
  for (int w = 0; w < Words; ++w) hit[w] = s.exact[w] & places[w];
  shift_up<Words>(hit, exact);
  // A slip state advances on a hit; an exact state slips by a substitution (advance) or an extra
  // character in the reading (stay).
  for (int w = 0; w < Words; ++w) hit[w] = (s.slip[w] & places[w]) | s.exact[w];
  shift_up<Words>(hit, slip);
  for (int w = 0; w < Words; ++w) slip[w] |= s.exact[w];
  // The second half of a swap: from p, having read target[p + 1], now target[p], to p + 2.
  for (int w = 0; w < Words; ++w) hit[w] = s.swap[w] & places[w];
  shift_up<Words>(hit, moved);
  shift_up<Words>(moved, moved);
  // The first half of a swap: from p when this is target[p + 1].
  for (int w = 0; w < Words; ++w) early[w] = s.exact[w] & (places[w] >> 1 | (w + 1 < Words ? places[w + 1] << 63 : 0));
  // A character of the target that the reading leaves out, after what was just reached.
  std::uint64_t skipped[Words];
  shift_up<Words>(exact, skipped);
  for (int w = 0; w < Words; ++w) {
    s.exact[w] = exact[w];
    s.slip[w] = slip[w] | moved[w] | skipped[w] | exact[w];
    s.swap[w] = early[w];
  }
}

// Follows the first arc of each node and copies the text. False when that does not end at node `to`, when there is no
// room, or, with `alone`, when a node on the way has another arc.
bool follow_first(const Lattice& lattice, int from, int to, bool alone, char* out, std::size_t capacity,
                  std::size_t& size) {
  size = 0;
  for (int n = from; n < to;) {
    const int a = lattice.first[n];
    const int arcs = lattice.first[n + 1] - a;
    if (arcs == 0 || (alone && arcs > 1)) return false;
    const Arc& arc = lattice.arcs[a];
    if (arc.to > to || size + arc.size > capacity) return false;
    for (int k = 0; k < arc.size; ++k) out[size + static_cast<std::size_t>(k)] = arc.text[k];
    size += arc.size;
    n = arc.to;
  }
  return true;
}

// 0, 1 or 2, as reading_distance says it, between two texts.
int slips_between(std::string_view reading, std::string_view target) {
  if (reading.size() > target.size() + 1 || target.size() > reading.size() + 1) return 2;
  std::size_t at = 0, tail = 0;
  const std::size_t shorter = reading.size() < target.size() ? reading.size() : target.size();
  while (at < shorter && reading[at] == target[at]) ++at;
  if (at == shorter) return reading.size() == target.size() ? 0 : 1;
  while (tail < shorter - at && reading[reading.size() - 1 - tail] == target[target.size() - 1 - tail]) ++tail;
  const std::size_t in_reading = reading.size() - at - tail, in_target = target.size() - at - tail;
  if (in_reading <= 1 && in_target <= 1) return 1;
  const bool swap = in_reading == 2 && in_target == 2 && reading[at] == target[at + 1] && reading[at + 1] == target[at];
  return swap ? 1 : 2;
}

template <int Words>
int distance(const Lattice& lattice, int from, int to, std::string_view target, States<Words>* states,
             Places<Words>& places) {
  places.fill(target);
  // One set per node; nodes are handled in order and arcs only go forward.
  for (int n = from; n <= to; ++n) states[n - from].clear();
  states[0].exact[0] = 1;
  states[0].slip[0] = 3;
  for (int n = from; n < to; ++n) {
    if (states[n - from].empty()) continue;
    for (int a = lattice.first[n]; a < lattice.first[n + 1]; ++a) {
      const Arc& arc = lattice.arcs[a];
      if (arc.to > to) continue;
      States<Words> s = states[n - from];
      for (int k = 0; k < arc.size; ++k) step<Words>(s, places.of(arc.text[k]));
      states[arc.to - from].merge(s);
    }
  }
  const States<Words>& last = states[to - from];
  const std::size_t n = target.size();
  if (last.exact[n >> 6] >> (n & 63) & 1) return 0;
  return last.slip[n >> 6] >> (n & 63) & 1 ? 1 : 2;
}

}  // namespace

int reading_distance(const Lattice& lattice, std::string_view target) {
  return reading_distance(lattice, 0, lattice.nodes - 1, target);
}

int reading_distance(const Lattice& lattice, int from, int to, std::string_view target) {
  if (lattice.broken || from < 0 || from > to || to >= lattice.nodes) return 2;
  char only[96];
  std::size_t size;
  if (follow_first(lattice, from, to, true, only, sizeof only, size)) return slips_between({only, size}, target);
  if (target.size() < 64) {
    States<1> states[kMaxNodes];
    Places<1> places;
    return distance<1>(lattice, from, to, target, states, places);
  }
  static thread_local States<17> states[kMaxNodes];
  static thread_local Places<17> places;
  return target.size() <= 1024 ? distance<17>(lattice, from, to, target, states, places) : 2;
}

namespace {

// reaches[n]: some path leads from node n to node `last`.
void find_reaching(const Lattice& lattice, int from, int last, bool* reaches) {
  for (int n = last; n >= from; --n) {
    reaches[n] = n == last;
    if (n == last) continue;
    for (int a = lattice.first[n]; a < lattice.first[n + 1] && !reaches[n]; ++a)
      reaches[n] = lattice.arcs[a].to <= last && reaches[lattice.arcs[a].to];
  }
}

}  // namespace

std::size_t first_reading(const Lattice& lattice, char* out, std::size_t capacity) {
  return first_reading(lattice, 0, lattice.nodes - 1, out, capacity);
}

std::size_t first_reading(const Lattice& lattice, int from, int to, char* out, std::size_t capacity) {
  if (lattice.broken || from < 0 || from > to || to >= lattice.nodes) return SIZE_MAX;
  std::size_t size = 0;
  if (follow_first(lattice, from, to, false, out, capacity, size)) return size;
  bool reaches[kMaxNodes];
  find_reaching(lattice, from, to, reaches);
  if (!reaches[from]) return SIZE_MAX;
  size = 0;
  for (int n = from; n < to;) {
    const Arc* arc = lattice.arcs + lattice.first[n];
    while (arc->to > to || !reaches[arc->to]) ++arc;
    if (size + arc->size > capacity) return SIZE_MAX;
    if (arc->size) std::memcpy(out + size, arc->text, arc->size);
    size += arc->size;
    n = arc->to;
  }
  return size;
}

bool has_several_readings(const Lattice& lattice) {
  if (lattice.broken || lattice.nodes < 1) return false;
  int most = 0;
  for (int n = 0; n < lattice.nodes - 1; ++n) most = std::max(most, lattice.first[n + 1] - lattice.first[n]);
  if (most < 2) return false;
  bool reaches[kMaxNodes];
  find_reaching(lattice, 0, lattice.nodes - 1, reaches);
  for (int n = 0; n < lattice.nodes - 1; ++n) {
    int ways = 0;
    for (int a = lattice.first[n]; a < lattice.first[n + 1]; ++a) ways += reaches[lattice.arcs[a].to];
    if (reaches[n] && ways > 1) return true;
  }
  return false;
}

}  // namespace ablmatch
