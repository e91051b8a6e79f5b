// Reads typed numbers by their characters, spoken ones by a lattice, and picks the reading that a plan accepts.
#include "phone_reading.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "../spoken.hpp"
#include "phone_words.hpp"

namespace ablmatch {
namespace {

// A number before an extension that only a comma or semicolon marks has at least so many digits.
constexpr std::size_t kMinBeforePause = 3;
// The longest extension that phonenumbers takes from an unlabelled pause.
constexpr std::size_t kMaxPauseExtension = 9;
// Letters stand for keys only in figures with some letters, as 1-800-FLOWERS, 212-555-TAXI.
constexpr std::size_t kMinKeypadLetters = 3;
constexpr std::size_t kMinKeypadFigures = 3;
constexpr std::size_t kMaxKeypadFigures = 7;
// How many readings are asked of the plan before the preferred one is taken.
constexpr int kMaxReadings = 256;
constexpr int kMaxReadingSteps = 8192;
constexpr int kMaxContextLexemes = 16;

PhoneWord sense(const Lexeme& lexeme) { return lexeme.is_word() ? phone_word(lexeme.view()) : PhoneWord::other; }

bool has_role(const Lexeme& lexeme, unsigned roles) {
  return lexeme.spoken != nullptr && (lexeme.spoken->roles & roles) != 0;
}

// Symbols that stand in emails, sums and amounts, never in a telephone number.
bool is_foreign_symbol(const Lexeme& lexeme) {
  return lexeme.is_symbol('@') || lexeme.is_symbol('=') || lexeme.is_symbol('$') || lexeme.is_symbol('%') ||
         lexeme.is_symbol('_') || lexeme.is_symbol('{') || lexeme.is_symbol('}');
}

void clear(PhoneReading& out) {
  out.spoken = out.extension_spoken = false;
  out.size = out.extension_size = 0;
  out.zero_at = -1;
  out.plus = out.keypad = out.partial = false;
}

bool append(PhoneReading& out, std::string_view digits) {
  if (out.size + digits.size() > kMaxReadDigits) return false;
  std::memcpy(out.digits + out.size, digits.data(), digits.size());
  out.size += digits.size();
  return true;
}

// The parameters of a tel URI (RFC 3966): ;ext= stays, ;phone-context=+… goes to the front, the others are dropped.
void apply_uri_parameters(Lexemes& lexemes) {
  if (lexemes.count >= 2 && lexemes.at[0].is("tel") && lexemes.at[1].is_symbol(':')) lexemes.remove(0, 2);
  for (int at = 0; at + 2 < lexemes.count; ++at) {
    if (!lexemes.at[at].is_symbol(';') || !lexemes.at[at + 1].is_word()) continue;
    int equals = at + 2;
    while (equals < lexemes.count && (lexemes.at[equals].is_symbol('-') || lexemes.at[equals].is_word())) ++equals;
    if (equals >= lexemes.count || !lexemes.at[equals].is_symbol('=') || lexemes.at[at + 1].is("ext")) continue;
    int end = equals + 1;
    while (end < lexemes.count && !lexemes.at[end].is_symbol(';')) ++end;
    const int size = end - equals - 1;
    const bool context = lexemes.at[at + 1].is("phone") && size > 0 && size <= kMaxContextLexemes &&
                         lexemes.at[equals + 1].is_symbol('+') && !lexemes.at[0].is_symbol('+');
    Lexeme moved[kMaxContextLexemes];
    if (context) std::memcpy(moved, lexemes.at + equals + 1, static_cast<std::size_t>(size) * sizeof(Lexeme));
    lexemes.remove(at, end);
    if (context) {
      // What was removed is longer than what comes back, so there is room.
      std::memmove(lexemes.at + size, lexemes.at, static_cast<std::size_t>(lexemes.count) * sizeof(Lexeme));
      std::memcpy(lexemes.at, moved, static_cast<std::size_t>(size) * sizeof(Lexeme));
      lexemes.count += size;
      at += size;
    }
    --at;
  }
}

// What may stand between the mark of an extension and its digits.
bool follows_extension_mark(const Lexeme& lexeme) {
  return lexeme.is_symbol('.') || lexeme.is_symbol(':') || lexeme.is_symbol('-') || lexeme.is_symbol('#') ||
         lexeme.is_symbol('=') || lexeme.is("number") || lexeme.is("no") || lexeme.is("nr") || lexeme.is("is");
}

// The rest of a typed value, from `at` on, as the digits of an extension.
bool read_typed_extension(const Lexemes& lexemes, int at, PhoneReading& out) {
  while (at < lexemes.count && follows_extension_mark(lexemes.at[at])) ++at;
  for (; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_number()) {
      if (out.extension_size + lexeme.size > kMaxExtension) return false;
      std::memcpy(out.extension + out.extension_size, lexeme.text, lexeme.size);
      out.extension_size += lexeme.size;
    } else if (lexeme.is_word() || is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  return out.extension_size > 0;
}

// "+12125550142,45": digits after a pause are an extension when the plan takes those before it for a number, and
// not all of them together.
void cut_pause(PhoneReading& out, std::size_t pause, const Context& context) {
  if (pause < kMinBeforePause || out.size - pause > kMaxPauseExtension || out.size == pause) return;
  PhoneNumber number;
  if (resolve_phone(out, context.region, number)) return;
  const std::size_t all = out.size;
  out.size = pause;
  if (!resolve_phone(out, context.region, number)) {
    out.size = all;
    return;
  }
  out.extension_size = all - pause;
  std::memcpy(out.extension, out.digits + pause, out.extension_size);
}

// A value of figures and separators, with labels around them and perhaps an extension.
bool read_typed(const Lexemes& lexemes, const Context& context, PhoneReading& out) {
  clear(out);
  std::size_t pause = 0;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    const bool last = at + 1 == lexemes.count;
    if (lexeme.is_number()) {
      if (lexeme.is("0") && out.size > 0 && lexemes.at[at - 1].is_symbol('(') && !last &&
          lexemes.at[at + 1].is_symbol(')'))
        out.zero_at = static_cast<int>(out.size);
      if (!append(out, lexeme.view())) return false;
    } else if (lexeme.is_symbol('+')) {
      if (out.size > 0) return false;
      out.plus = true;
    } else if (lexeme.is_symbol('#') && out.size > 0 && !last) {
      return read_typed_extension(lexemes, at + 1, out);
    } else if (lexeme.is_symbol(',') || lexeme.is_symbol(';')) {
      if (pause == 0) pause = out.size;
    } else if (lexeme.is_word()) {
      const PhoneWord word = sense(lexeme);
      if (word == PhoneWord::extension && out.size > 0) return read_typed_extension(lexemes, at + 1, out);
      if (word != PhoneWord::label) return false;
      // A label stands at either end, not between digits.
      if (out.size > 0)
        for (int rest = at + 1; rest < lexemes.count; ++rest)
          if (lexemes.at[rest].is_number() ||
              (lexemes.at[rest].is_word() && sense(lexemes.at[rest]) != PhoneWord::label))
            return false;
    } else if (is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  cut_pause(out, pause, context);
  return out.size > 0;
}

// The key of a telephone on which a letter stands (ITU-T E.161).
char key_of(char letter) { return "22233344455566677778889999"[letter - 'a']; }

bool read_keypad(const Lexemes& lexemes, const Context& context, PhoneReading& out) {
  clear(out);
  std::size_t letters = 0;
  for (const Lexeme& lexeme : lexemes) {
    if (lexeme.is_number()) {
      if (!append(out, lexeme.view())) return false;
    } else if (lexeme.is_symbol('+') && out.size == 0) {
      out.plus = true;
    } else if (lexeme.is_word()) {
      // Figures come first: else every ten-letter name would be a number.
      if (letters == 0 && (out.size < kMinKeypadFigures || out.size > kMaxKeypadFigures)) return false;
      for (std::size_t i = 0; i < lexeme.size; ++i) {
        if (lexeme.text[i] < 'a' || lexeme.text[i] > 'z') return false;
        const char key = key_of(lexeme.text[i]);
        if (!append(out, {&key, 1})) return false;
      }
      letters += lexeme.size;
    } else if (is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  PhoneNumber number;
  out.keypad = letters >= kMinKeypadLetters && resolve_phone(out, context.region, number) && is_valid_national(number);
  return out.keypad;
}

// "The last four digits are 0142", "it ends in 0142": takes these words out and says that they were there.
bool remove_edge_words(Lexemes& lexemes) {
  for (int at = 0; at + 1 < lexemes.count; ++at) {
    if (sense(lexemes.at[at]) != PhoneWord::edge) continue;
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
    while (end < lexemes.count && fills(sense(lexemes.at[end]))) ++end;
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
  return has_role(lexeme, kGap | kFiller) || sense(lexeme) == PhoneWord::ignorable ||
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
    if (size > kMaxPhoneDigits || !has_several_readings(lattice_)) return true;
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
  clear(out);
  int end = lexemes.count;
  Span extension{end, end};
  const int begin = next_numeric(lexemes, 0, end);
  for (int at = begin; at < end; ++at) {
    const PhoneWord word = sense(lexemes.at[at]);
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
    const PhoneWord word = sense(lexeme);
    if (word == PhoneWord::denial) return false;
    if (lexeme.is_symbol('+') || word == PhoneWord::plus ||
        (lexeme.is("country") && at + 1 < begin && lexemes.at[at + 1].is("code")))
      out.plus = true;
    else if (strict && word != PhoneWord::label && !is_separator(lexeme) && !lexeme.is("country")) return false;
  }
  int last = end;
  while (last > begin && !is_numeric(lexemes, last - 1)) {
    --last;
    const PhoneWord word = sense(lexemes.at[last]);
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

// The longest run of figures of a value that holds more than a number ("call 212 555 0142 after 5pm").
bool read_longest_run(const Lexemes& lexemes, PhoneReading& out) {
  clear(out);
  int best = 0, best_end = 0;
  std::size_t best_size = 0;
  for (int at = 0; at < lexemes.count;) {
    std::size_t size = 0;
    const int begin = at;
    for (; at < lexemes.count && !lexemes.at[at].is_word(); ++at)
      if (lexemes.at[at].is_number()) size += lexemes.at[at].size;
    if (size > best_size) {
      best = begin;
      best_end = at;
      best_size = size;
    }
    if (at < lexemes.count) ++at;
  }
  for (int at = best; at < best_end; ++at) {
    if (lexemes.at[at].is_symbol('+') && out.size == 0) out.plus = true;
    if (lexemes.at[at].is_number() && !append(out, lexemes.at[at].view())) return false;
  }
  return out.size > 0;
}

bool has_figures(const Lexemes& lexemes) {
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.is_number()) return true;
  return false;
}

bool read_any(Side& side, Role role, const Context& context, PhoneReading& out) {
  Lexemes& lexemes = side.lexemes;
  apply_uri_parameters(lexemes);
  if (read_typed(lexemes, context, out)) return true;
  look_up_spoken(lexemes);
  const Cleaned cleaned = clean_spoken(lexemes);
  out.corrected = cleaned.corrected;
  out.two_answers = cleaned.two_answers;
  out.words_ignored = cleaned.removed;
  const bool partial = remove_edge_words(lexemes);
  bool found = (cleaned.removed || cleaned.corrected || partial) && read_typed(lexemes, context, out);
  found = found || read_keypad(lexemes, context, out);
  found = found || read_spoken(lexemes, context, role == Role::stored, out);
  found = found || (role == Role::stored && has_figures(lexemes) && read_longest_run(lexemes, out));
  out.partial = partial;
  return found;
}

}  // namespace

bool resolve_phone(const PhoneReading& reading, RegionId region, PhoneNumber& out) {
  const auto accepted = [&](std::string_view digits, bool plus) {
    return parse_phone(digits, plus, region, out) && out.country != 0 && out.valid_length;
  };
  bool found = accepted(reading.view(), reading.plus);
  if (!found && reading.zero_at >= 0 && reading.size <= kMaxPhoneDigits) {
    // A zero in brackets that is no trunk prefix of the plan is still not part of the number.
    char digits[kMaxPhoneDigits];
    const auto at = static_cast<std::size_t>(reading.zero_at);
    std::memcpy(digits, reading.digits, at);
    std::memcpy(digits + at, reading.digits + at + 1, reading.size - at - 1);
    found = accepted({digits, reading.size - 1}, reading.plus);
  }
  if (found && out.canonical) return true;
  // With its country code a number may lose a trunk prefix once more: canonical is what reads back as itself.
  for (int round = 0; found && round < 4; ++round) {
    char digits[kMaxPhoneDigits];
    std::size_t size = 0;
    for (int unit = out.country >= 100 ? 100 : out.country >= 10 ? 10 : 1; unit > 0; unit /= 10)
      digits[size++] = static_cast<char>('0' + out.country / unit % 10);
    char national[kMaxPhoneDigits];
    const auto national_size = static_cast<std::size_t>(out.nsn_size);
    std::memcpy(national, out.nsn, national_size);
    std::memcpy(digits + size, national, national_size);
    const bool international = out.international;
    found = accepted({digits, size + national_size}, true);
    out.international = international;
    if (found && out.national() == std::string_view(national, national_size)) return true;
  }
  return false;
}

bool read_phone(Side& side, Role role, const Context& context, PhoneReading& out) {
  out.corrected = out.two_answers = out.words_ignored = false;
  out.accepted = false;
  if (side.lexemes.overflow || !read_any(side, role, context, out)) return false;
  out.accepted = resolve_phone(out, context.region, out.number);
  return true;
}

}  // namespace ablmatch
