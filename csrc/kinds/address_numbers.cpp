// Numbers in figures and words: where a run of them ends, and what it reads as.
#include <algorithm>
#include <cstring>

#include "../spoken.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

// A longer run of numbers is none: nine figures and what joins them take fewer.
constexpr int kMostNumberTokens = 16;

bool is_weak(const AddressToken& token) {
  return token.type == TokenType::word && token.spoken && token.spoken->weak && token.spoken->value != 0;
}

// "four hundred AND seventeen", "drei UND zwanzig"
bool joins_numbers(const AddressForm& form, int at, int end) {
  if (at + 1 >= end || !form.tokens[at].spoken || form.tokens[at].spoken->number != NumberClass::conjunction)
    return false;
  const AddressToken& before = form.tokens[at - 1];
  const AddressToken& behind = form.tokens[at + 1];
  if (!before.spoken || !behind.spoken || !behind.numeric || behind.ordinal) return false;
  const NumberClass large = before.spoken->number;
  if (large == NumberClass::hundred || large == NumberClass::hundreds || large == NumberClass::thousand) return true;
  return large != NumberClass::none &&
         (before.spoken->languages & behind.spoken->languages & form.tokens[at].spoken->languages & ~kEnglish);
}

}  // namespace

int number_run_end_of(const AddressForm& form, int at, int end) {
  int k = at;
  while (k < end && !form.tokens[k].ordinal && (k == at || (!form.tokens[k].gap && !form.tokens[k].slash)) &&
         (form.tokens[k].numeric || (k > at && joins_numbers(form, k, end))))
    ++k;
  // "vingt et un" keeps its last word.
  const auto conjoined = [&](int word) {
    return word > at + 1 && form.tokens[word - 1].spoken &&
           form.tokens[word - 1].spoken->number == NumberClass::conjunction && joins_numbers(form, word - 1, end);
  };
  while (k > at + 1 && is_weak(form.tokens[k - 1]) && !conjoined(k - 1)) --k;
  return k;
}

namespace {

// The arcs of one lexeme at a time: 100 KiB, too much for the stacks of some threads.
Lattice& lattice_at(int lexeme) {
  static thread_local Lattice lattice;
  lattice.start_at(lexeme);
  lattice.open_node();
  return lattice;
}

// The preferred reading of lexemes[from, to) where the preferred arc of each place leads to another place, which spares
// the arcs of all places between; 0 when it does not, and read_number must look for a way round.
std::size_t follow_preferred(const Lexemes& lexemes, int from, int to, char (&out)[kIdCapacity]) {
  std::size_t size = 0;
  for (int at = from; at < to;) {
    Lattice& lattice = lattice_at(at);
    if (!add_number_arcs(lattice, lexemes, at) && (lexemes.at[at].is_symbol('-') || lexemes.at[at].is_symbol(',')))
      lattice.add(at + 1, "");
    const Arc* arc = lattice.arcs;
    const Arc* const end = arc + lattice.arc_count;
    while (arc < end && arc->to > to) ++arc;
    if (arc == end || size + arc->size > sizeof out) return 0;
    if (arc->size > 0) std::memcpy(out + size, arc->text, arc->size);
    size += arc->size;
    at = arc->to;
  }
  return size;
}

// Lexemes [from, to) as one number in words, kept in the form.
const ReadNumber& read_kept_number(const AddressForm& form, int from, int to) {
  ReadNumber& kept = form.numbers[static_cast<unsigned>(from + 5 * to) % kReadNumbers];
  if (kept.to == to && kept.from == from) return kept;
  kept.from = static_cast<std::uint16_t>(from);
  kept.to = static_cast<std::uint16_t>(to);
  std::size_t size = follow_preferred(*form.lexemes, from, to, kept.figures);
  if (size == 0) size = read_number(*form.lexemes, from, to, kept.figures, sizeof kept.figures);
  kept.size = static_cast<std::uint8_t>(size);
  return kept;
}

}  // namespace

bool append_number(const AddressForm& form, int from, int to, Code& out) {
  if (to - from > kMostNumberTokens) return false;
  // "forty five dash seventeen"
  for (int k = from + 1; k < to && form.said; ++k)
    if (form.tokens[k].hyphen && form.tokens[k].lexeme > form.tokens[k - 1].lexeme + 1 &&
        form.lexemes->at[form.tokens[k].lexeme - 1].is_word())
      return append_number(form, from, k, out) && append_number(form, k, to, out);
  if (to == from + 1 && form.tokens[from].is_figures()) return out.push(form.tokens[from].view());
  const ReadNumber& number = read_kept_number(form, form.tokens[from].lexeme, form.tokens[to - 1].lexeme + 1);
  if (number.size > 0 && out.push({number.figures, number.size})) return true;
  if (to != from + 1 || !form.tokens[from].spoken) return false;
  // A scale word alone is a name: Thousand Islands.
  const NumberClass scale = form.tokens[from].spoken->number;
  if (scale == NumberClass::thousand) return out.push("1000");
  return scale == NumberClass::hundred && out.push("100");
}

namespace {

// "Twenty | five", "five hundred forty | one": tens take the unit behind them. Digit strings are read either way
// (identity-matching.md 2.2), but nobody says house number 205 as "twenty five", and 25 is another house.
bool cuts_number(const Lexemes& lexemes, int to) {
  if (to < 1 || to >= lexemes.count) return false;
  const SpokenWord* tens = lexemes.at[to - 1].spoken;
  const SpokenWord* unit = lexemes.at[to].spoken;
  // Germans and Dutch say the unit first.
  constexpr unsigned kUnitFirst = kGerman | kDutch;
  return tens && unit && (tens->languages & ~kUnitFirst) != 0 && tens->number == NumberClass::tens &&
         unit->number == NumberClass::unit && unit->value > 0 && !unit->weak;
}

}  // namespace

bool can_read_as(const AddressForm& form, int from, int to, std::string_view target) {
  if (from >= to || target.empty() || target.size() > kIdCapacity) return false;
  const Lexemes& lexemes = *form.lexemes;
  const int first = form.tokens[from].lexeme, last = form.tokens[to - 1].lexeme + 1;
  if (last <= first) return false;  // a town that was put behind the street lies between
  // reached[k]: bit p is set when target[0, p) can be spelled by the lexemes before first + k.
  constexpr int kLongest = 3 * kMaxAddressTokens;
  if (last - first > kLongest) return false;
  std::uint32_t reached[kLongest + 1];
  std::fill(reached, reached + (last - first) + 1, 0u);
  reached[0] = 1;
  for (int at = first; at < last; ++at) {
    const std::uint32_t here = reached[at - first];
    if (here == 0) continue;
    Lattice& lattice = lattice_at(at);
    const Lexeme& lexeme = lexemes.at[at];
    // "Five hundred eight" is not 5 and 108: a scale word begins no number of its own.
    const bool scale =
        lexeme.spoken && lexeme.numeric && at > first &&
        (lexeme.spoken->number == NumberClass::hundred || lexeme.spoken->number == NumberClass::thousand);
    if (!scale) add_number_arcs(lattice, lexemes, at);
    if (lexeme.type == LexemeType::symbol) lattice.add(at + 1, "");
    if (lexeme.is_word()) {
      if (lexeme.is("dash") || lexeme.is("hyphen")) lattice.add(at + 1, "");
      if (lexeme.size <= 2) lattice.add(at + 1, lexeme.view());
      const SpelledUnit unit = read_spelled_unit(lexemes, at, true, true);
      const char letters[4] = {unit.letter, unit.letter, unit.letter, unit.letter};
      if (unit.letter != 0 && unit.next <= last)
        lattice.add_copy(unit.next, {letters, std::min<std::size_t>(unit.repeat, 4)});
    }
    if (lattice.broken) return false;
    for (int a = 0; a < lattice.arc_count; ++a) {
      const Arc& arc = lattice.arcs[a];
      if (arc.to > last || cuts_number(lexemes, arc.to)) continue;
      for (std::size_t p = 0; p + arc.size <= target.size(); ++p)
        if ((here >> p & 1) && std::memcmp(target.data() + p, arc.text, arc.size) == 0)
          reached[arc.to - first] |= std::uint32_t{1} << (p + arc.size);
    }
  }
  return reached[last - first] >> target.size() & 1;
}

}  // namespace ablmatch::postal
