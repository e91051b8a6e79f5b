// What an address is read into: tokens, the labels that a parse gives them, and the parts that it finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "../lexemes.hpp"
#include "../spoken.hpp"
#include "../tables/address_words.hpp"
#include "kind.hpp"

namespace ablmatch::postal {

// More tokens than this are not parsed: such a value is judged by equality only.
inline constexpr int kMaxAddressTokens = 48;
inline constexpr int kAddressTextCapacity = 1024;
inline constexpr int kMaxUnits = 4;
inline constexpr int kIdCapacity = 24;
inline constexpr int kLongestPhrase = 5;

enum class TokenType : std::uint8_t { word, number, hash };

// A word, a number or "#". What stood before it is kept as flags; other symbols are gone.
struct AddressToken {
  const char* text;
  std::uint16_t size;
  std::uint16_t lexeme;  // where it stands in the side's lexemes
  std::uint32_t hash;
  TokenType type;
  bool gap;        // a comma, bracket or lone dash stands before it
  bool glued;      // nothing stands before it: "5b", "w152"
  bool hyphen;     // joined to the token before it by a hyphen
  bool slash;      // joined by a slash
  bool dot;        // a full stop follows: an abbreviation
  bool postal;     // the Japanese postal mark stands before it
  bool numeric;    // figures, or a word that reads as a number here
  bool ordinal;    // figures with an ending ("5th": the ending is the next token), or an ordinal word
  std::uint8_t phrase;       // tokens of the longest phrase that starts here, at least 2, or 0
  std::uint16_t phrases[kLongestPhrase - 1];  // rows of kAddressWords plus 1 of the phrases of 2, 3, … tokens, or 0
  const AddressWord* row;         // of the token alone
  const SpokenWord* spoken;

  std::string_view view() const { return {text, size}; }
  bool is_letter() const { return type == TokenType::word && size == 1; }
  bool is_figures() const { return type == TokenType::number; }
  // The row of the phrase of so many tokens that starts here, or null.
  const AddressWord* phrase_row(int tokens) const {
    if (tokens < 2 || tokens > phrase) return nullptr;
    const std::uint16_t found = phrases[tokens - 2];
    return found == 0 ? nullptr : &kAddressWords.values[found - 1];
  }
};

// A short code: the id of a unit, a house number, a box number, a postal code.
struct Code {
  char text[kIdCapacity];
  std::uint8_t size;
  std::uint8_t from, to;  // its tokens
  std::uint8_t dash;      // place of a hyphen between two numbers in `text` (10-12, 45-17), or 0

  std::string_view view() const { return {text, size}; }
  bool push(char c) {
    if (size == kIdCapacity) return false;
    text[size++] = c;
    return true;
  }
  bool push(std::string_view more) {
    if (size + more.size() > kIdCapacity) return false;
    std::memcpy(text + size, more.data(), more.size());
    size = static_cast<std::uint8_t>(size + more.size());
    return true;
  }
};

struct Unit {
  Code id;            // may be empty: "rear"
  std::uint8_t word;  // row of kUnitWords
  UnitClass unit_class;
};

// One word of the street or the town; several tokens when it is an ordinal, a number in words or a phrase.
struct AddressName {
  std::string_view text;  // written out: figures for numbers, "mountain" for "mtn"
  std::string_view raw;
  std::uint32_t hash;     // of text
  std::uint8_t from, to;  // tokens
  bool gap;               // a boundary stands before it
  bool digits;
  bool particle;
  bool spoken;            // a number in words
  bool glued;             // joined to the number in front of it: the W of Route 9W
  std::uint8_t direction;
  char letter;            // that a caller may mean by this word (jay, kay), or 0
  std::uint16_t types[3];
  std::uint8_t place;     // of the types
  const AddressWord* row;
  const std::uint8_t* alternatives;  // Folded::alt of `text`, when it is borrowed from the folded text

  bool has_type() const { return types[0] != 0; }
  bool common_type() const { return (place & kCommon) && (place & (kTrailing | kCompound)); }
};

// One way to read the tokens. `split`: the street is names[premise, split), the town names[split, count).
struct AddressParse {
  // The names are in a union so that they are not initialized: only names[0, count) hold anything.
  AddressParse() {}  // NOLINT(clang-analyzer-optin.cplusplus.UninitializedObject): parse_address sets what is read
  union {
    AddressName names[kMaxAddressTokens];
  };
  int count;
  int premise;      // names before it are a house's or a firm's name
  int split;
  bool split_sure;  // a boundary stands there
  bool has_house;
  Code house;
  Unit units[kMaxUnits];
  int unit_count;
  std::uint8_t box;   // row of kBoxWords
  Code box_number;
  std::uint8_t state;  // row of kStateCodes
  bool state_in_full;  // given by name: New York, Washington
  std::uint8_t state_from, state_to;
  Code postcode;
  // Texts that the parse made (ordinals in figures).
  char texts[256];
  int texts_used;
};

// Choices that a parse may be asked to make otherwise than by default, to follow the stored value.
struct ParseChoice {
  int house_tokens;    // tokens of the house number; 0: by default
  bool letter_names;   // the letter of a unit may be a letter's name (bee, see)
  bool no_letter;      // a letter apart from the house number is none of it: Via Roma 5 a Milano
  bool behind_street;  // the house number stands behind the street
  bool words_behind;   // a number in words, or any in figures, may be the house number behind the street
  bool unit_words;     // a number in words behind the street may be a unit
  bool directions_apart;  // "north west" is two directions: Circle North, West Chester
  int unit_tokens;     // tokens of the id of a unit that stands first; 0: by default
  bool bare_units;     // "Street Rear Austin": a bare unit word directly behind a type is a unit
  bool last_is_code;   // four figures at the end are a postal code
  bool all_is_code;    // nothing but a postal code in words
  // House number and postal code in one run of number words: tokens [run_from, run_split) and [run_split, run_to).
  int run_from, run_split, run_to;  // run_to 0: by default
};

inline bool names_estate(const AddressToken& token) {
  const char first = *token.text;
  if (first != 'r' && first != 'l') return false;
  const std::string_view word = token.view();
  return word == "residence" || word == "res" || word == "lotissement";
}

// What the words and phrases of a value are, all of them together: a pass whose words do not occur is left out.
enum FormTrait : std::uint8_t { kUnitTrait = 1, kBoxTrait = 2, kStateTrait = 4, kHashTrait = 8, kEstateTrait = 16 };

// A number in words that was read: a value is parsed several times, and asks for the same ones.
struct ReadNumber {
  std::uint16_t from, to;  // lexemes; `to` is 0 when nothing is kept here
  std::uint8_t size;       // of its figures, 0: no number
  char figures[kIdCapacity];
};
inline constexpr int kReadNumbers = 16;

struct AddressForm {
  AddressToken tokens[kMaxAddressTokens];
  int count;
  bool too_long;
  bool said;
  bool spoken;       // number words occur
  bool corrected;
  bool two_answers;
  Stance stance;     // of the caller
  bool ordinal_sign;  // º or ª occurs, which fold to o and a
  bool lead_in;      // a carrier phrase was dropped
  std::uint16_t roles;   // AddressRole bits of all rows
  std::uint8_t traits;   // FormTrait bits
  mutable ReadNumber numbers[kReadNumbers];
  char texts[kAddressTextCapacity];  // words whose apostrophe was dropped
  int texts_used;
  const Folded* folded;
  const Lexemes* lexemes;
  AddressParse parse;  // by default
};

// A value that is not read before its comparison: most pairs have nothing in common, and their words alone tell.
struct AddressReading {
  Side* side;
  AddressForm* form;  // `room`, filled by read_form
  bool said;
  AddressForm room;
};

// ---- address.cpp -----------------------------------------------------------------------------------------------

// Looks the words of an answer up, and drops what only surrounds it.
Cleaned clean_answer(Lexemes& lexemes);

// Reads the value; false when nothing is found in it.
bool read_form(const AddressReading& reading);

// ---- address_tokens.cpp ----------------------------------------------------------------------------------------

// Fills tokens; false when there is no word or number. Sets too_long.
bool make_address_tokens(std::string_view raw, const Folded& folded, const Lexemes& lexemes, AddressForm& form);

// The row of the phrase made of tokens[from, to), or null.
inline const AddressWord* find_address_phrase(const AddressForm& form, int from, int to) {
  const AddressToken& first = form.tokens[from];
  return to - from == 1 ? first.row : first.phrase_row(to - from);
}

// ---- address_said.cpp ------------------------------------------------------------------------------------------

// Takes out of a caller's tokens an address that is said again and a name's letters behind the name.
void drop_said_again(AddressForm& form);

// ---- address_numbers.cpp ---------------------------------------------------------------------------------------

// The preferred reading of number tokens [from, to) is appended to `out`; false when there is none.
bool append_number(const AddressForm& form, int from, int to, Code& out);

// Can tokens [from, to) be read as exactly `target` (number words in any reading, letters as they are)?
bool can_read_as(const AddressForm& form, int from, int to, std::string_view target);

// The end of a run of number tokens from `at` (no ordinals).
int number_run_end_of(const AddressForm& form, int at, int end);
inline int number_run_end(const AddressForm& form, int at, int end) {
  if (at >= end || !form.tokens[at].numeric || form.tokens[at].ordinal) return at;
  return number_run_end_of(form, at, end);
}

// ---- address_codes.cpp ----------------------------------------------------------------------------------------

// Reads a unit's or a box's id that starts at token `at`; returns the token behind it, `at` when there is none.
// `letters`: a letter alone is an id.
int read_code(const AddressForm& form, int at, int end, bool letters, bool letter_names, Code& out);

// Reads a house number that starts at token `at` (letters, fractions, ranges, grid forms).
int read_house_number(const AddressForm& form, int at, int end, const ParseChoice& choice, Code& out);

// "10-12": a range, equal to either end. "45-17" (Queens) is not one: its second number is the smaller.
bool is_range(const Code& code);

enum class CodeMatch : std::uint8_t { equal, one_slip, differs };
CodeMatch compare_house_numbers(const AddressForm& said_form, const Code& said, const Code& stored);

// ---- address_postcode.cpp --------------------------------------------------------------------------------------

// A postal code that ends at token `end`: returns its first token, `end` when there is none.
int read_postcode_at_end(const AddressForm& form, int start, int end, Code& out);
// A postal code that starts at token `at` in front of a town: returns the token behind it, or `at`.
int read_postcode_before_town(const AddressForm& form, int at, int end, bool house_known, Code& out);

enum class PostcodeMatch : std::uint8_t { equal, one_slip, differs };
PostcodeMatch compare_postcodes(const AddressForm& said_form, const Code& said, const Code& stored);

// ---- address_parse.cpp -----------------------------------------------------------------------------------------

void parse_address(const AddressForm& form, const ParseChoice& choice, AddressParse& out);

// ---- address_names.cpp -----------------------------------------------------------------------------------------

// Turns the unlabelled tokens into names. `used[k]` is true for tokens that are a part of something else.
void make_names(const AddressForm& form, const ParseChoice& choice, const bool* used, AddressParse& out);

// Sets premise and split by the words themselves.
void choose_split(const AddressForm& form, AddressParse& out);

// ---- address_street.cpp ----------------------------------------------------------------------------------------

// A run of names as a street. The name proper is names[from, to); `stem` bytes of its last word when the type is
// joined to it (GartenSTRASSE), else 0.
struct Street {
  int from, to;
  std::uint8_t before, after;  // directions
  bool numbered;               // `after` belongs to the road's number: Route 9W is not Route 9
  std::uint16_t types[3];
  int type_at;                 // the name that is the type, or -1
  std::uint16_t stem;

  bool has_type() const { return types[0] != 0; }
};
Street read_street(const AddressParse& parse, int from, int to);

}  // namespace ablmatch::postal
