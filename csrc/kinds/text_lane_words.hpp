// The words of a scanned text for the fast lane of kind text, and how it may be read.
#pragma once

#include <cstdint>

#include "../scan.hpp"
#include "text_form.hpp"

namespace ablmatch {

inline constexpr int kMaxLaneSize = 64;               // bytes: one word of each mask
inline constexpr int kMaxLaneWords = kMaxLaneSize / 2;

// Number words of one number: words[from, to) stand for `figures`.
struct LaneNumber {
  int from, to;
  std::string_view figures;
};

struct LaneText {
  TextForm form;  // plain is filled by read_lane_words, the others by build_lane_readings
  std::uint8_t begin[kMaxLaneWords], end[kMaxLaneWords];  // bytes of each word of plain
  std::uint64_t symbols;         // those between the words, & and the apostrophe in a word left out
  std::uint64_t quiet_symbols;   // those of them that a carrier phrase may stand beside: , . : ; ! ?
  std::uint32_t size;            // of the text
  std::uint32_t any;             // roles of all words together
  std::uint32_t first_letters;   // of the words, bit (first byte % 32)
  std::uint32_t content_letters; // of the words that say something, where two texts share nothing else
  bool figures, holds_n, unknown;  // a figure; the word n; a word without a row
  // As far as find_lane_readings found what is read in another way.
  int start, stop;  // the answer: words[start, stop)
  bool removed;     // words around it, or hesitation in front
  LaneNumber numbers[kMaxLaneWords / 2];
  int number_count;

  int count() const { return form.plain.count; }
  const Word& word(int k) const { return form.plain.at[k]; }
  // Symbols between word k - 1 and word k.
  std::uint64_t symbols_before(int k) const {
    const std::uint64_t in_front = (std::uint64_t{1} << begin[k]) - 1;
    return symbols & in_front &
           ~(k > 0 ? (std::uint64_t{1} << (end[k - 1] - 1)) | ((std::uint64_t{1} << (end[k - 1] - 1)) - 1)
                   : std::uint64_t{0});
  }
};

// Fills `out` but for the readings; false for a text that the whole reading must see.
bool read_lane_words(const Scan& scan, LaneText& out);

// Finds the number in words[from, to), all of them English number words (`and` joins them); false when they may be
// another one or several.
bool read_lane_number(LaneText& text, int from, int to);

// Finds what speech reads otherwise; false when the whole reading must.
bool find_lane_readings(LaneText& text, bool said);
// Fills form.spoken and form.whole.
void build_lane_readings(LaneText& text);

}  // namespace ablmatch
