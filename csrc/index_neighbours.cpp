// Neighbours by arithmetic: the hash of a text is a polynomial of its characters, so that one slip changes two terms.
#include "index_neighbours.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "utf8.hpp"

namespace ablmatch {
namespace {

constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15u;
constexpr std::size_t kMostReadings = 512;

constexpr std::array<std::uint64_t, kMostNeighbourText + 2> kPowers = [] {
  std::array<std::uint64_t, kMostNeighbourText + 2> powers{};
  powers[0] = 1;
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = powers[k - 1] * kBase;
  return powers;
}();

IndexKey finish(std::uint32_t seed, std::uint64_t sum) {
  std::uint64_t mixed = (sum + seed * 0xA0761D6478BD642Fu) * 0xD6E8FEB86659FD93u;
  mixed ^= mixed >> 32;
  mixed *= 0xD6E8FEB86659FD93u;
  return static_cast<IndexKey>(mixed >> 32);
}

void drop_doubles(std::vector<std::string>& texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

}  // namespace

IndexKey text_key(std::uint32_t seed, std::u32string_view text) {
  std::uint64_t sum = 0;
  for (const char32_t c : text) sum = sum * kBase + c;
  return finish(seed, sum);
}

IndexKey text_key(std::uint32_t seed, std::string_view ascii) {
  std::uint64_t sum = 0;
  for (const char c : ascii) sum = sum * kBase + static_cast<unsigned char>(c);
  return finish(seed, sum);
}

void add_neighbour_keys(std::uint32_t seed, std::u32string_view text, const CharSet& letters, std::size_t size,
                        std::vector<IndexKey>& keys) {
  const std::size_t n = text.size();
  if (n > kMostNeighbourText) return;
  std::uint64_t before[kMostNeighbourText + 1], behind[kMostNeighbourText + 1];  // sums of text[0, k) and text[k, n)
  before[0] = behind[n] = 0;
  for (std::size_t k = 0; k < n; ++k) before[k + 1] = before[k] * kBase + text[k];
  for (std::size_t k = n; k > 0; --k) behind[k - 1] = text[k - 1] * kPowers[n - k] + behind[k];

  const auto each_letter = [&](auto add) {
    for (unsigned word = 0; word < 2; ++word)
      for (std::uint64_t left = letters.at[word]; left != 0; left &= left - 1)
        add(std::uint64_t{64} * word + static_cast<std::uint64_t>(std::countr_zero(left)));
  };
  if (size == 0 || size == n) {
    keys.push_back(finish(seed, before[n]));
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint64_t rest = before[k] * kPowers[n - k] + behind[k + 1];
      each_letter([&](std::uint64_t c) { keys.push_back(finish(seed, rest + c * kPowers[n - 1 - k])); });
      if (k + 1 < n && text[k] != text[k + 1])
        keys.push_back(finish(seed, before[k] * kPowers[n - k] + text[k + 1] * kPowers[n - 1 - k] +
                                        text[k] * kPowers[n - 2 - k] + behind[k + 2]));
    }
  }
  if (size == 0 || size == n + 1)
    for (std::size_t k = 0; k <= n; ++k) {
      const std::uint64_t rest = before[k] * kPowers[n + 1 - k] + behind[k];
      each_letter([&](std::uint64_t c) { keys.push_back(finish(seed, rest + c * kPowers[n - k])); });
    }
  if ((size == 0 || size + 1 == n) && n > 0)
    for (std::size_t k = 0; k < n; ++k) keys.push_back(finish(seed, before[k] * kPowers[n - 1 - k] + behind[k + 1]));
}

// Node by node, so that ways that lead to the same text up to a node are one from there on.
bool list_readings(const Lattice& lattice, int from, int to, std::string_view dropped, std::size_t last,
                   std::vector<std::u32string>& readings) {
  readings.clear();
  if (from > to) return true;
  std::vector<std::vector<std::string>> texts(static_cast<std::size_t>(to - from + 1));
  texts[0].emplace_back();
  for (int node = from; node < to; ++node) {
    std::vector<std::string>& here = texts[static_cast<std::size_t>(node - from)];
    drop_doubles(here);
    if (here.size() > kMostReadings) return false;
    for (int a = lattice.first[node]; a < lattice.first[node + 1]; ++a) {
      const Arc& arc = lattice.arcs[a];
      if (arc.to > to) continue;
      for (const std::string& before : here) {
        std::string text = before;
        for (const char c : std::string_view(arc.text, arc.size))
          if (dropped.find(c) == std::string_view::npos) text += c;
        if (last != 0 && text.size() > last) text.erase(0, text.size() - last);
        if (text.size() > 4 * kMostNeighbourText) return false;
        texts[static_cast<std::size_t>(arc.to - from)].push_back(std::move(text));
      }
    }
    std::vector<std::string>().swap(here);
  }
  drop_doubles(texts.back());
  if (texts.back().size() > kMostReadings) return false;
  for (const std::string& text : texts.back()) {
    readings.push_back(code_points(text));
    if (readings.back().size() > kMostNeighbourText) return false;
  }
  return true;
}

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) out.push_back(decode(text.data(), at));
  return out;
}

std::string utf8_of(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) {
    char bytes[4];
    out.append(bytes, static_cast<std::size_t>(encode(c, bytes)));
  }
  return out;
}

}  // namespace ablmatch
