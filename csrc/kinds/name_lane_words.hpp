// The words of a scanned name, looked up, for the fast lane: enough to see whether two names may have a word in common.
#pragma once

#include <cstring>

#include "../scan.hpp"
#include "../tables/name_lane_word.hpp"
#include "../tables/text_words.hpp"
#include "name_form.hpp"

namespace ablmatch {

// Names of more words, or of more bytes, are left to the whole reading.
inline constexpr int kMaxLaneWords = 6;
inline constexpr std::size_t kMaxLaneSize = 63;

struct LaneWord {
  std::uint64_t head;  // the first eight letters, the first one lowest
  std::uint64_t tail;  // the last eight, the last one highest
  const char* text;
  const NameLaneWord* row;  // of an empty slot when the word is unknown, null when it is not looked up yet
  std::uint16_t link, roles;
  std::uint8_t from, size;  // `from`: in the scanned text; 0 where it does not stand there
  std::uint8_t japanese;  // equal for two words that may be one Japanese name in two romanizations; 0: none
};

struct LaneName {
  LaneWord at[kMaxLaneWords];
  int count;
  std::uint16_t roles;  // of all words
  std::uint8_t strong;  // words with kLaneStrong
  std::uint8_t letters;  // words with kLaneLetter
  std::uint64_t hyphens, commas;  // places of these signs
  bool quoted;  // find_lane_words took an apostrophe out of a word, which is
  char without_quote[kMaxLaneSize + 8];
};

// `text`: folded letters with eight readable bytes behind them. In two steps: everything but the row, and then the row.
void place_lane_word(const char* text, std::size_t size, LaneWord& word);
void find_lane_row(LaneWord& word);
inline void look_up_lane_word(LaneWord& word) {
  if (word.row == nullptr) find_lane_row(word);
}
void read_lane_word(const char* text, std::size_t size, LaneWord& word);

// Bits by the lower five bits of letters.
constexpr std::uint32_t letter_set(const char* list) {
  std::uint32_t set = 0;
  for (; *list != '\0'; ++list) set |= 1u << (*list & 31);
  return set;
}

// First sounds by letter. Japanese: sh/s, ch/t, ts/t, j/z, f/h fall together. Korean: k/g, t/d, p/b, r/l, ch/j.
inline constexpr char kJapaneseOnset[] = "abtdehghizklmnopqrstuvwxyz";
inline constexpr char kKoreanOnset[] = "abjdifghijglmnobqlsduvwxyz";

// Last sounds of romanized Japanese: a, i, e, o with its long spellings (and u), n; 0: no Japanese word ends so.
constexpr std::uint8_t japanese_end(char c) {
  switch (c) {
    case 'a': return 1;
    case 'i': return 2;
    case 'e': return 3;
    case 'o':
    case 'u':
    case 'h': return 4;
    case 'n':
    case 'm': return 5;
    default: return 0;
  }
}
struct LaneSounds {
  std::uint8_t first[26], korean[26], last[26];
};
constexpr LaneSounds make_lane_sounds() {
  LaneSounds sounds{};
  for (int k = 0; k < 26; ++k) {
    sounds.first[k] = static_cast<std::uint8_t>((kJapaneseOnset[k] - 'a' + 1) << 3);
    sounds.korean[k] = static_cast<std::uint8_t>(kKoreanOnset[k]);
    sounds.last[k] = japanese_end(static_cast<char>('a' + k));
  }
  return sounds;
}
inline constexpr LaneSounds kLaneSounds = make_lane_sounds();

// All of two words by their ends; words of more than sixteen letters are not told. Without a branch, as what else is asked of
// words: which of them agree cannot be foreseen.
inline bool same_word(const LaneWord& said, const LaneWord& stored) {
  constexpr int kSeen = 16;
  const std::uint64_t sizes = static_cast<std::uint64_t>(said.size ^ stored.size);
  return (((said.head ^ stored.head) | (said.tail ^ stored.tail) | sizes) == 0) & (said.size <= kSeen);
}

// May two surnames be a man's and a woman's, by the last letter of one of them? (gendered_surnames)
inline bool end_gendered(const LaneWord& a, const LaneWord& b) {
  constexpr std::uint32_t kGendered = 1u << ('a' & 31) | 1u << ('i' & 31) | 1u << ('u' & 31);
  return ((kGendered >> (a.tail >> 56 & 31) | kGendered >> (b.tail >> 56 & 31)) & 1) != 0;
}

// Are the letters of two words such that they may agree: equal, a slip apart, an initial and its name, one stem of surnames
// by gender? Words that are linked, or one name in two romanizations, may agree without.
inline bool near_by_letters(const LaneWord& a, const LaneWord& b) {
  const std::uint64_t heads = a.head ^ b.head, tails = a.tail ^ b.tail;
  const int larger = a.size > b.size ? a.size : b.size;
  const int smaller = a.size > b.size ? b.size : a.size;
  // Letters in common at both ends; a slip leaves all but two of them, of the first or last eight at least.
  const int common = (std::countr_zero(heads | std::uint64_t{1} << 63) >> 3) + (std::countl_zero(tails | 1) >> 3);
  const bool slip = (larger - smaller <= 1) & (smaller >= 4) & (common + 2 >= (larger < 8 ? larger : 8));
  const bool stem = ((heads & 0xFFFFFF) == 0) & (smaller >= 4) & end_gendered(a, b);
  return slip | stem | ((heads | tails) == 0) | (((heads & 0xFF) == 0) & (smaller == 1));
}

// `set`: three words of the name and more. Run together, in whatever order, may they agree with a word of the other name that
// is about as long? Words that do have letters in common at their ends, or are linked.
bool may_run_together(const LaneWord* words, int count, unsigned set, const LaneWord& other);

// Does a comma part the two words of a name, so that the surname stands first?
inline bool has_surname_first(const LaneName& name) {
  // Only words of a scanned text have a place, and only they stand beside commas.
  if (name.commas == 0) return false;
  const std::uint64_t below = (std::uint64_t{1} << name.at[1].from) - 1,
                      first = (std::uint64_t{1} << name.at[0].from) - 1;
  return (name.commas & below & ~first) != 0;
}

// Two such words may agree, whatever their other letters.
inline bool is_mac(const LaneWord& word) {
  return ((word.head & 0xFFFF) == ('m' | 'c' << 8)) | ((word.head & 0xFFFFFF) == ('m' | 'a' << 8 | 'c' << 16));
}

// First and last sound as romanized Japanese of a word, or of words run together of which these are the first and the last;
// 0 when it cannot be: one name has one such pair in all romanizations.
inline std::uint8_t japanese_ends_of(const LaneWord& first, const LaneWord& last) {
  const unsigned end = kLaneSounds.last[(last.tail >> 56) - 'a'],
                 first_end = kLaneSounds.first[(first.head & 0xFF) - 'a'] | end;
  return static_cast<std::uint8_t>(first_end & (0u - unsigned{end != 0}));
}
inline std::uint8_t japanese_ends(const LaneWord& word) { return japanese_ends_of(word, word); }

// The same token that make_name_token gives for the word.
inline NameToken lane_token(const LaneWord& word) {
  NameToken token{word.text, nullptr, nullptr, nullptr, word.size, word.size, 0};
  if (word.size == 1) token.flags = kInitialToken;
  // Which words are unknown cannot be foreseen.
  const NameWord* const row = kNameWords.values + word.row->name_row;
  token.row = word.row->name_row != 0 ? row - 1 : nullptr;
  if (((word.row->roles & kLaneDuty) == 0) | (word.row->name_row == 0)) return token;
  if (token.row->flags & kAndWord) token.flags |= kAndToken;
  if (token.row->flags & kStopWord) token.flags |= kSentenceToken;
  return token;
}

// Reads a name of words, hyphens, commas and points behind words, one of which may be such as O'Hara; false for any other
// text.
// Its words are not looked up yet.
bool find_lane_words(const Scan& scan, LaneName& name);
// Ask for rows, so that those of several words come from memory together.
void fetch_lane_word(const LaneWord& word);
void fetch_lane_words(const LaneName& name);
void look_up_lane_words(LaneName& name);
// Sets `roles`, `strong` and `letters` of a name of which all words are looked up.
void count_lane_roles(LaneName& name);

// Is the reading of the name just its words, in the order of a comma?
bool is_plain_said(const LaneName& name);
bool is_plain_stored(const LaneName& name);

// Words of speech that stand in front of a name and lead up to it begin with such a word. `next`: the word behind, or
// null.
bool may_introduce(const LaneWord& word, const LaneWord* next);

// A letter that the reader joins to the word behind it: O Malley.
bool joins_letter(const LaneWord& letter, const LaneWord& word);

// May two words, looked up, be linked as call names and variants are?
inline bool may_link(const LaneWord& a, const LaneWord& b) {
  return ((a.link ^ b.link) < 64) & ((a.link & b.link & 63) != 0);
}

// Is a word of the one name linked with a word of the other, as call names and variants are? Looks up the words of both.
bool any_linked(LaneName& said, LaneName& stored);

// May one of the words be a number that is written as one word? Such a word is no name.
bool holds_number_word(const LaneName& name);

// May a word of the one name agree with a word of the other? Words of both are looked up.
bool any_may_agree(const LaneWord* said, int said_count, const LaneWord* stored, int stored_count);

// May a word of the one name, or some that are run together, agree with a word of the other (name_near.hpp)? When not,
// the names score 0, whichever of the words reading sets aside. `plain`: it sets none aside. `hyphens`: both names have some.
bool may_be_near(const LaneWord* said, int said_count, const LaneWord* stored, int stored_count, bool plain,
                 bool hyphens);

}  // namespace ablmatch
