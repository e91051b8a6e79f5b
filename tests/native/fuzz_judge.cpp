// libFuzzer target: any two byte strings, every kind; checks the properties that hold for all input.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"
#include "match_keys.hpp"

namespace {

using namespace ablmatch;

void require(bool holds, const char* what, Kind kind) {
  if (holds) return;
  const std::string_view name = kind_name(kind);
  std::fprintf(stderr, "broken: %s (kind %.*s)\n", what, static_cast<int>(name.size()), name.data());
  std::abort();
}

// A value that matches itself has keys, and shares one with itself, said as it is stored.
void check_keys(std::string_view value, Kind kind, bool matches_itself, const Context& context, Scratch& scratch) {
  std::vector<std::string> said, stored, shared;
  add_match_keys(value_of(value), kind, Role::said, context, scratch, said);
  add_match_keys(value_of(value), kind, Role::stored, context, scratch, stored);
  for (const std::vector<std::string>& keys : {said, stored})
    for (const std::string& key : keys)
      require(count_code_points(key) > 2, "keys are valid UTF-8 and say something", kind);
  std::set_intersection(said.begin(), said.end(), stored.begin(), stored.end(), std::back_inserter(shared));
  require(!shared.empty() == matches_itself, "what is judged has keys, and nothing else has", kind);
}

void check_kind(std::string_view said, std::string_view stored, Kind kind, Scratch& scratch, char* room) {
  const Context context{find_region("US")};
  const Judgement first = judge(value_of(said), value_of(stored), kind, context, scratch);
  const Judgement second = judge(value_of(said), value_of(stored), kind, context, scratch);
  require(first.score == second.score && first.kind == second.kind, "the same pair gives the same answer", kind);
  const Scored scored = score(value_of(said), value_of(stored), kind, context, scratch);
  require(scored.score == first.score && scored.kind == first.kind, "the fast lane gives the same score", kind);
  const Value one = value_of(said), other = value_of(stored);
  Scored row;
  score_rows(&one, &other, 1, kind, context, scratch, &row);
  require(row.score == first.score && row.kind == first.kind, "a block of pairs gives the same scores", kind);
  require(first.score >= -1 && first.score <= 100, "scores lie between -1 and 100", kind);
  if (first.kind == Kind::exact)
    require(first.score == -1 || first.score == 0 || first.score == 100, "exact has no middle", kind);
  if (first.kind == Kind::phone || first.kind == Kind::digits)
    require(first.score == -1 || first.score == 0 || first.score == 50 || first.score == 100,
            "numbers have three steps", kind);

  const Judgement self = judge(value_of(stored), value_of(stored), kind, context, scratch);
  require(self.score == -1 || self.score == 100, "a value matches itself", kind);
  check_keys(stored, kind, self.score == 100, context, scratch);

  const std::size_t size = normalize(value_of(stored), kind, Role::stored, context, scratch, room, kFoldCapacity);
  if (size == kNothing) return;
  require(count_code_points({room, size}) >= 0, "normal forms are valid UTF-8", kind);
  if (count_code_points({room, size}) > kMaxCodePoints || kind == Kind::auto_) return;
  char* again = room + kFoldCapacity;
  const std::size_t twice =
      normalize(value_of({room, size}), kind, Role::stored, context, scratch, again, kFoldCapacity);
  require(twice == size && std::memcmp(room, again, size) == 0, "normalizing twice changes nothing", kind);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto scratch = std::make_unique<Scratch>();
  static const auto room = std::make_unique<char[]>(2 * kFoldCapacity);
  if (size < 2) return 0;
  const Kind kind = static_cast<Kind>(data[0] % static_cast<unsigned>(Kind::count_));
  const auto* text = reinterpret_cast<const char*>(data + 1);
  std::string_view rest{text, size - 1};
  // The two values are parted by the first line break; without one the value stands against itself.
  const std::size_t split = rest.find('\n');
  const std::string_view said = rest.substr(0, split);
  const std::string_view stored = split == std::string_view::npos ? rest : rest.substr(split + 1);
  check_kind(said, stored, kind, *scratch, room.get());
  return 0;
}
