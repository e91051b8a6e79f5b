// The cutting of scanned names into pieces, and what stands around them in speech (clean_spoken), for the common forms.
#include "name_lane_pieces.hpp"

#include <bit>

#include "../tables/spoken_words.hpp"

namespace ablmatch {

bool LanePieces::read_pieces(const LaneName* found) {
  if (scan_.size > kMaxLaneSize || scan_.digits.at[0] != 0) return false;
  letters_ = scan_.letters.at[0];
  if (!read_signs(~std::uint64_t{0} >> (64 - scan_.size) & ~(letters_ | scan_.spaces.at[0]))) return false;
  std::uint64_t starts = letters_ & ~(letters_ << 1), ends = ~letters_ & letters_ << 1;
  // Single letters that no apostrophe makes a part of a word.
  const std::uint64_t single = starts & ends >> 1 & ~(quotes_ << 1) & ~(quotes_ >> 1);
  while (starts != 0) {
    if (end_ == kMaxPieces) return false;
    const int from = std::countr_zero(starts);
    LanePiece& piece = pieces_[end_++];
    piece.from = static_cast<std::uint8_t>(from);
    piece.spelled = false;
    int letters = 0, to;
    std::uint32_t set = 0;  // of the letters, by their lower five bits
    if (single >> from & 1) {
      for (int at = from;;) {
        piece.places[letters] = static_cast<std::uint8_t>(at);
        const char letter = scan_.text[at];
        piece.letters[letters++] = letter;
        set |= std::uint32_t{1} << (letter & 31);
        to = at + 1;
        starts &= starts - 1;
        ends &= ends - 1;
        if (starts == 0) break;
        const int next = std::countr_zero(starts);
        if (!(single >> next & 1) || !parts_letters(to, next)) break;
        at = next;
      }
      piece.spelled = letters > 1;
    } else {
      to = std::countr_zero(ends);
      starts &= starts - 1;
      ends &= ends - 1;
    }
    piece.to = static_cast<std::uint8_t>(to);
    if (piece.spelled) {
      // Letters that are spelled are words too: a, c, i and j begin phrases, and u, which is a name as well, ends one.
      constexpr std::uint32_t kBegin = letter_set("acij"), kEnd = letter_set("u");
      if ((set & kBegin) != 0) roles_ |= kLaneStarter | kLaneNoName;
      if ((set & kEnd) != 0) roles_ |= kLaneCloser;
      words_ += letters;
      piece.word.size = static_cast<std::uint8_t>(letters);
      piece.word.roles = 0;
      continue;
    }
    // ph.d, john.smith
    if (scan_.text[to] == '.' && is_letter(to + 1)) return false;
    ++words_;
    // Such words are the pieces, one by one: with apostrophes or letters that are spelled there are none.
    if (found != nullptr) {
      piece.word = found->at[end_ - 1];
      continue;
    }
    place_lane_word(scan_.text + from, static_cast<std::size_t>(to - from), piece.word);
    piece.word.from = piece.from;
    fetch_lane_word(piece.word);
  }
  for (int k = 0; k < end_; ++k) {
    if (pieces_[k].spelled) continue;
    look_up_lane_word(pieces_[k].word);
    roles_ |= pieces_[k].word.roles;
  }
  all_ = end_;
  return end_ > 0 && (roles_ & kLaneOdd) == 0;
}

bool LanePieces::read_signs(std::uint64_t signs) {
  for (; signs != 0; signs &= signs - 1) {
    const int at = std::countr_zero(signs);
    const std::uint64_t bit = std::uint64_t{1} << at;
    switch (scan_.text[at]) {
      case '\'': quotes_ |= bit; break;
      case '-': hyphens_ |= bit; break;
      case ',':
      case '.': break;
      default: return false;
    }
    signs_ |= bit;
  }
  return true;
}

bool LanePieces::parts_letters(int from, int to) const {
  if (to == from + 1) return scan_.text[from] != '\'';
  char gap[3];
  int size = 0;
  for (int at = from; at < to; ++at) {
    if (scan_.text[at] == ' ') continue;
    if (size == 2) return false;
    gap[size++] = scan_.text[at];
  }
  if (size == 0) return true;
  if (size == 1) return *gap != '\'';
  return gap[0] == '.' && (gap[1] == ',' || gap[1] == '-');
}

// ---- speech around the name ----------------------------------------------------------------------------------------

bool LanePieces::clean() {
  if (!(roles_ & kLaneDoubtful)) return true;
  if (!(roles_ & kLaneNoName)) {
    if (words_ == 3 && (pieces_[0].word.roles & kLaneFiller)) return false;
    if (words_ <= 3) return true;
  }
  if (roles_ & kLaneTurn) return false;
  return drop_fillers() && drop_start() && drop_end();
}

bool LanePieces::drop_fillers() {
  while (begin_ + 1 < end_ && !pieces_[begin_].spelled && (pieces_[begin_].word.roles & kLaneFiller)) {
    const std::uint64_t before = (std::uint64_t{1} << pieces_[begin_].from) - 1;
    if (((quotes_ | hyphens_) & before) != 0 || (quotes_ & signs_between(begin_, begin_ + 1)) != 0) return false;
    const std::uint16_t next = pieces_[begin_ + 1].spelled ? 0 : pieces_[begin_ + 1].word.row->spoken_row;
    if (next != 0 && kSpokenWords.values[next - 1].number != NumberClass::none) return false;
    ++begin_;
    form_.filler = true;
  }
  for (int k = begin_; (roles_ & kLaneFiller) != 0 && k < end_; ++k)
    if (pieces_[k].word.roles & kLaneFiller) return false;
  return true;
}

bool LanePieces::drop_start() {
  bool led = false;
  for (;;) {
    // Where a phrase may begin, commas and points are read over, other signs are not.
    const std::uint64_t before =
        ((std::uint64_t{1} << pieces_[begin_].from) - 1) &
        (begin_ == 0 ? ~std::uint64_t{0} : ~((std::uint64_t{1} << pieces_[begin_ - 1].to) - 1));
    if ((quotes_ | hyphens_) & before) return false;
    const int behind = behind_lead(begin_, led);
    if (behind < 0) return false;
    // "oh, it's …": an exclamation in front of a phrase.
    if (behind == begin_) return !is_word(begin_, head_of("oh"));
    if (behind >= end_) return false;
    begin_ = behind;
    form_.filler = true;
  }
}

// Behind what leads in at piece `at`; -1: not told here. `led`: something has, behind which no greeting is one.
int LanePieces::behind_lead(int at, bool& led) const {
  const LanePiece& first = pieces_[at];
  // "i m", "a e s": letters that read as the beginning of a phrase.
  const auto spells = [&first](char one, char two) { return first.letters[0] == one && first.letters[1] == two; };
  if (first.spelled) return spells('i', 'm') || spells('a', 'e') ? -1 : at;
  if (!(first.word.roles & kLaneStarter)) return at;
  if (at + 1 >= end_ || pieces_[at + 1].spelled) return -1;
  if (!may_introduce(first.word, &pieces_[at + 1].word)) return at;
  const std::uint64_t signs = signs_between(at, at + 1);
  const bool quoted = signs != 0 && (signs & ~quotes_) == 0;
  if (is_word(at, head_of("yes")) || is_word(at, head_of("hi")) || is_word(at, head_of("hello"))) {
    if (led) return at;
    return (signs & (quotes_ | hyphens_)) == 0 ? at + 1 : -1;
  }
  led = true;
  if (is_word(at, head_of("this"))) return signs == 0 && is_word(at + 1, head_of("is")) ? at + 2 : -1;
  if (is_word(at, head_of("it"))) {
    if (signs == 0 && is_word(at + 1, head_of("is"))) return at + 2;
    return quoted && is_word(at + 1, head_of("s")) ? at + 2 : -1;
  }
  if (is_word(at, head_of("i"))) {
    const bool am = (quoted && is_word(at + 1, head_of("m"))) || (signs == 0 && is_word(at + 1, head_of("am")));
    return am && !is_word(at + 2, head_of("called")) && !is_word(at + 2, head_of("at")) ? at + 2 : -1;
  }
  if (is_word(at, head_of("my")) || is_word(at, head_of("the"))) {
    if (signs != 0 || !is_word(at + 1, head_of("name")) || at + 2 >= end_) return -1;
    const std::uint64_t more = signs_between(at + 1, at + 2);
    const bool verb = (more == 0 && is_word(at + 2, head_of("is"))) ||
                      (more != 0 && (more & ~quotes_) == 0 && is_word(at + 2, head_of("s")));
    return verb ? at + 3 : -1;
  }
  return -1;
}

bool LanePieces::drop_end() {
  for (;;) {
    const LanePiece& last = pieces_[end_ - 1];
    if (last.spelled || !(last.word.roles & kLaneCloser)) return true;
    int from = end_ - 1;
    if (is_word(from, head_of("you"))) {
      --from;
      if (from < begin_ || !is_word(from, head_of("thank")) || signs_between(from, from + 1) != 0) return false;
    } else if (!is_word(from, head_of("please")) && !is_word(from, head_of("thanks")) &&
               !is_word(from, head_of("speaking"))) {
      return false;
    }
    // Something has to be left, and signs are read over but apostrophes are not.
    if (from <= begin_ || (quotes_ & ~((std::uint64_t{1} << last.to) - 1)) != 0) return false;
    end_ = from;
    form_.filler = true;
  }
}

}  // namespace ablmatch
