// The words of a scanned text for the fast lane of kind text, and how it may be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../scan.hpp"
#include "kind.hpp"
#include "text_answer.hpp"

namespace ablmatch {

inline constexpr int kMaxLaneSize = 64;  // bytes: one word of each mask
inline constexpr int kMaxLaneWords = kMaxLaneSize / 2;

// Where the words of a text are, by its masks.
struct TextShape {
  std::uint64_t runs;           // letters, figures, and apostrophes in words
  std::uint64_t starts;         // where words begin, signs & among them
  std::uint64_t digits;
  std::uint64_t symbols;        // all but & and the apostrophe in a word
  std::uint64_t quiet_symbols;  // those that may stand beside a carrier phrase: , . : ; ! ?
  std::uint64_t signs;          // & for and
  std::uint64_t quotes;         // apostrophes in words
  bool single;                  // there is a word of one letter
};

// False for a text that the whole reading must see.
bool read_shape(const Scan& scan, TextShape& shape);

// What a load of eight bytes at a word, and of the next eight, keeps of them.
struct WordMasks {
  std::uint64_t head[kMaxTextWord + 1] = {}, tail[kMaxTextWord + 1] = {};

  constexpr WordMasks() {
    const std::uint64_t all = ~std::uint64_t{0};
    for (std::size_t size = 1; size <= kMaxTextWord; ++size) {
      head[size] = size >= 8 ? all : all >> (64 - 8 * size);
      tail[size] = size <= 8 ? 0 : all >> (128 - 8 * size);
    }
  }
};
inline constexpr WordMasks kWordMasks;

// Number words of one number: words[from, to) stand for `figures`.
struct LaneNumber {
  int from, to;
  const char* text;
  std::size_t size;

  std::string_view figures() const { return {text, size}; }
};

// Valid once cut_lane_words has filled it; what stands behind it, once find_lane_readings has.
struct LaneText {
  const char* raw;               // the text of the scan
  std::uint64_t digits;
  std::uint64_t symbols;         // all but & and the apostrophe in a word
  std::uint64_t quiet_symbols;   // those that may stand beside a carrier phrase: , . : ; ! ?
  std::uint64_t signs;           // & for and
  std::uint32_t any;             // roles of all words, and of stems before 's
  std::uint32_t letters;         // first letters of all words, bit (first byte % 32)
  std::uint32_t content_letters; // those of the words that two texts do not share for nothing
  bool single;                   // there is a word of one letter
  bool clipped;                  // a word is written with 's
  bool spelled;                  // several letters, or one that may be explained
  bool joined;                   // a word may be joined of number words
  bool lasting;                  // a word that says something, in every reading
  // find_lane_readings
  bool removed;     // more than the answer stands there, or punctuation in front
  int start, stop;  // the answer is words[start, stop)
  int number_count;
  LaneNumber numbers[kMaxLaneWords / 2];

  int words_count;                    // cut_lane_words, and:
  std::uint8_t begin[kMaxLaneWords];  // where each word begins
  Word words[kMaxLaneWords];
  int used;
  char arena[4 * kMaxLaneSize];  // texts of words with 's and of numbers

  int count() const { return words_count; }
  const Word& word(int k) const { return words[k]; }
  // Symbols between word k - 1 and word k.
  std::uint64_t symbols_before(int k) const {
    const std::uint64_t behind = k > 0 ? ~std::uint64_t{0} << (begin[k - 1] + 1) : ~std::uint64_t{0};
    return symbols & behind & ((std::uint64_t{1} << begin[k]) - 1);
  }
  const Word* begin_words() const { return words; }
  const Word* end_words() const { return words + words_count; }
  WordSpan span() const { return {words, words_count, false}; }
  std::string_view keep(const char* text, std::size_t size) {
    if (used + size + 8 > sizeof arena) return {};
    std::memcpy(arena + used, text, size);
    used += static_cast<int>(size);
    return {arena + used - size, size};
  }
  bool has_figures() const { return digits != 0; }
};

// Equal words of these sorts are nothing in common; legal forms could be slips of others.
inline constexpr std::uint32_t kSaysLittle = kArticle | kSmallWord | kPreposition;

// Cuts a text into words and finds their rows; false for a text that the whole reading must see.
bool cut_lane_words(const Scan& scan, const TextShape& shape, LaneText& out);
// Is a word made of number words? Its lexemes would be their parts.
bool joins_number_words(const LaneText& text);

// Writes the figures of a number by the rows of its words, all of them English number words (`and` joins them); gives how
// many there are, 0 when the words may be another number or several.
using LaneFigures = char[96];
std::size_t write_lane_number(const TextWord* const* words, int count, LaneFigures& out);

// Finds the number in words[from, to); false when there is none.
bool read_lane_number(LaneText& text, int from, int to);

// Finds what speech reads otherwise; false when the whole reading must.
bool find_lane_readings(LaneText& text, bool said);
// What the readings of the two texts are worth.
std::int16_t score_lane_readings(const LaneText& said, const LaneText& stored);

// The score of two texts with most words in common, or kUndecided.
std::int16_t score_of_kindred(const LaneText& said, const LaneText& stored);

}  // namespace ablmatch
