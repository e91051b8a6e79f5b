// Spoken e-mail addresses: the lattice of their readings, and the places where the sign may stand.
#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"
#include "../tables/email_tables.hpp"
#include "email.hpp"
#include "email_telling.hpp"

namespace ablmatch {

namespace {

using Type = EmailPhraseType;

// Words that sound like a digit, and the digit: a recognizer writes either.
struct Homophones {
  char digit;
  std::string_view words[3];
};
constexpr Homophones kHomophones[] = {{'1', {"one", "won", ""}},
                                      {'2', {"two", "to", "too"}},
                                      {'4', {"four", "for", "fore"}},
                                      {'8', {"eight", "ate", ""}}};

struct Match {
  const EmailPhrase* phrase;
  int end;  // lexeme behind the phrase
};

// The phrases of one table that begin at one lexeme, the longest first.
struct Matches {
  Match at[kMaxEmailPhraseWords];
  int count = 0;

  const Match* first(Type type) const {
    for (int k = 0; k < count; ++k)
      if (at[k].phrase->type == type) return at + k;
    return nullptr;
  }
};

bool is_single_letter(const Lexeme& lexeme) { return lexeme.is_word() && lexeme.size == 1; }

bool is_plain_word(const Lexeme& lexeme) { return lexeme.is_word() && lexeme.size > 1; }

// The row of the word that may begin a phrase, or null.
const EmailPhrase* find_head(const WordTable<EmailPhrase>& table, const Lexeme& head) {
  if (head.type == LexemeType::symbol || head.size > kMaxEmailPhrase) return nullptr;
  return table.find(head.text, head.size, head.hash);
}

Matches find_phrases(const WordTable<EmailPhrase>& table, const EmailPhrase* row, const Lexemes& lexemes, int at) {
  Matches found;
  if (row == nullptr) return found;
  const Lexeme& head = lexemes.at[at];
  Match matches[kMaxEmailPhraseWords];
  int count = 0;
  if (row->type != Type::none) matches[count++] = {row, at + 1};
  char key[kMaxEmailPhrase];
  std::size_t size = head.size;
  std::memcpy(key, head.text, size);
  int next = at + 1;
  for (int words = 2; words <= row->longest; ++words) {
    while (next < lexemes.count && (lexemes.at[next].is_symbol('-') || lexemes.at[next].is_symbol('\''))) ++next;
    if (next >= lexemes.count || lexemes.at[next].type == LexemeType::symbol) break;
    const Lexeme& word = lexemes.at[next++];
    if (size + 1 + word.size > sizeof key) break;
    key[size++] = ' ';
    std::memcpy(key + size, word.text, word.size);
    size += word.size;
    row = table.find({key, size});
    if (row == nullptr) break;
    if (row->type != Type::none) matches[count++] = {row, next};
  }
  for (int k = count - 1; k >= 0; --k) found.at[found.count++] = matches[k];
  return found;
}

class Reader {
 public:
  Reader(const Lexemes& lexemes, const Folded& folded, SpokenEmail& out)
      : lexemes_(lexemes), folded_(folded), out_(out), lattice_(out.lattice) {}

  void read() {
    out_.spelled = out_.one_word = false;
    for (const Lexeme& word : lexemes_) typed_sign_ |= word.is_symbol('@');
    for (const Lexeme& word : lexemes_)
      said_dot_ |= word.is("dot") || word.is("period") || word.is("point") || word.is("punto") || word.is("punkt") ||
                   word.is("ponto");
    portuguese_ = holds_portuguese_dot(lexemes_);
    for (int at = 0; at < lexemes_.count; ++at) heads_[at] = find_head(kEmailPhrases, lexeme(at));
    mark_runs();
    find_splits();
    lattice_.start();
    int dot_end = -1;  // behind the last dot that was said
    for (int at = 0; at < lexemes_.count; ++at) {
      lattice_.open_node();
      out_.joins[at] = false;
      add_arcs(at, dot_end);
    }
    lattice_.finish();
    for (int at = 1; at < lexemes_.count; ++at)
      out_.joins[at] = whole_word(at) && whole_word(at - 1) && lexemes_.at[at].spaced;
  }

 private:
  const Lexeme& lexeme(int at) const { return lexemes_.at[at]; }
  bool in_domain(int at) const { return out_.split_count > 0 && at >= out_.splits[0].domain; }
  Matches phrases_at(int at) const { return find_phrases(kEmailPhrases, heads_[at], lexemes_, at); }
  // What read_spelled_unit may begin with; most words are nothing of the sort.
  bool may_spell(int at) const {
    const Lexeme& word = lexeme(at);
    if (!word.is_word() || word.size == 1 || word.spoken == nullptr) return word.is_word() && word.size == 1;
    const SpokenWord& row = *word.spoken;
    return row.letter || row.alphabet || row.number == NumberClass::multiplier || row.number == NumberClass::unit ||
           (row.roles & kCase);
  }
  bool in_bounds(int at) const { return at >= 0 && at < lexemes_.count; }

  // A word that the preferred reading takes as it is.
  bool whole_word(int at) const {
    if (!is_plain_word(lexeme(at))) return false;
    const int arc = lattice_.first[at];
    return !lattice_.broken && arc < lattice_.first[at + 1] && lattice_.arcs[arc].to == at + 1 &&
           lattice_.arcs[arc].text == lexeme(at).text;
  }

  // Lexemes inside runs of spelled letters, whose letters are preferred to their words.
  void mark_runs() {
    std::fill_n(in_run_, lexemes_.count, false);
    char letters[kMaxSpelled];
    for (int at = 0; at < lexemes_.count;) {
      std::size_t size;
      // The s of "that's" spells nothing.
      if (!may_spell(at) || (at > 0 && lexeme(at - 1).is_symbol('\'') && !lexeme(at).spaced)) {
        ++at;
        continue;
      }
      int end = read_spelled_run(lexemes_, at, false, letters, sizeof letters, size);
      if (end == at) end = read_spelled_run(lexemes_, at, true, letters, sizeof letters, size);
      if (end == at) {
        ++at;
        continue;
      }
      out_.spelled = true;
      for (; at < end; ++at) in_run_[at] = true;
    }
  }

  bool is_dot(int at, int& end) const {
    if (lexeme(at).is_symbol('.')) {
      end = at + 1;
      return true;
    }
    const Matches found = phrases_at(at);
    const Match* text = found.first(Type::text);
    if (text == nullptr || text->phrase->written.front() != '.') return false;
    end = text->end;
    return true;
  }

  // Does a domain follow: a name, a dot and a suffix, or a provider that is known without one?
  bool is_plausible_domain(int from, bool strict) const {
    int end;
    if (!in_bounds(from) || is_dot(from, end)) return false;
    for (int at = from + 1; at < lexemes_.count; ++at) {
      if (!is_dot(at, end)) continue;
      if (end < lexemes_.count || !lexeme(at).is_symbol('.')) {
        const bool joined = phrases_at(at).count > 0 && end == lexemes_.count;
        if (end < lexemes_.count || joined) return true;
      }
    }
    if (strict) return false;
    if (!bare_provider_domain(lexeme(from).view()).empty()) return true;
    const Matches found = phrases_at(from);
    const Match* text = found.first(Type::text);
    return text != nullptr && !bare_provider_domain(text->phrase->written).empty();
  }

  void add_split(int at, int domain, bool plausible, bool sign) {
    if (out_.split_count == kMaxEmailSplits) return;
    out_.splits[out_.split_count++] = {static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(domain), plausible,
                                       sign};
  }

  void find_splits() {
    out_.split_count = 0;
    struct Place {
      int at, end;
      bool sign;
    };
    Place strong[8], weak[8];
    int strong_count = 0, weak_count = 0;
    const auto keep = [](Place* places, int& count, Place place) {
      if (count == 8) {
        std::memmove(places, places + 1, 7 * sizeof(Place));
        --count;
      }
      places[count++] = place;
    };
    for (int at = 0; at < lexemes_.count;) {
      if (lexeme(at).is_symbol('@')) {
        keep(strong, strong_count, {at, at + 1, true});
        ++at;
        continue;
      }
      const Matches found = phrases_at(at);
      // "p a v e l arobase": the letter is spelled, and no article of the sign.
      const bool letter = in_run_[at] && is_single_letter(lexeme(at)) && in_bounds(at + 1) &&
                          phrases_at(at + 1).first(Type::at) != nullptr;
      if (const Match* sign = found.first(Type::at); sign && !letter) {
        keep(strong, strong_count, {at, sign->end, false});
        at = sign->end;
        continue;
      }
      if (const Match* sign = found.first(Type::weak_at)) keep(weak, weak_count, {at, sign->end, false});
      ++at;
    }
    // Plausible places from the last to the first, then the others; words heard by mistake only without any.
    for (int k = strong_count - 1; k >= 0; --k)
      if (is_plausible_domain(strong[k].end, false)) add_split(strong[k].at, strong[k].end, true, strong[k].sign);
    if (out_.split_count > 0) return;
    for (int k = weak_count - 1; k >= 0; --k)
      if (weak[k].at > 0 && is_plausible_domain(weak[k].end, true) && strong_count == 0)
        add_split(weak[k].at, weak[k].end, true, false);
    if (out_.split_count > 0) return;
    for (int k = strong_count - 1; k >= 0; --k)
      if (strong[k].end < lexemes_.count) add_split(strong[k].at, strong[k].end, false, strong[k].sign);
  }

  void add_arcs(int at, int& dot_end) {
    if (lexeme(at).type == LexemeType::symbol) {
      add_symbol_arcs(at, dot_end);
      return;
    }
    if (at == dot_end && in_domain(at)) {
      // "dot calm", "dot cold uk"
      const Matches suffixes = find_phrases(kEmailSuffixes, find_head(kEmailSuffixes, lexeme(at)), lexemes_, at);
      for (int k = 0; k < suffixes.count; ++k) lattice_.add(suffixes.at[k].end, suffixes.at[k].phrase->written);
    }
    const Matches phrases = phrases_at(at);
    for (int k = 0; k < phrases.count; ++k) {
      const Match& match = phrases.at[k];
      if (match.phrase->type == Type::drop) {
        out_.one_word |= match.end - at > 1;
        lattice_.add(match.end, {});
      } else if (match.phrase->type == Type::label) {
        const bool follows = in_bounds(match.end) &&
                             (lexeme(match.end).numeric || is_single_letter(lexeme(match.end)) || in_run_[match.end]);
        if (follows) lattice_.add(match.end, {});
      } else if (match.phrase->type == Type::text) {
        lattice_.add(match.end, match.phrase->written);
        if (!match.phrase->other.empty()) lattice_.add(match.end, match.phrase->other);
        if (match.phrase->written == ".") {
          dot_end = match.end;
          if (match.end == lexemes_.count) lattice_.add(match.end, {});
        }
      }
    }
    if (const int end = behind_letter_remark(at); end > at) lattice_.add(end, {});
    if (may_tell(lexemes_, at)) add_telling_word(at);
    add_instruction_arcs(at);
    add_said_and_spelled(at);
    if (in_run_[at]) add_letter_arcs(at);
    add_number_arcs(lattice_, lexemes_, at);
    if (!lexeme(at).is_number()) add_word(at);
    if (!in_run_[at]) add_letter_arcs(at);
    add_homophones(at);
  }

  void add_word(int at) {
    const Lexeme& word = lexeme(at);
    lattice_.add(at + 1, word.view());
    const std::uint8_t* codes = alternatives_of(folded_, word);
    if (codes == nullptr) return;
    // The word with every letter in its other spelling (ue for ü).
    char text[128];
    std::size_t size = 0;
    bool changed = false;
    for (std::size_t k = 0; k < word.size;) {
      std::string_view piece = word.view().substr(k, 1);
      std::size_t step = 1;
      if (codes[k] != 0) {
        const Alternative& row = alternative(codes[k]);
        piece = row.other;
        step = row.base.empty() ? 1 : row.base.size();
        changed = true;
      }
      if (size + piece.size() > sizeof text) return;
      if (!piece.empty()) std::memcpy(text + size, piece.data(), piece.size());
      size += piece.size();
      k += step;
    }
    if (changed) lattice_.add_copy(at + 1, {text, size});
  }

  // "capital j", "small t": says nothing about the address.
  void add_instruction_arcs(int at) {
    const SpokenWord* word = lexeme(at).spoken;
    if (word == nullptr || !(word->roles & kCase) || !in_bounds(at + 1) || !lexeme(at + 1).is_word()) return;
    const bool certain = lexeme(at).is("capital") || lexeme(at).is("cap") || lexeme(at).is("caps") ||
                         lexeme(at).is("uppercase") || lexeme(at).is("lowercase");
    if (certain || is_single_letter(lexeme(at + 1))) lattice_.add(at + 1, {});
  }

  // "with two l's", "with a double t": says again what the word holds. `at` when there is none.
  int behind_letter_remark(int at) const {
    if (!lexeme(at).is("with")) return at;
    int next = at + 1;
    if (in_bounds(next) && lexeme(next).is("a")) ++next;
    if (!in_bounds(next + 1)) return at;
    const Lexeme& count = lexeme(next);
    if (!(count.is("one") || count.is("two") || count.is("double") || count.is("1") || count.is("2"))) return at;
    const Lexeme& letter = lexeme(++next);
    const bool plural = letter.size == 2 && letter.text[1] == 's';
    if (!letter.is_word() || (letter.size != 1 && !plural)) return at;
    ++next;
    if (in_bounds(next + 1) && lexeme(next).is_symbol('\'') && lexeme(next + 1).is("s")) next += 2;
    return next;
  }

  void add_telling_word(int at) {
    const TellingWord found = read_telling_word(lexemes_, at, in_run_);
    if (found.end == 0) return;
    if (found.doubled) {
      const char letter = found.letters.front(), both[2] = {letter, letter};
      lattice_.add_copy(found.end, {both, 2});
    } else {
      lattice_.add(found.end, found.letters);
    }
    if (found.spells) last_unit_end_ = found.end;
  }

  // The unit behind one is asked for again when the arcs of its own place are added.
  const SpelledUnit& unit_at(int at) {
    if (unit_place_ != at) unit_ = read_spelled_unit(lexemes_, at, true, true);
    unit_place_ = at;
    return unit_;
  }

  void add_letter_arcs(int at) {
    if (!may_spell(at)) return;
    const SpelledUnit unit = unit_at(at);
    if (!unit.letter) return;
    if (is_single_letter(lexeme(at)) && unit.next == at + 1) {
      last_letter_end_ = unit.next;
      return;
    }
    const bool group = unit.repeat > 1 || (unit.strong && unit.next > at + 2);
    // Behind a single letter an everyday word ends no spelling.
    const bool everyday = lexeme(at).spoken && (lexeme(at).spoken->roles & kCommonWord);
    const bool neighbour = last_unit_end_ == at || (last_letter_end_ == at && !everyday) ||
                           (in_bounds(unit.next) && unit_at(unit.next).letter);
    last_unit_end_ = unit.next;
    if (!group && !neighbour) return;
    const char letters[4] = {unit.letter, unit.letter, unit.letter, unit.letter};
    out_.spelled = true;
    lattice_.add_copy(unit.next, {letters, unit.repeat});
    // A separator behind the letter may be one of the address after all.
    if (unit.next > at + 1 && lexeme(unit.next - 1).type == LexemeType::symbol)
      lattice_.add_copy(unit.next - 1, {letters, unit.repeat});
  }

  // "holloway, h o l l o w a y": the spelling says the word again, or says it better.
  void add_said_and_spelled(int at) {
    if (!out_.spelled || !is_plain_word(lexeme(at))) return;
    if (in_run_[at]) {
      add_alphabet_word_and_spelled(at);
      return;
    }
    int next = at + 1;
    bool marked = false;
    for (int steps = 0; steps < 8 && in_bounds(next) && !in_run_[next]; ++steps, ++next) {
      const Lexeme& between = lexeme(next);
      if (between.is("spelled") || between.is("spelt") || between.is("spelling") || between.is("spell")) marked = true;
      else if (!(between.is_symbol(',') || between.is_symbol('.') || between.is_symbol('\'') ||
                 between.is_symbol('-') || between.is("that") || between.is("thats") || between.is("s") ||
                 between.is("is") || between.is("which") || between.is("its") || between.is("it")))
        return;
    }
    if (!in_bounds(next) || !in_run_[next]) return;
    char letters[kMaxSpelled];
    std::size_t size;
    int end = read_spelled_run(lexemes_, next, false, letters, sizeof letters, size);
    if (end == next) end = read_spelled_run(lexemes_, next, true, letters, sizeof letters, size);
    Edit edit;
    if (end > next && (marked || within_one_edit({letters, size}, lexeme(at).view(), edit))) lattice_.add(next, {});
  }

  bool is_sign_next(int at) const {
    for (int k = 0; k < out_.split_count; ++k)
      if (out_.splits[k].at == at) return true;
    return false;
  }

  // "ben b e n": a word of a spelling alphabet, and then itself.
  void add_alphabet_word_and_spelled(int at) {
    if (is_spelled_behind(lexeme(at).view(), at + 1)) lattice_.add(at + 1, {});
  }

  // Does a spelled run (read_spelled_run) that starts at `at` begin with the letters of this word? It is read only as far
  // as that takes: in a long run each word asks.
  bool is_spelled_behind(std::string_view word, int at) const {
    std::size_t size = 0, sure_size = 0;
    int strong = 0;
    for (int next = at; next < lexemes_.count;) {
      const SpelledUnit unit = read_spelled_unit(lexemes_, next, true, true);
      if (!unit.letter) return false;
      const SpokenWord* row = lexeme(next).spoken;
      const bool everyday = !unit.strong && row && (row->roles & kCommonWord);
      if (everyday && size == 0) return false;
      for (int k = 0; k < unit.repeat; ++k, ++size)
        if (size < word.size() && word[size] != unit.letter) return false;
      strong += unit.strong;
      if (!everyday) sure_size = size;
      if (sure_size >= word.size() && sure_size >= 2 && strong >= 2) return true;
      next = unit.next;
    }
    return false;
  }

  // Weak digits of other languages: meia is six or a word of the address. What is an article too (um, eine) is one only
  // before the sign or beside another digit of the language.
  bool is_weak_digit(int at) const {
    const SpokenWord& row = *lexeme(at).spoken;
    if (lexeme(at).numeric || lexeme(at).is("no") || ((row.roles & kFiller) && !portuguese_)) return false;
    if (at > 0 && (row.value > 1 || is_sign_next(at + 1))) return true;
    for (const int next : {at - 1, at + 1}) {
      const SpokenWord* other = in_bounds(next) ? lexeme(next).spoken : nullptr;
      if (other && other->number == NumberClass::unit && (other->languages & row.languages)) return true;
    }
    return false;
  }

  void add_homophones(int at) {
    const Lexeme& word = lexeme(at);
    // Typed against other characters, a figure is a figure.
    if (at > 0 && !word.spaced) return;
    if (in_bounds(at + 1) && !lexeme(at + 1).spaced && lexeme(at + 1).type != LexemeType::symbol) return;
    char digit = 0;
    if (word.is_number()) {
      if (word.size == 1) digit = *word.text;
    } else if (word.spoken && word.spoken->number == NumberClass::unit) {
      digit = static_cast<char>('0' + word.spoken->value);
      if (!(word.spoken->languages & kEnglish)) {
        if (is_weak_digit(at)) lattice_.add_copy(at + 1, {&digit, 1});
        return;
      }
    } else if (word.spoken && word.spoken->number == NumberClass::teen && word.spoken->weak && !word.numeric &&
               at > 0 && is_sign_next(at + 1)) {
      // Spanish once, German and Dutch elf.
      const char teen[2] = {'1', static_cast<char>('0' + word.spoken->value % 10)};
      lattice_.add_copy(at + 1, {teen, 2});
      return;
    }
    if (digit == 0) return;
    if (digit == '0') {
      // "zero" and a figure are the digit for certain; "oh" is the digit or the letter.
      if (word.is("oh") || word.is("owe") || word.is("o")) {
        lattice_.add(at + 1, "0");
        lattice_.add(at + 1, "o");
      }
      return;
    }
    if (word.is_word()) lattice_.add_copy(at + 1, {&digit, 1});
    for (const Homophones& row : kHomophones) {
      if (row.digit != digit) continue;
      // "two" may be too; but to is not too, and no more than 2.
      if (word.is_word() && !word.is(row.words[0])) continue;
      for (const std::string_view other : row.words)
        if (!other.empty() && !word.is(other)) lattice_.add(at + 1, other);
    }
  }

  void add_symbol_arcs(int at, int& dot_end) {
    const Lexeme& symbol = lexeme(at);
    const bool first = at == 0, last = at + 1 == lexemes_.count;
    const bool spaced_behind = !last && lexeme(at + 1).spaced;
    const bool between_letters =
        !first && !last && is_single_letter(lexeme(at - 1)) && is_single_letter(lexeme(at + 1));
    const char c = symbol.size == 1 ? *symbol.text : '\0';
    const std::string_view text = symbol.view();
    switch (c) {
      case '@':
        // The sign has no reading inside a mailbox name or a domain.
        return;
      case '.': {
        dot_end = at + 1;
        const bool stop = last || (spaced_behind && !symbol.spaced);
        const bool abbreviation = !first && is_single_letter(lexeme(at - 1)) && (stop || between_letters);
        if (last || (abbreviation && (stop || said_dot_)) || (stop && !in_domain(at) && !typed_sign_)) {
          lattice_.add(at + 1, {});
          if (!last) lattice_.add(at + 1, text);
        } else {
          lattice_.add(at + 1, text);
          if (stop || abbreviation) lattice_.add(at + 1, {});
        }
        return;
      }
      case '-':
        if (between_letters || last) lattice_.add(at + 1, {});
        lattice_.add(at + 1, text);
        return;
      case ',':
      case ';':
      case ':':
      case '"':
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
      case '<':
      case '>': lattice_.add(at + 1, {}); return;
      case '\'':
      case '!':
      case '?':
        lattice_.add(at + 1, {});
        if (!last) lattice_.add(at + 1, text);
        return;
      default: lattice_.add(at + 1, text);
    }
  }

  // Every lexeme a letter, four times at most.
  static constexpr std::size_t kMaxSpelled = 4 * kMaxLexemes;

  const Lexemes& lexemes_;
  const Folded& folded_;
  SpokenEmail& out_;
  Lattice& lattice_;
  int last_unit_end_ = -1;
  int unit_place_ = -1;
  SpelledUnit unit_;  // at unit_place_
  int last_letter_end_ = -1;
  bool typed_sign_ = false;
  bool portuguese_ = false;
  bool said_dot_ = false;  // then a stop between letters only separates them
  bool in_run_[kMaxLexemes];
  const EmailPhrase* heads_[kMaxLexemes];
};

}  // namespace

void read_spoken_email(const Lexemes& lexemes, const Folded& folded, SpokenEmail& out) {
  Reader(lexemes, folded, out).read();
}

}  // namespace ablmatch
