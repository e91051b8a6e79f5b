// From the keys of what was said to the entries that have them, and what can come of each.
#include "index_candidates.hpp"

#include <algorithm>
#include <bit>

namespace ablmatch {
namespace {

// An entry, or a key that leads to entries, and the words of the said name by which it was reached (SaidKey).
struct Reached {
  std::uint32_t what, words;

  friend auto operator<=>(const Reached&, const Reached&) = default;
};

// Leaves of each thing that was reached once, and of its words those that all ways have in common.
void merge(std::vector<Reached>& reached) {
  std::sort(reached.begin(), reached.end());
  std::size_t used = 0;
  for (const Reached& one : reached) {
    if (used > 0 && reached[used - 1].what == one.what) reached[used - 1].words &= one.words;
    else reached[used++] = one;
  }
  reached.resize(used);
}

// A set of entry numbers, listed in order.
class EntrySet {
 public:
  explicit EntrySet(std::size_t entries) : words_((entries + 63) / 64) {}

  void add(std::uint32_t entry) { words_[entry >> 6] |= std::uint64_t{1} << (entry & 63); }
  void keep(const EntrySet& other) {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= other.words_[k];
  }
  void list(const EntrySet* without, std::vector<std::uint32_t>& out) const {
    for (std::size_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t left = words_[word] & ~(without ? without->words_[word] : 0); left != 0; left &= left - 1)
        out.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

// Many are marked. What all ways to an entry have in common is asked word by word: it is open when for each word there is
// a way that does without it.
void mark(const std::vector<Reached>& entries, std::size_t size, Candidates& found) {
  EntrySet any(size), open(size);
  std::uint32_t words = 0;
  for (const Reached& one : entries) {
    any.add(one.what);
    words |= one.words;
  }
  bool first = true;
  do {
    const std::uint32_t word = words & (0 - words);
    words &= words - 1;
    EntrySet without(size);
    for (const Reached& one : entries)
      if ((one.words & word) == 0) without.add(one.what);
    if (first) open = std::move(without);
    else open.keep(without);
    first = false;
  } while (words != 0);
  open.list(nullptr, found.open);
  any.list(&open, found.bounded);
}

}  // namespace

void find_candidates(Value said, const IndexArrays& arrays, const Context& context, Scratch& scratch,
                     Candidates& found) {
  found.all = arrays.scope.kinds == 0;
  if (found.all) return;
  std::vector<SaidKey> said_keys;
  found.all = !add_said_keys(said, arrays.scope, context, scratch, said_keys);
  if (found.all) return;
  std::vector<Reached> keys;
  for (const SaidKey& one : said_keys) {
    keys.push_back({one.key, one.words});
    arrays.links.each(one.key, [&](IndexKey word) { keys.push_back({word, (word & kAloneBit) != 0 ? 0 : one.words}); });
  }
  merge(keys);
  std::vector<Reached> entries;
  for (const Reached& key : keys)
    arrays.keys.each(key.what, [&](std::uint32_t entry) { entries.push_back({entry, key.words}); });
  for (const std::uint32_t entry : arrays.loose) entries.push_back({entry, 0});
  // Few are sorted.
  constexpr std::size_t kEntriesOfASort = 256;
  if (entries.size() >= arrays.entries.size() / kEntriesOfASort) return mark(entries, arrays.entries.size(), found);
  merge(entries);
  for (const Reached& one : entries) (one.words == 0 ? found.open : found.bounded).push_back(one.what);
}

}  // namespace ablmatch
