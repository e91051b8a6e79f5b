// Kind digits (identity-matching.md 1.4, 2.4): 100 equal, 50 one slip, 0 anything else.
#include "digits.hpp"

#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"

namespace ablmatch {

namespace {

// A code as written: its digits, and the letters that are part of it ("4471", "ab12").
struct DigitsForm {
  char code[kMaxCodePoints + 16];
  int size;
  bool spoken;     // `readings` holds the lattice; otherwise `code` is the value as it stands
  bool corrected;
  bool two_answers;
  bool partial;    // "the last four are …"
  bool lead_in;
  Lattice readings;

  std::string_view view() const { return {code, static_cast<std::size_t>(size)}; }
  bool append(std::string_view text) {
    if (size + text.size() > sizeof code) return false;
    std::memcpy(code + size, text.data(), text.size());
    size += static_cast<int>(text.size());
    return true;
  }
};

void start(DigitsForm& form) {
  form.size = 0;
  form.spoken = form.corrected = form.two_answers = form.partial = form.lead_in = false;
}

// A letter belongs to the code when it touches a figure ("12B") or stands alone beside one ("A 12"); a hidden digit's x does not.
bool is_code_letter(const Lexemes& lexemes, int at) {
  const Lexeme& lexeme = lexemes.at[at];
  if (!lexeme.is_word()) return false;
  if (lexeme.view().find_first_not_of('x') == std::string_view::npos) return false;
  const bool touches_before = at > 0 && !lexeme.spaced && lexemes.at[at - 1].is_number();
  const bool touches_behind = at + 1 < lexemes.count && !lexemes.at[at + 1].spaced && lexemes.at[at + 1].is_number();
  return touches_before || touches_behind;
}

// Digits (and code letters) as they are written. False when there is no digit.
bool read_typed(const Lexemes& lexemes, DigitsForm& form) {
  bool digit = false;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (!lexeme.is_number() && !is_code_letter(lexemes, at)) continue;
    digit |= lexeme.is_number();
    if (!form.append(lexeme.view())) return false;
  }
  return digit;
}

bool only_figures(const Lexemes& lexemes) {
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.is_word()) return false;
  return true;
}

// "the last four (digits) (of my card) (are)", "ending in": the lexeme behind it, or 0.
int skip_partial_talk(const Lexemes& lexemes, bool& partial) {
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& word = lexemes.at[at];
    if (lexemes.at[at].is_number()) return 0;
    const bool ends = word.is("ending") || word.is("ends") || word.is("starts") || word.is("starting") || word.is("begins");
    if (ends) {
      partial = true;
      const int next = at + 1;
      return next < lexemes.count && (lexemes.at[next].is("in") || lexemes.at[next].is("with") || lexemes.at[next].is("on")) ? next + 1 : next;
    }
    if ((word.is("last") || word.is("first") || word.is("final")) && at + 1 < lexemes.count && is_numeric(lexemes, at + 1)) {
      partial = true;
      int next = at + 2;
      while (next < lexemes.count && !is_numeric(lexemes, next)) ++next;
      return next;
    }
  }
  return 0;
}

// Readings of a spoken code: numbers, separators, and letters where the code has some. Words that only
// introduce or close the number are left out at both ends; an unknown word inside leaves no reading.
bool build_readings(Lexemes& lexemes, DigitsForm& form) {
  drop_symbols(lexemes, "-./,#:()+*'\"·&?!;");
  const int behind = skip_partial_talk(lexemes, form.partial);
  if (behind > 0) {
    lexemes.remove(0, behind);
    mark_numeric(lexemes);
  }
  int from = 0, to = lexemes.count;
  const auto single_letter = [&](int at) { return lexemes.at[at].is_word() && lexemes.at[at].size == 1; };
  // Letters that lead to a figure, or follow one, are letters of the code.
  const auto leads_to_number = [&](int at) {
    while (at < to && (single_letter(at) || is_code_letter(lexemes, at))) ++at;
    return is_numeric(lexemes, at);
  };
  const auto follows_number = [&](int at) {
    while (at >= from && (single_letter(at) || is_code_letter(lexemes, at))) --at;
    return is_numeric(lexemes, at);
  };
  while (from < to && !leads_to_number(from)) ++from;
  while (to > from && !follows_number(to - 1)) --to;
  if (from == to) return false;
  form.lead_in = from > 0 || to < lexemes.count;
  lexemes.remove(to, lexemes.count);
  lexemes.remove(0, from);
  Lattice& lattice = form.readings;
  lattice.start();
  for (int at = 0; at < lexemes.count; ++at) {
    lattice.open_node();
    const Lexeme& lexeme = lexemes.at[at];
    // A letter that touches a figure is written there: it stands for itself before anything else.
    if (is_code_letter(lexemes, at)) lattice.add(at + 1, lexeme.view());
    add_number_arcs(lattice, lexemes, at);
    const SpokenWord* word = lexeme.spoken;
    const bool gap = lexeme.type == LexemeType::symbol || (word && ((word->roles & kGap) || word->number == NumberClass::conjunction));
    if (gap) lattice.add(at + 1, "");
    // Letters of the code; "o" and "oh" are zeros as long as they stand among digits.
    if (lexeme.is_word() && !lexeme.numeric) {
      const SpelledUnit unit = read_spelled_unit(lexemes, at, true, true);
      if (unit.letter && (unit.strong || single_letter(at))) {
        char letters[4] = {unit.letter, unit.letter, unit.letter, unit.letter};
        lattice.add_copy(unit.next, {letters, unit.repeat});
      }
    }
  }
  lattice.finish();
  return !lattice.broken;
}

bool read_spoken(Lexemes& lexemes, DigitsForm& form) {
  look_up_spoken(lexemes);
  const Cleaned cleaned = clean_spoken(lexemes);
  form.corrected = cleaned.corrected;
  form.two_answers = cleaned.two_answers;
  form.lead_in = cleaned.removed;
  form.spoken = true;
  if (!build_readings(lexemes, form)) return false;
  const std::size_t size = first_reading(form.readings, form.code, sizeof form.code);
  form.size = size == SIZE_MAX ? 0 : static_cast<int>(size);
  return true;
}

bool holds_digit(std::string_view code) {
  for (const char c : code)
    if (c >= '0' && c <= '9') return true;
  return false;
}

}  // namespace

bool read_digits_stored(Side& side, const Context&, FormStorage& storage) {
  auto& form = storage.make<DigitsForm>();
  start(form);
  if (side.lexemes.overflow) return false;
  if (read_typed(side.lexemes, form)) return true;
  // A record that was itself taken down from speech.
  form.size = 0;
  return read_spoken(side.lexemes, form) && holds_digit(form.view());
}

bool read_digits_said(Side& side, const Context&, FormStorage& storage) {
  auto& form = storage.make<DigitsForm>();
  start(form);
  if (side.lexemes.overflow) return false;
  if (only_figures(side.lexemes)) return read_typed(side.lexemes, form);
  return read_spoken(side.lexemes, form);
}

Verdict compare_digits(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&, PartSink* parts) {
  const auto& said = said_storage.as<DigitsForm>();
  const auto& stored = stored_storage.as<DigitsForm>();
  const int distance = said.spoken ? reading_distance(said.readings, stored.view()) : osa_distance(said.view(), stored.view(), 1);
  EvidenceSet evidence{};
  if (said.lead_in) evidence.add(Evidence::filler_ignored);
  if (said.corrected) evidence.add(Evidence::self_corrected);
  int score = 0;
  if (said.two_answers) {
    evidence.add(Evidence::two_answers);
  } else if (distance == 0) {
    score = said.corrected ? 50 : 100;
    evidence.add(said.spoken ? Evidence::spoken_form : Evidence::equal);
    if (said.spoken && has_several_readings(said.readings)) evidence.add(Evidence::several_readings);
  } else if (distance == 1) {
    score = 50;
    evidence.add(Evidence::digit_slip);
  } else {
    evidence.add(said.partial || (said.size > 0 && stored.view().ends_with(said.view())) ? Evidence::partial_number
                                                                                         : Evidence::digits_differ);
  }
  if (parts) {
    const std::string_view shown = distance == 0 ? stored.view() : said.view();
    parts->reading.assign(shown);
    parts->add("digits", shown, stored.view(), distance == 0 ? "equal" : distance == 1 ? "digit_slip" : "differs");
  }
  return verdict(score, evidence);
}

std::size_t write_digits_normal(const FormStorage& storage, Role, const Context&, char* out, std::size_t capacity) {
  const auto& form = storage.as<DigitsForm>();
  if (form.size == 0 || static_cast<std::size_t>(form.size) > capacity || form.two_answers) return SIZE_MAX;
  std::memcpy(out, form.code, static_cast<std::size_t>(form.size));
  return static_cast<std::size_t>(form.size);
}

}  // namespace ablmatch
