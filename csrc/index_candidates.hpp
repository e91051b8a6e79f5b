// Which stored values one said value has to be scored against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index_store.hpp"

namespace ablmatch {

struct Candidates {
  bool all = false;  // every stored value
  // Else those that may score anything, those that score at most kMostOfOneWord, and kMostOfInitial; in order.
  std::vector<std::uint32_t> open, by_word, by_initial;

  std::size_t count(const IndexArrays& arrays) const { return all ? arrays.entries.size() : open.size(); }
};

void find_candidates(Value said, const IndexArrays& arrays, const Context& context, Scratch& scratch,
                     Candidates& found);

}  // namespace ablmatch
