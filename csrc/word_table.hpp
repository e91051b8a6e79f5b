// Static word tables: generated open-addressing hash tables from a folded word to a row of values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ablmatch {

namespace detail {
inline std::uint64_t load8(const char* p) {
  std::uint64_t v;
  std::memcpy(&v, p, 8);
  if constexpr (std::endian::native == std::endian::big) v = __builtin_bswap64(v);
  return v;
}
inline std::uint64_t load4(const char* p) {
  std::uint32_t v;
  std::memcpy(&v, p, 4);
  if constexpr (std::endian::native == std::endian::big) v = __builtin_bswap32(v);
  return v;
}
}  // namespace detail

// Hash of a non-empty word; reads its ends only, so that it costs the same for every length. The
// generator (tools/tables/wordtable.py) computes the same function: change both together.
inline std::uint32_t word_hash(const char* p, std::size_t n) {
  std::uint64_t head, tail;
  if (n >= 8) {
    head = detail::load8(p);
    tail = detail::load8(p + n - 8);
  } else if (n >= 4) {
    head = detail::load4(p);
    tail = detail::load4(p + n - 4);
  } else {
    const auto byte = [&](std::size_t k) { return static_cast<std::uint64_t>(static_cast<unsigned char>(p[k])); };
    head = byte(0) << 16 | byte(n / 2) << 8 | byte(n - 1);
    tail = 0;
  }
  std::uint64_t h = head * 0x9E3779B97F4A7C15ULL;
  h ^= std::rotl(tail * 0xC2B2AE3D27D4EB4FULL, 31);
  h += n * 0x165667B19E3779F9ULL;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9ULL;
  return static_cast<std::uint32_t>(h >> 32);
}

// One key of a table: where its bytes stand in the pool, and its hash, which is compared first.
struct WordKey {
  std::uint32_t hash;
  std::uint32_t offset : 24;
  std::uint32_t size : 8;
};

// A table of `Value` rows. `slots` has a power-of-two size; 0 is an empty slot, k stands for row k - 1.
template <class Value>
struct WordTable {
  const char* pool;
  const WordKey* keys;
  const Value* values;
  const std::uint16_t* slots;
  std::uint32_t mask;

  // The row of `word` (folded bytes), or null. `hash` must be word_hash of the same bytes.
  const Value* find(const char* word, std::size_t size, std::uint32_t hash) const {
    for (std::uint32_t at = hash & mask;; at = (at + 1) & mask) {
      const std::uint16_t row = slots[at];
      if (row == 0) return nullptr;
      const WordKey& key = keys[row - 1];
      if (key.hash == hash && key.size == size && std::memcmp(pool + key.offset, word, size) == 0)
        return &values[row - 1];
    }
  }
  const Value* find(std::string_view word) const {
    if (word.empty() || word.size() > 255) return nullptr;
    return find(word.data(), word.size(), word_hash(word.data(), word.size()));
  }
};

#ifdef ABLMATCH_COMPACT
// Fills a table from its words, as the generator would have written it. Of each word `packed` holds 1 + the number of
// letters that it shares with the one before it, as a byte below the blank, and the letters behind them.
inline bool unpack_words(const char* packed, char* pool, WordKey* keys, std::uint16_t* slots, std::uint32_t mask) {
  const char* before = pool;
  char* end = pool;
  for (std::uint32_t row = 0; *packed != 0; ++row) {
    char* const word = end;
    for (char shared = *packed++; shared > 1; --shared) *end++ = *before++;
    while (static_cast<unsigned char>(*packed) >= ' ') *end++ = *packed++;
    before = word;
    const auto size = static_cast<std::size_t>(end - word);
    keys[row].hash = word_hash(word, size);
    keys[row].offset = static_cast<std::uint32_t>(word - pool) & 0xFFFFFF;
    keys[row].size = static_cast<std::uint8_t>(size);
    std::uint32_t at = keys[row].hash & mask;
    while (slots[at] != 0) at = (at + 1) & mask;
    slots[at] = static_cast<std::uint16_t>(row + 1);
  }
  return true;
}
#endif

}  // namespace ablmatch
