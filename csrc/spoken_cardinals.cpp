// The grammars of cardinal numbers, merged: each rule asks for a language in which it holds.
#include "spoken_cardinals.hpp"

namespace ablmatch {

namespace {

using Class = NumberClass;

bool is_scale(Class cls) {
  return cls == Class::hundred || cls == Class::thousand || cls == Class::lakh || cls == Class::million ||
         cls == Class::crore;
}

class Cardinals {
 public:
  explicit Cardinals(const Lexemes& lexemes) : lexemes_(lexemes) {}

  void below_hundred(int at, CardinalValues& out) const;
  void below_thousand(int at, CardinalValues& out) const;
  void all(int at, CardinalValues& out) const;

  Class class_at(int at) const { return number_class_at(lexemes_, at); }

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
      if (languages(at) & kFrench)
        return front.is_number() ? front.size == 1 : cls == Class::unit && value(head) > 1 && !ends_tens(head);
      return below_hundred;
    }
    if (lexemes_.at[at].is("mille") && front.is_word() && !(languages(head) & kFrench)) return false;
    if (cls == Class::unit && value(head) == 1) return languages(head) & (kEnglish | kGerman | kDutch | kHindi);
    return below_hundred || cls == Class::hundreds || cls == Class::hundred;
  }
  int after_conjunction(int at) const { return class_at(at) == Class::conjunction ? next(at) : at; }
  bool is_unit(int at) const { return class_at(at) == Class::unit && value(at) > 0; }
  void ten_to_nineteen(int at, CardinalValues& out) const;
  // Figures behind a scale word, where recognizers mix them: "2 thousand 345". Not before another scale word.
  void add_figures(int at, std::size_t most, CardinalValues& out) const;

  const Lexemes& lexemes_;
};

// 10 to 19, with French dix-sept and Spanish diez y seis in words.
void Cardinals::ten_to_nineteen(int at, CardinalValues& out) const {
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

void Cardinals::add_figures(int at, std::size_t most, CardinalValues& out) const {
  if (at >= lexemes_.count || !lexemes_.at[at].is_number()) return;
  const Lexeme& lexeme = lexemes_.at[at];
  if (lexeme.size > most || lexeme.text[0] == '0' || is_scale(class_at(next(at)))) return;
  out.add(at + 1, figures_of(lexeme));
}

void Cardinals::below_hundred(int at, CardinalValues& out) const {
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
      if (unit == 4 && class_at(second) == Class::tens && value(second) == 20 &&
          (languages(at) & languages(second) & kFrench)) {
        out.add(second + 1, 80);
        const int rest = next(second);
        if (is_unit(rest) && (languages(rest) & kFrench))
          out.add(rest + 1, 80 + static_cast<std::uint64_t>(value(rest)));
        CardinalValues teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 80 + teens.worth[k]);
      }
      return;
    }
    case Class::teen: ten_to_nineteen(at, out); return;
    case Class::compound: out.add(at + 1, static_cast<std::uint64_t>(value(at))); return;
    case Class::tens: {
      const auto tens = static_cast<std::uint64_t>(value(at));
      out.add(at + 1, tens);
      int rest = next(at);
      int shared = languages(at) & ~(kGerman | kDutch);
      if (class_at(rest) == Class::conjunction) {
        shared &= languages(rest) & (kSpanish | kFrench | kPortuguese | kItalian);
        rest = next(rest);
      }
      if (is_unit(rest) && (shared & languages(rest)))
        out.add(rest + 1, tens + static_cast<std::uint64_t>(value(rest)));
      if (tens == 60 && (shared & kFrench)) {  // soixante-dix-sept
        CardinalValues teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 60 + teens.worth[k]);
      }
      return;
    }
    default: return;
  }
}

void Cardinals::below_thousand(int at, CardinalValues& out) const {
  const auto with_rest = [&](int end, std::uint64_t hundreds) {
    out.add(end, hundreds);
    int rest_at = end < lexemes_.count && lexemes_.at[end].is_symbol('-') ? end + 1 : end;
    rest_at = after_conjunction(rest_at);
    CardinalValues rest;
    below_hundred(rest_at, rest);
    add_figures(rest_at, 2, rest);
    for (int k = 0; k < rest.count; ++k) out.add(rest.end[k], hundreds + rest.worth[k]);
  };
  const Class cls = class_at(at);
  if (cls == Class::hundreds) with_rest(at + 1, static_cast<std::uint64_t>(value(at)));
  if (cls == Class::hundred && !must_multiply(at)) with_rest(at + 1, 100);
  if (at < lexemes_.count && lexemes_.at[at].is("a") && class_at(next(at)) == Class::hundred)
    with_rest(next(at) + 1, 100);
  CardinalValues small;
  below_hundred(at, small);
  for (int k = 0; k < small.count; ++k) {
    out.add(small.end[k], small.worth[k]);
    const int after = next(small.end[k] - 1);
    if (scale_at(after, at) == Class::hundred) with_rest(after + 1, small.worth[k] * 100);
  }
}

void Cardinals::all(int at, CardinalValues& out) const {
  struct Scale {
    Class cls;
    std::uint64_t worth;
  };
  static constexpr Scale kScales[] = {
      {Class::crore, 10'000'000}, {Class::million, 1'000'000}, {Class::lakh, 100'000}, {Class::thousand, 1000}};
  // Places reached so far with what they are worth; each scale extends them, largest first.
  CardinalValues heads;
  below_thousand(at, heads);
  if (class_at(at) == Class::thousand && !must_multiply(at)) heads.add(at, 1);
  if (at < lexemes_.count && lexemes_.at[at].is("a") && class_at(next(at)) == Class::thousand) heads.add(next(at), 1);
  struct Open {
    int end;
    std::uint64_t worth;
    std::uint64_t scale;  // smallest scale used
  };
  Open open[CardinalValues::kMost];
  int open_count = 0;
  for (int k = 0; k < heads.count; ++k) {
    if (heads.end[k] > at) out.add(heads.end[k], heads.worth[k]);
    const int place = heads.end[k] > at ? next(heads.end[k] - 1) : at;
    const Class cls = place > at ? scale_at(place, at) : class_at(place);
    for (const Scale& scale : kScales)
      if (cls == scale.cls && open_count < CardinalValues::kMost)
        open[open_count++] = {place + 1, heads.worth[k] * scale.worth, scale.worth};
  }
  for (int k = 0; k < open_count; ++k) {
    out.add(open[k].end, open[k].worth);
    CardinalValues rest;
    below_thousand(after_conjunction(open[k].end), rest);
    add_figures(after_conjunction(open[k].end), open[k].scale == 1000 ? 3 : 0, rest);
    for (int r = 0; r < rest.count; ++r) {
      const int place = next(rest.end[r] - 1);
      const Class cls = scale_at(place, after_conjunction(open[k].end));
      bool scaled = false;
      for (const Scale& scale : kScales) {
        if (cls != scale.cls || scale.worth >= open[k].scale) continue;
        scaled = true;
        if (open_count < CardinalValues::kMost)
          open[open_count++] = {place + 1, open[k].worth + rest.worth[r] * scale.worth, scale.worth};
      }
      if (!scaled) out.add(rest.end[r], open[k].worth + rest.worth[r]);
    }
  }
}

}  // namespace

void find_cardinals(const Lexemes& lexemes, int at, CardinalValues& out) { Cardinals(lexemes).all(at, out); }

}  // namespace ablmatch
