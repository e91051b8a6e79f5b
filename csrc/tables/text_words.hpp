// All that kind text knows about single words, in one row a word; see tools/tables/text.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "../word_table.hpp"
#include "spoken_word.hpp"

namespace ablmatch {

// What a word can be in a text. The generator has the same order.
enum TextRole : std::uint32_t {
  kArticle = 1u << 0,
  kSmallWord = 1u << 1,
  kPreposition = 1u << 2,
  kLegalForm = 1u << 3,
  kNegation = 1u << 4,
  kLettered = 1u << 5,
  kCopula = 1u << 6,
  kLeadIn = 1u << 7,
  kAnswerNoun = 1u << 8,
  kPlaceWord = 1u << 9,
  kRestating = 1u << 10,
  kDoubt = 1u << 11,
  kOpposite = 1u << 12,     // stands in kTextOpposites
  kTwoWords = 1u << 13,     // stands in kTextTwoWords
  kBrief = 1u << 14,        // is short for other words
  kOrdinal = 1u << 15,
  kContraction = 1u << 16,
  kClosing = 1u << 17,      // ends a phrase of kTextClosings
  kOpening = 1u << 18,      // begins a phrase of kTextOpenings
  kNumberWord = 1u << 19,   // a number in any place (of the spoken table; also and, y, et: they join numbers)
  kEnglishNumber = 1u << 20,  // one of them of class unit to tens, hundred or thousand, in English
  kOtherNumber = 1u << 21,    // any other of the numbers of the spoken table, weak ones among them
  kSpelling = 1u << 22,       // may be part of spelled letters
  kSureLetter = 1u << 23,     // so, and two of them next to each other make a spelled word
  kLetterName = 1u << 24,     // so, and a connector and a word may explain it
  kJoin = 1u << 25,           // such a connector
  kHesitation = 1u << 26,     // um, uh
  kStart = 1u << 27,          // may begin a carrier phrase
  kClose = 1u << 28,          // may end the phrase that closes an answer
  kNamed = 1u << 29,          // what a carrier phrase names
  kCorrects = 1u << 30,       // takes back what stands in front of it, or is part of a phrase that does
  kSeparates = 1u << 31,      // stands between the figures of a number
};

// What a word with the same hash can be, where that changes what words a text has. The generator has the same order.
enum TextTrait : std::uint8_t {
  kSureTrait = 1,  // kSureLetter
  kNameTrait = 2,  // kLetterName
  kJoinTrait = 4,
  kNumberTrait = 8,       // kEnglishNumber, kOtherNumber
  kRewrittenTrait = 16,   // kOrdinal, kContraction, kCorrects
  kHesitationTrait = 32,
  kMayGoTrait = 64,  // says nothing, or is read otherwise
  kBriefTrait = 128,
};

// Words of up to 16 bytes.
struct alignas(16) TextWord {
  std::uint64_t head;  // text_head; the rest is in text_tails
  std::uint32_t roles;
  std::uint16_t worth;  // of an ordinal or a number word of the class below; a contraction's row
  NumberClass number;
  std::uint8_t size;
};

inline constexpr std::size_t kMaxTextWord = 16;
// The id of a word without a row. A word's id is the number of its row.
inline constexpr std::uint16_t kNoTextWord = 0xFFFF;

// The first eight bytes of a word, the first one lowest, zeros behind a shorter one; reads eight bytes.
inline std::uint64_t text_head(const char* text, std::size_t size) {
  const std::uint64_t all = ~std::uint64_t{0};
  return detail::load8(text) & (size >= 8 ? all : all >> (64 - 8 * size));
}
// The same of a word of less than eight bytes: no other word has this head.
constexpr std::uint64_t head_of(std::string_view word) {
  std::uint64_t head = 0;
  for (std::size_t k = 0; k < word.size(); ++k) head |= std::uint64_t{static_cast<unsigned char>(word[k])} << 8 * k;
  return head;
}
// The next eight bytes of a word of more than eight, in the same way, else 0.
inline std::uint64_t text_tail(const char* text, std::size_t size) {
  return size > 8 ? text_head(text + 8, size - 8) : 0;
}
inline std::uint64_t text_hash(std::uint64_t head, std::uint64_t tail) {
  const std::uint64_t mixed = (head ^ std::rotl(tail, 29)) * 0x9E3779B97F4A7C15ULL;
  return mixed ^ mixed >> 32;
}

namespace tables {
inline constexpr unsigned kTextSlotBits = 12, kTextMoveBits = 10, kTextSeenBits = 16;
extern const TextWord text_words[1u << kTextSlotBits];  // each where its hash and the move of its group send it
extern const std::uint64_t text_tails[1u << kTextSlotBits];  // text_tail of the same words
extern const std::uint16_t text_moves[1u << kTextMoveBits];
extern const std::uint64_t text_seen[1u << (kTextSeenBits - 6)];  // hashes that occur: turns most words away
inline constexpr unsigned kTextTraitBits = 15, kTextLittleBits = 8;
extern const std::uint8_t text_traits[1u << kTextTraitBits];     // TextTrait bits of all words of a hash
extern const std::uint64_t text_little[1u << kTextLittleBits];  // heads of most articles, small words, prepositions
}  // namespace tables

// The upper bits of a head's product with it are the hash of the two tables of heads.
inline constexpr std::uint64_t kTextTraitFactor = 0xBB2313F55B06258FULL;
// Is it the whole of a word that says little? Most of them.
inline bool is_little(std::uint64_t head) {
  return tables::text_little[head * kTextTraitFactor >> (64 - tables::kTextLittleBits)] == head;
}

// 0 for nearly all words without a row, 1 for others.
inline std::uint32_t row_bit(std::uint64_t hash) {
  const std::uint64_t bit = hash & ((1u << tables::kTextSeenBits) - 1);
  return static_cast<std::uint32_t>(tables::text_seen[bit >> 6] >> (bit & 63)) & 1;
}

// The row of a word whose hash this is, or null. Never one for a word that is longer than kMaxTextWord.
inline const TextWord* find_text_row(std::uint64_t hash, std::uint64_t head, std::uint64_t tail, std::size_t size) {
  const std::uint64_t move = tables::text_moves[hash >> 22 & ((1u << tables::kTextMoveBits) - 1)];
  const std::uint64_t at = (hash ^ move) & ((1u << tables::kTextSlotBits) - 1);
  const TextWord& row = tables::text_words[at];
  const bool same = row.head == head && row.size == size && tables::text_tails[at] == tail;
  return same ? &row : nullptr;
}
inline const TextWord* find_text_word(std::uint64_t head, std::uint64_t tail, std::size_t size) {
  const std::uint64_t hash = text_hash(head, tail);
  return row_bit(hash) ? find_text_row(hash, head, tail, size) : nullptr;
}

inline std::uint16_t id_of(const TextWord& row) { return static_cast<std::uint16_t>(&row - tables::text_words); }

// Two words of one relation, or a short form and its word.
struct TextPair {
  std::uint16_t one, two;
  std::uint8_t where;  // of a short form: TextPlace bits
};
enum TextPlace : std::uint8_t { kNotFirst = 1, kNotLast = 2, kBeforeFigure = 4, kAfterFigure = 8 };

struct TextContraction {
  std::uint16_t word;
  const char *first, *second;  // readable for eight bytes and more
};

inline constexpr int kMaxTextPhrase = 4;
struct TextPhrase {
  std::uint8_t count;
  std::uint16_t words[kMaxTextPhrase];
};

extern const std::span<const TextPair> kTextOpposites, kTextTwoWords, kTextAbbreviations;
extern const std::span<const TextContraction> kTextContractions;
extern const std::span<const TextPhrase> kTextClosings, kTextOpenings;

// How number words that join in one word begin and end (dreihundert, duecento): by the first letter which second ones,
// by the last which ones before it; a letter and a bit for each % 32.
extern const std::uint32_t kJoinedNumberHeads[32], kJoinedNumberEnds[32];

}  // namespace ablmatch
