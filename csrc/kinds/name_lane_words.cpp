// Words of a scanned name by bit masks, and the test that turns most pairs of different people away.
#include "name_lane_words.hpp"

#include <algorithm>

#include "../spoken.hpp"
#include "../tables/name_word.hpp"
#include "../tables/spoken_words.hpp"
#include "name_agreement.hpp"
#include "name_romanization.hpp"

namespace ablmatch {

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

template <class Table>
bool is_key(const Table& table, std::uint16_t row, const char* text, std::size_t size) {
  const WordKey& key = table.keys[row - 1];
  return key.size == size && std::memcmp(table.pool + key.offset, text, size) == 0;
}

// Words of neither table are odd ones; taking another word for one of them only leaves the name to the whole reading.
bool is_long_word(const NameLaneWord& row, const char* text, std::size_t size) {
  if (row.name_row != 0) return is_key(kNameWords, row.name_row, text, size);
  return row.spoken_row == 0 || is_key(kSpokenWords, row.spoken_row, text, size);
}

// Roles of a word that no table holds: a number written as one word would be taken apart, and two or three consonants
// are initials.
std::uint16_t roles_of_unknown(const char* text, std::size_t size) {
  std::uint16_t roles = size >= 3 ? kLaneJapanese : 0;
  const std::string_view word{text, size};
  if (size > 8) roles |= kLaneLong;
  if (size >= kShortestJoined) {
    if (joins_numbers(word)) roles |= kLaneOdd;
  } else if (size <= 3) {
    constexpr std::uint32_t kVowels = 1u << 0 | 1u << 4 | 1u << 8 | 1u << 14 | 1u << 20 | 1u << 24;
    bool vowel = false;
    for (const char c : word) vowel |= (kVowels >> (c - 'a') & 1) != 0;
    if (!vowel || (size == 2 && (word == "aj" || word == "ej" || word == "aw" || word == "ac" || word == "ar")))
      roles |= kLaneChanges;
  }
  return roles;
}

void set_row(const NameLaneWord& row, std::uint16_t roles, LaneWord& word) {
  word.row = &row;
  word.link = row.link;
  word.roles = roles;
  const unsigned japanese = (roles & kLaneJapanese) != 0;
  word.japanese = static_cast<std::uint8_t>(japanese_ends(word) & (0u - japanese));
}

// `row`: where the word would stand that is long or unknown.
[[gnu::noinline]] void set_other_row(const NameLaneWord& row, LaneWord& word) {
  static constexpr NameLaneWord kUnknown{};
  if (word.size > sizeof word.head && row.head == word.head && is_long_word(row, word.text, word.size))
    set_row(row, row.roles, word);
  else set_row(kUnknown, roles_of_unknown(word.text, word.size), word);
}

// Four kinds of signs may stand in a plain name; a point only where no letter follows it.
bool read_signs(const Scan& scan, std::uint64_t signs, LaneName& name, std::uint64_t& quotes) {
  for (; signs != 0; signs &= signs - 1) {
    const int at = std::countr_zero(signs);
    const std::uint64_t bit = std::uint64_t{1} << at;
    switch (scan.text[at]) {
      case ',': name.commas |= bit; break;
      case '-': name.hyphens |= bit; break;
      case '\'': quotes |= bit; break;
      case '.':
        if (scan.letters.at[0] & bit << 1) return false;
        break;
      default: return false;
    }
  }
  return true;
}

// Is the apostrophe, the only one, that of O'Hara or D'Angelo in one of the first two words of a short name without other
// single letters, with nothing behind it that reading acts upon?
bool is_part_of_name(const Scan& scan, std::uint64_t quote, std::uint64_t starts, std::uint64_t single) {
  constexpr std::uint16_t kNoPart = kLaneDoubtful | kLaneNoName | kLaneOdd | kLaneLetter | kLaneStrong |
                                    kLaneConnector | kLanePhrase | kLaneDuty | kLaneChanges;
  constexpr int kFewest = 3;  // letters behind it
  const std::uint64_t first = quote >> 1, letters = scan.letters.at[0];
  if ((quote & (quote - 1)) != 0 || first == 0 || single != first) return false;
  const int at = std::countr_zero(quote), size = std::countr_one(letters >> at >> 1);
  const char letter = scan.text[at - 1];
  if ((letter != 'o' && letter != 'd') || size < kFewest) return false;
  if (std::popcount(starts & (first - 1)) > 1 || std::popcount(starts) > 4) return false;
  LaneWord behind;
  read_lane_word(scan.text + at + 1, static_cast<std::size_t>(size), behind);
  return (behind.roles & kNoPart) == 0;
}

void take_quote_out(const Scan& scan, int quote, LaneName& name) {
  for (int k = 0; k < name.count; ++k) {
    LaneWord& word = name.at[k];
    if (word.from + 1 != quote) continue;
    name.without_quote[0] = scan.text[word.from];
    std::memcpy(name.without_quote + 1, scan.text + quote + 1, sizeof name.without_quote - 1);
    place_lane_word(name.without_quote, word.size - 1u, word);
  }
}

bool may_be_plain(const LaneName& name, std::uint16_t excluded) {
  if (name.roles & excluded) return false;
  if (name.strong >= 2 || name.letters >= 4) return false;
  if (name.strong > 0)
    for (int k = 0; k < name.count; ++k) {
      if (name.at[k].size != 1) continue;
      const auto letter = static_cast<char>(name.at[k].head);
      if (k + 1 < name.count && joins_letter(name.at[k], name.at[k + 1])) return false;
      // "Ana y Luis Ortega", "Luis Ortega, Ana y"
      if ((k == 1 || name.commas != 0) && name.count > 3 && (letter == 'y' || letter == 'e')) return false;
    }
  if (name.roles & kLaneConnector && name.letters > 0)
    for (int k = 1; k < name.count; ++k)
      if (name.at[k].roles & kLaneConnector && name.at[k - 1].roles & kLaneLetter) return false;
  // A name that is said twice.
  return name.count < 4 || name.count % 2 != 0 || name.at[0].head != name.at[name.count / 2].head;
}

// The groups of the tables, which may_link knows by a few bits.
bool are_linked(const LaneWord& a, const LaneWord& b) {
  if (!may_link(a, b)) return false;
  const NameToken one = lane_token(a), two = lane_token(b);
  for (const bool surname : {false, true})
    if (agree_linked(one, two, surname).level != 0 || agree_linked(two, one, surname).level != 0) return true;
  return false;
}

// A superset of the pairs of words that agree_given or agree_surname find alike.
bool may_agree(const LaneWord& a, const LaneWord& b) {
  if (near_by_letters(a, b) || (is_mac(a) && is_mac(b))) return true;
  if (are_linked(a, b)) return true;
  if (a.japanese == b.japanese && a.japanese != 0 && same_japanese({a.text, a.size}, {b.text, b.size})) return true;
  return (a.roles | b.roles) & kLaneKorean && kLaneSounds.korean[*a.text - 'a'] == kLaneSounds.korean[*b.text - 'a'];
}

// A wider and cheaper superset for words of two letters and more: a slip leaves two letters whole at one of the ends, or
// one at both.
bool may_seem_alike(const LaneWord& a, const LaneWord& b) {
  const std::uint64_t heads = a.head ^ b.head, tails = a.tail ^ b.tail;
  const bool letters = ((heads & 0xFFFF) == 0) | (tails >> 48 == 0) | (((heads & 0xFF) | tails >> 56) == 0);
  return letters | may_link(a, b) | ((a.japanese == b.japanese) & (a.japanese != 0));
}

struct JoinedText {
  char at[2 * kMaxLaneSize + 8];

  JoinedText(const LaneWord& first, const LaneWord& second) {
    std::memcpy(at, first.text, first.size);
    std::memcpy(at + first.size, second.text, second.size);
  }
};

// Three words run together, against a word that is about as long.
bool may_agree_joined(const LaneWord& first, const LaneWord& middle, const LaneWord& last, LaneWord other) {
  char text[3 * kMaxLaneSize + 8];
  const LaneWord* const words[] = {&first, &middle, &last};
  std::size_t size = 0;
  for (const LaneWord* word : words) {
    std::memcpy(text + size, word->text, word->size);
    size += word->size;
  }
  LaneWord joined;
  read_lane_word(text, size, joined);
  look_up_lane_word(other);
  return may_agree(joined, other);
}

// Two words run together, against a word of the other name that is about as long.
bool may_agree_joined(const LaneWord& first, const LaneWord& second, const LaneWord& other) {
  // Alike words begin or end with one letter, but for those that are linked or sound alike.
  const bool ends = ((first.head ^ other.head) & 0xFF) == 0 || (second.tail ^ other.tail) >> 56 == 0;
  if (!ends && other.japanese == 0 && !((first.roles | second.roles | other.roles) & kLaneKorean)) {
    const std::uint64_t head = first.size > 1 ? first.head : first.head | second.head << 8,
                        tail = second.size > 1 ? second.tail : second.tail | first.tail >> 8;
    const auto size = static_cast<std::uint32_t>(first.size + second.size);
    if (!lane_ends(head & 0xFFFF, static_cast<std::uint32_t>(tail >> 48), size)) return false;
  }
  const JoinedText text(first, second);
  LaneWord joined;
  read_lane_word(text.at, static_cast<std::size_t>(first.size + second.size), joined);
  return may_agree(joined, other);
}

// The same for the call name of a double name (Maite, María Teresa), which may be of any length.
bool may_link_joined(const LaneWord& first, const LaneWord& second, const LaneWord& other) {
  const std::uint64_t head = first.size > 1 ? first.head : first.head | second.head << 8,
                      tail = second.size > 1 ? second.tail : second.tail | first.tail >> 8;
  const auto size = static_cast<std::uint32_t>(first.size + second.size);
  if (!lane_ends(head & 0xFFFF, static_cast<std::uint32_t>(tail >> 48), size)) return false;
  LaneWord joined;
  const JoinedText text(first, second);
  read_lane_word(text.at, size, joined);
  return may_link(joined, other) || (joined.roles & kLaneKorean) != 0;
}

// Could neighbours of a name, run together in whatever order it is read, be a word of the other? Only words of nearly
// one length can, or the two halves of a name that has call names.
bool may_join(const LaneWord* words, int count, const LaneWord* others, int other_count) {
  const unsigned sets = 1u << static_cast<unsigned>(count);
  for (unsigned set = 1; set < sets; ++set) {
    if ((set & (set - 1)) == 0) continue;
    const int first = std::countr_zero(set), second = std::countr_zero(set & (set - 1));
    const bool two = (set & (set - 1) & ((set & (set - 1)) - 1)) == 0;
    int size = 0;
    for (int k = first; k < count; ++k) size += words[k].size & -static_cast<int>(set >> k & 1);
    const LaneWord &one = words[first], &next = words[second];
    const bool call_names =
        two && ((one.roles | next.roles) & kLaneJoins) != 0 && one.row->name_row != 0 && next.row->name_row != 0;
    for (int k = 0; k < other_count; ++k) {
      const int more = size - others[k].size;
      if (call_names && others[k].link != 0 &&
          (may_link_joined(one, next, others[k]) || may_link_joined(next, one, others[k])))
        return true;
      if (more > 2 || more < -2) continue;
      if (two ? may_agree_joined(one, next, others[k]) || may_agree_joined(next, one, others[k])
              : (others[k].roles & kLaneKorean) != 0 || may_run_together(words, count, set, others[k]))
        return true;
    }
  }
  return false;
}

}  // namespace

void place_lane_word(const char* begin, std::size_t size, LaneWord& word) {
  word.text = begin;
  word.row = nullptr;
  word.size = static_cast<std::uint8_t>(size);
  // Which words are short cannot be foreseen: no branch depends on it.
  const std::size_t seen = std::min(size, sizeof word.head);
  const auto free = static_cast<unsigned>(64 - 8 * seen);
  word.head = detail::load8(begin) & kAll >> free;
  word.tail = detail::load8(begin + (size - seen)) << free;
}

void find_lane_row(LaneWord& word) {
  const NameLaneWord& row = lane_slot(lane_hash(word.head, word.tail));
  const bool is_brief = (word.size <= sizeof word.head) & ((row.roles & kLaneLong) == 0);
  if ((row.head == word.head) & is_brief) set_row(row, row.roles, word);
  else set_other_row(row, word);
}

void read_lane_word(const char* text, std::size_t size, LaneWord& word) {
  place_lane_word(text, size, word);
  word.from = 0;
  find_lane_row(word);
}

bool find_lane_words(const Scan& scan, LaneName& name) {
  if (scan.size > kMaxLaneSize || scan.digits.at[0] != 0) return false;
  const std::uint64_t letters = scan.letters.at[0], used = kAll >> (64 - scan.size);
  const std::uint64_t signs = used & ~(letters | scan.spaces.at[0]);
  std::uint64_t quotes = 0;
  name.commas = name.hyphens = 0;
  if (signs != 0 && !read_signs(scan, signs, name, quotes)) return false;
  std::uint64_t starts = letters & ~(letters << 1), ends = ~letters & letters << 1;
  // Two single letters are initials or spelled: nothing plain.
  const std::uint64_t single = starts & ends >> 1;
  if ((single & (single - 1)) != 0) return false;
  name.quoted = quotes != 0;
  if (quotes != 0) {
    if (!is_part_of_name(scan, quotes, starts, single)) return false;
    starts &= ~(quotes << 1);
    ends &= ~quotes;
  }
  name.count = 0;
  for (; starts != 0; starts &= starts - 1, ends &= ends - 1) {
    if (name.count == kMaxLaneWords) return false;
    LaneWord& word = name.at[name.count++];
    const int from = std::countr_zero(starts), to = std::countr_zero(ends);
    word.from = static_cast<std::uint8_t>(from);
    place_lane_word(scan.text + from, static_cast<std::size_t>(to - from), word);
  }
  if (quotes != 0) take_quote_out(scan, std::countr_zero(quotes), name);
  return name.count > 0;
}

void fetch_lane_word(const LaneWord& word) { __builtin_prefetch(&lane_slot(lane_hash(word.head, word.tail))); }

void fetch_lane_words(const LaneName& name) {
  for (int k = 0; k < name.count; ++k) fetch_lane_word(name.at[k]);
}

void look_up_lane_words(LaneName& name) {
  for (int k = 0; k < name.count; ++k) look_up_lane_word(name.at[k]);
  count_lane_roles(name);
}

void count_lane_roles(LaneName& name) {
  std::uint16_t roles = 0;
  unsigned strong = 0, letters = 0;
  for (int k = 0; k < name.count; ++k) {
    const std::uint16_t found = name.at[k].roles;
    roles |= found;
    strong += (found & kLaneStrong) != 0;
    letters += (found & kLaneLetter) != 0;
  }
  name.roles = roles;
  name.strong = static_cast<std::uint8_t>(strong);
  name.letters = static_cast<std::uint8_t>(letters);
}

// A known surname once joined, or no word alone.
bool joins_letter(const LaneWord& letter, const LaneWord& word) {
  const auto c = static_cast<char>(letter.head);
  if (letter.size != 1 || word.size < 3 || !(c == 'o' || c == 'd' || c == 'l')) return false;
  const NameWord* const alone = lane_token(word).row;
  if (c == 'o' && alone == nullptr) return true;
  char joined[kMaxLaneSize + 1 + 8] = {c};
  std::memcpy(joined + 1, word.text, word.size);
  const NameWord* row = kNameWords.find({joined, word.size + 1u});
  if (row && (row->flags & kSurname)) return true;
  if (c != 'o' || alone == nullptr) return false;
  constexpr std::uint32_t kWord = kSurname | kGivenName | kParticle | kTitle | kDegree;
  return !(alone->flags & kWord);
}

bool may_introduce(const LaneWord& word, const LaneWord* next) {
  if (!(word.roles & kLaneStarter)) return false;
  if (word.size > 1 || next == nullptr || word.head == 'a') return true;
  // "i live", "c'est", "j'habite": the words behind the letters that begin a phrase. Others are initials.
  static constexpr std::string_view kBehind[] = {"am",   "m",       "go",   "live",  "have",   "ve",       "think",
                                                 "at",   "est",     "d",    "ll",    "habite", "said",     "just",
                                                 "told", "already", "want", "would", "will",   "apologize"};
  const std::string_view text{next->text, next->size};
  for (const std::string_view behind : kBehind)
    if (text == behind) return true;
  return word.head != 'c' && word.head != 'i' && word.head != 'j';
}

bool is_plain_said(const LaneName& name) {
  if (!may_be_plain(name, kLaneOdd | kLanePhrase | kLaneDuty | kLaneChanges)) return false;
  if (!(name.roles & kLaneDoubtful)) return true;
  // Cleaning is for longer values, and for words that are no names; it finds something only where such words stand.
  if (name.count <= 2 && !(name.roles & kLaneNoName)) return true;
  // "oh, it's …" begins with an exclamation.
  return !(name.roles & (kLaneFiller | kLaneTurn)) && name.at[0].head != head_of("oh") &&
         !may_introduce(name.at[0], name.count > 1 ? name.at + 1 : nullptr) &&
         !(name.at[name.count - 1].roles & kLaneCloser);
}

bool is_plain_stored(const LaneName& name) { return may_be_plain(name, kLaneOdd | kLaneDuty | kLaneChanges); }

bool any_linked(LaneName& said, LaneName& stored) {
  fetch_lane_words(stored);
  fetch_lane_words(said);
  bool linked = false;
  for (int t = 0; t < stored.count; ++t) look_up_lane_word(stored.at[t]);
  for (int s = 0; s < said.count; ++s) {
    look_up_lane_word(said.at[s]);
    for (int t = 0; t < stored.count; ++t) linked |= may_link(said.at[s], stored.at[t]);
  }
  if (!linked) return false;
  for (int s = 0; s < said.count; ++s)
    for (int t = 0; t < stored.count; ++t)
      if (are_linked(said.at[s], stored.at[t])) return true;
  return false;
}

bool holds_number_word(const LaneName& name) {
  for (int k = 0; k < name.count; ++k)
    if (name.at[k].size >= kShortestJoined && joins_numbers({name.at[k].text, name.at[k].size})) return true;
  return false;
}

bool may_run_together(const LaneWord* words, int count, unsigned set, const LaneWord& other) {
  std::uint32_t size = 0;
  for (int k = 0; k < count; ++k) size += set >> k & 1 ? words[k].size : 0u;
  const bool three = std::popcount(set) == 3;
  const std::uint64_t other_head = other.head & 0xFFFF, other_tail = other.tail >> 48;
  const std::uint8_t other_sounds = japanese_ends(other);
  for (unsigned firsts = set; firsts != 0; firsts &= firsts - 1) {
    const unsigned behind = set & ~(firsts & (0 - firsts));
    const LaneWord& first = words[std::countr_zero(firsts)];
    for (unsigned lasts = behind; lasts != 0; lasts &= lasts - 1) {
      const LaneWord& last = words[std::countr_zero(lasts)];
      if (!three && (first.size == 1 || last.size == 1)) return true;
      // What stands beside a single letter.
      const LaneWord& middle = words[std::countr_zero(behind & ~(lasts & (0 - lasts)))];
      const std::uint64_t head = first.size > 1 ? first.head & 0xFFFF : first.head | (middle.head & 0xFF) << 8,
                          tail = last.size > 1 ? last.tail >> 48 : middle.tail >> 56 | last.tail >> 56 << 8;
      const bool ends = ((head ^ other_head) & 0xFF) == 0 && (tail ^ other_tail) >> 8 == 0;
      const bool sounds = other_sounds != 0 && other_sounds == japanese_ends_of(first, last);
      const bool seem = head == other_head || tail == other_tail || ends || sounds ||
                        lane_ends(static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(tail), size);
      if (seem && (!three || may_agree_joined(first, middle, last, other))) return true;
    }
  }
  return false;
}

bool any_may_agree(const LaneWord* said, int said_count, const LaneWord* stored, int stored_count) {
  bool seem = false, same = false;
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t) same |= same_word(said[s], stored[t]);
  if (same) return true;
  std::uint16_t roles = 0;
  for (int s = 0; s < said_count; ++s) roles |= said[s].roles;
  for (int t = 0; t < stored_count; ++t) roles |= stored[t].roles;
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t) seem |= may_seem_alike(said[s], stored[t]);
  // Single letters, which are strong, and Korean sounds are for the narrower test.
  if (!seem && !(roles & (kLaneStrong | kLaneKorean))) return false;
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t)
      if (may_agree(said[s], stored[t])) return true;
  return false;
}

bool may_be_near(const LaneWord* said, int said_count, const LaneWord* stored, int stored_count, bool plain,
                 bool hyphens) {
  // Subsets of more words are too many to try.
  constexpr int kMaxJoined = 6;
  if (any_may_agree(said, said_count, stored, stored_count)) return true;
  // Two words against two: nothing is run together, unless one of them is a title.
  if (said_count == stored_count && (said_count == 1 || (plain && said_count == 2))) return false;
  if (hyphens || said_count > kMaxJoined || stored_count > kMaxJoined) return true;
  return may_join(said, said_count, stored, stored_count) || may_join(stored, stored_count, said, said_count);
}

}  // namespace ablmatch
