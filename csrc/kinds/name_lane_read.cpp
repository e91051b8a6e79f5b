// The tokens of scanned names from their pieces: what TokenReader does, for the common forms.
#include "name_lane_read.hpp"

#include <cstring>

#include "../tables/name_word.hpp"
#include "../tables/spoken_words.hpp"
#include "name_lane_pieces.hpp"

namespace ablmatch {

namespace {

constexpr int kFewestSpelled = 4;  // fewer letters may be initials

class LaneReader : public LanePieces {
 public:
  LaneReader(const Scan& scan, Role role, const NamedExample* named, LaneTokens& tokens, NameForm& form)
      : LanePieces(scan, form), role_(role), named_(named), tokens_(tokens), writer_(tokens.raw, form, spelled_token) {}

  bool read(const LaneName* found) {
    if (!read_pieces(found)) return false;
    if (role_ == Role::said && !clean()) return false;
    if (explains_in_a_row()) return false;
    tokens_.changes = false;
    tokens_.hyphens = hyphens_ != 0;
    if (!(fits_reader() ? push_pieces() : named_ == nullptr && find_units() && push_units())) return false;
    for (int k = 0; k + 1 < tokens_.raw.count; ++k)
      tokens_.changes |= joins_letter(tokens_.words[k], tokens_.words[k + 1]);
    return true;
  }

 private:
  static NameToken spelled_token(std::string_view text) {
    LaneWord word;
    read_lane_word(text.data(), text.size(), word);
    return lane_token(word);
  }

  bool push_pieces() {
    for (int k = begin_; k < end_; ++k) {
      if (k > begin_) read_gap(pieces_[k - 1].to, pieces_[k].from);
      if (!pieces_[k].spelled) k = push_word(k);
      else if (!push_letters(k)) return false;
      if (tokens_.raw.overlong) return false;
    }
    return true;
  }

  // ---- tokens -----------------------------------------------------------------------------------------------------

  bool is_joined(int k) const { return k > begin_ && joins_next(k - 1); }

  // "r de ramon e de enrique": these explain letters where two do.
  bool explains_in_a_row() const {
    int explained = 0;
    for (int k = begin_ + 1; k + 1 < end_; ++k)
      explained += (is_word(k, head_of("de")) || is_word(k, head_of("of"))) &&
                   (pieces_[k - 1].spelled || pieces_[k - 1].word.size == 1) &&
                   scan_.text[pieces_[k + 1].from] == scan_.text[pieces_[k - 1].to - 1];
    return explained > 1;
  }

  // Letters' names and words of a spelling alphabet may be spelled letters beside others.
  bool fits_reader() const {
    int strong = 0, letters = 0;
    for (int k = begin_; k < end_; ++k) {
      const LanePiece& piece = pieces_[k];
      const bool spells_next = k + 1 < end_ && pieces_[k + 1].spelled;
      if (scan_.text[piece.to] == '\'' && (spells_next || doubles(k))) return false;
      if (piece.spelled || is_joined(k)) continue;
      const bool behind_letter =
          k > begin_ && (pieces_[k - 1].spelled || (pieces_[k - 1].word.roles & kLaneLetter) != 0);
      if (behind_letter && piece.word.roles & kLaneConnector) return false;
      // x-ray
      if (k > begin_ && is_word(k, head_of("ray")) && scan_.text[pieces_[k - 1].to - 1] == 'x') return false;
      strong += (piece.word.roles & kLaneStrong) != 0;
      if (!(piece.word.roles & kLaneLetter)) continue;
      ++letters;
      if (k > begin_ && pieces_[k - 1].spelled) return false;
      // "Mike P R I O R": a given name right before bare letters is said. Behind another name it may be a letter's.
      if (spells_next && (k > begin_ || !is_given(piece.word) || signs_between(k, k + 1) != 0)) return false;
    }
    return strong < 2 && letters < 4;
  }
  bool doubles(int k) const { return k > begin_ && pieces_[k].word.size == 1 && scan_.text[pieces_[k].to + 1] == 's'; }
  static bool is_given(const LaneWord& word) {
    return word.size > 1 && word.row->name_row != 0 &&
           (kNameWords.values[word.row->name_row - 1].flags & kGivenName) != 0;
  }

  void read_gap(int from, int to) {
    const std::uint64_t gap = signs_ >> from << from & ~(~std::uint64_t{0} << to);
    for (std::uint64_t rest = gap; rest != 0; rest &= rest - 1) {
      const char sign = scan_.text[std::countr_zero(rest)];
      if (sign == ',') writer_.comma();
      else if (sign == '-') writer_.hyphen();
    }
  }

  void push(const NameToken& token, const LaneWord& word) {
    writer_.push(token);
    tokens_.words[tokens_.raw.count - 1] = word;
    tokens_.changes |= (word.roles & kLaneChanges) != 0;
  }

  // A sentence such as "that's" is one word, as O'Malley is. Gives the last piece that it used.
  int push_word(int k) {
    const LanePiece& piece = pieces_[k];
    if (!joins_next(k)) {
      push(lane_token(piece.word), piece.word);
      return k;
    }
    const int start = form_.pool_used;
    bool possessive = false, fits = pool_piece(form_, {piece.word.text, piece.word.size}, nullptr);
    for (; joins_next(k); ++k) {
      const LaneWord& next = pieces_[k + 1].word;
      possessive = next.size == 1 && next.head == 's' && pieces_[k + 1].from == pieces_[k].to + 1;
      fits = fits && pool_piece(form_, {next.text, next.size}, nullptr);
    }
    tokens_.raw.overlong |= !fits;
    LaneWord word;
    read_lane_word(form_.pool + start, static_cast<std::size_t>(form_.pool_used - start), word);
    NameToken token = lane_token(word);
    if (possessive) token.flags |= kPossessiveToken;
    push(token, word);
    return k;
  }

  // Does an apostrophe right behind piece `k` join the next one to it? A gap behind the apostrophe is none when a short
  // piece stands in front of it: o' malley.
  bool joins_next(int k) const {
    if (quotes_ == 0 || k + 1 >= end_ || scan_.text[pieces_[k].to] != '\'') return false;
    const int quote = pieces_[k].to, next = pieces_[k + 1].from;
    if (next == quote + 1) return true;
    return next == quote + 2 && scan_.text[quote + 1] == ' ' && pieces_[k].word.size <= 2;
  }

  // Letters are one word, or initials; initials may be followed by letters that are one word.
  bool push_letters(int k) {
    const LanePiece& piece = pieces_[k];
    const int count = piece.word.size;
    for (int from = 0; from < count; ++from) {
      const std::string_view letters{piece.letters + from, static_cast<std::size_t>(count - from)};
      if (letters.size() >= kFewestSpelled || (letters.size() > 1 && spells(letters, k))) {
        push_spelled(letters);
        add_named(letters, piece.places[count - 1]);
        return true;
      }
      const int at = piece.places[from];
      // m.d.
      if (scan_.text[at + 1] == '.' && is_letter(at + 2)) return false;
      if (from > 0) read_gap(piece.places[from - 1] + 1, at);
      LaneWord word;
      read_lane_word(scan_.text + at, 1, word);
      push(lane_token(word), word);
    }
    return true;
  }

  // ---- letters by their names --------------------------------------------------------------------------------------

  // One lexeme: a word, or one letter of a piece that is spelled.
  struct Unit {
    std::uint8_t piece, at, size;  // `at`: in the scanned text
    char letter;    // 0: a word that is no letter
    bool strong;    // a letter, or a word of a spelling alphabet and hardly anything else
    bool everyday;  // a letter's name that is an everyday word
    bool names_letter;  // a letter or its name
    bool alphabet;  // a word of a spelling alphabet
  };

  // Takes the lexemes down, where letters stand among names of letters with one gap between them and nothing explains one
  // by an example; false for anything else.
  bool find_units() {
    if (role_ != Role::said) return false;
    for (int k = begin_; k < end_; ++k) {
      const LanePiece& piece = pieces_[k];
      if (is_joined(k)) {
        if (piece.spelled || units_[unit_count_ - 1].letter != 0) return false;
        continue;
      }
      if (!piece.spelled) {
        if (!add_word_unit(k)) return false;
        continue;
      }
      for (int i = 0; i < piece.word.size; ++i)
        if (!add_unit({static_cast<std::uint8_t>(k), piece.places[i], 1, piece.letters[i], true, false, true, false}))
          return false;
    }
    return true;
  }
  bool add_word_unit(int k) {
    const LaneWord& word = pieces_[k].word;
    Unit unit{static_cast<std::uint8_t>(k), pieces_[k].from, word.size, 0, false, false, false, false};
    if (word.size == 1) {
      unit.letter = *word.text;
      unit.strong = unit.names_letter = true;
    } else if (word.row->spoken_row != 0) {
      const SpokenWord& row = kSpokenWords.values[word.row->spoken_row - 1];
      unit.letter = row.letter != 0 ? row.letter : row.alphabet;
      unit.names_letter = row.letter != 0;
      unit.alphabet = row.alphabet != 0;
      if (unit.letter != 0 && (word.roles & kLaneConnector)) return false;
      unit.strong = !unit.names_letter && !(row.roles & kNameLetter);
      unit.everyday = !unit.strong && (row.roles & kCommonWord) != 0;
    }
    return add_unit(unit);
  }
  bool add_unit(const Unit& unit) {
    if (unit.letter != 0 &&
        (scan_.text[unit.at + unit.size] == '\'' || (unit.at > 0 && scan_.text[unit.at - 1] == '\'')))
      return false;
    if (unit_count_ > 0 && units_[unit_count_ - 1].letter != 0) {
      const Unit& before = units_[unit_count_ - 1];
      const LaneWord& word = pieces_[unit.piece].word;
      // "n for nancy", "x ray".
      if (unit.size > 1 &&
          ((word.roles & kLaneConnector) || is_word(unit.piece, head_of("is")) || is_word(unit.piece, head_of("ray"))))
        return false;
      if (unit.letter != 0 && (unit.at != before.at + before.size + 1 || scan_.text[unit.at - 1] != ' ')) return false;
    }
    units_[unit_count_++] = unit;
    return true;
  }

  bool push_units() {
    // A sign behind the last letter that no full stop is.
    const Unit& last = units_[unit_count_ - 1];
    if (last.letter != 0 && signs_behind(end_ - 1, false)) return false;
    int behind = 0;  // in the text
    for (int i = 0; i < unit_count_;) {
      const Unit& unit = units_[i];
      if (i > 0) read_gap(behind, unit.at);
      int next = i;
      if (unit.letter != 0 && !push_run(i, next)) return false;
      if (next == i) {
        if (!push_unit(i)) return false;
        ++next;
      }
      const Unit& end = units_[next - 1];
      // Words that an apostrophe joins to it end behind it.
      behind = next < unit_count_ ? pieces_[units_[next].piece - (units_[next].piece != end.piece)].to : 0;
      if (next < unit_count_ && units_[next].piece == end.piece) behind = end.at + 1;
      if (tokens_.raw.overlong) return false;
      i = next;
    }
    return true;
  }

  // Signs between a piece and what follows; `any`: also one full stop.
  bool signs_behind(int k, bool any) const {
    const int end = k + 1 < all_ ? pieces_[k + 1].from : static_cast<int>(scan_.size);
    int signs = 0;
    bool stop = true;
    for (int at = pieces_[k].to; at < end; ++at) {
      signs += scan_.text[at] != ' ';
      stop &= scan_.text[at] == ' ' || scan_.text[at] == '.';
    }
    return any ? signs > 0 : signs > 1 || !stop;
  }

  // A word, or a letter that is an initial.
  bool push_unit(int i) {
    const Unit& unit = units_[i];
    if (!pieces_[unit.piece].spelled) {
      push_word(unit.piece);
      return true;
    }
    if (scan_.text[unit.at + 1] == '.' && is_letter(unit.at + 2)) return false;  // m.d.
    LaneWord word;
    read_lane_word(scan_.text + unit.at, 1, word);
    push(lane_token(word), word);
    return true;
  }

  // Behind the letters that are spelled from unit `from` on, `from` when they are none; `sure`: how many. The rules of
  // read_spelled_run.
  int end_of_run(int from, bool loose, int& sure) const {
    int strong = 0, end = from;
    for (int i = from; i < unit_count_ && units_[i].letter != 0; ++i) {
      if (units_[i].everyday && !loose && i == from) break;
      strong += units_[i].strong;
      if (loose || !units_[i].everyday) end = i + 1;
    }
    sure = end - from;
    return (loose && sure >= 3) || (strong >= 2 && sure >= 2) ? end : from;
  }

  // Does a letter or its name stand before unit `i`? "En" and its like may as well explain a letter by an example.
  bool follows_letter(int i) const {
    const Unit& before = units_[i - 1];
    for (const std::string_view connector : {"en", "em", "de"})
      if (is_word(before.piece, head_of(connector))) return false;
    return before.names_letter && !before.alphabet;
  }

  bool is_name(const Unit& unit, std::uint32_t flags) const {
    const LaneWord& word = pieces_[unit.piece].word;
    return unit.size > 1 && word.row->name_row != 0 && (kNameWords.values[word.row->name_row - 1].flags & flags) != 0;
  }

  // The letters that are spelled from unit `from` on become a word: what TokenReader::read_spelled does. `end` stays at
  // `from` when there are none; false where only that reader knows.
  bool push_run(int from, int& end) {
    const Unit& first = units_[from];
    const bool may_name_letter = tokens_.raw.count > 0 && first.names_letter && !first.alphabet;
    const bool before_bare = first.size > 1 && from + 1 < unit_count_ && units_[from + 1].size == 1;
    if (before_bare && is_name(first, kGivenName) && !may_name_letter) return true;
    char letters[kMaxLaneSize + 1];
    for (int i = from; i < unit_count_ && units_[i].letter != 0; ++i) letters[i - from] = units_[i].letter;
    int size, behind = end_of_run(from, false, size);
    if (behind > from) {
      bool bare = true;
      for (int i = from; i < behind; ++i) bare &= units_[i].size == 1;
      if (bare ? size < 4 && !spells_alone(from, behind, {letters, static_cast<std::size_t>(size)}) : size < 3)
        return true;
    }
    int longer;
    const int loose = end_of_run(from, true, longer);
    if (behind == from) {
      if (loose == from || longer < 4) return true;
      behind = loose;
      size = longer;
    } else if (loose == unit_count_ && longer > size && longer <= size + 2) {
      behind = loose;
      size = longer;
    }
    const Unit& last = units_[behind - 1];
    const bool whole = behind == unit_count_;
    const bool family = size >= 3 && !last.names_letter && is_name(last, kSurname | kGivenName);
    int used = behind;
    if (family && whole && size >= 3 && follows_letter(behind - 1) && !signs_behind(end_ - 1, true)) {
      --used;
      --size;
    }
    const bool given = (tokens_.raw.count == 0 || may_name_letter) && size >= 3 && is_name(first, kGivenName);
    push_spelled({letters, static_cast<std::size_t>(size)});
    end = used;
    if (tokens_.raw.overlong || tokens_.raw.count == 0) return true;
    const NameToken spelled = tokens_.raw.at[tokens_.raw.count - 1].token;
    const std::string_view text = spelled.view();
    if (text != std::string_view{letters, static_cast<std::size_t>(size)}) return true;
    if (given) writer_.add_split(spelled, lane_token(pieces_[first.piece].word), spelled_token(text.substr(1)));
    if (family && used == behind)
      writer_.add_split(spelled, spelled_token(text.substr(0, text.size() - 1)), lane_token(pieces_[last.piece].word));
    return true;
  }

  // Three bare letters that are all that is said, or two or three that are the word before them.
  bool spells_alone(int from, int behind, std::string_view letters) const {
    if (tokens_.raw.count > 0) return writer_.may_spell_last(letters);
    return letters.size() == 3 && from + 3 == behind && behind == unit_count_ && !signs_behind(end_ - 1, false);
  }

  // ---- words from letters ------------------------------------------------------------------------------------------

  // Are two or three letters one word? When they are all that is said, or a word was just said that they may be.
  bool spells(std::string_view letters, int k) {
    if (tokens_.raw.count > 0) return writer_.may_spell_last(letters);
    if (letters.size() != 3 || k + 1 < end_) return false;
    return !signs_behind(k, false);
  }

  // "Ann L U N as in nancy": the letters may be Lu, and Nancy the surname.
  void add_named(std::string_view letters, std::size_t last) {
    if (named_ == nullptr || named_->word.empty() || named_->letter != last || tokens_.raw.overlong) return;
    const NameToken spelled = tokens_.raw.at[tokens_.raw.count - 1].token;
    if (spelled.view() != letters) return;
    writer_.add_split(spelled, spelled_token(spelled.view().substr(0, spelled.size - 1u)), spelled_token(named_->word));
  }

  void push_spelled(std::string_view letters) {
    const int start = form_.pool_used;
    writer_.push_spelled(letters);
    if (form_.pool_used == start || tokens_.raw.count == 0) return;
    const NameToken& token = tokens_.raw.at[tokens_.raw.count - 1].token;
    LaneWord& word = tokens_.words[tokens_.raw.count - 1];
    read_lane_word(token.text, token.size, word);
    tokens_.changes |= (word.roles & kLaneChanges) != 0;
  }

  Role role_;
  const NamedExample* const named_;
  LaneTokens& tokens_;
  RawNameWriter writer_;
  Unit units_[kMaxLaneSize];
  int unit_count_ = 0;
};

}  // namespace

bool read_lane_tokens(const Scan& scan, Role role, const LaneName* words, const NamedExample* named, LaneTokens& tokens,
                      NameForm& form) {
  clear_name(form);
  form.folded = scan.view();
  form.filler = form.corrected = form.two_answers = form.mixed_scripts = false;
  return LaneReader(scan, role, named, tokens, form).read(words);
}

}  // namespace ablmatch
