// What is known of one word of a name: a row of the table that tools/tables/names.py generates.
#pragma once

#include <cstdint>

#include "../word_table.hpp"

namespace ablmatch {

// Bits of NameWord::flags, in the order of FLAGS in tools/tables/names.py.
enum NameFlag : std::uint32_t {
  kGivenName = 1u << 0,
  kSurname = 1u << 1,
  kMaleName = 1u << 2,
  kFemaleName = 1u << 3,
  kTitle = 1u << 4,
  kTitleOrName = 1u << 5,
  kTitleAfter = 1u << 6,
  kDegree = 1u << 7,
  kDegreeOrName = 1u << 8,
  kParticle = 1u << 9,
  kLightParticle = 1u << 10,
  kAndWord = 1u << 11,
  kOrWord = 1u << 12,
  kStopWord = 1u << 13,
  kBornWord = 1u << 14,
  kSpelledWord = 1u << 15,
  kGivenLabel = 1u << 16,
  kMiddleLabel = 1u << 17,
  kFamilyLabel = 1u << 18,
};

// Where a name is at home, as far as order and structure depend on it; bits of NameWord::*_cultures.
enum NameCulture : std::uint16_t {
  kEnglishNames = 1u << 0,
  kWesternNames = 1u << 1,
  kIberianNames = 1u << 2,
  kSlavicNames = 1u << 3,
  kHungarianNames = 1u << 4,
  kArabicNames = 1u << 5,
  kIndianNames = 1u << 6,
  kSouthIndianNames = 1u << 7,
  kChineseNames = 1u << 8,
  kKoreanNames = 1u << 9,
  kJapaneseNames = 1u << 10,
  kVietnameseNames = 1u << 11,
};

struct NameWord {
  std::uint32_t flags;
  std::uint16_t first_link;    // given links, then surname links
  std::uint16_t first_phrase;  // phrases that begin with this word, longest first
  std::uint16_t given_cultures;
  std::uint16_t surname_cultures;
  std::uint8_t given_links;
  std::uint8_t surname_links;
  std::uint8_t phrases;
  std::uint8_t generation;  // 1 junior, 2 senior, 3.. the second and on, 20 nephew, 21 grandson; 0 none
  std::uint8_t ordinal;     // the same, when "the" stands before it
};

// Membership in a group of equal names: the formal name with its call names, or spelling variants. Two names of
// one group agree at the lower of their figures, but two formal names of a nickname group only by their variants,
// and a secondary call name (Bert of Robert) only with the formal name.
enum class NameLinkRole : std::uint8_t { formal, primary, secondary, variant };
struct NameLink {
  std::uint16_t group;
  std::uint8_t figure;
  std::uint8_t role;
};
extern const NameLink kNameLinks[];

enum class NameDuty : std::uint8_t { lead, tail, label_given, label_middle, label_family, spelled };
struct NamePhrase {
  const char* words;  // one space between
  std::uint8_t count;
  NameDuty duty;
};
extern const NamePhrase kNamePhrases[];

extern const WordTable<NameWord> kNameWords;

}  // namespace ablmatch
