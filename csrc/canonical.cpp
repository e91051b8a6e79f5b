// Canonical ordering and composition over the generated tables.
#include "canonical.hpp"

#include <algorithm>
#include <cstring>

#include "tables/unicode_tables.hpp"

namespace ablmatch {

namespace {

template <typename Row>
char32_t find_composite(const Row* rows, std::size_t count, char32_t first, char32_t second) {
  const Row* end = rows + count;
  const Row* row = std::lower_bound(
      rows, end, first, [&](const Row& r, char32_t f) { return r.first != f ? r.first < f : r.second < second; });
  return row != end && row->first == first && row->second == second ? row->composite : 0;
}

}  // namespace

char32_t compose(char32_t first, char32_t second) {
  if (const char32_t syllable = compose_hangul(first, second)) return syllable;
  if (first < 0x10000) {
    return find_composite(tables::small_composites, tables::small_composite_count, first, second);
  }
  return find_composite(tables::large_composites, tables::large_composite_count, first, second);
}

std::uint8_t combining_class(char32_t c) { return tables::properties(c).combining; }

void order_marks(ClassedChar* run, std::size_t size) {
  constexpr std::size_t kShort = 24;
  if (size <= kShort || size > kMaxRun) {
    for (std::size_t i = 1; i < size; ++i) {
      const ClassedChar moved = run[i];
      std::size_t k = i;
      for (; k > 0 && run[k - 1].combining > moved.combining; --k) run[k] = run[k - 1];
      run[k] = moved;
    }
    return;
  }
  std::uint16_t start[257] = {};
  for (std::size_t i = 0; i < size; ++i) ++start[run[i].combining + 1];
  for (std::size_t k = 1; k < 257; ++k) start[k] = static_cast<std::uint16_t>(start[k] + start[k - 1]);
  ClassedChar sorted[kMaxRun];
  for (std::size_t i = 0; i < size; ++i) sorted[start[run[i].combining]++] = run[i];
  std::memcpy(run, sorted, size * sizeof(ClassedChar));
}

}  // namespace ablmatch
