// Columns give each row its value however the rows are asked for; batches give the scores of single pairs whatever the
// number of threads, and end when they are told to.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arrow_column.hpp"
#include "batch_run.hpp"

using namespace ablmatch;

namespace {

const char kNullMark[] = "\1null";

// An Arrow array that owns its buffers, given away as a producer would.
struct Made {
  std::vector<std::vector<char>> buffers;
  std::vector<const void*> places;
  std::unique_ptr<ArrowArray> dictionary;
};

template <class Number>
std::vector<char> bytes_of(const std::vector<Number>& numbers) {
  std::vector<char> bytes(numbers.size() * sizeof(Number));
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::vector<char> validity_of(const std::vector<std::string>& values) {
  std::vector<char> bits(values.size() / 8 + 1);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (values[k] != kNullMark) bits[k / 8] = static_cast<char>(bits[k / 8] | 1 << (k % 8));
  return bits;
}

ArrowArray give(std::unique_ptr<Made> made, std::size_t length, std::size_t offset) {
  for (const auto& buffer : made->buffers) made->places.push_back(buffer.data());
  ArrowArray array{};
  array.length = static_cast<std::int64_t>(length - offset);
  array.null_count = -1;
  array.offset = static_cast<std::int64_t>(offset);
  array.n_buffers = static_cast<std::int64_t>(made->places.size());
  array.buffers = made->places.data();
  array.dictionary = made->dictionary.get();
  array.private_data = made.release();
  array.release = [](ArrowArray* given) {
    delete static_cast<Made*>(given->private_data);
    given->release = nullptr;
  };
  return array;
}

ArrowSchema schema_of(const char* format, ArrowSchema* dictionary = nullptr) {
  ArrowSchema schema{};
  schema.format = format;
  schema.dictionary = dictionary;
  schema.release = [](ArrowSchema* given) { given->release = nullptr; };
  return schema;
}

template <class Offset>
ArrowArray text_array(const std::vector<std::string>& values, std::size_t offset) {
  auto made = std::make_unique<Made>();
  std::vector<Offset> ends{0};
  std::string text;
  for (const std::string& value : values) {
    if (value != kNullMark) text += value;
    ends.push_back(static_cast<Offset>(text.size()));
  }
  made->buffers = {validity_of(values), bytes_of(ends), {text.begin(), text.end()}};
  return give(std::move(made), values.size(), offset);
}

ArrowArray view_array(const std::vector<std::string>& values, std::size_t offset) {
  auto made = std::make_unique<Made>();
  std::vector<char> views, pool;
  for (const std::string& value : values) {
    char view[16] = {};
    const auto size = static_cast<std::int32_t>(value.size());
    std::memcpy(view, &size, 4);
    if (size <= 12) {
      std::memcpy(view + 4, value.data(), value.size());
    } else {
      const std::int32_t place[2] = {0, static_cast<std::int32_t>(pool.size())};
      std::memcpy(view + 4, value.data(), 4);
      std::memcpy(view + 8, place, 8);
      pool.insert(pool.end(), value.begin(), value.end());
    }
    views.insert(views.end(), view, view + 16);
  }
  const std::vector<std::int64_t> sizes{static_cast<std::int64_t>(pool.size())};
  made->buffers = {validity_of(values), views, pool, bytes_of(sizes)};
  return give(std::move(made), values.size(), offset);
}

ArrowArray dictionary_array(const std::vector<std::string>& values, std::size_t offset) {
  auto made = std::make_unique<Made>();
  std::vector<std::string> words;
  std::vector<std::int8_t> indices;
  for (const std::string& value : values) {
    const auto found = std::find(words.begin(), words.end(), value);
    indices.push_back(static_cast<std::int8_t>(found - words.begin()));
    if (found == words.end()) words.push_back(value);
  }
  made->buffers = {validity_of(values), bytes_of(indices)};
  made->dictionary = std::make_unique<ArrowArray>(text_array<std::int32_t>(words, 0));
  ArrowArray array = give(std::move(made), values.size(), offset);
  array.release = [](ArrowArray* given) {
    auto* const all = static_cast<Made*>(given->private_data);
    all->dictionary->release(all->dictionary.get());
    delete all;
    given->release = nullptr;
  };
  return array;
}

ArrowArray integer_array(const std::vector<std::string>& values, std::size_t offset) {
  auto made = std::make_unique<Made>();
  std::vector<std::int64_t> numbers;
  for (const std::string& value : values) numbers.push_back(value == kNullMark ? 0 : std::stoll(value));
  made->buffers = {validity_of(values), bytes_of(numbers)};
  return give(std::move(made), values.size(), offset);
}

// The arrays of a stream, each the values behind its offset.
struct Source {
  ArrowSchema schema;
  std::vector<ArrowArray> arrays;
  std::size_t next = 0;
};

std::string take(ArrowColumn& column, Source& source) {
  ArrowArrayStream stream{};
  stream.private_data = &source;
  stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
    *out = static_cast<Source*>(self->private_data)->schema;
    return 0;
  };
  stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
    auto& from = *static_cast<Source*>(self->private_data);
    *out = from.next < from.arrays.size() ? from.arrays[from.next++] : ArrowArray{};
    return 0;
  };
  stream.get_last_error = [](ArrowArrayStream*) -> const char* { return "none"; };
  stream.release = [](ArrowArrayStream* self) { self->release = nullptr; };
  return column.take_stream(&stream);
}

using Maker = ArrowArray (*)(const std::vector<std::string>&, std::size_t);

// Chunks of many sizes, sliced; every span of rows gives what single rows give.
void check_column(ArrowSchema schema, Maker make, const std::vector<std::string>& pool, std::mt19937& chance) {
  Source source{schema, {}};
  std::vector<std::string> all;
  for (int chunk = 0; chunk < 12; ++chunk) {
    std::vector<std::string> values;
    const std::size_t size = chunk % 4 == 3 ? 0 : chance() % (chunk == 5 ? 700 : 90);
    for (std::size_t k = 0; k < size; ++k) values.push_back(pool[chance() % pool.size()]);
    const std::size_t offset = size == 0 ? 0 : chance() % size;
    source.arrays.push_back(make(values, offset));
    all.insert(all.end(), values.begin() + static_cast<std::ptrdiff_t>(offset), values.end());
  }
  ArrowColumn column;
  assert(take(column, source).empty());
  assert(column.rows() == all.size());
  const auto room = std::make_unique<ColumnRoom>();
  room->hint = 0;
  Value out[kColumnRows];
  for (int turn = 0; turn < 400; ++turn) {
    const std::size_t first = turn == 0 ? 0 : chance() % all.size();
    const ArrowRows rows{&column, first};
    const std::size_t row = chance() % (all.size() - first);
    const std::size_t most = std::min(kColumnRows, all.size() - first - row);
    const std::size_t count = 1 + chance() % most;
    arrow_values(&rows, row, count, *room, out);
    for (std::size_t k = 0; k < count; ++k) {
      const std::string& wanted = all[first + row + k];
      assert(out[k].null == (wanted == kNullMark));
      assert(out[k].null || out[k].view() == wanted);
    }
  }
}

struct Texts {
  std::vector<std::string> at;
};

void values_of_texts(const void* column, std::size_t row, std::size_t count, ColumnRoom&, Value* out) {
  const auto& texts = *static_cast<const Texts*>(column);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string& text = texts.at[row + k];
    out[k] = text == kNullMark ? Value{"", 0, true} : value_of(text);
  }
}

const std::vector<std::string> kPool = {
    "Nora Lind",
    "nora lind",
    "Zo\xC3\xAB",
    "555-0142",
    "five five five oh one four two",
    kNullMark,
    "",
    "\xFF broken",
    "42",
    "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
    "nora@x.org",
    "[EMAIL_2]",
    "forty two",
    "Lind Nora",
    "a value that is longer than the room of a scan, which holds "
    "one hundred and twenty eight bytes and not one more, so that it is read as a whole",
};

bool never(void*) { return false; }

bool at_third_call(void* calls) { return ++*static_cast<int*>(calls) == 3; }

void check_batches(Kind kind, std::mt19937& chance) {
  const Context context{find_region("US")};
  const std::size_t rows = 9000 + chance() % 300;
  Texts said, stored;
  for (std::size_t k = 0; k < rows; ++k) {
    said.at.push_back(kPool[chance() % kPool.size()]);
    stored.at.push_back(chance() % 3 == 0 ? said.at.back() : kPool[chance() % kPool.size()]);
  }
  std::vector<std::int16_t> wanted(rows), scores(rows);
  std::vector<std::uint8_t> wanted_results(rows), results(rows);
  std::size_t wanted_invalid = 0;
  const auto scratch = std::make_unique<Scratch>();
  const auto room = std::make_unique<ColumnRoom>();
  for (std::size_t k = 0; k < rows; ++k) {
    Value one, other;
    values_of_texts(&said, k, 1, *room, &one);
    values_of_texts(&stored, k, 1, *room, &other);
    const Judgement judgement = judge(one, other, kind, context, *scratch);
    wanted[k] = judgement.score;
    wanted_results[k] = static_cast<std::uint8_t>(result_of(judgement));
    wanted_invalid += judgement.evidence.has(Evidence::invalid_text);
    assert(score(one, other, kind, context, *scratch).score == judgement.score);
  }
  std::size_t invalid = 77;
  Batch batch{values_of_texts, &said,         values_of_texts, &stored, rows, kind,
              context,         scores.data(), results.data(),  &invalid};
  for (const int threads : {1, 2, 5}) {
    std::fill(scores.begin(), scores.end(), std::int16_t{-9});
    assert(run_batch(batch, threads, never, nullptr));
    assert(scores == wanted && results == wanted_results && invalid == wanted_invalid);

    // The same rows in blocks, each made while others are judged.
    std::fill(scores.begin(), scores.end(), std::int16_t{-9});
    invalid = 0;
    {
      Texts said_blocks[BatchRun::kMostOverlap + 1], stored_blocks[BatchRun::kMostOverlap + 1];
      BatchRun run(rows, threads);
      std::size_t slot = 0;
      for (std::size_t begin = 0; begin < rows;) {
        const std::size_t end = std::min(rows, begin + 1 + chance() % 1500);
        const auto cut = [&](const Texts& from) {
          return std::vector<std::string>(from.at.begin() + static_cast<std::ptrdiff_t>(begin),
                                          from.at.begin() + static_cast<std::ptrdiff_t>(end));
        };
        said_blocks[slot].at = cut(said);
        stored_blocks[slot].at = cut(stored);
        Batch block = batch;
        block.said_column = &said_blocks[slot];
        block.stored_column = &stored_blocks[slot];
        block.rows = end - begin;
        block.scores = scores.data() + begin;
        block.results = nullptr;
        run.add(block);
        assert(run.work(end == rows ? 0 : run.overlap(), nullptr, nullptr));
        begin = end;
        slot = (slot + 1) % (BatchRun::kMostOverlap + 1);
      }
    }
    assert(scores == wanted && invalid == wanted_invalid);

    int calls = 0;
    // The other threads may take all chunks before this one has polled three times.
    const bool whole = run_batch(batch, threads, at_third_call, &calls);
    assert(whole == (calls < 3) && (threads > 1 || !whole));
    // A run that is left while batches are unfinished ends them.
    BatchRun left(rows, threads);
    left.add(batch);
  }
}

}  // namespace

int main() {
  std::mt19937 chance(11);
  const std::vector<std::string> numbers = {"0", "7", kNullMark, "-1", "9223372036854775807", "-9223372036854775808"};
  for (int turn = 0; turn < 5; ++turn) {
    check_column(schema_of("u"), text_array<std::int32_t>, kPool, chance);
    check_column(schema_of("U"), text_array<std::int64_t>, kPool, chance);
    check_column(schema_of("vu"), view_array, kPool, chance);
    ArrowSchema words = schema_of("u");
    check_column(schema_of("c", &words), dictionary_array, kPool, chance);
    check_column(schema_of("l"), integer_array, numbers, chance);
  }
  for (int kind = 0; kind < static_cast<int>(Kind::count_); ++kind) check_batches(static_cast<Kind>(kind), chance);
  std::printf("batch: ok\n");
}
