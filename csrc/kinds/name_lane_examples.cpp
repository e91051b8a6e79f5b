// Finds "n as in nancy", "n like nancy", "n for nancy", "double n" and letters' names among four spelled letters and more, where
// nothing else is said by them than the letter (spoken_letters.cpp).
#include "name_lane_examples.hpp"

#include <cstring>

#include "../tables/name_word.hpp"
#include "../tables/spoken_words.hpp"
#include "name_lane_words.hpp"

namespace ablmatch {

namespace {

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Behind the words that lead up to an example, 0 when none stand at `at`.
std::size_t behind_connector(const Scan& said, std::size_t at) {
  const char* text = said.text + at;
  if (std::memcmp(text, "as in ", 6) == 0) return at + 6;
  if (std::memcmp(text, "like ", 5) == 0) return at + 5;
  return std::memcmp(text, "for ", 4) == 0 ? at + 4 : 0;
}

bool is_double(const Scan& said, std::size_t at) { return std::memcmp(said.text + at, "double ", 7) == 0; }

bool is_alone(const Scan& said, std::size_t at) {
  return is_letter(said.text[at]) && !is_letter(said.text[at + 1]) && (at == 0 || said.text[at - 1] == ' ');
}

// The letter that is named by the word at `at` ("are", "tee"), '\0' when it is none; `end`: behind the word. A letter has to
// follow.
char named_letter(const Scan& said, std::size_t at, std::size_t& end) {
  end = at;
  while (is_letter(said.text[end])) ++end;
  constexpr std::size_t kLongest = 8;
  if (end < at + 2 || end > at + kLongest || said.text[end] != ' ' || !is_alone(said, end + 1)) return '\0';
  LaneWord word;
  read_lane_word(said.text + at, end - at, word);
  if ((word.roles & (kLaneFiller | kLaneTurn | kLaneOdd | kLaneConnector)) != 0 || word.row->spoken_row == 0)
    return '\0';
  return kSpokenWords.values[word.row->spoken_row - 1].letter;
}

// A word that does nothing but begin with its letter.
bool is_example(const LaneWord& word) {
  for (const std::string_view other : {"as", "in", "is", "for", "like"})
    if (other == std::string_view{word.text, word.size}) return false;
  return (word.roles & (kLaneDoubtful | kLaneNoName | kLaneOdd | kLaneConnector)) == 0;
}

// names_family of name_tokens.cpp.
bool names_family(const LaneWord& word) {
  if (word.row->spoken_row != 0 && kSpokenWords.values[word.row->spoken_row - 1].letter != 0) return false;
  return word.row->name_row != 0 && (kNameWords.values[word.row->name_row - 1].flags & (kSurname | kGivenName)) != 0;
}

class Shortener {
 public:
  Shortener(const Scan& said, NamedExample& named) : said_(said), named_(named) {}

  bool run(Scan& out) {
    for (std::size_t at = 0; at < said_.size;) {
      std::size_t word = 0;
      if (is_alone(said_, at) && said_.text[at + 1] == ' ') word = behind_connector(said_, at + 2);
      if (word == 0 && follows_letter() && is_double(said_, at)) {
        if (!repeat(at + 7)) return false;
        at += 8;
        continue;
      }
      std::size_t end;
      if (const char letter = word == 0 && follows_letter() ? named_letter(said_, at, end) : '\0'; letter != '\0') {
        if (size_ < 64) explained_ |= std::uint64_t{1} << size_;
        text_[size_++] = letter;
        at = end;
        continue;
      }
      if (word == 0) {
        text_[size_++] = said_.text[at++];
        continue;
      }
      if (!explain(at, word)) return false;
      at = word;
    }
    return explained_ != 0 && size_ <= kMaxLaneSize && scan({text_, size_}, out) && are_spelled(out);
  }

 private:
  // Is a letter that stands alone, and a gap, the last that was put down?
  bool follows_letter() const {
    return size_ >= 2 && text_[size_ - 1] == ' ' && is_letter(text_[size_ - 2]) &&
           (size_ == 2 || text_[size_ - 3] == ' ');
  }

  // Puts the letter at `at` down twice; "double u" is one letter.
  bool repeat(std::size_t at) {
    const char letter = said_.text[at];
    if (!is_alone(said_, at) || letter == 'u') return false;
    const bool closes = at + 1 == said_.size || (at + 2 == said_.size && said_.text[at + 1] == '.');
    if (!closes && (said_.text[at + 1] != ' ' || behind_connector(said_, at + 2) != 0)) return false;
    if (size_ + 2 < 64) explained_ |= std::uint64_t{5} << size_;
    for (const char c : {letter, ' ', letter}) text_[size_++] = c;
    return true;
  }

  // Puts the letter down; `word`: where the example stands, and then its end.
  bool explain(std::size_t at, std::size_t& word) {
    const char letter = said_.text[at];
    if (said_.text[word] != letter) return false;
    std::size_t end = word;
    while (is_letter(said_.text[end])) ++end;
    const bool closes = end == said_.size || (end + 1 == said_.size && said_.text[end] == '.');
    if (end < word + 2 || !(closes || said_.text[end] == ' ')) return false;
    const bool last = closes || !is_letter(said_.text[end + 1]) || is_letter(said_.text[end + 2]);
    if (end - word > kMaxLaneSize) return false;
    LaneWord example;
    read_lane_word(said_.text + word, end - word, example);
    if (!is_example(example)) return false;
    if (last && names_family(example)) {
      if (!named_.word.empty()) return false;
      named_ = {{example.text, example.size}, size_};
    }
    // "b b for boy" names one b, and so does "bee b for boy".
    std::size_t before = size_;
    while (before > 0 && !is_letter(text_[before - 1])) --before;
    if (before > 0 && (text_[before - 1] == letter || ends_in_letter_name(before))) return false;
    if (size_ < 64) explained_ |= std::uint64_t{1} << size_;
    text_[size_++] = letter;
    word = end;
    return true;
  }

  // Is the last word that was put down, which ends at `end`, longer than a letter and the name of one?
  bool ends_in_letter_name(std::size_t end) const {
    std::size_t from = end;
    while (from > 0 && is_letter(text_[from - 1])) --from;
    if (end - from < 2 || end - from > kMaxLaneSize) return false;
    LaneWord word;
    read_lane_word(text_ + from, end - from, word);
    return (word.roles & kLaneLetter) != 0;
  }

  // Do all explained letters stand among four single letters with one gap between two? Fewer may be initials.
  bool are_spelled(const Scan& out) const {
    const std::uint64_t letters = out.letters.at[0], gaps = out.spaces.at[0],
                        single = letters & (gaps << 1 | 1) & ~(letters >> 1);
    const std::uint64_t next = single & gaps >> 1 & single >> 2;
    const std::uint64_t four = next & next >> 2 & next >> 4;
    return (explained_ & ~(four | four << 2 | four << 4 | four << 6)) == 0;
  }

  const Scan& said_;
  NamedExample& named_;
  std::uint64_t explained_ = 0;  // places of the letters in text_
  std::size_t size_ = 0;
  char text_[kScanCapacity + 8];  // whole words of eight bytes are loaded
};

}  // namespace

bool drop_examples(const Scan& said, Scan& out, NamedExample& named) {
  named = {};
  // Most values have no example: a single letter, and behind it a word that begins with a, d, f or l.
  for (int half = 0; half < 2; ++half) {
    // Words across the halves are left to the whole reading.
    const std::uint64_t letters = said.letters.at[half], word = letters >> 2 & letters >> 3;
    for (std::uint64_t ends = letters & ~(letters << 1) & said.spaces.at[half] >> 1 & word; ends != 0;
         ends &= ends - 1) {
      const std::size_t at = static_cast<std::size_t>(std::countr_zero(ends)) + 64u * static_cast<unsigned>(half);
      std::size_t end;
      if (behind_connector(said, at + 2) != 0 || is_double(said, at + 2) || named_letter(said, at + 2, end) != '\0')
        return Shortener(said, named).run(out);
    }
  }
  return false;
}

}  // namespace ablmatch
