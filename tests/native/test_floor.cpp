// The floor gives the OSA distance of lower-cased, stripped values, at every CPU level of this machine.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "floor.hpp"

using namespace ablmatch;

namespace {

std::string plain(std::string text) {
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && blank(text.front())) text.erase(0, 1);
  while (!text.empty() && blank(text.back())) text.pop_back();
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

int osa(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

void values(const void* column, std::size_t row, std::size_t count, ColumnRoom&, Value* out) {
  std::copy_n(static_cast<const Value*>(column) + row, count, out);
}

}  // namespace

int main() {
  std::mt19937 chance(11);
  std::vector<std::string> said, stored;
  for (int turn = 0; turn < 4000; ++turn) {
    std::string one(chance() % (turn % 20 == 0 ? 150 : turn % 4 == 0 ? 64 : 20), 'a');
    for (char& c : one) c = "abcdABCD \t\xE9"[chance() % (turn % 3 == 0 ? 11 : 4)];
    std::string other = one;
    for (unsigned edits = chance() % 6; edits > 0; --edits) {
      const std::size_t at = other.empty() ? 0 : chance() % other.size();
      switch (chance() % 4) {
        case 0: other.insert(at, 1, "abX "[chance() % 4]); break;
        case 1: other.erase(at, 1); break;
        case 2:
          if (at + 1 < other.size()) std::swap(other[at], other[at + 1]);
          break;
        default:
          if (at < other.size()) other[at] = 'c';
      }
    }
    if (turn % 5 == 0) std::shuffle(other.begin(), other.end(), chance);
    said.push_back(turn % 7 == 0 ? " " + one + "\n" : one);
    stored.push_back(other);
  }
  std::vector<Value> saids, storeds;
  for (std::size_t k = 0; k < said.size(); ++k) {
    saids.push_back(value_of(said[k]));
    storeds.push_back(value_of(stored[k]));
  }
  std::string levels;
  for (const CpuLevel level : {CpuLevel::plain, CpuLevel::avx2, CpuLevel::avx512}) {
    if (level != CpuLevel::plain && (level > cpu_level() || cpu_level() == CpuLevel::neon)) continue;
    std::vector<std::uint16_t> found(said.size());
    floor_distances(level, {values, saids.data(), values, storeds.data(), said.size()}, found.data());
    for (std::size_t k = 0; k < said.size(); ++k) assert(found[k] == osa(plain(said[k]), plain(stored[k])));
    levels += std::string(kCpuLevelNames[static_cast<std::size_t>(level)]) + " ";
  }
  std::printf("floor: ok at %s\n", levels.c_str());
}
