// Number words: digit strings by concatenation, cardinals by the grammar of each language.
#include <cstring>
#include <utility>

#include "spoken.hpp"
#include "tables/spoken_words.hpp"

namespace ablmatch {

namespace {

using Class = NumberClass;

bool may_be_numeric(const Lexeme& lexeme) {
  if (lexeme.is_number()) return true;
  return lexeme.spoken && lexeme.spoken->number != Class::none && lexeme.spoken->number != Class::conjunction;
}

// Numbers that start at one place: where each ends and what it is worth, in no order.
struct Values {
  static constexpr int kMost = 32;
  int end[kMost];
  std::uint64_t worth[kMost];
  int count = 0;

  void add(int to, std::uint64_t value) {
    if (count == kMost) return;  // further readings of one phrase are not worth keeping
    end[count] = to;
    worth[count++] = value;
  }
};

bool is_scale(Class cls) {
  return cls == Class::hundred || cls == Class::thousand || cls == Class::lakh || cls == Class::million || cls == Class::crore;
}

// Of at most three figures.
std::uint64_t figures_of(const Lexeme& lexeme) {
  std::uint64_t figures = 0;
  for (const char c : lexeme.view()) figures = figures * 10 + static_cast<std::uint64_t>(c - '0');
  return figures;
}

// Is lexeme `at` the second half of a number that was written as one word? Only look_up_spoken puts two words next to
// each other; Italian ones may share a letter.
bool is_glued(const Lexemes& lexemes, int at) {
  if (at <= 0 || at >= lexemes.count || lexemes.at[at].spaced || !lexemes.at[at].is_word() || !lexemes.at[at - 1].is_word()) return false;
  const char* const end = lexemes.at[at - 1].text + lexemes.at[at - 1].size;
  return lexemes.at[at].text == end || lexemes.at[at].text == end - 1;
}

class Cardinals {
 public:
  explicit Cardinals(const Lexemes& lexemes) : lexemes_(lexemes) {}

  void below_hundred(int at, Values& out) const;
  void below_thousand(int at, Values& out) const;
  void all(int at, Values& out) const;

  Class class_at(int at) const {
    if (at >= lexemes_.count || !lexemes_.at[at].spoken) return Class::none;
    const Class found = lexemes_.at[at].spoken->number;
    return found == Class::conjunction || lexemes_.at[at].numeric ? found : Class::none;
  }

 private:
  bool begins_joined(int at) const { return is_glued(lexemes_, at + 1) && !is_glued(lexemes_, at); }
  bool ends_tens(int unit) const {
    int head = unit - 1;
    if (head > 0 && lexemes_.at[head].is_symbol('-')) --head;
    return head >= 0 && class_at(head) == Class::tens;
  }
  // cien, ciento, cem: never multiplied
  bool is_iberian(int at) const { return (languages(at) & ~(kSpanish | kPortuguese)) == 0; }
  int value(int at) const { return lexemes_.at[at].spoken->value; }
  int languages(int at) const { return lexemes_.at[at].spoken->languages; }
  // The lexeme after `at`, across the hyphen of "trente-neuf".
  int next(int at) const {
    ++at;
    return at < lexemes_.count && lexemes_.at[at].is_symbol('-') ? at + 1 : at;
  }
  // A scale word that multiplies what stands before it: not one that begins a joined word (sette milletrecento), nor
  // Italian mille, which counts one thousand only.
  Class scale_at(int at, int head) const {
    const Class found = class_at(at);
    if (!is_scale(found)) return Class::none;
    if (begins_joined(at) || (found == Class::hundred && is_iberian(at))) return Class::none;
    const bool french = lexemes_.at[head].is_number() || (languages(head) & kFrench);
    return lexemes_.at[at].is("mille") && at > head && !french ? Class::none : found;
  }
  // "two hundred five" is no 2 105: the number in front belongs to the scale word, where the language has it so.
  bool must_multiply(int at) const {
    int head = at - 1;
    if (head > 0 && lexemes_.at[head].is_symbol('-')) --head;
    if (head < 0 || !lexemes_.at[head].numeric || begins_joined(at)) return false;
    const Lexeme& front = lexemes_.at[head];
    const Class cls = front.is_number() ? Class::tens : class_at(head);
    const bool below_hundred = cls == Class::unit || cls == Class::teen || cls == Class::tens || cls == Class::compound;
    if (cls == Class::unit && value(head) == 0) return false;
    if (class_at(at) == Class::hundred) {
      if (is_iberian(at) || (languages(at) & kItalian)) return false;
      // quarante-huit, cent cinquante: only a lone unit counts hundreds in French.
      if (languages(at) & kFrench) return front.is_number() ? front.size == 1 : cls == Class::unit && value(head) > 1 && !ends_tens(head);
      return below_hundred;
    }
    if (lexemes_.at[at].is("mille") && front.is_word() && !(languages(head) & kFrench)) return false;
    if (cls == Class::unit && value(head) == 1) return languages(head) & (kEnglish | kGerman | kDutch | kHindi);
    return below_hundred || cls == Class::hundreds || cls == Class::hundred;
  }
  int after_conjunction(int at) const { return class_at(at) == Class::conjunction ? next(at) : at; }
  bool is_unit(int at) const { return class_at(at) == Class::unit && value(at) > 0; }
  void ten_to_nineteen(int at, Values& out) const;
  // Figures behind a scale word, where recognizers mix them: "2 thousand 345". Not before another scale word.
  void add_figures(int at, std::size_t most, Values& out) const;

  const Lexemes& lexemes_;
};

// 10 to 19, with French dix-sept and Spanish diez y seis in words.
void Cardinals::ten_to_nineteen(int at, Values& out) const {
  if (class_at(at) != Class::teen) return;
  out.add(at + 1, static_cast<std::uint64_t>(value(at)));
  if (value(at) != 10) return;
  const int unit = next(at);
  if (is_unit(unit) && value(unit) >= 7 && (languages(at) & languages(unit) & kFrench))
    out.add(unit + 1, 10 + static_cast<std::uint64_t>(value(unit)));
  if (class_at(unit) == Class::conjunction && is_unit(next(unit)) && value(next(unit)) >= 6 &&
      (languages(at) & languages(next(unit)) & kSpanish))
    out.add(next(unit) + 1, 10 + static_cast<std::uint64_t>(value(next(unit))));
}

void Cardinals::add_figures(int at, std::size_t most, Values& out) const {
  if (at >= lexemes_.count || !lexemes_.at[at].is_number()) return;
  const Lexeme& lexeme = lexemes_.at[at];
  if (lexeme.size > most || lexeme.text[0] == '0' || is_scale(class_at(next(at)))) return;
  out.add(at + 1, figures_of(lexeme));
}

void Cardinals::below_hundred(int at, Values& out) const {
  if (at >= lexemes_.count) return;
  const Lexeme& lexeme = lexemes_.at[at];
  if (lexeme.is_number()) {
    // "5 thousand", "23 hundred": figures count in front of a scale word only.
    if (lexeme.size > 3 || lexeme.text[0] == '0') return;
    if (is_scale(class_at(next(at)))) out.add(at + 1, figures_of(lexeme));
    return;
  }
  switch (class_at(at)) {
    case Class::unit: {
      if (value(at) == 0) return;
      const auto unit = static_cast<std::uint64_t>(value(at));
      out.add(at + 1, unit);
      const int second = next(at);
      // drei und zwanzig
      if (class_at(second) == Class::conjunction) {
        const int tens = next(second);
        if (class_at(tens) == Class::tens && (languages(at) & languages(second) & languages(tens) & (kGerman | kDutch)))
          out.add(tens + 1, static_cast<std::uint64_t>(value(tens)) + unit);
      }
      // quatre-vingt, quatre-vingt-trois, quatre-vingt-dix-huit
      if (unit == 4 && class_at(second) == Class::tens && value(second) == 20 && (languages(at) & languages(second) & kFrench)) {
        out.add(second + 1, 80);
        const int rest = next(second);
        if (is_unit(rest) && (languages(rest) & kFrench)) out.add(rest + 1, 80 + static_cast<std::uint64_t>(value(rest)));
        Values teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 80 + teens.worth[k]);
      }
      return;
    }
    case Class::teen:
      ten_to_nineteen(at, out);
      return;
    case Class::compound:
      out.add(at + 1, static_cast<std::uint64_t>(value(at)));
      return;
    case Class::tens: {
      const auto tens = static_cast<std::uint64_t>(value(at));
      out.add(at + 1, tens);
      int rest = next(at);
      int shared = languages(at) & ~(kGerman | kDutch);
      if (class_at(rest) == Class::conjunction) {
        shared &= languages(rest) & (kSpanish | kFrench | kPortuguese | kItalian);
        rest = next(rest);
      }
      if (is_unit(rest) && (shared & languages(rest))) out.add(rest + 1, tens + static_cast<std::uint64_t>(value(rest)));
      if (tens == 60 && (shared & kFrench)) {  // soixante-dix-sept
        Values teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 60 + teens.worth[k]);
      }
      return;
    }
    default:
      return;
  }
}

void Cardinals::below_thousand(int at, Values& out) const {
  const auto with_rest = [&](int end, std::uint64_t hundreds) {
    out.add(end, hundreds);
    int rest_at = end < lexemes_.count && lexemes_.at[end].is_symbol('-') ? end + 1 : end;
    rest_at = after_conjunction(rest_at);
    Values rest;
    below_hundred(rest_at, rest);
    add_figures(rest_at, 2, rest);
    for (int k = 0; k < rest.count; ++k) out.add(rest.end[k], hundreds + rest.worth[k]);
  };
  const Class cls = class_at(at);
  if (cls == Class::hundreds) with_rest(at + 1, static_cast<std::uint64_t>(value(at)));
  if (cls == Class::hundred && !must_multiply(at)) with_rest(at + 1, 100);
  if (at < lexemes_.count && lexemes_.at[at].is("a") && class_at(next(at)) == Class::hundred) with_rest(next(at) + 1, 100);
  Values small;
  below_hundred(at, small);
  for (int k = 0; k < small.count; ++k) {
    out.add(small.end[k], small.worth[k]);
    const int after = next(small.end[k] - 1);
    if (scale_at(after, at) == Class::hundred) with_rest(after + 1, small.worth[k] * 100);
  }
}

void Cardinals::all(int at, Values& out) const {
  struct Scale {
    Class cls;
    std::uint64_t worth;
  };
  static constexpr Scale kScales[] = {{Class::crore, 10'000'000}, {Class::million, 1'000'000}, {Class::lakh, 100'000}, {Class::thousand, 1000}};
  // Places reached so far with what they are worth; each scale extends them, largest first.
  Values heads;
  below_thousand(at, heads);
  if (class_at(at) == Class::thousand && !must_multiply(at)) heads.add(at, 1);
  if (at < lexemes_.count && lexemes_.at[at].is("a") && class_at(next(at)) == Class::thousand) heads.add(next(at), 1);
  struct Open {
    int end;
    std::uint64_t worth;
    std::uint64_t scale;  // smallest scale used
  };
  Open open[Values::kMost];
  int open_count = 0;
  for (int k = 0; k < heads.count; ++k) {
    if (heads.end[k] > at) out.add(heads.end[k], heads.worth[k]);
    const int place = heads.end[k] > at ? next(heads.end[k] - 1) : at;
    const Class cls = place > at ? scale_at(place, at) : class_at(place);
    for (const Scale& scale : kScales)
      if (cls == scale.cls && open_count < Values::kMost)
        open[open_count++] = {place + 1, heads.worth[k] * scale.worth, scale.worth};
  }
  for (int k = 0; k < open_count; ++k) {
    out.add(open[k].end, open[k].worth);
    Values rest;
    below_thousand(after_conjunction(open[k].end), rest);
    add_figures(after_conjunction(open[k].end), open[k].scale == 1000 ? 3 : 0, rest);
    for (int r = 0; r < rest.count; ++r) {
      const int place = next(rest.end[r] - 1);
      const Class cls = scale_at(place, after_conjunction(open[k].end));
      bool scaled = false;
      for (const Scale& scale : kScales) {
        if (cls != scale.cls || scale.worth >= open[k].scale) continue;
        scaled = true;
        if (open_count < Values::kMost) open[open_count++] = {place + 1, open[k].worth + rest.worth[r] * scale.worth, scale.worth};
      }
      if (!scaled) out.add(rest.end[r], open[k].worth + rest.worth[r]);
    }
  }
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
  if (lexeme.spoken->number == Class::unit && lexeme.spoken->value >= 2 && lexeme.spoken->value <= 4 && behind < lexemes.count) {
    const Lexeme& times = lexemes.at[behind];
    if (times.is("fois") || times.is("vezes") || times.is("volte") || times.is("veces") || times.is("times") || times.is("baar")) {
      ++behind;
      return lexeme.spoken->value;
    }
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
  std::uint64_t times = 0;
  if (lexeme.is_number() && lexeme.size == 1) times = figures_of(lexeme);
  else if (lexeme.spoken && (lexeme.spoken->number == Class::unit || lexeme.spoken->number == Class::multiplier)) times = lexeme.spoken->value;
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

}  // namespace

bool add_number_arcs(Lattice& lattice, const Lexemes& lexemes, int at) {
  const int before = lattice.arc_count;
  const Lexeme& lexeme = lexemes.at[at];
  const bool article = lexeme.is("a");
  if (!lexeme.numeric && !article) return false;
  if (!article) add_repeated(lattice, lexemes, at);

  Values values;
  const Cardinals cardinals(lexemes);
  cardinals.all(at, values);
  // Longest first, but "nine hundred one two three" is 900 1 2 3: a lone unit added to hundreds yields when
  // another single digit follows.
  int order[Values::kMost];
  int rank[Values::kMost];
  for (int k = 0; k < values.count; ++k) {
    order[k] = k;
    const int last = values.end[k] - 1;
    const bool lone_unit = values.worth[k] > 100 && last > at && single_digit(lexemes, last) && single_digit(lexemes, last + 1) &&
                           (cardinals.class_at(last - 1) == Class::hundred || cardinals.class_at(last - 1) == Class::hundreds);
    rank[k] = lone_unit ? at : values.end[k];
  }
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
    if (!is_glued(lexemes, values.end[order[k]])) lattice.add_copy(values.end[order[k]], decimal(values.worth[order[k]], room));
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
  lattice.start();
  for (int at = 0; at < to; ++at) {
    lattice.open_node();
    if (at < from) {
      lattice.add(at + 1, "");
      continue;
    }
    if (!add_number_arcs(lattice, lexemes, at) && (lexemes.at[at].is_symbol('-') || lexemes.at[at].is_symbol(','))) lattice.add(at + 1, "");
    // A number that goes on past `to` is not the one that was asked for.
    int kept = lattice.first[at];
    for (int a = kept; a < lattice.arc_count; ++a)
      if (lattice.arcs[a].to <= to) lattice.arcs[kept++] = lattice.arcs[a];
    lattice.arc_count = kept;
  }
  lattice.finish();
  const std::size_t size = first_reading(lattice, out, capacity);
  return size == SIZE_MAX ? 0 : size;
}

}  // namespace ablmatch
