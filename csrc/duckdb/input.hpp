// Arguments of a function: columns of a chunk, read where they lie.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "../ablmatch.hpp"
#include "../arrow_column.hpp"
#include "api.hpp"

namespace ablmatch::duckdb {

// One column of text, integers or nulls alone; of any other type only its name is asked for. The texts of an ENUM or of
// UUIDs are made, all others are DuckDB's own.
class Input {
 public:
  Input(Vector vector, std::size_t rows);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  bool is_text() const { return texts_ != nullptr; }
  bool is_read() const { return is_text() || is_integer_ || id_ == TypeId::null; }
  // What the type is called where columns come as Arrow data.
  const char* type_name() const;

  bool is_null(std::size_t row) const {
    return id_ == TypeId::null || (validity_ != nullptr && ((validity_[row / 64] >> (row % 64)) & 1) == 0);
  }
  // Of a column of text: the text of a row that is not null.
  Value text(std::size_t row) const { return {texts_[row].data(), texts_[row].size(), false}; }
  // Behind the last of the rows from `row` on, `end` at most, that surely have its text.
  std::size_t same_until(std::size_t row, std::size_t end) const;
  // As a Column gives them.
  void values(std::size_t row, std::size_t count, ColumnRoom& room, Value* out) const;

 private:
  void read_integers(const char* format, std::size_t rows);
  void read_enum(Type type, std::size_t rows);
  void read_uuids(std::size_t rows);
  template <class Number>
  std::size_t number(std::size_t row) const {
    return static_cast<const Number*>(data_)[row];
  }

  TypeId id_;
  const void* data_;
  const std::uint64_t* validity_;
  const Text* texts_ = nullptr;
  bool is_integer_ = false;
  ArrowColumn integers_;
  const void* buffers_[2] = {};
  std::vector<Text> made_;
  std::vector<char> characters_;                       // of UUIDs
  std::unordered_map<std::size_t, char*> enum_texts_;  // by their numbers, those that occur
};

}  // namespace ablmatch::duckdb
