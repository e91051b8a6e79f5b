// Arcs of the readings of numbers: cardinals, figures, repeated digits, in order of preference.
#include <cstring>
#include <utility>

#include "spoken.hpp"
#include "spoken_cardinals.hpp"

namespace ablmatch {

namespace {

using Class = NumberClass;

bool may_be_numeric(const Lexeme& lexeme) {
  if (lexeme.is_number()) return true;
  return lexeme.spoken && lexeme.spoken->number != Class::none && lexeme.spoken->number != Class::conjunction;
}

std::string_view decimal(std::uint64_t value, char (&room)[24]) {
  char* p = room + sizeof room;
  do *--p = static_cast<char>('0' + value % 10);
  while (value /= 10);
  return {p, static_cast<std::size_t>(room + sizeof room - p)};
}

// "double", "triple", and "deux fois", "duas vezes": 0 when lexeme `at` begins none; `behind`: what follows it.
int multiplier(const Lexemes& lexemes, int at, int& behind) {
  const Lexeme& lexeme = lexemes.at[at];
  if (!lexeme.spoken) return 0;
  behind = at + 1;
  if (lexeme.spoken->number == Class::multiplier && !lexeme.is("twice")) return lexeme.spoken->value;
  if (lexeme.spoken->number == Class::unit && lexeme.spoken->value >= 2 && lexeme.spoken->value <= 4 &&
      behind < lexemes.count && is_times_word(lexemes.at[behind])) {
    ++behind;
    return lexeme.spoken->value;
  }
  return 0;
}

bool single_digit(const Lexemes& lexemes, int at) {
  if (at >= lexemes.count || !lexemes.at[at].numeric) return false;
  const Lexeme& lexeme = lexemes.at[at];
  return lexeme.is_number() ? lexeme.size == 1 : lexeme.spoken->number == Class::unit;
}

// "fives", "5s", "five's": one digit, said to come several times. Returns the lexeme behind it, or `at`.
int read_plural(const Lexemes& lexemes, int at, char& digit) {
  if (at >= lexemes.count) return at;
  const Lexeme& lexeme = lexemes.at[at];
  if (lexeme.spoken && lexeme.spoken->number == Class::plural) {
    digit = static_cast<char>('0' + lexeme.spoken->value);
    return at + 1;
  }
  if (!single_digit(lexemes, at)) return at;
  digit = lexeme.is_number() ? *lexeme.text : static_cast<char>('0' + lexeme.spoken->value);
  int end = at + 1;
  if (end < lexemes.count && lexemes.at[end].is_symbol('\'')) ++end;
  else if (!lexeme.is_number()) return at;
  return end < lexemes.count && lexemes.at[end].is("s") && !lexemes.at[end].spaced ? end + 1 : at;
}

// "three fives", "double fives".
void add_plural(Lattice& lattice, const Lexemes& lexemes, int at) {
  const Lexeme& lexeme = lexemes.at[at];
  std::size_t times = 0;
  if (lexeme.is_number() && lexeme.size == 1) times = static_cast<std::size_t>(figures_of(lexeme));
  else if (lexeme.spoken && (lexeme.spoken->number == Class::unit || lexeme.spoken->number == Class::multiplier))
    times = static_cast<std::size_t>(lexeme.spoken->value);
  char repeated[9];
  char digit = 0;
  const int behind = times >= 2 ? read_plural(lexemes, at + 1, digit) : at + 1;
  if (behind == at + 1) return;
  std::memset(repeated, digit, times);
  lattice.add_copy(behind, {repeated, times});
}

void add_repeated(Lattice& lattice, const Lexemes& lexemes, int at) {
  add_plural(lattice, lexemes, at);
  int behind = 0;
  const int times = multiplier(lexemes, at, behind);
  while (times > 0 && behind < lexemes.count && lexemes.at[behind].is_symbol('-')) ++behind;
  // zweimal die Null
  if (times > 0 && behind < lexemes.count && lexemes.at[behind].is("die")) ++behind;
  if (times == 0 || behind >= lexemes.count || !may_be_numeric(lexemes.at[behind])) return;
  const Lexeme& digit = lexemes.at[behind];
  char room[24];
  std::string_view figures;
  if (digit.is_number()) {
    figures = digit.view();
  } else {
    const Class cls = digit.spoken->number;
    if (cls != Class::unit && cls != Class::teen && cls != Class::tens && cls != Class::compound) return;
    figures = decimal(digit.spoken->value, room);
  }
  if (figures.size() > 4) return;
  char repeated[16];
  std::size_t size = 0;
  for (int k = 0; k < times; ++k)
    for (const char c : figures) repeated[size++] = c;
  lattice.add_copy(behind + 1, {repeated, size});
  if (digit.is_number() && figures.size() > 1) {  // "double 57": 5 5 7
    size = 0;
    for (int k = 1; k < times; ++k) repeated[size++] = figures[0];
    for (const char c : figures) repeated[size++] = c;
    lattice.add_copy(behind + 1, {repeated, size});
  }
}

// Does a hyphen without spaces stand in front of word `at`, as a lexeme or dropped by drop_symbols?
bool is_hyphenated(const Lexemes& lexemes, int at) {
  if (at <= 0 || at >= lexemes.count || lexemes.at[at].spaced || !lexemes.at[at - 1].is_word()) return false;
  if (lexemes.at[at].is_symbol('-')) return at + 1 < lexemes.count && !lexemes.at[at + 1].spaced;
  const char* const end = lexemes.at[at - 1].text + lexemes.at[at - 1].size;
  return lexemes.at[at].is_word() && lexemes.at[at].text == end + 1 && *end == '-';
}

// Figures that no plural s follows: of those at `at`, no number in front makes "three 5s".
bool are_lone_figures(const Lexemes& lexemes, int at) {
  const Lexeme& lexeme = lexemes.at[at];
  return lexeme.is_number() && (lexeme.size > 1 || at + 1 >= lexemes.count || lexemes.at[at + 1].is_number());
}

bool is_no_number(const Lexeme& lexeme) {
  if (lexeme.type == LexemeType::symbol) return true;
  return lexeme.is_word() && (lexeme.spoken ? lexeme.spoken->number == Class::none : !lexeme.is("twice"));
}

// Does nothing behind the figures that end at lexeme `at` belong to their number: no scale word, no plural, no "twice"?
bool end_figures(const Lexemes& lexemes, int at) {
  if (at >= lexemes.count || are_lone_figures(lexemes, at)) return true;
  if (!is_no_number(lexemes.at[at])) return false;
  if (!lexemes.at[at].is_symbol('-') || at + 1 >= lexemes.count) return true;
  return lexemes.at[at + 1].is_number() || is_no_number(lexemes.at[at + 1]);
}

// The commonest cases have one reading: a digit in words before another, and figures before what no number holds.
bool add_lone_number(Lattice& lattice, const Lexemes& lexemes, int at) {
  static constexpr std::string_view kDigits = "0123456789";
  const Lexeme& lexeme = lexemes.at[at];
  const int next = at + 1;
  if (lexeme.is_number()) {
    if (!end_figures(lexemes, next)) return false;
    lattice.add(next, lexeme.view());
    return true;
  }
  if (lexeme.spoken->number != Class::unit) return false;
  if (next < lexemes.count) {
    const Lexeme& behind = lexemes.at[next];
    const bool unit = behind.is_word() && behind.spaced && behind.spoken && behind.spoken->number == Class::unit &&
                      (next + 1 >= lexemes.count || lexemes.at[next + 1].type != LexemeType::symbol);
    if (!unit && !are_lone_figures(lexemes, next)) return false;
  }
  lattice.add(next, kDigits.substr(lexeme.spoken->value, 1));
  return true;
}

}  // namespace

bool add_number_arcs(Lattice& lattice, const Lexemes& lexemes, int at) {
  const int before = lattice.arc_count;
  const Lexeme& lexeme = lexemes.at[at];
  if (lexeme.numeric && add_lone_number(lattice, lexemes, at)) return true;
  const bool article = lexeme.is("a");
  if (!lexeme.numeric) {
    // "a hundred", "a thousand"
    if (!article) return false;
    const int next = at + 1 < lexemes.count && lexemes.at[at + 1].is_symbol('-') ? at + 2 : at + 1;
    const Class scale = number_class_at(lexemes, next);
    if (scale != Class::hundred && scale != Class::thousand) return false;
  }
  if (!article) add_repeated(lattice, lexemes, at);

  CardinalValues values;
  find_cardinals(lexemes, at, values);
  // Longest first, but "nine hundred one two three" is 900 1 2 3: a lone unit added to hundreds yields when
  // another single digit follows.
  int order[CardinalValues::kMost];
  int rank[CardinalValues::kMost];
  bool yields[CardinalValues::kMost];
  for (int k = 0; k < values.count; ++k) {
    order[k] = k;
    const int last = values.end[k] - 1;
    int head = last - 1;
    if (head > at && number_class_at(lexemes, head) == Class::conjunction) --head;
    yields[k] = values.worth[k] > 100 && last > at && single_digit(lexemes, last) && single_digit(lexemes, last + 1) &&
                (number_class_at(lexemes, head) == Class::hundred || number_class_at(lexemes, head) == Class::hundreds);
    rank[k] = yields[k] ? at : values.end[k];
  }
  // "cuarenta y nueve" and "forty-nine" are 49, never 40 9: what is joined is not read apart.
  const auto is_cut = [&](int k) {
    if (is_glued(lexemes, values.end[k])) return true;
    const bool conjunction = number_class_at(lexemes, values.end[k]) == Class::conjunction;
    if (!conjunction && !is_hyphenated(lexemes, values.end[k])) return false;
    for (int other = 0; other < values.count; ++other)
      if (values.end[other] > values.end[k] && !yields[other] &&
          (conjunction || values.worth[other] < values.worth[k] + 100))
        return true;
    return false;
  };
  // Insertion sort: stable, without the buffer that std::stable_sort would allocate.
  for (int k = 1; k < values.count; ++k)
    for (int j = k; j > 0 && rank[order[j - 1]] < rank[order[j]]; --j) std::swap(order[j - 1], order[j]);
  char room[24];
  if (single_digit(lexemes, at)) {
    // "five twice"
    const int after = at + 1;
    if (after < lexemes.count && lexemes.at[after].is("twice")) {
      const std::string_view one = lexeme.is_number() ? lexeme.view() : decimal(lexeme.spoken->value, room);
      const char both[2] = {one[0], one[0]};
      lattice.add_copy(after + 1, {both, 2});
    }
  }
  for (int k = 0; k < values.count; ++k)
    if (!is_cut(order[k])) lattice.add_copy(values.end[order[k]], decimal(values.worth[order[k]], room));
  if (lexeme.is_number()) lattice.add(at + 1, lexeme.view());
  if (!article && lexeme.is_word() && lexeme.spoken->number == Class::unit && lexeme.spoken->value == 0)
    lattice.add(at + 1, "0");
  return lattice.arc_count > before;
}

std::size_t read_number(const Lexemes& lexemes, int from, int to, char* out, std::size_t capacity) {
  if (from >= to || to > lexemes.count) return 0;
  if (to == from + 1 && lexemes.at[from].is_number()) {
    if (lexemes.at[from].size > capacity) return 0;
    std::memcpy(out, lexemes.at[from].text, lexemes.at[from].size);
    return lexemes.at[from].size;
  }
  static thread_local Lattice lattice;
  lattice.start_at(from);
  for (int at = from; at < to; ++at) {
    lattice.open_node();
    if (!add_number_arcs(lattice, lexemes, at) && (lexemes.at[at].is_symbol('-') || lexemes.at[at].is_symbol(',')))
      lattice.add(at + 1, "");
    // A number that goes on past `to` is not the one that was asked for.
    int kept = lattice.first[at];
    for (int a = kept; a < lattice.arc_count; ++a)
      if (lattice.arcs[a].to <= to) lattice.arcs[kept++] = lattice.arcs[a];
    lattice.arc_count = kept;
  }
  lattice.finish();
  const std::size_t size = first_reading(lattice, from, to, out, capacity);
  return size == SIZE_MAX ? 0 : size;
}

}  // namespace ablmatch
