// Kind auto: the stored value's shape, most telling shape first.
#include "auto.hpp"

#include <cstring>

#include "address.hpp"

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
  bool only = true;    // nothing but digits, separators and an extension
};

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
      const bool extension = lexeme.is("ext") || lexeme.is("extn") || lexeme.is("extension") || lexeme.is("x");
      const bool scheme = at == 0 && lexeme.is("tel");
      if (extension && found.count > 0) found.extension = true;
      else if (!scheme) found.only = false;
    } else if (lexeme.is_symbol('(') || lexeme.is_symbol(')')) {
      found.bracket = true;
    } else if (lexeme.size != 1 || !std::strchr("+-./,#:; *", *lexeme.text)) {
      found.only = false;
    }
  }
  return found;
}

bool looks_like_phone(const Figures& found, const Context& context) {
  if (found.count < 7 || found.count > 15) return false;
  if (found.plus || found.extension) return true;
  PhoneNumber number;
  if (!parse_phone({found.digits, static_cast<std::size_t>(found.count)}, false, context.region, number)) return false;
  return number.valid_length && (found.bracket || found.count >= 9 || found.groups > 1);
}

// Two or more words of letters, at most one comma, no digits.
bool looks_like_name(const Lexemes& lexemes) {
  int words = 0, commas = 0;
  for (const Lexeme& lexeme : lexemes) {
    if (lexeme.is_number()) return false;
    if (lexeme.is_word()) words += lexeme.spaced || words == 0;
    else if (lexeme.is_symbol(',')) ++commas;
    else if (!lexeme.is_symbol('\'') && !lexeme.is_symbol('-') && !lexeme.is_symbol('.')) return false;
  }
  return words >= 2 && words <= 6 && commas <= 1;
}

}  // namespace

Kind kind_of_stored(const Side& stored, const Context& context) {
  if (looks_like_email(stored.folded.view())) return Kind::email;
  const Figures figures = read_figures(stored.lexemes);
  if (figures.count > 0 && figures.only) return looks_like_phone(figures, context) ? Kind::phone : Kind::digits;
  if (looks_like_address(stored)) return Kind::address;
  if (looks_like_name(stored.lexemes)) return Kind::person_name;
  return Kind::text;
}

}  // namespace ablmatch
