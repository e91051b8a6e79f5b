// One said value against many stored ones: the best hits, exactly those that scoring every pair would give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ablmatch.hpp"

namespace ablmatch {

struct Hit {
  std::size_t position;  // of the stored value, counted from 0 with the missing ones
  std::int16_t score;
};

// Stored values of one kind, copied. Adding is for one thread; searching is const and safe from several.
class Index {
 public:
  Index(Kind kind, Context context) : kind_(kind), context_(context) {}

  // Values that can never be hit (null, blank, invalid, too long) take a position but no room.
  void add(Value stored);
  std::size_t size() const { return positions_; }

  struct Search {
    Column said;
    const void* said_column;
    std::size_t rows;
    std::size_t limit;       // hits per row, at least 1
    std::int16_t min_score;  // 0..100
  };
  // For each said row the best hits, highest score first, equal scores by position. Threads, `stop` and the
  // returned value as in run_batch.
  bool search(const Search& search, int threads, bool (*stop)(void*), void* stop_argument,
              std::vector<std::vector<Hit>>& hits) const;

 private:
  struct Entry {
    std::size_t position;
    std::size_t end;  // in text_; it begins where the entry before it ends
  };
  struct Run;

  Value value(std::size_t entry) const;

  Kind kind_;
  Context context_;
  std::size_t positions_ = 0;
  std::vector<char> text_;
  std::vector<Entry> entries_;
};

}  // namespace ablmatch
