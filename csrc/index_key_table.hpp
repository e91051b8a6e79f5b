// Keys and the entries that have them: a sorted list, cut by the keys' leading bits so that a look-up reads one place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ablmatch {

// A key is a hash: two things may share one, which gives a candidate too many and never one too few.
using IndexKey = std::uint32_t;

struct Posting {
  IndexKey key;
  std::uint32_t value;  // an entry, or another key

  friend auto operator<=>(const Posting&, const Posting&) = default;
};

// Views of arrays that somebody else owns (vectors, or a file that was mapped).
struct KeyTable {
  std::span<const Posting> postings;      // sorted
  std::span<const std::uint32_t> starts;  // of the keys with these leading bits, and behind them: 2^bits + 1
  unsigned bits = 0;

  // Calls visit(value) for each posting of `key`.
  template <class Visit>
  void each(IndexKey key, Visit visit) const {
    if (postings.empty()) return;
    const std::size_t bucket = bits == 0 ? 0 : key >> (32 - bits);
    const Posting* at = postings.data() + starts[bucket];
    const Posting* const end = postings.data() + starts[bucket + 1];
    // A bucket holds a few postings, or thousands of a key that is common.
    if (end - at > kFew)
      at = std::lower_bound(at, end, key, [](const Posting& one, IndexKey k) { return one.key < k; });
    for (; at != end && at->key <= key; ++at)
      if (at->key == key) visit(at->value);
  }

 private:
  static constexpr std::ptrdiff_t kFew = 16;
};

// Leading bits that leave a few postings in each bucket.
unsigned key_bits(std::size_t postings);

// What a table of `postings` owns. Sorts, drops doubles, and counts; `threads` share the work.
struct KeyTableArrays {
  std::vector<Posting> postings;
  std::vector<std::uint32_t> starts;
  unsigned bits = 0;

  void build(std::vector<Posting> unsorted, int threads);
  KeyTable view() const { return {postings, starts, bits}; }
};

}  // namespace ablmatch
