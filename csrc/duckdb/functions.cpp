// match_score, match_result, match_normalize and match_keys over the chunks of rows that DuckDB hands over.
//
// Every argument is taken as it is, without a cast: a DOUBLE is refused and not compared as its figures. A NULL value is
// a row with nothing to judge.
#include "functions.hpp"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "../match_keys.hpp"
#include "input.hpp"
#include "terms.hpp"

namespace ablmatch::duckdb {
namespace {

// What a thread needs to judge rows, made on its first chunk.
struct Room {
  Scratch scratch;
  ColumnRoom said_room, stored_room;
  Value said[kColumnRows], stored[kColumnRows];
  Scored scored[kColumnRows];
  char normal[kFoldCapacity];
};

Room& thread_room() {
  static thread_local const std::unique_ptr<Room> own(new Room);
  return *own;
}

// The columns of a call: values, and behind them the terms that were given.
class Call {
 public:
  // `values`: their names, in order.
  Call(std::string_view name, Chunk chunk, std::initializer_list<const char*> values, bool has_role)
      : rows_(api().rows(chunk)) {
    const std::size_t given = api().columns(chunk), least = has_role ? 2 : values.size();
    if (given < least || given > 4) {
      problem_ =
          std::string(name) + " takes " + std::to_string(least) + " to 4 arguments, not " + std::to_string(given);
      return;
    }
    for (std::size_t at = 0; at < given; ++at) inputs_.emplace_back(api().column(chunk, at), rows_);
    const auto term = [&](std::size_t at) { return at < given ? &inputs_[at] : nullptr; };
    std::size_t at = values.size();
    terms_.kind = term(at++);
    if (has_role) terms_.role = term(at++);
    terms_.region = term(at);
    problem_ = terms_.problem();
    for (std::size_t value = 0; problem_.empty() && value < values.size(); ++value) {
      if (inputs_[value].is_read()) continue;
      problem_ = std::string(values.begin()[value]) + " holds " + inputs_[value].type_name() +
                 " values, not text or integers: cast it to text";
    }
  }

  // Calls `judge` with spans of rows that have the same terms; gives what is wrong, or nothing.
  template <class Judge>
  std::string judge_rows(Judge judge) const {
    if (!problem_.empty()) return problem_;
    for (std::size_t row = 0; row < rows_;) {
      Terms terms;
      if (std::string problem = terms_.read(row, terms); !problem.empty()) return problem;
      const std::size_t end = terms_.same_until(row, rows_);
      for (; row < end; row += std::min(kColumnRows, end - row)) judge(row, std::min(kColumnRows, end - row), terms);
    }
    return {};
  }

  std::size_t rows() const { return rows_; }
  const Input& input(std::size_t at) const { return inputs_[at]; }

 private:
  std::size_t rows_;
  std::deque<Input> inputs_;  // which stay where they are
  TermColumns terms_;
  std::string problem_;
};

// Calls `write` with what became of each row of two columns.
template <class Write>
std::string judge_pairs(std::string_view name, Chunk chunk, Write write) {
  const Call call(name, chunk, {"said", "stored"}, false);
  Room& room = thread_room();
  return call.judge_rows([&](std::size_t row, std::size_t count, const Terms& terms) {
    call.input(0).values(row, count, room.said_room, room.said);
    call.input(1).values(row, count, room.stored_room, room.stored);
    score_rows(room.said, room.stored, count, terms.kind, terms.context, room.scratch, room.scored);
    for (std::size_t k = 0; k < count; ++k) write(row + k, room.scored[k]);
  });
}

// Calls `write` with each value of a column and how it is to be read.
template <class Write>
std::string read_values(std::string_view name, Chunk chunk, Write write) {
  const Call call(name, chunk, {"values"}, true);
  Room& room = thread_room();
  return call.judge_rows([&](std::size_t row, std::size_t count, const Terms& terms) {
    call.input(0).values(row, count, room.stored_room, room.stored);
    for (std::size_t k = 0; k < count; ++k) write(row + k, room.stored[k], terms, room);
  });
}

std::string match_score(std::string_view name, Chunk chunk, Vector output) {
  auto* const scores = static_cast<std::int16_t*>(api().data(output));
  return judge_pairs(name, chunk, [&](std::size_t row, const Scored& scored) { scores[row] = scored.score; });
}

std::string match_result(std::string_view name, Chunk chunk, Vector output) {
  Text words[std::size(kResultNames)]{};
  for (std::size_t k = 0; k < std::size(kResultNames); ++k) {
    static_assert(std::ranges::all_of(kResultNames, [](auto word) { return word.size() <= Text::kInlined; }));
    words[k].inlined.size = static_cast<std::uint32_t>(kResultNames[k].size());
    kResultNames[k].copy(words[k].inlined.text, Text::kInlined);
  }
  auto* const results = static_cast<Text*>(api().data(output));
  return judge_pairs(name, chunk, [&](std::size_t row, const Scored& scored) {
    results[row] = words[static_cast<std::size_t>(result_of(scored.score, scored.kind))];
  });
}

std::string match_normalize(std::string_view name, Chunk chunk, Vector output) {
  api().make_validity(output);
  std::uint64_t* const validity = api().validity(output);
  return read_values(name, chunk, [&](std::size_t row, const Value& value, const Terms& terms, Room& room) {
    const std::size_t size =
        normalize(value, terms.kind, terms.role, terms.context, room.scratch, room.normal, sizeof room.normal);
    if (size == kNothing) validity[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    else api().set_text(output, row, room.normal, size);
  });
}

std::string match_keys(std::string_view name, Chunk chunk, Vector output) {
  auto* const lists = static_cast<ListEntry*>(api().data(output));
  std::vector<std::string> keys;
  std::string problem =
      read_values(name, chunk, [&](std::size_t row, const Value& value, const Terms& terms, Room& room) {
        std::vector<std::string> own;
        add_match_keys(value, terms.kind, terms.role, terms.context, room.scratch, own);
        lists[row] = {keys.size(), own.size()};
        keys.insert(keys.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
      });
  if (!problem.empty()) return problem;
  if (api().reserve_list(output, keys.size()) != State::success ||
      api().set_list_size(output, keys.size()) != State::success) {
    return "no memory";
  }
  Vector texts = api().list_texts(output);
  for (std::size_t k = 0; k < keys.size(); ++k) api().set_text(texts, k, keys[k].data(), keys[k].size());
  return {};
}

// A function as DuckDB calls it: no exception may leave it.
template <std::string (*body)(std::string_view, Chunk, Vector)>
void guarded(std::string_view name, FunctionInfo info, Chunk chunk, Vector output) {
  try {
    if (const std::string problem = body(name, chunk, output); !problem.empty()) api().fail(info, problem.c_str());
  } catch (const std::bad_alloc&) {
    api().fail(info, "no memory");
  }
}

struct FunctionRow {
  const char* name;
  ScalarFunction body;
  TypeId answer;
  bool is_list;
};
constexpr FunctionRow kFunctions[] = {
    {"match_score", [](auto... given) { guarded<match_score>("match_score", given...); }, TypeId::int16, false},
    {"match_result", [](auto... given) { guarded<match_result>("match_result", given...); }, TypeId::varchar, false},
    {"match_normalize", [](auto... given) { guarded<match_normalize>("match_normalize", given...); }, TypeId::varchar,
     false},
    {"match_keys", [](auto... given) { guarded<match_keys>("match_keys", given...); }, TypeId::varchar, true},
};

bool add_function(Connection connection, const FunctionRow& row) {
  Function function = api().new_function();
  Type any = api().new_type(TypeId::any), answer = api().new_type(row.answer);
  Type list = row.is_list ? api().new_list_type(answer) : nullptr;
  api().set_name(function, row.name);
  api().take_any_number_of(function, any);
  api().take_nulls(function);
  api().set_answer(function, row.is_list ? list : answer);
  api().set_body(function, row.body);
  const State state = api().add(connection, function);
  if (row.is_list) api().destroy(&list);
  api().destroy(&answer);
  api().destroy(&any);
  api().destroy(&function);
  return state == State::success;
}

}  // namespace

bool add_functions(Connection connection) {
  return std::ranges::all_of(kFunctions, [&](const FunctionRow& row) { return add_function(connection, row); });
}

}  // namespace ablmatch::duckdb
