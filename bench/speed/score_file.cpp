// Scores the pairs of a file (said, tab, stored, one pair a line) once: what valgrind counts the instructions of.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "ablmatch.hpp"

using namespace ablmatch;

namespace {

// Of its own, so that valgrind can be told to count in here only.
__attribute__((noinline)) long score_all(const std::vector<std::string>& values, Kind kind, Scratch& scratch) {
  const Context context{find_region("US")};
  long sum = 0;
  for (std::size_t k = 0; k + 1 < values.size(); k += 2) {
    sum += score(value_of(values[k]), value_of(values[k + 1]), kind, context, scratch).score;
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  Kind kind{};
  if (argc != 3 || !find_kind(argv[1], kind)) {
    std::fprintf(stderr, "usage: score_file KIND PAIRS.tsv\n");
    return 2;
  }
  std::ifstream file(argv[2]);
  std::vector<std::string> values;
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    values.push_back(line.substr(0, tab));
    values.push_back(line.substr(tab + 1));
  }
  if (values.empty()) {
    std::fprintf(stderr, "score_file: no pairs in %s\n", argv[2]);
    return 2;
  }
  const auto scratch = std::make_unique<Scratch>();
  std::printf("%zu %ld\n", values.size() / 2, score_all(values, kind, *scratch));
}
