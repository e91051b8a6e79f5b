// Texts of rows are those of single values, in order, whatever the number of threads; they are given away whole.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "match_keys.hpp"
#include "text_rows.hpp"

using namespace ablmatch;

namespace {

const char kNullMark[] = "\1null";
const std::vector<std::string> kPool = {
    "Nora Lind",
    "Lind, Nora",
    "Zo\xC3\xAB",
    "555-0142",
    "five five five oh one four two",
    kNullMark,
    "",
    "\xFF broken",
    "42",
    "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
    "nora dot lind at x dot org",
    "[EMAIL_2]",
    "forty two",
};

Value value_of(const std::string& text) {
  if (text == kNullMark) return {"", 0, true};
  return {text.data(), text.size(), false};
}

void values_of_texts(const void* texts, std::size_t row, std::size_t count, ColumnRoom&, Value* out) {
  const auto& all = *static_cast<const std::vector<std::string>*>(texts);
  for (std::size_t k = 0; k < count; ++k) out[k] = value_of(all[row + k]);
}

bool at_third_call(void* calls) { return ++*static_cast<int*>(calls) == 3; }

// Each row's texts, as the rows hold them.
std::vector<std::vector<std::string>> texts_of(const TextRows& rows) {
  std::vector<std::vector<std::string>> found(rows.rows());
  for (std::size_t row = 0; row < found.size(); ++row)
    for (std::int64_t at = rows.row_ends[row]; at < rows.row_ends[row + 1]; ++at) {
      const auto text = static_cast<std::size_t>(at);
      found[row].emplace_back(rows.bytes.data() + rows.text_ends[text], rows.bytes.data() + rows.text_ends[text + 1]);
    }
  return found;
}

// The children of a list are read as a column of their own.
void check_lists(const std::shared_ptr<const TextRows>& rows, const std::vector<std::vector<std::string>>& wanted) {
  ArrowSchema schema;
  ArrowArray array;
  export_text_lists(rows, schema, array);
  assert(std::string(schema.format) == "+L" && schema.n_children == 1 && array.n_children == 1);
  assert(array.length == static_cast<std::int64_t>(wanted.size()) && array.null_count == 0);
  ArrowColumn texts;
  assert(texts.take_array(schema.children[0], array.children[0]).empty());
  const auto* const ends = static_cast<const std::int64_t*>(array.buffers[1]);
  const auto room = std::make_unique<ColumnRoom>();
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    assert(ends[row + 1] - ends[row] == static_cast<std::int64_t>(wanted[row].size()));
    for (std::size_t k = 0; k < wanted[row].size(); ++k) {
      Value value;
      texts.values(static_cast<std::size_t>(ends[row]) + k, 1, *room, &value);
      assert(!value.null && value.view() == wanted[row][k]);
    }
  }
  // A child that was taken over outlives the list.
  schema.release(&schema);
  array.release(&array);
  const auto keyed = std::find_if(wanted.begin(), wanted.end(), [](const auto& keys) { return !keys.empty(); });
  Value value;
  texts.values(0, 1, *room, &value);
  assert(value.view() == keyed->front());
}

// What a consumer of Arrow data sees: no text stands for null.
void check_given(const std::shared_ptr<const TextRows>& rows, const std::vector<std::vector<std::string>>& wanted) {
  ArrowSchema schema;
  ArrowArray array;
  export_texts(rows, schema, array);
  ArrowColumn column;
  assert(column.take_array(&schema, &array).empty());
  assert(schema.release == nullptr && array.release == nullptr && column.rows() == wanted.size());
  const auto room = std::make_unique<ColumnRoom>();
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    Value value;
    column.values(row, 1, *room, &value);
    assert(value.null == wanted[row].empty());
    assert(value.null || value.view() == wanted[row][0]);
  }
}

void check_keys(TextBatch batch, Scratch& scratch) {
  batch.rows = 3000;
  const auto& texts = *static_cast<const std::vector<std::string>*>(batch.pointer);
  std::vector<std::vector<std::string>> wanted(batch.rows);
  for (std::size_t row = 0; row < batch.rows; ++row)
    add_match_keys(value_of(texts[row]), batch.kind, batch.role, batch.context, scratch, wanted[row]);
  for (const int threads : {1, 3}) {
    const auto rows = std::make_shared<TextRows>();
    assert(key_rows(batch, threads, nullptr, nullptr, *rows));
    assert(texts_of(*rows) == wanted);
    check_lists(rows, wanted);
  }
}

void check_kind(Kind kind, Role role, std::mt19937& chance) {
  const Context context{find_region("US")};
  std::vector<std::string> texts(70'000 + chance() % 300);  // more than a block
  for (std::string& text : texts) text = kPool[chance() % kPool.size()];
  const auto scratch = std::make_unique<Scratch>();
  std::vector<std::vector<std::string>> wanted;
  for (const std::string& text : texts) {
    char out[kFoldCapacity];
    const std::size_t size = normalize(value_of(text), kind, role, context, *scratch, out, sizeof out);
    wanted.emplace_back();
    if (size != kNothing) wanted.back().emplace_back(out, size);
  }
  const TextBatch batch{values_of_texts, &texts, texts.size(), kind, role, context};
  for (const int threads : {1, 2, 5}) {
    const auto rows = std::make_shared<TextRows>();
    assert(normalize_rows(batch, threads, nullptr, nullptr, *rows));
    assert(texts_of(*rows) == wanted);
    if (threads == 1) check_given(rows, wanted);

    int calls = 0;
    TextRows part;
    const bool whole = normalize_rows(batch, threads, at_third_call, &calls, part);
    assert(whole == (calls < 3) && (threads > 1 || !whole));
  }
  check_keys(batch, *scratch);
}

}  // namespace

int main() {
  std::mt19937 chance(12);
  for (const Kind kind : {Kind::digits, Kind::person_name, Kind::text, Kind::auto_})
    for (const Role role : {Role::said, Role::stored}) check_kind(kind, role, chance);
  std::printf("text rows: ok\n");
}
