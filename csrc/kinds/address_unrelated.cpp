// Whether two addresses share anything, told from their words and numbers without reading either.
#include "address_unrelated.hpp"

#include <algorithm>
#include <string_view>

#include "../distance.hpp"
#include "../tables/address_lexicon.hpp"
#include "../tables/spoken_words.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

namespace {

constexpr int kMostOwnWords = 24;
constexpr int kMostNumbers = 16;
constexpr std::size_t kMostRuns = kScanCapacity / 2 + 1;
constexpr unsigned kFewestDigits = 4;    // of a number that may be a postal code
constexpr unsigned kCodeDigits = 5;      // that postal codes of several lengths share: ZIP and ZIP+4
constexpr unsigned kShortestStart = 3;   // letters of a word that may begin a longer one
constexpr unsigned kShortestEnding = 4;  // or end it
constexpr unsigned kLongWord = 10;       // with room for two slips
constexpr int kSpelledLetters = 3;

struct OwnWord {
  const char* text;
  std::uint32_t size;
};

// What the words of a side begin and end with, a bit for each: most other words share none.
class Edges {
 public:
  void add(std::uint64_t key) {
    const std::uint64_t bit = bit_of(key);
    bits_[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  }
  bool has(std::uint64_t key) const {
    const std::uint64_t bit = bit_of(key);
    return (bits_[bit >> 6] >> (bit & 63) & 1) != 0;
  }

 private:
  static std::uint64_t bit_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15ULL >> 53; }

  std::uint64_t bits_[32] = {};
};

// What one side has of its own. The arrays have room for every run that a scan can have.
struct Traits {
  OwnWord words[kMostRuns];
  std::uint64_t numbers[kMostRuns];
  std::uint64_t figures[kMostRuns];  // all numbers
  int word_count = 0, number_count = 0, figure_count = 0;
  int own = 0;  // words that are nothing but a name
  std::uint64_t codes = 0;  // a bit for the first four figures of each number
  std::uint32_t ordinals = 0;  // last digits of numbered streets
  bool speaks = false;  // there are number words
  const char* lead = nullptr;  // the first number, in words or figures
  bool box = false, open = false;  // `open`: this side may mean more than its words tell
};

std::uint64_t bit_of(std::uint64_t key) { return std::uint64_t{1} << (key * 0x9E3779B97F4A7C15ULL >> 58); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The numbers of four figures and more; returns where the first number of any length stands.
std::size_t collect_numbers(const Scan& scan, Traits& traits) {
  std::uint64_t codes = 0;
  int count = 0, all = 0;
  std::size_t first = kScanCapacity;
  each_run(scan.digits, [&](std::size_t at, std::size_t size) {
    const bool counts = size >= kFewestDigits;
    const std::uint64_t number = load_letters(scan.text + at, size);
    traits.numbers[count] = number;
    traits.figures[all++] = number;
    count += counts;
    codes |= bit_of(number & 0xFFFFFFFF) & (0 - std::uint64_t{counts});
    first = std::min(first, at);
  });
  traits.number_count = count;
  traits.figure_count = all;
  traits.codes = codes;
  traits.open = count > kMostNumbers;
  traits.lead = all > 0 ? scan.text + first : nullptr;
  return first;
}

// County Road 12, highway twelve: the last digit, or any when the number is in words.
void add_numbered_road(Traits& traits, const char* behind) {
  if (*behind != ' ') return;
  ++behind;
  if (is_digit(*behind)) {
    while (is_digit(behind[1])) ++behind;
    traits.ordinals |= 1u << (*behind - '0');
    return;
  }
  std::size_t size = 0;
  while (behind[size] >= 'a' && behind[size] <= 'z' && size < kLexiconLetters) ++size;
  if (size == 0) return;
  const LaneWord next = word_at(behind, size);
  if (roles_in_lexicon(next.low, next.high) & kNumberRole) traits.ordinals |= 0x3FF;
}

// What a word that is more than common words tells.
void note_roles(unsigned roles, const char* behind, Traits& traits) {
  traits.open |= (roles & kAliasRole) != 0;
  traits.box |= (roles & kBoxRole) != 0;
  if (roles & kOrdinalRole) traits.ordinals |= 1u << (roles >> kOrdinalShift);
  if (roles & kNumberedRole) add_numbered_road(traits, behind);
}

void collect(const Scan& scan, Traits& traits) {
  const std::size_t first_number = collect_numbers(scan, traits);
  int letters = 0, count = 0, own = 0;
  unsigned headed = 0;
  // All words are looked up before any is judged: a wrong guess about one need not wait for its look-up.
  struct Run {
    const char* text;
    std::uint32_t size, roles;
  };
  Run runs[kMostRuns];
  Run* last = runs;
  each_run(scan.letters, [&](std::size_t at, std::size_t size) {
    const LaneWord word = word_at(scan.text + at, size);
    *last++ = {word.text, word.size, roles_in_lexicon(word.low, word.high)};
  });
  const char* first = scan.text + first_number;
  // Whether a word is a name is as good as chance: counted, not branched on.
  for (const Run* run = runs; run != last; ++run) {
    const char* const text = run->text;
    const std::uint32_t size = run->size;
    if (size == 1) {
      traits.open |= ++letters == kSpelledLetters;
      continue;
    }
    letters = 0;
    // 5th: its ending is no word. In front of the first byte that byte stands for itself.
    const char before = text[text == scan.text ? 0 : -1];
    if (is_digit(before) && size == 2 && is_ordinal_ending(load_letters(text, 2))) {
      traits.ordinals |= 1u << (before - '0');
      continue;
    }
    const unsigned roles = run->roles;
    if ((roles & kNumberRole) != 0) {
      if (text < first) traits.lead = first = text;
      traits.speaks = true;
      continue;
    }
    if ((roles & (kAliasRole | kBoxRole | kOrdinalRole | kNumberedRole)) != 0) note_roles(roles, text + size, traits);
    // The word behind the house number is the street's name, whatever else it can be: Park Avenue.
    const unsigned heads =
        unsigned{text > first} & ~headed & unsigned{(roles & (kDirectionRole | kIntroducesRole | kOrdinalRole)) == 0};
    headed |= heads;
    own += roles == 0;
    traits.words[count] = {text, size};
    count += static_cast<int>(heads | (~roles & kCommonRole));
  }
  traits.own = own;
  traits.word_count = count;
  traits.open |= count > kMostOwnWords;
}

// The same number, or the same postal code with more behind it.
bool same_number(std::uint64_t one, std::uint64_t other) {
  constexpr std::uint64_t kCode = (std::uint64_t{1} << 8 * kCodeDigits) - 1;
  constexpr std::uint64_t kLast = std::uint64_t{0xFF} << 8 * (kCodeDigits - 1);
  return one == other || ((one & kLast) != 0 && (one & kCode) == (other & kCode));
}

// Equal, the beginning or the end of the other, or about one slip apart.
bool are_near(const OwnWord& one, const OwnWord& other) {
  const std::uint32_t shorter = std::min(one.size, other.size), longer = std::max(one.size, other.size);
  std::uint32_t start = 0, end = 0;
  while (start < shorter && one.text[start] == other.text[start]) ++start;
  if (start == shorter) return shorter >= kShortestStart || shorter == longer;
  if (shorter < kShortestEnding) return false;
  while (end < shorter && one.text[one.size - 1 - end] == other.text[other.size - 1 - end]) ++end;
  if (end == shorter) return true;
  if (longer - shorter > 2) return false;
  // Two letters in the middle that changed places leave two fewer.
  if (longer - shorter < 2 && start + end + 1 >= shorter) return true;
  if (longer == shorter && start + end + 2 == shorter && one.text[start] == other.text[start + 1] &&
      one.text[start + 1] == other.text[start])
    return true;
  return shorter >= kLongWord && osa_distance({one.text, one.size}, {other.text, other.size}, 2) <= 2;
}

bool any_near(const OwnWord& word, const Traits& other) {
  return std::any_of(other.words, other.words + other.word_count,
                     [&](const OwnWord& one) { return are_near(word, one); });
}

// Calls see(edge) for each of the edges by which a word may be near another.
template <class See>
void each_edge(const OwnWord& word, See see) {
  const std::uint64_t first = detail::load4(word.text);
  see(first & 0xFFFFFF);
  if (word.size < kShortestEnding) return;
  const std::uint64_t last = detail::load4(word.text + word.size - 4);
  see(last | std::uint64_t{1} << 32);
  see((first & 0xFF) << 16 | last >> 16 | std::uint64_t{1} << 33);
}

// How many words of the one are near a word of the other; no more than two are counted.
int shared_words(const Traits& one, const Traits& other) {
  Edges edges;
  for (int k = 0; k < other.word_count; ++k) each_edge(other.words[k], [&](std::uint64_t edge) { edges.add(edge); });
  int shared = 0;
  for (int k = 0; k < one.word_count && shared < 2; ++k) {
    bool maybe = false;
    each_edge(one.words[k], [&](std::uint64_t edge) { maybe |= edges.has(edge); });
    if (maybe) shared += any_near(one.words[k], other);
  }
  return shared;
}

std::string_view figures_of(const std::uint64_t& figures) {
  return {reinterpret_cast<const char*>(&figures), static_cast<std::size_t>(71 - std::countl_zero(figures)) / 8};
}

// The first figure of a side's first number, in words or figures; -1 where that is not plain.
int leading_figure(const Scan& scan, const Traits& traits) {
  if (traits.lead == nullptr) return -1;
  bool unit = false;
  each_run(scan.letters, [&](std::size_t at, std::size_t size) {
    if (scan.text + at >= traits.lead || size > kLexiconLetters) return;
    const LaneWord word = word_at(scan.text + at, size);
    unit |= (find_in_lexicon(word.low, word.high).parts & kUnitPart) != 0;
  });
  if (unit) return -1;
  if (is_digit(*traits.lead)) return *traits.lead - '0';
  const auto at = static_cast<std::size_t>(traits.lead - scan.text);
  const LaneWord word = word_at(traits.lead, Scan::end_of_run(scan.letters, at) - at);
  const LexiconEntry& entry = find_in_lexicon(word.low, word.high);
  if (entry.spoken == 0) return -1;
  const SpokenWord& spoken = kSpokenWords.values[entry.spoken - 1];
  if (spoken.weak || !(spoken.languages & kEnglish)) return -1;
  switch (spoken.number) {
    case NumberClass::unit: return spoken.value;
    case NumberClass::teen:
    case NumberClass::tens: return spoken.value / 10;
    default: return -1;
  }
}

// Each side's numbers are other ones: the first more than a slip apart, or of another figure where they are in words.
bool numbers_differ(const Scan& said, const Traits& one, const Scan& stored, const Traits& other) {
  if (one.speaks || other.speaks) {
    const int first = leading_figure(said, one), there = leading_figure(stored, other);
    return first >= 0 && there >= 0 && first != there;
  }
  if (one.figure_count == 0 || other.figure_count == 0) return false;
  for (int k = 0; k < one.figure_count; ++k)
    for (int j = 0; j < other.figure_count; ++j)
      if (one.figures[k] == other.figures[j]) return false;
  return osa_distance(figures_of(one.figures[0]), figures_of(other.figures[0]), 1) > 1;
}

}  // namespace

bool lacks_names(const Scan& scan) {
  Traits traits;
  collect(scan, traits);
  return traits.own == 0;
}

bool share_nothing(const Scan& said, const Scan& stored) {
  Traits one, other;
  collect(stored, other);
  if (other.own == 0 || other.open) return false;
  collect(said, one);
  if (one.own == 0 || one.open) return false;
  if (one.codes & other.codes)
    for (int k = 0; k < one.number_count; ++k)
      for (int j = 0; j < other.number_count; ++j)
        if (same_number(one.numbers[k], other.numbers[j])) return false;
  const int words = shared_words(one, other);
  const bool ordinals = (one.ordinals & other.ordinals) != 0, boxes = one.box && other.box;
  if (words == 0 && !ordinals && !boxes) return true;
  // One thing alike, and all else contradicts.
  return words + (ordinals ? 1 : 0) <= 1 && std::min(one.own, other.own) > words &&
         numbers_differ(said, one, stored, other);
}

}  // namespace ablmatch::postal
