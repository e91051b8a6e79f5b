// Kind digits (identity-matching.md 1.4, 2.4): 100 equal, 50 one slip, 0 anything else.
#include "digits.hpp"

#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"
#include "../tables/spoken_words.hpp"

namespace ablmatch {

namespace {

// A code as written: its digits, and the letters that are part of it ("4471", "ab12").
struct DigitsForm {
  char code[kMaxCodePoints + 16];
  int size;
  bool spoken;     // `readings` holds the lattice; otherwise `code` is the value as it stands
  char written[kMaxCodePoints + 16];  // of a spoken form in one piece ("ab12"): as it stands
  int written_size;                   // 0: none
  bool corrected;
  bool two_answers;
  bool partial;    // "the last four are …"
  int part_size;   // the count that was said ("four"); 0: none
  bool lead_in;
  Lattice readings;

  std::string_view view() const { return {code, static_cast<std::size_t>(size)}; }
  std::string_view written_view() const { return {written, static_cast<std::size_t>(written_size)}; }
  bool append(std::string_view text) {
    if (size + text.size() > sizeof code) return false;
    std::memcpy(code + size, text.data(), text.size());
    size += static_cast<int>(text.size());
    return true;
  }
};

void start(DigitsForm& form) {
  form.size = form.written_size = form.part_size = 0;
  form.spoken = form.corrected = form.two_answers = form.partial = form.lead_in = false;
}

bool is_hidden_digit(std::string_view word) { return word.find_first_not_of('x') == std::string_view::npos; }

// One or two letters that are no word of speech: what codes begin and end with ("AB 1234"). "no", "id" and the like
// only introduce a number.
bool is_short_code(const Lexeme& lexeme) {
  if (!lexeme.is_word() || lexeme.size > 2 || is_hidden_digit(lexeme.view())) return false;
  for (const char c : lexeme.view())
    if (c < 'a' || c > 'z') return false;
  return lexeme.size == 1 || (!lexeme.is("nr") && !kSpokenWords.find(lexeme.text, lexeme.size, lexeme.hash));
}

bool is_figure(const Lexemes& lexemes, int at) { return at >= 0 && at < lexemes.count && lexemes.at[at].is_number(); }

bool touches_before(const Lexemes& lexemes, int at) { return at > 0 && at < lexemes.count && !lexemes.at[at].spaced; }

// Letters without space beside a figure are part of the code ("12B"); the x of a hidden digit is not.
bool touches_figure(const Lexemes& lexemes, int at) {
  if (!lexemes.at[at].is_word() || is_hidden_digit(lexemes.at[at].view())) return false;
  return (touches_before(lexemes, at) && is_figure(lexemes, at - 1)) ||
         (touches_before(lexemes, at + 1) && is_figure(lexemes, at + 1));
}

// So are short ones that a hyphen or slash joins to a figure ("AB-12"), and single ones beside it ("A 12").
bool is_beside_figure(const Lexemes& lexemes, int at) {
  const Lexeme& lexeme = lexemes.at[at];
  if (!is_short_code(lexeme)) return false;
  if (lexeme.size == 1 && (is_figure(lexemes, at - 1) || is_figure(lexemes, at + 1))) return true;
  const auto joins = [&](int place) {
    return touches_before(lexemes, place) && (lexemes.at[place].is_symbol('-') || lexemes.at[place].is_symbol('/'));
  };
  return (joins(at - 1) && touches_before(lexemes, at) && is_figure(lexemes, at - 2)) ||
         (joins(at + 1) && touches_before(lexemes, at + 2) && is_figure(lexemes, at + 2));
}

// Digits (and code letters) as they are written. False when there is no digit.
bool read_typed(const Lexemes& lexemes, DigitsForm& form) {
  bool digit = false;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    const bool beside = is_beside_figure(lexemes, at);
    if (!lexeme.is_number() && !touches_figure(lexemes, at) && !beside) continue;
    digit |= lexeme.is_number();
    // A lone o among figures is a zero.
    const bool zero = beside && lexeme.spaced && lexeme.is("o");
    if (!form.append(zero ? std::string_view("0") : lexeme.view())) return false;
  }
  return digit;
}

bool only_figures(const Lexemes& lexemes) {
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.is_word()) return false;
  return true;
}

bool is_edge(const Lexeme& word) { return word.spoken && (word.spoken->roles & kEdge); }

int next_numeric(const Lexemes& lexemes, int at) {
  while (at < lexemes.count && !lexemes.at[at].numeric) ++at;
  return at;
}

// A count of digits, in words or as one figure; 0 for anything else.
int count_of(const Lexeme& lexeme) {
  if (lexeme.is_number()) return lexeme.size == 1 ? *lexeme.text - '0' : 0;
  return lexeme.spoken && lexeme.spoken->number == NumberClass::unit ? lexeme.spoken->value : 0;
}

// "the last four (digits) (of my card) (are)", "les quatre derniers sont", "ending in": the lexeme behind it, or 0.
int skip_partial_talk(const Lexemes& lexemes, DigitsForm& form) {
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& word = lexemes.at[at];
    const bool count_before = at + 1 < lexemes.count && word.numeric && is_edge(lexemes.at[at + 1]);
    if (word.is_number() && !count_before) return 0;
    const bool ends =
        word.is("ending") || word.is("ends") || word.is("starts") || word.is("starting") || word.is("begins");
    if (ends) {
      form.partial = true;
      const int next = at + 1;
      return next < lexemes.count &&
                     (lexemes.at[next].is("in") || lexemes.at[next].is("with") || lexemes.at[next].is("on"))
                 ? next + 1
                 : next;
    }
    const bool count_behind = is_edge(word) && is_numeric(lexemes, at + 1);
    if (!count_before && !count_behind) continue;
    const int next = next_numeric(lexemes, at + 2);
    if (next == lexemes.count) continue;
    form.partial = true;
    form.part_size = count_of(count_before ? word : lexemes.at[at + 1]);
    return next;
  }
  return 0;
}

// "2345 are the last four": takes the talk behind the number out.
bool cut_trailing_talk(Lexemes& lexemes, DigitsForm& form) {
  for (int at = next_numeric(lexemes, 0); at + 1 < lexemes.count; ++at) {
    if (!is_edge(lexemes.at[at]) || !is_numeric(lexemes, at + 1)) continue;
    if (next_numeric(lexemes, at + 2) < lexemes.count) return false;
    form.partial = true;
    form.part_size = count_of(lexemes.at[at + 1]);
    lexemes.remove(at, lexemes.count);
    return true;
  }
  return false;
}

// Behind a letter of the code at `at`, spelled or written; `at` when there is none.
int skip_code_letter(const Lexemes& lexemes, int at) {
  if (at > 0 && lexemes.at[at - 1].is_symbol('\'')) return at;  // it's
  if (is_hidden_digit(lexemes.at[at].view())) return at;
  const SpelledUnit unit = read_spelled_unit(lexemes, at, true, true);
  if (unit.letter && unit.strong) return unit.next;
  return is_short_code(lexemes.at[at]) || touches_figure(lexemes, at) ? at + 1 : at;
}

// Readings of a spoken code: numbers, separators, and letters where the code has some. Words that only
// introduce or close the number are left out at both ends; an unknown word inside leaves no reading.
bool build_readings(Lexemes& lexemes, DigitsForm& form) {
  if (stance_of_number(lexemes) != Stance::asserts) return false;
  drop_symbols(lexemes, "-./,#:()+*\"·&?!;");
  const int behind = skip_partial_talk(lexemes, form);
  if (behind > 0) {
    lexemes.remove(0, behind);
    mark_numeric(lexemes);
  } else {
    cut_trailing_talk(lexemes, form);
  }
  int first = 0, last = -1;
  while (first < lexemes.count && !lexemes.at[first].numeric) ++first;
  for (int at = first; at < lexemes.count; ++at)
    if (lexemes.at[at].numeric) last = at;
  if (last < 0) return false;
  // Letters that lead to a figure, or follow one, are letters of the code.
  const auto leads_to_number = [&](int at) {
    while (at < first) {
      const int next = skip_code_letter(lexemes, at);
      if (next == at) return false;
      at = next;
    }
    return at == first;
  };
  int from = 0;
  while (!leads_to_number(from)) ++from;
  int to = last + 1;
  while (to < lexemes.count) {
    const int next = skip_code_letter(lexemes, to);
    if (next == to) break;
    to = next;
  }
  form.lead_in = from > 0 || to < lexemes.count;
  lexemes.remove(to, lexemes.count);
  lexemes.remove(0, from);
  first -= from;
  last -= from;
  Lattice& lattice = form.readings;
  lattice.start();
  for (int at = 0; at < lexemes.count; ++at) {
    lattice.open_node();
    const Lexeme& lexeme = lexemes.at[at];
    // A letter that touches a figure is written there: it stands for itself before anything else.
    const bool written = touches_figure(lexemes, at) || (lexeme.size == 2 && is_short_code(lexeme));
    if (written) lattice.add(at + 1, lexeme.view());
    add_number_arcs(lattice, lexemes, at);
    const SpokenWord* word = lexeme.spoken;
    const bool gap = lexeme.type == LexemeType::symbol ||
                     (word && ((word->roles & kGap) || word->number == NumberClass::conjunction));
    if (gap) lattice.add(at + 1, "");
    // Letters of the code; "o" and "oh" are zeros as long as they stand among digits.
    if (lexeme.is_word() && !lexeme.numeric) {
      const SpelledUnit unit = read_spelled_unit(lexemes, at, true, true);
      if (unit.letter && (unit.strong || lexeme.size == 1)) {
        char letters[4] = {unit.letter, unit.letter, unit.letter, unit.letter};
        // An x stands for a hidden digit, as in written codes.
        if (unit.letter == 'x') lattice.add(unit.next, "");
        else if (!written) lattice.add_copy(unit.next, {letters, unit.repeat});
      }
      // "I, 4471" and a code's prefix that the record leaves out: nothing, at either end.
      const bool outside = (at < first || at > last) && !touches_figure(lexemes, at);
      if (outside && (lexeme.is("a") || lexeme.is("i") || lexeme.size == 2)) lattice.add(at + 1, "");
    }
  }
  lattice.finish();
  return !lattice.broken;
}

bool read_spoken(Lexemes& lexemes, DigitsForm& form) {
  look_up_spoken(lexemes);
  part_joined(lexemes);
  // Cleaning takes um away, and begins anew behind no.
  if (lexemes.clues & (kFiller | kCorrectionOpener)) mark_weak_answer(lexemes);
  const Cleaned cleaned = clean_spoken(lexemes);
  const bool paused = drop_number_pauses(lexemes);
  drop_copula(lexemes);
  mark_weak_answer(lexemes);
  form.corrected = cleaned.corrected;
  form.two_answers = cleaned.two_answers;
  form.lead_in = cleaned.removed || paused;
  form.spoken = true;
  if (!build_readings(lexemes, form)) return false;
  const std::size_t size = first_reading(form.readings, form.code, sizeof form.code);
  form.size = size == SIZE_MAX ? 0 : static_cast<int>(size);
  return true;
}

// Written without a space, as codes are and talk is not.
bool in_one_piece(const Lexemes& lexemes) {
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.spaced) return false;
  return true;
}

// 0: equal; 1: one slip (OSA distance 1); 2: more.
int slips(std::string_view said, std::string_view stored) {
  Edit edit;
  if (!within_one_edit(said, stored, edit)) return 2;
  return edit.type == EditType::none ? 0 : 1;
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
  if (in_one_piece(side.lexemes) && read_typed(side.lexemes, form)) {
    std::memcpy(form.written, form.code, static_cast<std::size_t>(form.size));
    form.written_size = form.size;
  }
  form.size = 0;
  if (read_spoken(side.lexemes, form)) return true;
  form.spoken = false;
  form.size = form.written_size;  // `code` still holds it
  return form.size > 0;
}

Verdict compare_digits(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                       PartSink* parts) {
  const auto& said = said_storage.as<DigitsForm>();
  const auto& stored = stored_storage.as<DigitsForm>();
  int distance = said.spoken ? reading_distance(said.readings, stored.view()) : slips(said.view(), stored.view());
  const bool as_written = said.written_size > 0 && stored.view() == said.written_view();
  if (as_written) distance = 0;
  // "The last four" of something longer is no slip.
  if (said.partial && distance == 1 && stored.size > (said.part_size > 0 ? said.part_size : said.size)) distance = 2;
  EvidenceSet evidence{};
  if (said.lead_in) evidence.add(Evidence::filler_ignored);
  if (said.corrected) evidence.add(Evidence::self_corrected);
  int score = 0;
  if (said.two_answers && !as_written) {
    evidence.add(Evidence::two_answers);
  } else if (distance == 0) {
    score = said.corrected && !as_written ? 50 : 100;
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

DigitsCodes digits_codes(const FormStorage& storage) {
  const auto& form = storage.as<DigitsForm>();
  return {form.view(), form.written_view(), form.spoken ? &form.readings : nullptr};
}

}  // namespace ablmatch
