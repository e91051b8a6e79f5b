// What an index holds: the stored values one behind the other, and the keys that lead to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"
#include "index_key_table.hpp"
#include "index_keys.hpp"

namespace ablmatch {

// Flat arrays only, so that a file of them can be searched where it is mapped.
struct IndexArrays {
  std::span<const std::uint64_t> entries;  // one for each position: where its text begins, and its size (0: missing)
  std::span<const char> text;
  std::span<const std::uint32_t> loose;  // entries that are candidates of every search, in order
  KeyTable keys;   // keys and entries
  KeyTable links;  // keys of words and the words' own keys
  KeyScope scope;

  static constexpr unsigned kSizeBits = 16;
  static constexpr std::uint64_t kSizeMask = (std::uint64_t{1} << kSizeBits) - 1;
  static constexpr std::uint64_t pack(std::uint64_t begin, std::size_t size) { return begin << kSizeBits | size; }
  static constexpr std::uint64_t begin_of(std::uint64_t entry) { return entry >> kSizeBits; }
  static constexpr std::size_t size_of(std::uint64_t entry) { return static_cast<std::size_t>(entry & kSizeMask); }

  Value value(std::size_t entry) const {
    const std::uint64_t packed = entries[entry];
    const std::size_t size = size_of(packed);
    return {text.data() + begin_of(packed), size, size == 0};
  }
};

// The arrays in memory, while and after they are filled.
class IndexBuilder {
 public:
  // Copies a value. Those that can never be hit (null, blank, invalid, too long) take a position and no room. Throws
  // std::length_error beyond what a position can count.
  void add(Value stored);
  std::size_t size() const { return entries_.size(); }

  // Reads what was added and makes its keys. Threads, `stop` and the returned value as in run_batch.
  bool build(Kind kind, const Context& context, int threads, bool (*stop)(void*), void* stop_argument);
  IndexArrays view() const;

 private:
  std::vector<std::uint64_t> entries_;
  std::vector<char> text_;
  std::vector<std::uint32_t> loose_;
  KeyTableArrays keys_, links_;
  KeyScope scope_;
};

}  // namespace ablmatch
