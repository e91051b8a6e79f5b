// Reads the vectors that DuckDB hands to functions: it makes them flat, so that each row has its own place in them.
#include "input.hpp"

#include <algorithm>
#include <cstring>

namespace ablmatch::duckdb {
namespace {

constexpr Value kNull{"", 0, true};

// A type and its name; integers have the format of the Arrow array that lies in memory as their vector does.
struct TypeRow {
  TypeId id;
  const char* name;
  const char* integer_format;
};
constexpr TypeRow kTypes[] = {
    {TypeId::boolean, "bool", nullptr},
    {TypeId::int8, "int8", "c"},
    {TypeId::int16, "int16", "s"},
    {TypeId::int32, "int32", "i"},
    {TypeId::int64, "int64", "l"},
    {TypeId::uint8, "uint8", "C"},
    {TypeId::uint16, "uint16", "S"},
    {TypeId::uint32, "uint32", "I"},
    {TypeId::uint64, "uint64", "L"},
    {TypeId::float32, "float", nullptr},
    {TypeId::float64, "double", nullptr},
    {TypeId::timestamp, "timestamp", nullptr},
    {TypeId::date, "date", nullptr},
    {TypeId::time, "time", nullptr},
    {TypeId::interval, "interval", nullptr},
    {TypeId::hugeint, "decimal", nullptr},
    {TypeId::blob, "binary", nullptr},
    {TypeId::decimal, "decimal", nullptr},
    {TypeId::timestamp_s, "timestamp", nullptr},
    {TypeId::timestamp_ms, "timestamp", nullptr},
    {TypeId::timestamp_ns, "timestamp", nullptr},
    {TypeId::list, "list", nullptr},
    {TypeId::structure, "struct", nullptr},
    {TypeId::map, "map", nullptr},
    {TypeId::union_, "union", nullptr},
    {TypeId::bit, "binary", nullptr},
    {TypeId::time_tz, "time", nullptr},
    {TypeId::time_ns, "time", nullptr},
    {TypeId::timestamp_tz, "timestamp", nullptr},
    {TypeId::uhugeint, "decimal", nullptr},
    {TypeId::array, "fixed_size_list", nullptr},
    {TypeId::bignum, "binary", nullptr},
    {TypeId::null, "NULL", nullptr},
};

const TypeRow* row_of(TypeId id) {
  const auto* const found = std::ranges::find(kTypes, id, &TypeRow::id);
  return found == std::end(kTypes) ? nullptr : found;
}

Text text_of(const char* data, std::size_t size) {
  Text text{};
  text.inlined.size = static_cast<std::uint32_t>(size);
  if (size <= Text::kInlined) std::memcpy(text.inlined.text, data, size);
  else text.elsewhere.text = data;
  return text;
}

// The 36 characters of a UUID, of which the upper half is kept with its first bit turned over, for its order as a number.
void write_uuid(std::uint64_t lower, std::uint64_t upper, char* out) {
  upper ^= std::uint64_t{1} << 63;
  for (int digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) *out++ = '-';
    const std::uint64_t half = digit < 16 ? upper : lower;
    *out++ = "0123456789abcdef"[(half >> (60 - 4 * (digit % 16))) & 15];
  }
}
constexpr std::size_t kUuidSize = 36;

}  // namespace

Input::Input(Vector vector, std::size_t rows) : data_(api().data(vector)), validity_(api().validity(vector)) {
  Type type = api().new_type_of(vector);
  id_ = api().type_id(type);
  const TypeRow* const known = row_of(id_);
  if (id_ == TypeId::varchar) texts_ = static_cast<const Text*>(data_);
  else if (id_ == TypeId::enumeration) read_enum(type, rows);
  else if (id_ == TypeId::uuid) read_uuids(rows);
  else if (known != nullptr && known->integer_format != nullptr) read_integers(known->integer_format, rows);
  api().destroy(&type);
}

Input::~Input() {
  for (const auto& [number, text] : enum_texts_) api().free(text);
}

const char* Input::type_name() const {
  const TypeRow* const known = row_of(id_);
  return known != nullptr ? known->name : "other";
}

// Bits and numbers lie as in an Arrow array, which ArrowColumn makes figures of.
void Input::read_integers(const char* format, std::size_t rows) {
  buffers_[0] = validity_;
  buffers_[1] = data_;
  ArrowSchema schema{};
  schema.format = format;
  schema.release = [](ArrowSchema* released) { released->release = nullptr; };
  ArrowArray array{};
  array.length = static_cast<std::int64_t>(rows);
  array.null_count = -1;
  array.n_buffers = 2;
  array.buffers = buffers_;
  array.release = [](ArrowArray* released) { released->release = nullptr; };
  is_integer_ = integers_.take_array(&schema, &array).empty();
}

void Input::read_enum(Type type, std::size_t rows) {
  const TypeId index = api().enum_index_type(type);
  made_.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (is_null(row)) continue;
    const std::size_t at = index == TypeId::uint8    ? number<std::uint8_t>(row)
                           : index == TypeId::uint16 ? number<std::uint16_t>(row)
                                                     : number<std::uint32_t>(row);
    char*& text = enum_texts_[at];
    if (text == nullptr) text = api().enum_value(type, at);
    made_[row] = text_of(text, std::strlen(text));
  }
  texts_ = made_.data();
}

void Input::read_uuids(std::size_t rows) {
  made_.resize(rows);
  characters_.resize(rows * kUuidSize);
  const auto* halves = static_cast<const std::uint64_t*>(data_);
  for (std::size_t row = 0; row < rows; ++row) {
    if (is_null(row)) continue;
    char* const text = characters_.data() + row * kUuidSize;
    write_uuid(halves[2 * row], halves[2 * row + 1], text);
    made_[row] = text_of(text, kUuidSize);
  }
  texts_ = made_.data();
}

std::size_t Input::same_until(std::size_t row, std::size_t end) const {
  // DuckDB writes a constant out for all rows, so their 16 bytes are the same; a null has none.
  const Text first = texts_[row];
  ++row;
  while (row < end && std::memcmp(&texts_[row], &first, sizeof first) == 0 && !is_null(row)) ++row;
  return row;
}

void Input::values(std::size_t row, std::size_t count, ColumnRoom& room, Value* out) const {
  if (is_integer_) {
    integers_.values(row, count, room, out);
  } else if (is_text() && validity_ == nullptr) {
    for (std::size_t k = 0; k < count; ++k) {
      out[k] = text(row + k);
      // DuckDB's copy of the rows has pushed their texts out of the nearest cache, and they lie in no order.
      __builtin_prefetch(out[k].data);
    }
  } else {
    for (std::size_t k = 0; k < count; ++k) out[k] = is_null(row + k) ? kNull : text(row + k);
  }
}

}  // namespace ablmatch::duckdb
