// Reads Arrow arrays of text, integers and dictionaries of them in place.
//
// The interface passes buffers without sizes, so a producer is trusted that offsets lie inside them; what can be
// checked at no cost (order of offsets, dictionary indices, sizes of view buffers) is, and a value that fails is
// invalid text.
#include "arrow_column.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ablmatch {
namespace {

constexpr Value kNull{"", 0, true};
// Not valid UTF-8, so judged as invalid text.
constexpr Value kBroken{"\xff", 1, false};

bool type_of_format(std::string_view format, ArrowType& type) {
  constexpr std::pair<std::string_view, ArrowType> kFormats[] = {
      {"n", ArrowType::null},  {"u", ArrowType::utf8},   {"U", ArrowType::large_utf8}, {"vu", ArrowType::utf8_view},
      {"c", ArrowType::int8},  {"C", ArrowType::uint8},  {"s", ArrowType::int16},      {"S", ArrowType::uint16},
      {"i", ArrowType::int32}, {"I", ArrowType::uint32}, {"l", ArrowType::int64},      {"L", ArrowType::uint64},
  };
  for (const auto& [name, of] : kFormats) {
    if (format == name) {
      type = of;
      return true;
    }
  }
  return false;
}

// What a user calls a format that is neither text nor integers; parametrized formats go by their first letters.
std::string name_of_format(std::string_view format) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"b", "bool"},         {"e", "half_float"},
      {"f", "float"},        {"g", "double"},
      {"z", "binary"},       {"Z", "large_binary"},
      {"vz", "binary_view"}, {"w:", "fixed_size_binary"},
      {"d:", "decimal"},     {"td", "date"},
      {"tt", "time"},        {"ts", "timestamp"},
      {"tD", "duration"},    {"ti", "interval"},
      {"+l", "list"},        {"+L", "large_list"},
      {"+v", "list_view"},   {"+w", "fixed_size_list"},
      {"+s", "struct"},      {"+m", "map"},
      {"+u", "union"},       {"+r", "run_end_encoded"},
  };
  for (const auto& [start, name] : kNames) {
    const bool whole = start.size() == 1;
    if (whole ? format == start : format.substr(0, start.size()) == start) return std::string(name);
  }
  return "Arrow format " + std::string(format);
}

std::string unusable(std::string_view format) {
  return "holds " + name_of_format(format) + " values, not text or integers: cast it to text";
}

bool is_valid(const ArrowValues& values, std::int64_t at) {
  return values.validity == nullptr || ((values.validity[at >> 3] >> (at & 7)) & 1) != 0;
}

template <class Number>
Number load(const void* data, std::int64_t at) {
  // Producers promise alignment of 8 bytes only by recommendation.
  Number number;
  std::memcpy(&number, static_cast<const char*>(data) + at * static_cast<std::int64_t>(sizeof(Number)), sizeof(Number));
  return number;
}

// An integer of one of the integer types; `negative` with its magnitude, so that all of uint64 fits.
std::uint64_t load_integer(const ArrowValues& values, std::int64_t at, bool& negative) {
  std::int64_t number = 0;
  switch (values.type) {
    // The sign is put back by hand: a signed char is too easily taken for a character.
    case ArrowType::int8: number = (std::int64_t{load<std::uint8_t>(values.data, at)} ^ 0x80) - 0x80; break;
    case ArrowType::uint8: number = load<std::uint8_t>(values.data, at); break;
    case ArrowType::int16: number = load<std::int16_t>(values.data, at); break;
    case ArrowType::uint16: number = load<std::uint16_t>(values.data, at); break;
    case ArrowType::int32: number = load<std::int32_t>(values.data, at); break;
    case ArrowType::uint32: number = load<std::uint32_t>(values.data, at); break;
    case ArrowType::int64: number = load<std::int64_t>(values.data, at); break;
    default: negative = false; return load<std::uint64_t>(values.data, at);
  }
  negative = number < 0;
  return negative ? std::uint64_t{0} - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// Decimal figures at the end of a text of the room: 20 and a sign at most.
Value figures(std::uint64_t number, bool negative, char (&text)[24]) {
  char* const end = text + sizeof text;
  char* at = end;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  if (negative) *--at = '-';
  return {at, static_cast<std::size_t>(end - at), false};
}

// Readers: each gives the text of the value at a place counted from the start of the buffers, which is not null.

template <class Offset>
Value text_between_offsets(const ArrowValues& values, std::int64_t at) {
  const auto begin = load<Offset>(values.data, at);
  const auto end = load<Offset>(values.data, at + 1);
  if (begin < 0 || end < begin) return kBroken;
  return {values.text + begin, static_cast<std::size_t>(end - begin), false};
}

// A view is 16 bytes: the size, then either up to 12 bytes of text, or 4 of prefix, a buffer's index and a place in it.
Value text_of_view(const ArrowValues& values, std::int64_t at) {
  const char* view = static_cast<const char*>(values.data) + at * 16;
  const auto size = load<std::int32_t>(view, 0);
  if (size < 0) return kBroken;
  if (size <= 12) return {view + 4, static_cast<std::size_t>(size), false};
  const auto pool = load<std::int32_t>(view, 2);
  const auto place = load<std::int32_t>(view, 3);
  if (pool < 0 || pool >= values.pool_count || place < 0 || std::int64_t{place} + size > values.pool_sizes[pool]) {
    return kBroken;
  }
  return {static_cast<const char*>(values.pools[pool]) + place, static_cast<std::size_t>(size), false};
}

// Rows one behind the other from a place on.
struct InOrder {
  std::int64_t begin;

  std::int64_t at(std::size_t k) const { return begin + static_cast<std::int64_t>(k); }
};

// The places that the indices of a dictionary column name; -1: null, -2: none that the dictionary has.
struct ByIndex {
  const std::int64_t* places;

  std::int64_t at(std::size_t k) const { return places[k]; }
};
constexpr std::int64_t kNullPlace = -1;
constexpr std::int64_t kNoPlace = -2;

// One loop for each combination of places, validity and reader: nothing is decided value by value but the values.
template <class Places, class Read>
void read_each(const ArrowValues& values, Places places, std::size_t count, Value* out, Read read) {
  if constexpr (std::is_same_v<Places, InOrder>) {
    if (values.validity == nullptr) {
      for (std::size_t k = 0; k < count; ++k) out[k] = read(places.at(k), k);
      return;
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t at = places.at(k);
    if (at == kNoPlace) out[k] = kBroken;
    else out[k] = at != kNullPlace && is_valid(values, at) ? read(at, k) : kNull;
  }
}

template <class Places>
void read_values(const ArrowValues& values, Places places, std::size_t count, ColumnRoom& room, std::size_t first_text,
                 Value* out) {
  switch (values.type) {
    case ArrowType::null: std::fill(out, out + count, kNull); return;
    case ArrowType::utf8:
      read_each(values, places, count, out,
                [&](std::int64_t at, std::size_t) { return text_between_offsets<std::int32_t>(values, at); });
      return;
    case ArrowType::large_utf8:
      read_each(values, places, count, out,
                [&](std::int64_t at, std::size_t) { return text_between_offsets<std::int64_t>(values, at); });
      return;
    case ArrowType::utf8_view:
      read_each(values, places, count, out, [&](std::int64_t at, std::size_t) { return text_of_view(values, at); });
      return;
    default:
      read_each(values, places, count, out, [&](std::int64_t at, std::size_t k) {
        bool negative = false;
        const std::uint64_t number = load_integer(values, at, negative);
        return figures(number, negative, room.text[first_text + k]);
      });
  }
}

void find_places(const ArrowValues& indices, const ArrowValues& values, std::int64_t begin, std::size_t count,
                 std::int64_t* places) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t at = begin + static_cast<std::int64_t>(k);
    if (!is_valid(indices, at)) {
      places[k] = kNullPlace;
      continue;
    }
    bool negative = false;
    const std::uint64_t index = load_integer(indices, at, negative);
    const bool there = !negative && index < static_cast<std::uint64_t>(values.length);
    places[k] = there ? values.offset + static_cast<std::int64_t>(index) : kNoPlace;
  }
}

// The buffers of `array` as its type lays them out; what is wrong with them otherwise.
std::string lay_out(const ArrowArray& array, ArrowType type, ArrowValues& out) {
  const std::int64_t needed = type == ArrowType::null                                    ? 0
                              : type == ArrowType::utf8 || type == ArrowType::large_utf8 ? 3
                              : type == ArrowType::utf8_view                             ? 3
                                                                                         : 2;
  if (array.length < 0 || array.offset < 0 || array.n_buffers < needed) return "is a malformed Arrow array";
  out = {};
  out.type = type;
  out.offset = array.offset;
  out.length = array.length;
  if (type == ArrowType::null || array.length == 0) return {};
  // A null count of 0 is a promise that the bitmap need not be read; -1 means that nobody counted.
  out.validity = array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
  out.data = array.buffers[1];
  if (out.data == nullptr) return "is an Arrow array without its data";
  if (type == ArrowType::utf8 || type == ArrowType::large_utf8) {
    // May be null when all values are empty.
    out.text = array.buffers[2] != nullptr ? static_cast<const char*>(array.buffers[2]) : "";
  }
  if (type == ArrowType::utf8_view) {
    out.pools = array.buffers + 2;
    out.pool_count = array.n_buffers - 3;
    out.pool_sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
    if (out.pool_sizes == nullptr) out.pool_count = 0;
  }
  return {};
}

struct StreamGuard {
  ArrowArrayStream stream;
  ~StreamGuard() {
    if (stream.release != nullptr) stream.release(&stream);
  }
};

std::string stream_error(ArrowArrayStream& stream, int code) {
  const char* message = stream.get_last_error(&stream);
  return "could not be read: " + (message != nullptr ? std::string(message) : "error " + std::to_string(code));
}

}  // namespace

ArrowColumn::~ArrowColumn() {
  for (ArrowArray& array : arrays_) {
    if (array.release != nullptr) array.release(&array);
  }
  if (schema_.release != nullptr) schema_.release(&schema_);
}

std::string ArrowColumn::take_stream(ArrowArrayStream* stream) {
  StreamGuard guard{std::exchange(*stream, {})};
  ArrowArrayStream& source = guard.stream;
  if (source.release == nullptr) return "was already consumed";
  if (const int code = source.get_schema(&source, &schema_); code != 0) return stream_error(source, code);
  if (std::string problem = read_schema(); !problem.empty()) return problem;
  for (;;) {
    // Room first, so that an array that was handed over has its owner.
    ArrowArray& array = arrays_.emplace_back();
    if (const int code = source.get_next(&source, &array); code != 0) {
      arrays_.pop_back();
      return stream_error(source, code);
    }
    if (array.release == nullptr) {
      arrays_.pop_back();
      return {};
    }
    if (std::string problem = add_array(array); !problem.empty()) return problem;
  }
}

std::string ArrowColumn::take_array(ArrowSchema* schema, ArrowArray* array) {
  schema_ = std::exchange(*schema, {});
  arrays_.push_back(std::exchange(*array, {}));
  if (schema_.release == nullptr || arrays_.back().release == nullptr) return "was already consumed";
  if (std::string problem = read_schema(); !problem.empty()) return problem;
  return add_array(arrays_.back());
}

std::string ArrowColumn::read_schema() {
  const ArrowSchema* schema = &schema_;
  if (std::string_view(schema->format) == "+s") {
    if (schema->n_children != 1) {
      return "is a table of " + std::to_string(schema->n_children) + " columns: give one of them";
    }
    table_ = true;
    schema = schema->children[0];
  }
  if (schema->dictionary != nullptr) {
    dictionary_ = true;
    if (!type_of_format(schema->format, index_type_) || index_type_ < ArrowType::int8)
      return "has a malformed dictionary";
    schema = schema->dictionary;
    if (schema->dictionary != nullptr) return "holds dictionaries of dictionaries, not text or integers";
  }
  if (!type_of_format(schema->format, type_)) return unusable(schema->format);
  return {};
}

std::string ArrowColumn::add_array(const ArrowArray& array) {
  const ArrowArray* column = &array;
  ArrowArray moved;
  if (table_) {
    if (array.n_children != 1) return "is a malformed Arrow array";
    // A slice of a struct leaves its child whole. Rows that are null in the struct itself are told by its own bitmap;
    // a table has none.
    moved = *array.children[0];
    if (array.offset < 0 || array.length < 0 || moved.length < array.offset + array.length) {
      return "is a malformed Arrow array";
    }
    if (array.n_buffers > 0 && array.buffers[0] != nullptr && array.null_count != 0) {
      return "is a struct with null rows: give its one field";
    }
    moved.offset += array.offset;
    moved.length = array.length;
    column = &moved;
  }
  Chunk chunk{};
  chunk.first_row = rows_;
  if (dictionary_) {
    if (column->dictionary == nullptr) return "has a malformed dictionary";
    if (std::string problem = lay_out(*column, index_type_, chunk.indices); !problem.empty()) return problem;
    if (std::string problem = lay_out(*column->dictionary, type_, chunk.values); !problem.empty()) return problem;
  } else if (std::string problem = lay_out(*column, type_, chunk.values); !problem.empty()) {
    return problem;
  }
  if (column->length == 0) return {};
  chunks_.push_back(chunk);
  rows_ += static_cast<std::size_t>(column->length);
  return {};
}

std::size_t ArrowColumn::chunk_of(std::size_t row, std::size_t hint) const {
  // Rows come nearly in order, so the chunk of the last one is almost always the one.
  const auto holds = [&](std::size_t chunk) {
    return chunks_[chunk].first_row <= row && (chunk + 1 == chunks_.size() || row < chunks_[chunk + 1].first_row);
  };
  if (hint < chunks_.size() && holds(hint)) return hint;
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), row,
                                      [](std::size_t wanted, const Chunk& chunk) { return wanted < chunk.first_row; });
  return static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

void ArrowColumn::values(std::size_t row, std::size_t count, ColumnRoom& room, Value* out) const {
  room.hint = chunk_of(row, room.hint);
  std::size_t done = 0;
  while (done < count) {
    const Chunk& chunk = chunks_[room.hint];
    const std::size_t place = row + done - chunk.first_row;
    const auto length = static_cast<std::size_t>(dictionary_ ? chunk.indices.length : chunk.values.length);
    const std::size_t span = std::min(count - done, length - place);
    const auto begin = static_cast<std::int64_t>(place);
    if (dictionary_) {
      std::int64_t places[kColumnRows];
      find_places(chunk.indices, chunk.values, chunk.indices.offset + begin, span, places);
      read_values(chunk.values, ByIndex{places}, span, room, done, out + done);
    } else {
      read_values(chunk.values, InOrder{chunk.values.offset + begin}, span, room, done, out + done);
    }
    done += span;
    if (done < count) ++room.hint;
  }
}

void arrow_values(const void* arrow_rows, std::size_t row, std::size_t count, ColumnRoom& room, Value* out) {
  const auto* rows = static_cast<const ArrowRows*>(arrow_rows);
  rows->column->values(rows->first + row, count, room, out);
}

}  // namespace ablmatch
