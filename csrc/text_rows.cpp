// Chunks of rows are made by several threads and put together in order.
#include "text_rows.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <string>

#include "match_keys.hpp"
#include "workers.hpp"

namespace ablmatch {
namespace {

// Values whose texts are in memory twice, before they are put together.
constexpr std::size_t kBlockRows = 65536;
constexpr std::size_t kChunkRows = kColumnRows;

// What a thread needs to make texts.
struct Room {
  Scratch scratch;
  ColumnRoom column;
  Value values[kChunkRows];
  char text[kFoldCapacity];
  std::vector<std::string> keys;
};

void add_normal(const TextBatch& batch, const Value& value, Room& room, TextRows& out) {
  const std::size_t size =
      normalize(value, batch.kind, batch.role, batch.context, room.scratch, room.text, sizeof room.text);
  if (size != kNothing) out.add_text({room.text, size});
}

void add_keys(const TextBatch& batch, const Value& value, Room& room, TextRows& out) {
  room.keys.clear();
  add_match_keys(value, batch.kind, batch.role, batch.context, room.scratch, room.keys);
  for (const std::string& key : room.keys) out.add_text(key);
}

// One block of rows, of which threads take chunks.
template <class Make>
struct Block {
  const TextBatch& batch;
  std::size_t begin, rows;
  Make make;
  bool (*stop)(void*);
  void* stop_argument;
  std::vector<TextRows> chunks{(rows + kChunkRows - 1) / kChunkRows};
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};  // ended early, or without memory

  void operator()(bool polls) noexcept {
    const std::unique_ptr<Room> room(new (std::nothrow) Room);
    if (room == nullptr) {
      // The calling thread works last of all: without it some chunks might stay empty.
      if (polls) failed.store(true, std::memory_order_relaxed);
      return;
    }
    room->column.hint = 0;
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t chunk = next.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunks.size()) return;
      try {
        fill(chunk, *room);
      } catch (const std::bad_alloc&) {
        failed.store(true, std::memory_order_relaxed);
      }
      if (polls && stop != nullptr && stop(stop_argument)) failed.store(true, std::memory_order_relaxed);
    }
  }

  void fill(std::size_t chunk, Room& room) {
    const std::size_t first = chunk * kChunkRows, count = std::min(kChunkRows, rows - first);
    batch.column(batch.pointer, begin + first, count, room.column, room.values);
    for (std::size_t k = 0; k < count; ++k) {
      make(batch, room.values[k], room, chunks[chunk]);
      chunks[chunk].end_row();
    }
  }
};

template <class Make>
bool make_rows(const TextBatch& batch, int threads, bool (*stop)(void*), void* stop_argument, TextRows& out,
               Make make) {
  try {
    for (std::size_t begin = 0; begin < batch.rows; begin += kBlockRows) {
      Block<Make> block{batch, begin, std::min(kBlockRows, batch.rows - begin), make, stop, stop_argument};
      run_on_threads(threads, block.rows, block);
      if (block.failed.load(std::memory_order_relaxed)) return false;
      for (const TextRows& chunk : block.chunks) out.append(chunk);
    }
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

// An array that was given away, and what it keeps.
struct Given {
  std::shared_ptr<const TextRows> rows;
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> validity;
  const void* buffers[3];
  ArrowArray child;
  ArrowArray* children[1];
};

void describe(const char* format, ArrowSchema& schema) {
  schema = {};
  schema.format = format;
  schema.name = "";
  schema.flags = 2;  // nullable
  schema.release = [](ArrowSchema* released) { released->release = nullptr; };
}

// What both sides of the interface call when they are done with an array that `give` made.
void release_given(ArrowArray* released) {
  auto* const given = static_cast<Given*>(released->private_data);
  for (std::int64_t k = 0; k < released->n_children; ++k)
    if (released->children[k]->release != nullptr) released->children[k]->release(released->children[k]);
  delete given;
  released->release = nullptr;
}

void give(std::unique_ptr<Given> given, std::size_t length, std::int64_t nulls, std::int64_t buffers,
          ArrowArray& array) {
  array = {};
  array.length = static_cast<std::int64_t>(length);
  array.null_count = nulls;
  array.n_buffers = buffers;
  array.buffers = given->buffers;
  array.private_data = given.release();
  array.release = release_given;
}

const void* bytes_of(const TextRows& rows) { return rows.bytes.empty() ? "" : rows.bytes.data(); }

}  // namespace

void TextRows::append(const TextRows& other) {
  const auto texts = static_cast<std::int64_t>(text_ends.size()) - 1;
  const auto size = static_cast<std::int64_t>(bytes.size());
  for (std::size_t k = 1; k < other.row_ends.size(); ++k) row_ends.push_back(texts + other.row_ends[k]);
  for (std::size_t k = 1; k < other.text_ends.size(); ++k) text_ends.push_back(size + other.text_ends[k]);
  bytes.insert(bytes.end(), other.bytes.begin(), other.bytes.end());
}

bool normalize_rows(const TextBatch& batch, int threads, bool (*stop)(void*), void* stop_argument, TextRows& out) {
  return make_rows(batch, threads, stop, stop_argument, out, add_normal);
}

bool key_rows(const TextBatch& batch, int threads, bool (*stop)(void*), void* stop_argument, TextRows& out) {
  return make_rows(batch, threads, stop, stop_argument, out, add_keys);
}

void export_texts(const std::shared_ptr<const TextRows>& rows, ArrowSchema& schema, ArrowArray& array) {
  auto given = std::make_unique<Given>();
  const std::size_t count = rows->rows();
  given->rows = rows;
  given->offsets.reserve(count + 1);
  given->validity.resize((count + 7) / 8);
  std::int64_t nulls = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t text = rows->row_ends[k];
    given->offsets.push_back(rows->text_ends[static_cast<std::size_t>(text)]);
    const bool valid = rows->row_ends[k + 1] > text;
    nulls += !valid;
    given->validity[k / 8] = static_cast<std::uint8_t>(given->validity[k / 8] | int{valid} << (k % 8));
  }
  given->offsets.push_back(static_cast<std::int64_t>(rows->bytes.size()));
  given->buffers[0] = given->validity.data();
  given->buffers[1] = given->offsets.data();
  given->buffers[2] = bytes_of(*rows);
  describe("U", schema);
  give(std::move(given), count, nulls, 3, array);
}

void export_text_lists(const std::shared_ptr<const TextRows>& rows, ArrowSchema& schema, ArrowArray& array) {
  auto texts = std::make_unique<Given>();
  texts->rows = rows;
  texts->buffers[1] = rows->text_ends.data();
  texts->buffers[2] = bytes_of(*rows);
  auto lists = std::make_unique<Given>();
  lists->rows = rows;
  lists->buffers[1] = rows->row_ends.data();
  lists->children[0] = &lists->child;
  give(std::move(texts), rows->text_ends.size() - 1, 0, 3, lists->child);
  Given& kept = *lists;
  give(std::move(lists), rows->rows(), 0, 2, array);
  array.n_children = 1;
  array.children = kept.children;

  struct Described {
    ArrowSchema child;
    ArrowSchema* children[1];
  };
  auto described = std::make_unique<Described>();
  describe("U", described->child);
  described->child.name = "item";
  described->children[0] = &described->child;
  describe("+L", schema);
  schema.n_children = 1;
  schema.children = described->children;
  schema.private_data = described.release();
  schema.release = [](ArrowSchema* released) {
    auto* const made = static_cast<Described*>(released->private_data);
    if (made->child.release != nullptr) made->child.release(&made->child);
    delete made;
    released->release = nullptr;
  };
}

}  // namespace ablmatch
