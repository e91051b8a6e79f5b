// The words of a scanned text for the fast lane of kind text, and how it may be read.
#pragma once

#include <cstdint>

#include "../scan.hpp"
#include "kind.hpp"
#include "text_form.hpp"

namespace ablmatch {

inline constexpr int kMaxLaneSize = 64;  // bytes: one word of each mask
inline constexpr int kMaxLaneWords = kMaxLaneSize / 2;

// Number words of one number: words[from, to) stand for `figures`.
struct LaneNumber {
  int from, to;
  const char* text;
  std::size_t size;

  std::string_view figures() const { return {text, size}; }
};

// A part is valid once the function that its line names has filled it.
struct LaneText {
  TextForm form;                      // plain: cut_lane_words; the others: build_lane_readings
  std::uint8_t begin[kMaxLaneWords];  // cut_lane_words: where each word begins
  char initials[kMaxLaneWords];        // cut_lane_words: the first byte of each word
  const char* raw;                    // cut_lane_words: the text of the scan
  std::uint64_t runs;  // cut_lane_words: letters, figures, and apostrophes in words
  std::uint64_t joined;               // cut_lane_words: where words begin that are long enough for joined numbers
  std::uint64_t digits;               // cut_lane_words
  std::uint64_t symbols;              // cut_lane_words: all but & and the apostrophe in a word
  std::uint64_t quiet_symbols;        // cut_lane_words: those that may stand beside a carrier phrase: , . : ; ! ?
  std::uint64_t signs;                // cut_lane_words: & for and
  bool single;                        // cut_lane_words: a word of one letter
  std::uint32_t known;                // cut_lane_words: the words that may have a row, bit k for word k
  std::uint32_t clipped;              // cut_lane_words: those written with 's
  std::uint32_t little;  // look_up_lane_words: words that two texts share for nothing
  bool spelled;                       // look_up_lane_words: several letters, or one that may be explained
  std::uint32_t any;  // cut_lane_words: roles of stems before 's; look_up_lane_words: and of all words
  std::uint32_t first_letters;    // cut_lane_words: of all words, bit (first byte % 32)
  std::uint32_t content_letters;  // look_up_lane_words: of those that two texts do not share for nothing
  bool lasting;  // look_up_lane_words: a word that says something, in every reading
  int start, stop;  // find_lane_readings: the answer is words[start, stop)
  bool removed;  // find_lane_readings: more stands round it, or punctuation in front
  int number_count;  // find_lane_readings
  LaneNumber numbers[kMaxLaneWords / 2];

  int count() const { return form.plain.count; }
  const Word& word(int k) const { return form.plain.at[k]; }
  // Symbols between word k - 1 and word k.
  std::uint64_t symbols_before(int k) const {
    const std::uint64_t behind = k > 0 ? ~std::uint64_t{0} << (begin[k - 1] + 1) : ~std::uint64_t{0};
    return symbols & behind & ((std::uint64_t{1} << begin[k]) - 1);
  }
  // The words whose first byte this is, bit k for word k.
  std::uint32_t words_with(char initial) const {
    std::uint32_t found = 0;
    for (int k = 0; k < count(); ++k) found |= std::uint32_t{initials[k] == initial} << k;
    return found;
  }
  bool has_figures() const { return digits != 0; }
};

// Equal words of these sorts are nothing in common; legal forms could be slips of others.
inline constexpr std::uint32_t kSaysLittle = kArticle | kSmallWord | kPreposition;

// Cuts a text into words; false for a text that the whole reading must see.
bool cut_lane_words(const Scan& scan, LaneText& out);
// Finds the rows of the words; false as above.
bool look_up_lane_words(LaneText& text);

// Finds the number in words[from, to), all of them English number words (`and` joins them); false when they may be
// another one or several.
bool read_lane_number(LaneText& text, int from, int to);

// Finds what speech reads otherwise; false when the whole reading must.
bool find_lane_readings(LaneText& text, bool said);
// Fills form.spoken and form.whole.
void build_lane_readings(LaneText& text);

// The score of two texts with most words in common, or kUndecided.
std::int16_t score_of_kindred(const LaneText& said, const LaneText& stored);

}  // namespace ablmatch
