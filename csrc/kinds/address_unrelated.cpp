// Whether two addresses share anything, told from their words and numbers without reading either.
#include "address_unrelated.hpp"

#include <algorithm>

#include "../distance.hpp"
#include "../tables/address_lexicon.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

namespace {

constexpr int kMostOwnWords = 24;
constexpr int kMostNumbers = 16;
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

// What one side has of its own.
struct Traits {
  OwnWord words[kMostOwnWords];
  std::uint64_t numbers[kMostNumbers];
  int word_count = 0, number_count = 0;
  int own = 0;  // words that are nothing but a name
  // Filters, a bit for each word or number: its first three letters; its first and last two, its last four; its first
  // four figures.
  std::uint64_t starts = 0, ends = 0, codes = 0;
  std::uint32_t ordinals = 0;  // last digits of numbered streets
  bool box = false, open = false;  // `open`: this side may mean more than its words tell
  bool related = false;  // a word of this side is near one of the other
};

std::uint64_t bit_of(std::uint64_t key) { return std::uint64_t{1} << (key * 0x9E3779B97F4A7C15ULL >> 58); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void add_number(Traits& traits, const char* text, std::size_t size) {
  if (size < kFewestDigits) return;
  if (traits.number_count == kMostNumbers) {
    traits.open = true;
    return;
  }
  const std::uint64_t digits = load_letters(text, size);
  traits.numbers[traits.number_count++] = digits;
  traits.codes |= bit_of(digits & 0xFFFFFFFF);
}

bool any_near(const OwnWord& word, const Traits& other);

// `other`: the side to hold the word against, or null while that is being collected.
void add_word(Traits& traits, const LaneWord& word, const Traits* other) {
  if (traits.word_count == kMostOwnWords) {
    traits.open = true;
    return;
  }
  const std::uint64_t start = bit_of(word.low & 0xFFFFFF);
  std::uint64_t ends = 0;
  if (word.size >= kShortestEnding) {
    const std::uint64_t end = detail::load4(word.text + word.size - 4);
    ends = bit_of(end) | bit_of((word.low & 0xFF) << 16 | end >> 16);
  }
  if (other != nullptr) {
    traits.related |=
        ((start & other->starts) != 0 || (ends & other->ends) != 0) && any_near({word.text, word.size}, *other);
    return;
  }
  traits.words[traits.word_count++] = {word.text, word.size};
  traits.starts |= start;
  traits.ends |= ends;
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
  if (find_in_lexicon(next.low, next.high).roles & kNumberRole) traits.ordinals |= 0x3FF;
}

void collect(const Scan& scan, Traits& traits, const Traits* other) {
  std::size_t first_number = kScanCapacity;
  each_run(scan.digits, [&](std::size_t at, std::size_t size) {
    first_number = std::min(first_number, at);
    add_number(traits, scan.text + at, size);
    return true;
  });
  bool headed = false;
  int letters = 0;
  each_run(scan.letters, [&](std::size_t at, std::size_t size) {
    const char* const text = scan.text + at;
    if (size == 1) {
      traits.open |= ++letters == kSpelledLetters;
      return true;
    }
    letters = 0;
    const LaneWord word = word_at(text, size);
    // 5th: its ending is no word.
    if (size == 2 && at > 0 && is_digit(text[-1]) && is_ordinal_ending(word.low)) {
      traits.ordinals |= 1u << (text[-1] - '0');
      return true;
    }
    const unsigned roles = size <= kLexiconLetters ? find_in_lexicon(word.low, word.high).roles : 0;
    const bool behind_number = at > first_number;
    if (roles == 0) {
      add_word(traits, word, other);
      ++traits.own;
      headed |= behind_number;
      return !traits.related;
    }
    if (roles & kNumberRole) {
      first_number = std::min(first_number, at);
      return true;
    }
    if (roles & (kAliasRole | kBoxRole | kOrdinalRole | kNumberedRole)) {
      traits.open |= (roles & kAliasRole) != 0;
      traits.box |= (roles & kBoxRole) != 0;
      if (roles & kOrdinalRole) traits.ordinals |= 1u << (roles >> kOrdinalShift);
      if (roles & kNumberedRole) add_numbered_road(traits, text + size);
    }
    // The word behind the house number is the street's name, whatever else it can be: Park Avenue.
    if (!headed && behind_number && !(roles & (kDirectionRole | kIntroducesRole | kOrdinalRole))) {
      headed = true;
      add_word(traits, word, other);
    } else if (!(roles & kCommonRole)) {
      add_word(traits, word, other);
    }
    return !traits.related;
  });
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

}  // namespace

bool share_nothing(const Scan& said, const Scan& stored) {
  Traits one, other;
  collect(stored, other, nullptr);
  if (other.own == 0 || other.open) return false;
  collect(said, one, &other);
  if (one.related || one.own == 0 || one.open) return false;
  if ((one.box && other.box) || (one.ordinals & other.ordinals) != 0) return false;
  if (one.codes & other.codes)
    for (int k = 0; k < one.number_count; ++k)
      for (int j = 0; j < other.number_count; ++j)
        if (same_number(one.numbers[k], other.numbers[j])) return false;
  return true;
}

}  // namespace ablmatch::postal
