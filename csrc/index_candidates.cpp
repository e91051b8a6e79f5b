// From the keys of what was said to the entries that have them, and what can come of each.
#include "index_candidates.hpp"

#include <algorithm>
#include <bit>

#include "kinds/name_near.hpp"

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
  void drop(const EntrySet& other) {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= ~other.words_[k];
  }
  void list(std::vector<std::uint32_t>& out) const {
    for (std::size_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
        out.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

// Those entries that some way leads to without this word.
EntrySet without(std::uint32_t word, const std::vector<Reached>& entries, std::size_t size) {
  EntrySet found(size);
  for (const Reached& one : entries)
    if ((one.words & word) == 0) found.add(one.what);
  return found;
}

// Many are marked. What all ways to an entry have in common is asked word by word: it is open when for each word there is
// a way that does without it.
void mark(const std::vector<Reached>& entries, std::size_t size, Candidates& found) {
  EntrySet any(size);
  std::uint32_t words = 0;
  for (const Reached& one : entries) {
    any.add(one.what);
    words |= one.words;
  }
  EntrySet open = any, by_word = without(kByInitial, entries, size);
  for (words &= ~kByInitial; words != 0; words &= words - 1) open.keep(without(words & (0 - words), entries, size));
  any.drop(open);
  by_word.drop(open);
  any.drop(by_word);
  open.list(found.open);
  by_word.list(found.by_word);
  any.list(found.by_initial);
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
  for (const Reached& one : entries) {
    const bool initial = (one.words & kByInitial) != 0;
    ((one.words & ~kByInitial) == 0 ? found.open : initial ? found.by_initial : found.by_word).push_back(one.what);
  }
}

}  // namespace ablmatch
