// Kind, role and region of rows: read of their columns, or what they are without one.
#pragma once

#include <string>

#include "input.hpp"

namespace ablmatch::duckdb {

struct Terms {
  Kind kind = Kind::text;
  Role role = Role::stored;
  Context context{};
};

// The columns that say how rows are judged; null: not given, so the same for all rows.
struct TermColumns {
  const Input* kind = nullptr;
  const Input* role = nullptr;
  const Input* region = nullptr;

  // What is wrong with the columns themselves, or nothing.
  std::string problem() const;
  // Reads the terms of a row; gives what is wrong with them, or nothing.
  std::string read(std::size_t row, Terms& out) const;
  // Behind the last of the rows from `row` on, `end` at most, that surely have its terms.
  std::size_t same_until(std::size_t row, std::size_t end) const;
};

}  // namespace ablmatch::duckdb
