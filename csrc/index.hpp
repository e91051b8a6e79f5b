// One said value against many stored ones: the best hits, exactly those that scoring every pair would give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"
#include "index_file.hpp"
#include "index_store.hpp"

namespace ablmatch {

struct Hit {
  std::size_t position;  // of the stored value, counted from 0 with the missing ones
  std::int16_t score;
};

// Stored values of one kind, copied. Adding and building is for one thread; searching is const and safe from several.
class Index {
 public:
  Index(Kind kind, Context context) : kind_(kind), context_(context) {}
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  // Values that can never be hit (null, blank, invalid, too long) take a position but no room.
  void add(Value stored) { builder_.add(stored); }
  // Once, behind the last value and before the first search. Threads, `stop` and the returned value as in run_batch.
  bool build(int threads, bool (*stop)(void*), void* stop_argument);
  // Instead of adding and building: the index that a file's bytes hold. They are not copied, and must stay as they are
  // for as long as this lives. Gives what is wrong with them and what to do about it, or an empty text.
  std::string open(std::string_view file, std::string_view library);
  // The bytes of a file, in order; they borrow from `header` and from this.
  std::vector<std::string_view> pieces(std::string_view library, IndexFileHeader& header) const;

  Kind kind() const { return kind_; }
  RegionId region() const { return context_.region; }
  std::size_t size() const { return arrays_.entries.size(); }

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
  Kind kind_;
  Context context_;
  IndexBuilder builder_;
  IndexArrays arrays_;
};

}  // namespace ablmatch
