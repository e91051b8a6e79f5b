// Two addresses that differ in words with one meaning, told from their bytes: most that say the same do.
#include "address_same_words.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Where the run of letters that holds byte `last` starts.
std::size_t start_of_run(const ScanMask& letters, std::size_t last) {
  if (last < 64) return last + 1 - static_cast<std::size_t>(std::countl_one(letters.at[0] << (63 - last)));
  const auto high = static_cast<std::size_t>(std::countl_one(letters.at[1] << (127 - last)));
  return high < last - 63 ? last + 1 - high : 64 - static_cast<std::size_t>(std::countl_one(letters.at[0]));
}

// The next byte behind a word, its full stops, commas and spaces; kNone where more stands there.
std::size_t behind_word(const Scan& scan, std::size_t at) {
  const char c = scan.text[at];
  if (c != 0 && c != ' ' && c != ',' && c != '.') return kNone;
  while (scan.text[at] == ' ' || scan.text[at] == ',' || scan.text[at] == '.') ++at;
  return at;
}
// The same behind a number, where a full stop may be more.
std::size_t behind_number(const Scan& scan, std::size_t at) {
  const char c = scan.text[at];
  if (c != 0 && c != ' ' && c != ',') return kNone;
  while (scan.text[at] == ' ' || scan.text[at] == ',') ++at;
  return scan.text[at] == '.' ? kNone : at;
}

// Where a word and the one behind a space behind it end; 0: there is no such.
std::size_t end_of_two(const Scan& scan, std::size_t end) {
  if (scan.text[end] != ' ' || !is_letter(scan.text[end + 1])) return 0;
  return Scan::end_of_run(scan.letters, end + 1);
}

// Both words at two places mean the same: sets where they end.
bool mean_the_same(const Scan& said, std::size_t from, const Scan& stored, std::size_t there, std::size_t& end,
                   std::size_t& other_end) {
  const bool sign = said.text[from] == '#', other_sign = stored.text[there] == '#';
  end = sign ? from + 1 : Scan::end_of_run(said.letters, from);
  other_end = other_sign ? there + 1 : Scan::end_of_run(stored.letters, there);
  const std::string_view word(said.text + from, end - from), other(stored.text + there, other_end - there);
  if (!sign && !other_sign && (!is_letter(word[0]) || !is_letter(other[0]))) return false;
  if (word.size() == other.size() && same_text(word, other)) return true;
  const LexiconEntry &one = entry_of(word), &two = entry_of(other);
  if (sign || other_sign) return names_unit(sign ? two : one);
  if (one.address != 0 && two.address != 0) {
    const unsigned parts = one.parts & two.parts;
    if ((parts & kDirectionPart) != 0) return row(one).direction == row(two).direction;
    // A letter is a type only where it is written as one.
    if (word.size() == 1 || other.size() == 1) return false;
    if (share_type(one, two)) return true;
    if ((parts & kStatePart) != 0) return row(one).state == row(two).state;
    if ((parts & kUnitPart) != 0) return row(one).unit == row(two).unit;
  }
  if (const std::size_t two_end = end_of_two(stored, other_end);
      two_end != 0 && names_state(one, {stored.text + there, two_end - there})) {
    other_end = two_end;
    return true;
  }
  if (const std::size_t two_end = end_of_two(said, end);
      two_end != 0 && names_state(two, {said.text + from, two_end - from})) {
    end = two_end;
    return true;
  }
  return false;
}

const LexiconEntry& word_entry(const Scan& scan, std::size_t at) {
  return entry_of({scan.text + at, Scan::end_of_run(scan.letters, at) - at});
}

bool closes(std::string_view rest) { return rest == "please" || rest == "thanks" || rest == "that's it"; }

// Two tokens of which one is a word, and the other a number or the sign of a unit that the word is not.
bool are_of_two_sorts(const Scan& said, std::size_t at, const Scan& stored, std::size_t there) {
  const char c = said.text[at], other = stored.text[there];
  if (is_letter(c)) return is_digit(other) || (other == '#' && !names_unit(word_entry(said, at)));
  return is_letter(other) && (is_digit(c) || (c == '#' && !names_unit(word_entry(stored, there))));
}

}  // namespace

Agreement compare_words(const Scan& said, const Scan& stored, std::size_t& agreed, std::size_t& agreed_there) {
  std::size_t at = 0, there = 0;
  for (;;) {
    agreed = at;
    agreed_there = there;
    const std::size_t same = same_bytes(said, at, stored, there);
    at += same;
    there += same;
    if (at == said.size && there == stored.size) return Agreement::agree;
    if (same > 0 && is_digit(said.text[at - 1])) {
      at = behind_number(said, at);
      there = behind_number(stored, there);
    } else {
      const std::size_t back = same > 0 && is_letter(said.text[at - 1]) ? at - start_of_run(said.letters, at - 1) : 0;
      at -= back;
      there -= back;
      // What a hyphen is, is told by what stands two bytes behind it.
      if (at > 0 && said.text[at - 1] == '-') return Agreement::open;
      if (is_letter(said.text[at]) && is_letter(stored.text[there])) agreed = at, agreed_there = there;
      std::size_t end, other_end;
      if (!mean_the_same(said, at, stored, there, end, other_end))
        return same == 0 && are_of_two_sorts(said, at, stored, there) ? Agreement::differ : Agreement::open;
      at = said.text[at] == '#' ? end : behind_word(said, end);
      there = stored.text[there] == '#' ? other_end : behind_word(stored, other_end);
    }
    if (at == kNone || there == kNone) return Agreement::open;
    if (there == stored.size && (at == said.size || closes(said.view().substr(at)))) return Agreement::agree;
    if (at == said.size) return Agreement::differ;
    if (there == stored.size) return Agreement::open;
  }
}

}  // namespace ablmatch::postal
