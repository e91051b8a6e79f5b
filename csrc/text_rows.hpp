// What is made of the values of a column: for each row some texts, in the order of the rows, made on threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"
#include "arrow_column.hpp"

namespace ablmatch {

// Texts of rows, one behind the other.
struct TextRows {
  std::vector<std::int64_t> row_ends{0};   // behind which text those of a row end: one more than there are rows
  std::vector<std::int64_t> text_ends{0};  // behind which byte a text ends: one more than there are texts
  std::vector<char> bytes;

  std::size_t rows() const { return row_ends.size() - 1; }
  void add_text(std::string_view text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    text_ends.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  void end_row() { row_ends.push_back(static_cast<std::int64_t>(text_ends.size()) - 1); }
  void append(const TextRows& other);
};

// The values that texts are made of.
struct TextBatch {
  Column column;
  const void* pointer;
  std::size_t rows;
  Kind kind;
  Role role;
  Context context;
};

// Adds the canonical form of each value, and no text where there is none. Threads, `stop` and the returned value as in
// run_batch; false leaves some of the rows in `out`.
bool normalize_rows(const TextBatch& batch, int threads, bool (*stop)(void*), void* stop_argument, TextRows& out);

// Adds the blocking keys of each value (match_keys.hpp), likewise.
bool key_rows(const TextBatch& batch, int threads, bool (*stop)(void*), void* stop_argument, TextRows& out);

// Gives rows away as an Arrow array of large strings, null where a row has no text, its first text else. The consumer
// releases both; the same rows may be given away again, and are not to be changed any more.
void export_texts(const std::shared_ptr<const TextRows>& rows, ArrowSchema& schema, ArrowArray& array);

// The same as an array of lists of large strings, with all texts of each row; no list is null.
void export_text_lists(const std::shared_ptr<const TextRows>& rows, ArrowSchema& schema, ArrowArray& array);

}  // namespace ablmatch
