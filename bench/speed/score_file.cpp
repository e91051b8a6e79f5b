// Scores the pairs of a file (said, tab, stored, one pair a line) once, one by one or as the rows of a batch: what valgrind
// counts the instructions of.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"

using namespace ablmatch;

namespace {

// Of their own, so that valgrind can be told to count in them only.
__attribute__((noinline)) void score_all_alone(const std::vector<Value>& said, const std::vector<Value>& stored,
                                               Kind kind, Scratch& scratch, std::vector<Scored>& out) {
  const Context context{find_region("US")};
  for (std::size_t k = 0; k < said.size(); ++k) out[k] = score(said[k], stored[k], kind, context, scratch);
}

__attribute__((noinline)) void score_all_rows(const std::vector<Value>& said, const std::vector<Value>& stored,
                                              Kind kind, Scratch& scratch, std::vector<Scored>& out) {
  score_rows(said.data(), stored.data(), said.size(), kind, {find_region("US")}, scratch, out.data());
}

}  // namespace

int main(int argc, char** argv) {
  Kind kind{};
  const std::string_view way = argc == 4 ? argv[1] : "";
  if ((way != "alone" && way != "rows") || !find_kind(argv[2], kind)) {
    std::fprintf(stderr, "usage: score_file alone|rows KIND PAIRS.tsv\n");
    return 2;
  }
  std::ifstream file(argv[3]);
  std::vector<std::string> values;
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    values.push_back(line.substr(0, tab));
    values.push_back(line.substr(tab + 1));
  }
  if (values.empty()) {
    std::fprintf(stderr, "score_file: no pairs in %s\n", argv[3]);
    return 2;
  }
  std::vector<Value> said, stored;
  for (std::size_t k = 0; k < values.size(); ++k) (k % 2 == 0 ? said : stored).push_back(value_of(values[k]));
  const auto scratch = std::make_unique<Scratch>();
  std::vector<Scored> scores(said.size());
  (way == "rows" ? score_all_rows : score_all_alone)(said, stored, kind, *scratch, scores);
  long sum = 0;
  for (const Scored& one : scores) sum += one.score;
  std::printf("%zu %ld\n", scores.size(), sum);
}
