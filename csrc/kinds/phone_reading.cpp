// Reads spoken telephone numbers by a lattice and picks the reading that a plan accepts.
#include "phone_reading.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "../spoken.hpp"
#include "phone_typed.hpp"

namespace ablmatch {
namespace {

// How many readings are asked of the plan before the preferred one is taken.
constexpr int kMaxReadings = 256;
constexpr int kMaxReadingSteps = 8192;

bool has_role(const Lexeme& lexeme, unsigned roles) {
  return lexeme.spoken != nullptr && (lexeme.spoken->roles & roles) != 0;
}

// "The last four digits are 0142", "it ends in 0142": takes these words out and says that they were there.
bool remove_edge_words(Lexemes& lexemes) {
  for (int at = 0; at + 1 < lexemes.count; ++at) {
    if (sense_of(lexemes.at[at]) != PhoneWord::edge) continue;
    int end = at + 1;
    // The count ("four") is a word or a single figure, and never the last thing said.
    const Lexeme& count = lexemes.at[end];
    const bool counted =
        end + 1 < lexemes.count && ((count.is_number() && count.size == 1) ||
                                    (count.spoken != nullptr && count.spoken->number == NumberClass::unit));
    if (counted) ++end;
    const int first_filler = end;
    const auto fills = [](PhoneWord word) {
      return word == PhoneWord::edge_filler || word == PhoneWord::label || word == PhoneWord::ignorable;
    };
    while (end < lexemes.count && fills(sense_of(lexemes.at[end]))) ++end;
    if (!counted && end == first_filler) continue;
    int after = end;
    while (after < lexemes.count && !is_numeric(lexemes, after)) ++after;
    if (after == lexemes.count) continue;
    lexemes.remove(at, end);
    mark_numeric(lexemes);
    return true;
  }
  return false;
}

struct Span {
  int from, to;
  bool holds(int at) const { return at >= from && at < to; }
};

int next_numeric(const Lexemes& lexemes, int at, int end) {
  while (at < end && !is_numeric(lexemes, at)) ++at;
  return at;
}

bool is_separator(const Lexeme& lexeme) {
  if (lexeme.type == LexemeType::symbol) return !is_foreign_symbol(lexeme) && !lexeme.is_symbol('+');
  // Portuguese "um" among its numbers is a digit, whatever it is elsewhere.
  if (lexeme.numeric) return false;
  const PhoneWord word = sense_of(lexeme);
  // "the area code is 212 and the number is 555 0142"
  if (word == PhoneWord::ignorable || (word == PhoneWord::label && has_role(lexeme, kSlot))) return true;
  return has_role(lexeme, kGap | kFiller) ||
         (lexeme.spoken != nullptr && lexeme.spoken->number == NumberClass::conjunction);
}

// Readings of the lexemes in `span`; the others say nothing. False when a word in between has no reading.
bool build_lattice(const Lexemes& lexemes, Span span, Lattice& lattice) {
  lattice.start();
  for (int at = 0; at < lexemes.count; ++at) {
    lattice.open_node();
    if (!span.holds(at)) {
      lattice.add(at + 1, {});
      continue;
    }
    const bool numeric = add_number_arcs(lattice, lexemes, at);
    if (is_separator(lexemes.at[at])) lattice.add(at + 1, {});
    else if (!numeric && lexemes.at[at].type == LexemeType::symbol) return false;
  }
  lattice.finish();
  return !lattice.broken;
}

// Lengths of the shortest and the longest reading, so that a target of another length need not be compared. A path
// into a dead end counts too: the bounds may be wider than the readings, never narrower.
void measure(const Lattice& lattice, std::size_t& shortest, std::size_t& longest) {
  constexpr std::uint16_t kUnreached = 0xFFFF;
  std::uint16_t least[kMaxNodes], most[kMaxNodes];
  for (int node = 0; node < lattice.nodes; ++node) least[node] = kUnreached, most[node] = 0;
  least[0] = 0;
  for (int node = 0; node + 1 < lattice.nodes; ++node) {
    if (least[node] == kUnreached) continue;
    for (int a = lattice.first[node]; a < lattice.first[node + 1]; ++a) {
      const Arc& arc = lattice.arcs[a];
      least[arc.to] = std::min<std::uint16_t>(least[arc.to], static_cast<std::uint16_t>(least[node] + arc.size));
      most[arc.to] = std::max<std::uint16_t>(most[arc.to], static_cast<std::uint16_t>(most[node] + arc.size));
    }
  }
  shortest = least[lattice.nodes - 1];
  longest = most[lattice.nodes - 1];
}

// Walks the readings in order of preference and keeps the first that the plan has numbers for: of a valid
// shape if there is one, else of a possible length, else simply the first.
class ReadingChooser {
 public:
  ReadingChooser(const Lattice& lattice, RegionId region, PhoneReading& out)
      : lattice_(lattice), region_(region), out_(out) {}

  bool choose() {
    const std::size_t size = first_reading(lattice_, out_.digits, kMaxReadDigits);
    if (size == SIZE_MAX || size == 0) return false;
    out_.size = size;
    out_.several = has_several_readings(lattice_);
    if (size > kMaxPhoneDigits || !out_.several) return true;
    rank_ = rank(out_.size);
    if (rank_ < 2) walk(0, 0);
    return true;
  }

 private:
  // Depth is bounded by the digits of a number and the lexemes that stand for none.
  void walk(int node, std::size_t size) {
    if (rank_ == 2 || readings_ >= kMaxReadings || steps_ >= kMaxReadingSteps) return;
    // Arcs without text are followed in place, so that the recursion is as deep as the digits only.
    while (node + 1 < lattice_.nodes && lattice_.first[node + 1] - lattice_.first[node] == 1 &&
           lattice_.arcs[lattice_.first[node]].size == 0) {
      node = lattice_.arcs[lattice_.first[node]].to;
      ++steps_;
    }
    if (node == lattice_.nodes - 1) {
      ++readings_;
      consider(size);
      return;
    }
    for (int a = lattice_.first[node]; a < lattice_.first[node + 1]; ++a) {
      const Arc& arc = lattice_.arcs[a];
      ++steps_;
      if (size + arc.size > kMaxPhoneDigits) continue;
      if (arc.size > 0) std::memcpy(text_ + size, arc.text, arc.size);
      walk(arc.to, size + arc.size);
    }
  }

  void consider(std::size_t size) {
    if (size == 0) return;
    std::memcpy(trial_, out_.digits, out_.size);
    const std::size_t kept = out_.size;
    std::memcpy(out_.digits, text_, size);
    out_.size = size;
    const int found = rank(size);
    if (found > rank_) {
      rank_ = found;
      return;
    }
    std::memcpy(out_.digits, trial_, kept);
    out_.size = kept;
  }

  int rank(std::size_t) const {
    PhoneNumber number;
    if (!resolve_phone(out_, region_, number)) return 0;
    return is_valid_national(number) ? 2 : 1;
  }

  const Lattice& lattice_;
  RegionId region_;
  PhoneReading& out_;
  char text_[kMaxPhoneDigits];
  char trial_[kMaxPhoneDigits];
  int rank_ = 0;
  int readings_ = 0;
  int steps_ = 0;
};

// Words and figures mixed. `strict`: every word has its place (stored values); else unknown words may stand before
// and after the number.
bool read_spoken(const Lexemes& lexemes, const Context& context, bool strict, PhoneReading& out) {
  clear_reading(out);
  int end = lexemes.count;
  Span extension{end, end};
  const int begin = next_numeric(lexemes, 0, end);
  for (int at = begin; at < end; ++at) {
    const PhoneWord word = sense_of(lexemes.at[at]);
    if (word == PhoneWord::option) {
      end = at;
    } else if (word == PhoneWord::extension || (lexemes.at[at].is_symbol('#') && at > begin)) {
      int from = at + 1;
      while (from < lexemes.count && follows_extension_mark(lexemes.at[from])) ++from;
      if (next_numeric(lexemes, from, lexemes.count) == lexemes.count) continue;
      extension = {from, lexemes.count};
      end = at;
    }
  }
  for (int at = 0; at < begin; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    const PhoneWord word = sense_of(lexeme);
    if (lexeme.is_symbol('+') || word == PhoneWord::plus ||
        (lexeme.is("country") && at + 1 < begin && lexemes.at[at + 1].is("code")))
      out.plus = true;
    else if (strict && word != PhoneWord::label && !is_separator(lexeme) && !lexeme.is("country")) return false;
  }
  int last = end;
  while (last > begin && !is_numeric(lexemes, last - 1)) {
    --last;
    const PhoneWord word = sense_of(lexemes.at[last]);
    if (strict && word != PhoneWord::label && !is_separator(lexemes.at[last]) && !has_role(lexemes.at[last], kCloser))
      return false;
  }
  if (last == begin || !build_lattice(lexemes, {begin, last}, out.number_lattice)) return false;
  if (!ReadingChooser(out.number_lattice, context.region, out).choose()) return false;
  out.spoken = true;
  measure(out.number_lattice, out.shortest, out.longest);
  if (extension.from >= extension.to) return true;
  while (extension.to > extension.from && !is_numeric(lexemes, extension.to - 1)) --extension.to;
  if (!build_lattice(lexemes, extension, out.extension_lattice)) return false;
  const std::size_t size = first_reading(out.extension_lattice, out.extension, kMaxExtension);
  if (size == SIZE_MAX || size == 0) return false;
  out.extension_size = size;
  out.extension_spoken = true;
  return true;
}

bool has_figures(const Lexemes& lexemes) {
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.is_number()) return true;
  return false;
}

bool read_any(Side& side, Role role, const Context& context, PhoneReading& out) {
  Lexemes& lexemes = side.lexemes;
  apply_uri_parameters(lexemes);
  if (read_typed_phone(lexemes, context, out)) return true;
  look_up_spoken(lexemes);
  part_joined(lexemes);
  // Cleaning takes um away, and begins anew behind no.
  if (lexemes.clues & (kFiller | kCorrectionOpener)) mark_weak_answer(lexemes);
  const Cleaned cleaned = clean_spoken(lexemes);
  const bool paused = drop_number_pauses(lexemes);
  drop_copula(lexemes);
  mark_weak_answer(lexemes);
  out.corrected = cleaned.corrected;
  out.two_answers = cleaned.two_answers;
  out.words_ignored = cleaned.removed || paused;
  const bool partial = remove_edge_words(lexemes);
  bool found = (out.words_ignored || cleaned.corrected || partial) && read_typed_phone(lexemes, context, out);
  if (!found && stance_of_number(lexemes) != Stance::asserts) return false;
  found = found || read_keypad_phone(lexemes, context, out);
  found = found || read_spoken(lexemes, context, role == Role::stored, out);
  found = found || (role == Role::stored && has_figures(lexemes) && read_longest_run(lexemes, out));
  out.partial = partial;
  return found;
}

}  // namespace

bool read_phone(Side& side, Role role, const Context& context, PhoneReading& out) {
  out.corrected = out.two_answers = out.words_ignored = false;
  out.accepted = false;
  if (side.lexemes.overflow) return false;
  if (!read_any(side, role, context, out)) {
    // Of two answers it is enough to know that they are two.
    clear_reading(out);
    return out.two_answers && role == Role::said;
  }
  out.accepted = resolve_phone(out, context.region, out.number);
  return true;
}

}  // namespace ablmatch
