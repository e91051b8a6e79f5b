// What a word of an address can be: the row type of the table of address words, and the short forms it names.
#pragma once

#include <cstdint>
#include <string_view>

#include "../word_table.hpp"

namespace ablmatch {

// Where a street type stands.
enum TypePlace : std::uint8_t {
  kTrailing = 1,  // Oak STREET
  kLeading = 2,   // RUE Monge
  kSometimesLeading = 4,    // leads when no other type ends the street: AVENUE J, PLACE du Marché
  kCompound = 8,  // ends a word: GartenSTRASSE
  kNumbered = 16, // leads before a number or letter: COUNTY ROAD 12
  kCommon = 32,   // nearly always a type: where it stands in a run of words, the street ends
};

enum class UnitClass : std::uint8_t {
  none,
  generic,   // apartment, suite, unit: one is as good as another when the id is equal
  wild,      // "#", "number": equal to any word
  floor,
  building,
  stair,
  bare,      // basement, rear: complete without an id
  named,     // trailer, hangar, private mailbox
  common,    // an everyday word (key, stop, side): a unit only with a number behind it
};

enum AddressRole : std::uint16_t {
  kParticle = 1,      // de, la, the: may be missing
  kLandmark = 2,      // near, opposite
  kCareOf = 4,        // c/o
  kNumberMark = 8,    // no., house number
  kNoNumber = 16,     // s/n
  kCedex = 32,
  kHalf = 64,
  kBis = 128,         // bis, ter, quater: part of the house number
  kTownExtra = 256,   // city, township: may be missing from a town
  kBetween = 512,     // "in": between street and town
  kPostcodeMark = 1024,  // zip code
  kCountry = 2048,
  kDistinct = 4096,      // of a key "clifton|clinton": two street names that are no slip of each other
};

// One word or phrase (its words joined by one space). Zero fields: not that.
struct AddressWord {
  std::uint16_t types[3];  // street types by preference, rows of kStreetTypes
  std::uint8_t place;      // TypePlace bits
  std::uint8_t unit;       // row of kUnitWords
  UnitClass unit_class;
  std::uint8_t direction;  // 1 N, 2 E, 3 S, 4 W, 5 NE, 6 SE, 7 SW, 8 NW
  std::uint8_t state;      // row of kStateCodes
  std::uint8_t box;        // row of kBoxWords
  std::uint8_t phrase;     // words of the longest phrase that starts with this word; 0 or 1: none
  std::uint16_t ordinal;
  std::uint16_t roles;     // AddressRole bits
  std::uint16_t full;      // row of kAddressTexts: how the word is written out inside a name
  std::uint16_t first;     // row of kAddressTexts: the same at the start of a name (st: saint)
  std::uint16_t town;      // row of kAddressTexts: the town's name in use (bombay: mumbai)
};

extern const WordTable<AddressWord> kAddressWords;

struct StreetType {
  std::string_view brief;  // the form that normalized addresses use
  std::string_view full;
  std::uint8_t place;  // TypePlace bits
};
// Row 0 of each is empty.
extern const StreetType kStreetTypes[];
extern const std::string_view kUnitWords[];
extern const std::string_view kStateCodes[];
extern const std::string_view kBoxWords[];
extern const std::string_view kAddressTexts[];
extern const std::string_view kDirections[9];

// Words of street types that are written together with the name, longest first: strasse, str, weg, ….
struct CompoundEnding {
  std::string_view text;
  std::uint16_t type;
};
extern const CompoundEnding kCompoundEndings[];
extern const int kCompoundEndingCount;

}  // namespace ablmatch
