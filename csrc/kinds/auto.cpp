// Kind auto: the stored value's shape, most telling shape first.
#include "auto.hpp"

#include <cstring>

#include "../scan_split.hpp"
#include "../tables/text_words.hpp"
#include "address.hpp"
#include "phone_words.hpp"

namespace ablmatch {

namespace {

// One "@" between text, and a dot (or an IDN label) behind it.
bool looks_like_email(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos || at == 0 || text.find('@', at + 1) != std::string_view::npos) return false;
  const std::string_view domain = text.substr(at + 1);
  const std::size_t dot = domain.find('.');
  const bool dotted = dot != std::string_view::npos && dot > 0 && dot + 1 < domain.size();
  return dotted || domain.find("xn--") != std::string_view::npos;
}

struct Figures {
  char digits[64];
  int count = 0;
  int groups = 0;      // runs of digits
  bool plus = false;   // begins with "+"
  bool bracket = false;
  bool extension = false;
  bool label = false;  // "Tel.", "mobile" in front
  bool only = true;    // nothing but digits, separators, hidden digits, a label and an extension
};

bool is_hidden_digits(const Lexeme& lexeme) { return lexeme.view().find_first_not_of('x') == std::string_view::npos; }

bool is_bullet(const Lexeme& lexeme) { return lexeme.is("\u2022") || lexeme.is("\u00b7") || lexeme.is("\u25cf"); }

Figures read_figures(const Lexemes& lexemes) {
  Figures found;
  found.plus = lexemes.count > 0 && lexemes.at[0].is_symbol('+');
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_number()) {
      if (found.extension) continue;
      ++found.groups;
      for (const char c : lexeme.view())
        if (found.count < 64) found.digits[found.count++] = c;
    } else if (lexeme.is_word()) {
      const bool extension = lexeme.is("x") || phone_word(lexeme.view()) == PhoneWord::extension;
      const bool label = found.count == 0 && phone_word(lexeme.view()) == PhoneWord::label;
      if (extension && found.count > 0) found.extension = true;
      else if (label) found.label = true;
      else if (found.count > 0 || !is_hidden_digits(lexeme)) found.only = false;
    } else if (lexeme.is_symbol('(') || lexeme.is_symbol(')')) {
      found.bracket = true;
    } else if (lexeme.is_symbol('+') && found.label && found.count == 0) {
      found.plus = true;  // tel:+1…
    } else if (lexeme.is_symbol('=') && found.extension) {
      continue;  // ;ext=5, as normal texts have it
    } else if (!is_bullet(lexeme) && (lexeme.size != 1 || !std::strchr("+-./,#:; *", *lexeme.text))) {
      found.only = false;
    }
  }
  return found;
}

// Dates have eight digits.
constexpr int kFewestWithTrunk = 9;

bool looks_like_phone(const Figures& found, const Context& context) {
  if (found.count < 7 || found.count > 15) return false;
  if (found.plus || found.extension) return true;
  // A trunk zero and groups: some country's number, which the caller may give with its country code.
  if (found.digits[0] == '0' && found.groups > 1 && found.count >= kFewestWithTrunk) return true;
  PhoneNumber number;
  if (!parse_phone({found.digits, static_cast<std::size_t>(found.count)}, false, context.region, number)) return false;
  return number.valid_length && (found.bracket || found.count >= 9 || found.groups > 1);
}

constexpr int kFewestNames = 2, kMostNames = 6;

// Two or more words of letters, at most one comma, no digits.
bool looks_like_name(const Lexemes& lexemes) {
  int words = 0, commas = 0;
  for (const Lexeme& lexeme : lexemes) {
    if (lexeme.is_number()) return false;
    if (lexeme.is_word()) words += lexeme.spaced || words == 0;
    else if (lexeme.is_symbol(',')) ++commas;
    else if (!lexeme.is_symbol('\'') && !lexeme.is_symbol('-') && !lexeme.is_symbol('.')) return false;
  }
  return words >= kFewestNames && words <= kMostNames && commas <= 1;
}

// The kind of a short line of words alone, which is a name or a text; auto_ for any other.
Kind kind_of_words(const Scan& scan) {
  constexpr std::uint32_t kLongest = 64;
  if (scan.size > kLongest || scan.digits.any()) return Kind::auto_;
  const std::uint64_t letters = scan.letters.at[0], starts = letters & ~(letters << 1);
  if (starts == 0) return Kind::auto_;
  bool plain = true;
  for (std::uint64_t symbols = scan.symbols().at[0]; symbols != 0; symbols &= symbols - 1) {
    const char symbol = scan.text[std::countr_zero(symbols)];
    // Behind a comma there may be a state.
    if (symbol == '@' || symbol == ',') return Kind::auto_;
    plain = plain && (symbol == '\'' || symbol == '-' || symbol == '.');
  }
  // "One Main Street" is an address.
  const int first = std::countr_zero(starts);
  const auto size = static_cast<std::size_t>(std::countr_one(letters >> first));
  if (size > kMaxTextWord) return Kind::auto_;
  const char* const word = scan.text + first;
  const TextWord* const row = find_text_word(text_head(word, size), text_tail(word, size), size);
  if (row && (row->roles & kNumberWord)) return Kind::auto_;
  const std::uint64_t spaced = starts & (scan.spaces.at[0] << 1) & ~(std::uint64_t{1} << first);
  const int words = 1 + std::popcount(spaced);
  return plain && words >= kFewestNames && words <= kMostNames ? Kind::person_name : Kind::text;
}

}  // namespace

Kind kind_of_scanned(const Scan& stored, const Context& context, Side& room) {
  if (const Kind kind = kind_of_words(stored); kind != Kind::auto_) return kind;
  if (looks_like_email(stored.view())) return Kind::email;
  room.raw = stored.view();
  fold(stored, room.folded);
  split(stored, room.folded, room.lexemes);
  return kind_of_stored(room, context);
}

Kind kind_of_stored(const Side& stored, const Context& context) {
  if (looks_like_email(stored.folded.view())) return Kind::email;
  const Figures figures = read_figures(stored.lexemes);
  if (figures.count > 0 && figures.only) {
    if (looks_like_phone(figures, context)) return Kind::phone;
    if (!figures.label) return Kind::digits;
  }
  if (looks_like_address(stored)) return Kind::address;
  if (looks_like_name(stored.lexemes)) return Kind::person_name;
  return Kind::text;
}

}  // namespace ablmatch
