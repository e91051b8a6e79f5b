// Short constant lists of words that turn most words away by their length and first letter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace ablmatch {

// Which lengths and first letters occur in a list: most words are turned away by it.
class Filter {
 public:
  constexpr void admit(std::string_view word) { letters_[slot(word)] |= bit(word); }
  constexpr bool admits(std::string_view word) const { return (letters_[slot(word)] & bit(word)) != 0; }

 private:
  static constexpr std::size_t slot(std::string_view word) { return word.size() < kSlots ? word.size() : kSlots - 1; }
  // Folded words of the lists are ASCII letters; others share bits, which costs a search.
  static constexpr std::uint32_t bit(std::string_view word) {
    return word.empty() ? 0 : std::uint32_t{1} << (static_cast<unsigned char>(word.front()) % 32);
  }

  static constexpr std::size_t kSlots = 16;
  std::uint32_t letters_[kSlots] = {};
};

template <std::size_t N>
struct WordList {
  std::string_view words[N];
  Filter filter;

  constexpr explicit WordList(const std::string_view (&list)[N]) : words{}, filter{} {
    for (std::size_t k = 0; k < N; ++k) {
      words[k] = list[k];
      filter.admit(list[k]);
    }
  }
  bool holds(std::string_view word) const {
    return filter.admits(word) && std::find(std::begin(words), std::end(words), word) != std::end(words);
  }
};

template <std::size_t N>
struct PairList {
  std::string_view pairs[N][2];
  Filter filter;

  constexpr explicit PairList(const std::string_view (&list)[N][2]) : pairs{}, filter{} {
    for (std::size_t k = 0; k < N; ++k)
      for (int side = 0; side < 2; ++side) {
        pairs[k][side] = list[k][side];
        filter.admit(list[k][side]);
      }
  }
  bool holds(std::string_view one, std::string_view two) const {
    if (!filter.admits(one) || !filter.admits(two)) return false;
    for (const auto& pair : pairs)
      if ((pair[0] == one && pair[1] == two) || (pair[1] == one && pair[0] == two)) return true;
    return false;
  }
};

}  // namespace ablmatch
