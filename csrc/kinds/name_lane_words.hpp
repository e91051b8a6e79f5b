// The words of a scanned name, looked up, for the fast lane: enough to see whether two names may have a word in common.
#pragma once

#include "../scan.hpp"
#include "../tables/name_lane_word.hpp"
#include "name_form.hpp"

namespace ablmatch {

// Names of more words, or of more bytes, are left to the whole reading.
inline constexpr int kMaxLaneWords = 6;
inline constexpr std::size_t kMaxLaneSize = 63;

struct LaneWord {
  std::uint64_t head;  // the first eight letters, the first one lowest
  std::uint64_t tail;  // the last eight, the last one highest
  const char* text;
  const NameLaneWord* row;  // of an empty slot when the word is unknown
  std::uint16_t link, roles;
  std::uint8_t from, size;  // `from`: in the scanned text, where the word stands there
  std::uint8_t japanese;  // equal for two words that may be one Japanese name in two romanizations; 0: none
};

struct LaneName {
  LaneWord at[kMaxLaneWords];
  int count;
  std::uint16_t roles;  // of all words
  std::uint8_t strong;  // words with kLaneStrong
  std::uint8_t letters;  // words with kLaneLetter
  std::uint64_t hyphens, commas;  // places of these signs
};

// `text`: folded letters with eight readable bytes behind them. In two steps, so that the rows of several words come from
// memory together: everything but the row, which is asked for, and then the row.
void place_lane_word(const char* text, std::size_t size, LaneWord& word);
void look_up_lane_word(LaneWord& word);
void read_lane_word(const char* text, std::size_t size, LaneWord& word);

// The same token that make_name_token gives for the word.
NameToken lane_token(const LaneWord& word);

// Reads a name of words, hyphens, commas and points behind words; false for any other text.
// Its words are not looked up yet, but on their way from memory.
bool find_lane_words(const Scan& scan, LaneName& name);
void look_up_lane_words(LaneName& name);

// Is the reading of the name just its words, in the order of a comma?
bool is_plain_said(const LaneName& name);
bool is_plain_stored(const LaneName& name);

// Words of speech that stand in front of a name and lead up to it begin with such a word. `next`: the word behind, or
// null.
bool may_introduce(const LaneWord& word, const LaneWord* next);

// A letter that the reader joins to the word behind it: O Malley.
bool joins_letter(const LaneWord& letter, const LaneWord& word);

// May a word of the one name, or some that are run together, agree with a word of the other (name_near.hpp)? When not,
// the names score 0, whichever of the words reading sets aside. `plain`: it sets none aside. `hyphens`: both names have some.
bool may_be_near(const LaneWord* said, int said_count, const LaneWord* stored, int stored_count, bool plain,
                 bool hyphens);

}  // namespace ablmatch
