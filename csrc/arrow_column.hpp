// A column that a producer hands over by the Arrow C data interface, read in place, row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ablmatch.hpp"

// The structs of the interface (arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html), whose
// layout is an ABI promise, under the guards by which other headers that declare them know that they are there.
extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"

namespace ablmatch {

// How the values of a column lie in memory.
enum class ArrowType : std::uint8_t {
  null,
  utf8,
  large_utf8,
  utf8_view,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
};

// The buffers of one array, and where it begins in them.
struct ArrowValues {
  ArrowType type;
  const std::uint8_t* validity;  // null: all valid
  const void* data;              // offsets (utf8, large_utf8), views, or numbers
  const char* text;              // the bytes that the offsets point into
  const void* const* pools;      // utf8_view: the buffers that long values lie in, and their sizes
  const std::int64_t* pool_sizes;
  std::int64_t pool_count;
  std::int64_t offset;
  std::int64_t length;
};

// A column of text or integers in any number of chunks. It owns what it was given and releases it at the end;
// reading is const and safe from several threads.
class ArrowColumn {
 public:
  ArrowColumn() = default;
  ArrowColumn(const ArrowColumn&) = delete;
  ArrowColumn& operator=(const ArrowColumn&) = delete;
  ~ArrowColumn();

  // Takes over `stream` or `schema` and `array` (moves them: their release becomes null). Both return an empty
  // string, or what is wrong with the column as a phrase for the end of a message ("holds double values, …").
  // To be called once. `take_stream` runs the producer's code: not to be called with a lock that it may want.
  std::string take_stream(ArrowArrayStream* stream);
  std::string take_array(ArrowSchema* schema, ArrowArray* array);

  std::size_t rows() const { return rows_; }
  // As a Column gives them.
  void values(std::size_t row, std::size_t count, ColumnRoom& room, Value* out) const;

 private:
  struct Chunk {
    ArrowValues values;      // of the column, or of its dictionary
    ArrowValues indices;     // dictionary columns only
    std::size_t first_row;
  };

  std::string read_schema();
  std::string add_array(const ArrowArray& array);
  std::size_t chunk_of(std::size_t row, std::size_t hint) const;

  ArrowSchema schema_{};
  std::vector<ArrowArray> arrays_;
  std::vector<Chunk> chunks_;
  std::size_t rows_ = 0;
  ArrowType type_ = ArrowType::null;
  ArrowType index_type_ = ArrowType::null;
  bool dictionary_ = false;
  bool table_ = false;  // a struct with one child, which is the column
};

// A `Column` (ablmatch.hpp) over some rows of an ArrowColumn.
struct ArrowRows {
  const ArrowColumn* column;
  std::size_t first;
};
void arrow_values(const void* arrow_rows, std::size_t row, std::size_t count, ColumnRoom& room, Value* out);

}  // namespace ablmatch
