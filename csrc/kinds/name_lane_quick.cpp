// Turns different people away, and compares names of two words, by the bytes of the words and two small tables.
#include "name_lane_quick.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "../spoken.hpp"
#include "../tables/name_word.hpp"
#include "name_alignment.hpp"
#include "name_romanization.hpp"

namespace ablmatch {

namespace {

constexpr int kMaxQuickWords = 4;
constexpr std::uint32_t kTwoWords = 0x7BDE;  // bits of two different words, kMaxQuickWords for each
constexpr int kFamilyFirst = 95, kCommaUndone = 98;  // person_name_compare.cpp
constexpr int kMostOfOneCrossed = kNeighbourFamily;  // what an order can give in which only one of two names agrees

// Letters that may be initials behind a word; i and u begin phrases.
constexpr std::uint32_t kInitials = letter_set("abcdefghjklmnopqrstvwxyz"), kVowels = letter_set("aeiouy");

bool in(std::uint32_t set, char letter) { return (set >> (letter & 31) & 1) != 0; }

// May the word be a number that is written as one word, by its ends (joins_numbers)? Such a word is no name.
bool may_be_number(const LaneWord& word) {
  const auto letter = [](std::uint64_t byte) { return byte & 31; };
  const std::uint32_t head = kJoinedNumberHeads[letter(word.head)] >> letter(word.head >> 8),
                      end = kJoinedNumberEnds[letter(word.tail >> 56)] >> letter(word.tail >> 48);
  return (word.size >= kShortestJoined) & head & end & 1;
}

// What one name brings to the look.
struct Sketch {
  std::uint32_t hues;
  unsigned joins;  // bit k: word k may begin a double name that has call names (Maite, María Teresa)
  bool number;  // one of its words may be a number
  std::uint32_t ends[kMaxQuickWords];  // the first two letters and the last two
  // First letter and last, where letters that may sound alike in Japanese are one.
  std::uint16_t sounds[kMaxQuickWords];
};

// By the lower five bits of a letter: those of one sound at the beginning, and at the end, of Japanese words.
struct Ends {
  std::uint8_t first[32], last[32];
};
constexpr Ends kEnds = [] {
  Ends ends{};
  for (int k = 0; k < 26; ++k) {
    ends.first[k + 1] = static_cast<std::uint8_t>(kLaneSounds.first[k] >> 3);
    const std::uint8_t last = kLaneSounds.last[k];
    ends.last[k + 1] = static_cast<std::uint8_t>(last != 0 ? last : 6 + k);
  }
  return ends;
}();

// Takes down a name; is it its words, as far as that can be told without their rows? Hardly a branch depends on a word.
// `kWhole`: not just that.
template <int kCount, bool kWhole = true>
bool sketch(const LaneName& name, Sketch& out) {
  const int count = kCount > 0 ? kCount : name.count;
  bool marked = false, brief = false, number = false;
  std::uint32_t hues = 0;
  unsigned joins = 0;
  for (int k = 0; k < count; ++k) {
    const LaneWord& word = name.at[k];
    const std::uint64_t hash = lane_hash(word.head, word.tail);
    marked |= is_lane_marked(hash);
    brief |= word.size <= 3;
    number |= may_be_number(word);
    if constexpr (!kWhole) {
      // The words that are not the same are looked up.
      __builtin_prefetch(&lane_slot(hash));
      continue;
    }
    const std::uint32_t own = lane_hues(hash);
    hues |= own;
    if (kCount == 0) joins |= std::uint32_t{(own & kJoinsHue) != 0} << k;
    out.ends[k] = static_cast<std::uint32_t>((word.head & 0xFFFF) | word.tail >> 48 << 16);
    out.sounds[k] = static_cast<std::uint16_t>(kEnds.first[word.head & 31] | kEnds.last[word.tail >> 56 & 31] << 8);
  }
  // Two or three consonants are initials.
  for (int k = 0; brief && k < count; ++k) {
    const LaneWord& word = name.at[k];
    const std::uint32_t vowels =
        kVowels >> (word.head & 31) | kVowels >> (word.head >> 8 & 31) | kVowels >> (word.tail >> 56 & 31);
    marked |= (word.size <= 3) & ~vowels & 1;
  }
  out.hues = hues;
  out.joins = joins;
  out.number = number;
  return !marked;
}

// Words that reading acts upon beside letters, figures or words that are marked themselves ("fox trot"), and not by
// themselves.
bool is_odd_beside_others(const LaneWord& word) {
  static constexpr std::uint64_t kWords[] = {head_of("dot"),   head_of("fox"),   head_of("little"), head_of("sea"),
                                             head_of("blank"), head_of("small"), head_of("lower")};
  return word.size < sizeof word.head && std::find(std::begin(kWords), std::end(kWords), word.head) != std::end(kWords);
}

// What a closer look at a name with marked words, as single letters are, finds.
struct Closer {
  bool words;   // reading may do no more than set some of them aside, or join a letter to the word behind it
  bool plain;   // it does not even that: they are words of names, and letters
  bool joined;  // the second of three words is a letter that is joined to the third: O Malley
};

constexpr Closer kKnown{true, true, false};

Closer look_closer(LaneName& name) {
  constexpr std::uint16_t kMore = kLaneTurn | kLaneOdd | kLaneChanges | kLaneKorean;
  constexpr std::uint64_t kJunior = 'j' | 'r' << 8;
  constexpr std::uint16_t kSpeech = kLaneDoubtful | kLaneNoName | kLanePhrase | kLaneDuty;
  constexpr Closer kOther{false, false, false};
  fetch_lane_words(name);
  std::uint16_t roles = 0;
  int juniors = 0, strong = 0, letters = 0, odd = 0;
  bool single = false, letter = false;  // `letter`: the word before
  for (int k = 0; k < name.count; ++k) {
    LaneWord& word = name.at[k];
    if (word.size == 1) {
      if (k == 0 || !in(kInitials, *word.text)) return kOther;
      if (name.count > 3 && (*word.text == 'e' || *word.text == 'y')) return kOther;
      single = letter = true;
      ++letters;
      continue;
    }
    look_up_lane_word(word);
    // "n di Napoli"
    if (letter && (word.roles & kLaneConnector) != 0) return kOther;
    letter = (word.roles & kLaneLetter) != 0;
    letters += letter;
    strong += (word.roles & kLaneStrong) != 0;
    // "Jr" is two initials where it is no generation.
    if (k > 0 && word.head == kJunior) ++juniors;
    else if ((word.roles & kLaneOdd) == 0 || !is_odd_beside_others(word)) roles |= word.roles;
    else ++odd;
  }
  // Letters may be spelled.
  if (strong > 1 || (strong > 0 && single) || letters > 3) return kOther;
  if (odd > 1 || (odd > 0 && (single || letters > 1 || juniors > 0))) return kOther;
  bool joined = false;
  for (int k = 1; single && k + 1 < name.count; ++k) joined |= joins_letter(name.at[k], name.at[k + 1]);
  if (joined && name.count > 3) return kOther;
  // One behind the first word is set aside, when nothing else is.
  if (juniors > 0 && (juniors > 1 || single || (roles & kSpeech) != 0)) return kOther;
  const bool words = (roles & kMore) == 0;
  return {words, words && !joined && juniors == 0 && (roles & kSpeech) == 0, joined};
}

char first_vowel(const LaneWord& word) {
  constexpr std::uint32_t kJapaneseVowels = letter_set("aeiou");
  std::uint64_t rest = word.head;
  for (; rest != 0; rest >>= 8)
    if (in(kJapaneseVowels, static_cast<char>(rest & 0xFF))) return static_cast<char>(rest & 0xFF);
  return '\0';
}

// Both halves at once: two conditions would be two branches, neither of which can be foreseen.
bool share_hue(std::uint32_t one, std::uint32_t two) {
  constexpr std::uint32_t kCarry = kLowHues + 1;
  const std::uint32_t common = one & two, low = (common & kLowHues) + kLowHues,
                      high = ((common & kHighHues) >> std::countr_zero(kHighHues)) + kLowHues;
  return (low & high & kCarry) != 0;
}

// May two words agree, but for those that are linked?
bool may_agree(const LaneWord& a, const LaneWord& b) {
  if (near_by_letters(a, b) || (is_mac(a) && is_mac(b))) return true;
  if (a.size < 3 || b.size < 3) return false;
  const std::uint8_t japanese = japanese_ends(a);
  if (((japanese == 0) | (japanese != japanese_ends(b))) || first_vowel(a) != first_vowel(b)) return false;
  // The text of words that are run together is not at hand.
  return a.text == nullptr || same_japanese({a.text, a.size}, {b.text, b.size});
}

template <int kCount>
bool any_same(const LaneName& said, const LaneName& stored) {
  const int said_count = kCount > 0 ? kCount : said.count, stored_count = kCount > 0 ? kCount : stored.count;
  bool heads = false, same = false;
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t) heads |= said.at[s].head == stored.at[t].head;
  if (!heads) return false;
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t) same |= same_word(said.at[s], stored.at[t]);
  return same;
}

// Asks a wider and cheaper question than may_agree first: a slip leaves two letters whole at one of the ends, or one at both;
// MacLeish and McLeish have both in common. An initial, of which there are none in a name of known words, has one.
// `initial`: unless null, set where one agrees with a name, which makes it not true then.
template <int kCount>
bool may_agree(const LaneName& said, const Sketch& one, const LaneName& stored, const Sketch& two,
               bool* initial = nullptr) {
  const int said_count = kCount > 0 ? kCount : said.count, stored_count = kCount > 0 ? kCount : stored.count;
  std::uint32_t seem = 0;  // one bit for each two words
  for (int s = 0; s < said_count; ++s)
    for (int t = 0; t < stored_count; ++t) {
      const std::uint32_t ends = one.ends[s] ^ two.ends[t];
      bool alike = ((ends & 0xFFFF) == 0) | (ends >> 16 == 0) | (one.sounds[s] == two.sounds[t]);
      if constexpr (kCount == 0) alike |= ((ends & 0xFF) == 0) & ((said.at[s].size == 1) | (stored.at[t].size == 1));
      seem |= std::uint32_t{alike} << (kMaxQuickWords * s + t);
    }
  for (; seem != 0; seem &= seem - 1) {
    const int at = std::countr_zero(seem);
    const LaneWord &a = said.at[at / kMaxQuickWords], &b = stored.at[at % kMaxQuickWords];
    if (kCount == 0 && initial != nullptr && (a.size == 1) != (b.size == 1))
      *initial |= ((a.head ^ b.head) & 0xFF) == 0;
    else if (may_agree(a, b)) return true;
  }
  return false;
}

// Words that neighbours make when they are run together.
LaneWord joined(const LaneWord& first, const LaneWord& second) {
  // A shift by all bits, in halves.
  const int head = 4 * std::min<int>(first.size, 8), tail = 4 * std::min<int>(second.size, 8);
  LaneWord word;
  word.head = first.head | second.head << head << head;
  word.tail = second.tail | first.tail >> tail >> tail;
  word.size = static_cast<std::uint8_t>(first.size + second.size);
  word.text = nullptr;
  return word;
}

// Is a word, or are two that are run together, linked with one of a name with these hues, or Korean?
bool may_be_linked(const LaneWord& joined, std::uint32_t hues) {
  const std::uint64_t hash = lane_hash(joined.head, joined.tail);
  const bool ends = lane_ends(joined.head & 0xFFFF, static_cast<std::uint32_t>(joined.tail >> 48), joined.size),
             marked = is_lane_marked(hash), shared = share_hue(lane_hues(hash), hues);
  return ends & (marked | shared);
}

// Words that agree have the letter of one end in common at least, or its sound at both, and nearly one length.
bool may_seem_alike(const LaneWord& joined, const LaneWord& word) {
  const auto sounds = [](const LaneWord& of) {
    return kEnds.first[of.head & 31] | kEnds.last[of.tail >> 56 & 31] << 8;
  };
  const int more = joined.size - word.size;
  const bool ends = (((joined.head ^ word.head) & 0xFF) == 0) | ((joined.tail ^ word.tail) >> 56 == 0) |
                    (sounds(joined) == sounds(word));
  return ends & (more <= 2) & (more >= -2);
}

// May two words of a name run together, in this order, into a word of the other?
bool may_join_two(const LaneWord& first, const LaneWord& second, const LaneName& other, std::uint32_t hues) {
  const LaneWord word = joined(first, second);
  if (may_be_linked(word, hues)) return true;
  std::uint32_t seem = 0;  // one bit for each word of the other name
  for (int k = 0; k < other.count; ++k) seem |= std::uint32_t{may_seem_alike(word, other.at[k])} << k;
  for (; seem != 0; seem &= seem - 1)
    if (may_agree(word, other.at[std::countr_zero(seem)])) return true;
  return false;
}

// May neighbours of the one name, in whatever order they are read, run together into a word of the other? Only a word that is
// about as long can agree with them, or the call name of a double name.
bool may_join(const LaneName& name, unsigned joins, const LaneName& other, std::uint32_t hues) {
  int longest = 0;
  for (int k = 0; k < other.count; ++k) longest = std::max<int>(longest, other.at[k].size);
  std::uint32_t tried = 0;  // one bit for each two words
  for (int first = 0; first < name.count; ++first)
    for (int second = 0; second < name.count; ++second) {
      const bool brief = name.at[first].size + name.at[second].size <= longest + 2;
      tried |= (std::uint32_t{brief} | (joins >> first & 1)) << (kMaxQuickWords * first + second);
    }
  for (tried &= kTwoWords; tried != 0; tried &= tried - 1) {
    const int at = std::countr_zero(tried);
    if (may_join_two(name.at[at / kMaxQuickWords], name.at[at % kMaxQuickWords], other, hues)) return true;
  }
  const unsigned sets = 1u << static_cast<unsigned>(name.count);
  for (unsigned set = 7; set < sets; ++set) {
    if (std::popcount(set) < 3) continue;
    int size = 0;
    for (int k = 0; k < name.count; ++k) size += set >> k & 1 ? name.at[k].size : 0;
    for (int k = 0; size <= longest + 2 && k < other.count; ++k)
      if (const int more = size - other.at[k].size;
          more <= 2 && more >= -2 && may_run_together(name.at, name.count, set, other.at[k]))
        return true;
  }
  return false;
}

// May a name be linked with two words of three, the second of which is a letter and the third run together?
bool may_link_joined(const LaneName& name, std::uint32_t hues) {
  const LaneWord surname = joined(name.at[1], name.at[2]);
  return may_be_linked(joined(name.at[0], surname), hues) || may_be_linked(joined(surname, name.at[0]), hues);
}

bool has_surname_links(LaneWord& word) {
  look_up_lane_word(word);
  const NameToken token = lane_token(word);
  return token.row != nullptr && token.row->surname_links != 0;
}

// Where no word is near one of the other name: does a single letter stay behind the first word, in every order that is tried
// (NameComparison::try_orders)? Then it agrees with nothing, as an initial agrees with first words alone.
bool stays_behind(LaneName& name, LaneName& other) {
  int letters = 0;
  for (int k = 0; k < name.count; ++k) letters += name.at[k].size == 1;
  if (letters == 0) return true;
  const bool comma = has_surname_first(name);
  if (name.count != 3 || other.count < 2 || letters != 1 || name.at[1 + comma].size != 1) return false;
  const std::uint64_t last = (std::uint64_t{1} << name.at[2].from) - 1,
                      middle = (std::uint64_t{1} << name.at[1].from) - 1;
  if ((name.commas & last & ~middle) != 0) return false;
  LaneWord& first = name.at[comma];
  for (int k = 0; k < other.count; ++k)
    if (((first.head ^ other.at[k].head) & 0xFF) == 0 || (has_surname_links(first) && has_surname_links(other.at[k])))
      return false;
  return true;
}

// Given name and surname, in whatever order they are written.
struct TwoWords {
  LaneWord *given, *surname;
  bool comma;
};

TwoWords two_words(LaneName& name) {
  const bool comma = has_surname_first(name);
  return {&name.at[comma], &name.at[!comma], comma};
}

bool may_cross(const LaneWord& said, const LaneWord& stored) {
  return may_agree(said, stored) ||
         share_hue(lane_hues(lane_hash(said.head, said.tail)), lane_hues(lane_hash(stored.head, stored.tail)));
}

// may_agree of person_name_compare.cpp.
bool may_be_one_surname(LaneWord& said, LaneWord& stored) {
  if (((said.head ^ stored.head) & 0xFF) == 0) return said.size - stored.size <= 4 && stored.size - said.size <= 4;
  return has_surname_links(said) && has_surname_links(stored);
}

// How two words agree, neither of them an initial.
template <bool kSurname>
Agreement agree(LaneWord& said, LaneWord& stored) {
  constexpr int kSeen = 16;  // by same_word
  if (same_word(said, stored)) return {100, NameReason::equal};
  look_up_lane_word(said);
  look_up_lane_word(stored);
  const NameToken one = lane_token(said), two = lane_token(stored);
  if ((said.size > kSeen) & (stored.size > kSeen)) return kSurname ? agree_surname(one, two) : agree_given(one, two);
  if (may_link(said, stored))
    if (const Agreement found = agree_linked(one, two, kSurname); found.level) return found;
  return kSurname ? agree_unlinked_surname(one, two) : agree_unlinked_given(one, two);
}

// What Aligner gives for a given name and a surname on both sides, neither of them an initial.
int score_agreements(const Agreement& given, const Agreement& surname) {
  if (!surname.found()) {
    if (!given.found()) return 0;
    return surname.reason == NameReason::neighbour && given.level >= 90 ? kNeighbourFamily : kOtherFamily;
  }
  if (!given.found()) return given.reason == NameReason::neighbour ? given.level : kFamilyMember;
  int score = given.level + surname.level - 100;
  if (given.level >= 99 && surname.level >= 99) score = given.level < surname.level ? given.level : surname.level;
  if (given.reason != NameReason::slip || surname.level >= 99) return score;
  const int most = surname.reason == NameReason::slip ? 60 : 65;
  return score < most ? score : most;
}

bool family_comes_first(LaneWord& word) {
  constexpr std::uint16_t kFamilyFirstCultures =
      kChineseNames | kKoreanNames | kJapaneseNames | kVietnameseNames | kHungarianNames;
  look_up_lane_word(word);
  const NameToken token = lane_token(word);
  return token.row != nullptr && (token.row->surname_cultures & kFamilyFirstCultures) != 0;
}

// The most that NameComparison::try_orders finds.
[[gnu::noinline]] int score_other_orders(const TwoWords& said, const TwoWords& stored) {
  int best = 0;
  const auto consider = [&best](const TwoWords& one, const TwoWords& two, int limit, bool both_turned = false) {
    const Agreement surname = agree<true>(*one.surname, *two.surname);
    if (both_turned && surname.reason == NameReason::slip) return;
    best = std::max(best, std::min(limit, score_agreements(agree<false>(*one.given, *two.given), surname)));
  };
  const auto turned = [](const TwoWords& name) { return TwoWords{name.surname, name.given, name.comma}; };
  const auto limit_of = [](const TwoWords& name) { return family_comes_first(*name.given) ? 99 : kFamilyFirst; };
  if (!said.comma && may_be_one_surname(*said.given, *stored.surname)) consider(turned(said), stored, limit_of(said));
  if (!said.comma && !stored.comma && may_be_one_surname(*said.given, *stored.given) &&
      family_comes_first(*said.given) && family_comes_first(*stored.given))
    consider(turned(said), turned(stored), 99, true);
  if (said.comma) consider(turned(said), stored, kCommaUndone);
  if (!stored.comma && may_be_one_surname(*said.surname, *stored.given))
    consider(said, turned(stored), limit_of(stored));
  return best;
}

// Are names, of which one or both hold marked words, far from each other, as far as no neighbours are run together?
[[gnu::noinline]] bool are_far(LaneName& said, bool known_said, const Sketch& one, LaneName& stored, bool known_stored,
                               const Sketch& two) {
  bool initial = false;
  if ((share_hue(one.hues, two.hues) && any_linked(said, stored)) || may_agree<0>(said, one, stored, two, &initial))
    return false;
  const Closer closer_stored = known_stored ? kKnown : look_closer(stored);
  if (!closer_stored.words || (closer_stored.joined && may_link_joined(stored, one.hues))) return false;
  const Closer closer_said = known_said ? kKnown : look_closer(said);
  if (!closer_said.words || (closer_said.joined && may_link_joined(said, two.hues))) return false;
  return !initial ||
         (closer_stored.plain && closer_said.plain && stays_behind(said, stored) && stays_behind(stored, said));
}

bool holds_number(const LaneName& said, const Sketch& one, const LaneName& stored, const Sketch& two) {
  return (one.number | two.number) && (holds_number_word(said) || holds_number_word(stored));
}

// `kCount`: words of both names, 0 where it is not the same; one size of its own for what nearly all names are.
template <int kCount>
Quick look(LaneName& said, LaneName& stored) {
  constexpr bool kTwo = kCount == 2;
  // A word in common leaves nothing to refuse; only short names are compared here.
  const bool same = any_same<kCount>(said, stored);
  const bool brief = (kTwo || (said.count <= 2 && said.count == stored.count)) && (said.hyphens | stored.hyphens) == 0;
  if (same && !brief) return Quick::open;
  Sketch one, two;
  if (same) {
    const bool known = sketch<kCount, false>(said, one) && sketch<kCount, false>(stored, two);
    return known && !holds_number(said, one, stored, two) ? Quick::plain : Quick::open;
  }
  const bool known_said = sketch<kCount>(said, one), known_stored = sketch<kCount>(stored, two);
  const bool known = known_said && known_stored;
  if (!known && !are_far(said, known_said, one, stored, known_stored, two)) return Quick::open;
  if (holds_number(said, one, stored, two)) return Quick::open;
  const Quick otherwise = known && brief ? Quick::plain : Quick::open;
  if (known) {
    if (share_hue(one.hues, two.hues) && any_linked(said, stored)) return otherwise;
    if (may_agree<kCount>(said, one, stored, two)) return otherwise;
    if (kTwo) return Quick::far;
  }
  if (said.count == stored.count && said.count == 1) return Quick::far;
  if (said.hyphens != 0 && stored.hyphens != 0) return otherwise;
  return may_join(said, one.joins, stored, two.hues) || may_join(stored, two.joins, said, one.hues) ? otherwise
                                                                                                    : Quick::far;
}

}  // namespace

Quick look_quickly(LaneName& said, LaneName& stored) {
  if (said.count == 2 && stored.count == 2) return look<2>(said, stored);
  if (said.count > kMaxQuickWords || stored.count > kMaxQuickWords) return Quick::open;
  return look<0>(said, stored);
}

std::int16_t score_two_words(LaneName& one, LaneName& two) {
  if (one.count != 2) return kUndecided;
  const TwoWords said = two_words(one), stored = two_words(two);
  // One of the two is read the other way round.
  if (!said.comma && !stored.comma && same_word(*said.given, *stored.surname) &&
      same_word(*said.surname, *stored.given) && !may_cross(*said.given, *said.surname))
    return family_comes_first(*said.given) || family_comes_first(*stored.given) ? 99 : kFamilyFirst;
  const Agreement surname = agree<true>(*said.surname, *stored.surname),
                  given = agree<false>(*said.given, *stored.given);
  int score = score_agreements(given, surname);
  if (score < 90) {
    // One word that agrees crosswise may give more than a low score, and two than any.
    const bool low = score < kMostOfOneCrossed, crossed = may_cross(*said.given, *stored.surname);
    if ((crossed == low ? low : may_cross(*said.surname, *stored.given)) ||
        (family_comes_first(*said.given) && family_comes_first(*stored.given)))
      score = std::max(score, score_other_orders(said, stored));
  }
  // The texts differ, by a comma or by other signs.
  return static_cast<std::int16_t>(score < 99 ? score : 99);
}

}  // namespace ablmatch
