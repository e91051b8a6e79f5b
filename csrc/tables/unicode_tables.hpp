// What the generated Unicode tables hold, and the look-up of a three-stage trie.
#pragma once

#include <cstddef>
#include <cstdint>

#include "unicode_alternative.hpp"

namespace ablmatch::tables {

// Blocks of 8 code points under branches of 32 blocks: the smallest split for this data.
template <typename Leaf>
inline Leaf look_up(const std::uint8_t* root, const std::uint16_t* branches, const Leaf* leaves, char32_t limit,
                    char32_t c) {
  if (c >= limit) return 0;
  const std::size_t branch = root[c >> 8];
  const std::size_t block = branches[branch * 32 + ((c >> 3) & 31)];
  return leaves[block * 8 + (c & 7)];
}

// Values of the folding trie. From kFoldPool on, value - kFoldPool is the place in fold_pool of one length
// byte and that many bytes of folded UTF-8, in which 0xFF and a code give the alternative of the next letter.
inline constexpr std::uint16_t kFoldSelf = 0;
inline constexpr std::uint16_t kFoldDrop = 1;
inline constexpr std::uint16_t kFoldStrip = 2;  // a mark that goes, after it was seen by the alternatives
inline constexpr std::uint16_t kFoldPlace = 3;  // itself, but it settles with what stands before it
inline constexpr std::uint16_t kFoldPool = 4;
inline constexpr unsigned char kAlternativeMark = 0xFF;

extern const std::uint8_t fold_root[];
extern const std::uint16_t fold_branches[];
extern const std::uint16_t fold_leaves[];
extern const char32_t fold_limit;
extern const std::uint8_t fold_pool[];

// Values of the canonical trie: 0 itself, 1 itself but it may combine with what stands before it,
// from 2 on a place in canonical_pool.
inline constexpr std::uint16_t kCanonicalPool = 2;
extern const std::uint8_t canonical_root[];
extern const std::uint16_t canonical_branches[];
extern const std::uint16_t canonical_leaves[];
extern const char32_t canonical_limit;
extern const std::uint8_t canonical_pool[];

// Primary composites, sorted by first and second.
struct SmallComposite {
  std::uint16_t first, second, composite;
};
struct LargeComposite {
  char32_t first, second, composite;
};
extern const SmallComposite small_composites[];
extern const std::size_t small_composite_count;
extern const LargeComposite large_composites[];
extern const std::size_t large_composite_count;

struct Properties {
  std::uint8_t combining;  // canonical combining class
  std::uint8_t script;     // enum Script
  std::uint8_t flags;      // 1: letter or mark, 2: white space
};
extern const std::uint8_t properties_root[];
extern const std::uint16_t properties_branches[];
extern const std::uint8_t properties_leaves[];
extern const char32_t properties_limit;
extern const Properties property_rows[];
extern const char unicode_version[];

inline const Properties& properties(char32_t c) {
  return property_rows[look_up(properties_root, properties_branches, properties_leaves, properties_limit, c)];
}

extern const Alternative alternative_rows[];
extern const std::size_t alternative_count;
struct AlternativePair {  // base letter and mark of a letter with alternatives, sorted by mark and base
  std::uint16_t mark;
  char base;
  std::uint8_t code;
};
extern const AlternativePair alternative_pairs[];
extern const std::size_t alternative_pair_count;

}  // namespace ablmatch::tables
