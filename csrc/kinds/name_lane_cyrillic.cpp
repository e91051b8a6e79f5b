// Scans Cyrillic names and writes them in Latin letters at once, and compares words with them.
#include "name_lane_cyrillic.hpp"

#include <cstring>

#include "../guards.hpp"
#include "../tables/spoken_words.hpp"
#include "kind.hpp"
#include "name_romanization.hpp"
#include "name_tokens.hpp"

namespace ablmatch {

namespace {

// Names of more words may be said twice over, or hold words that join others.
constexpr int kMostCyrillicWords = 3;
// What Aligner gives where both words agree across scripts; no other order of two such words gives more.
constexpr std::int16_t kTransliterated = 75;

// What folding and transliterate() give for one of the letters from U+0400 on.
struct CyrillicLetter {
  char folded[2];
  char latin[5];
  std::uint8_t latin_size;
};
constexpr int kCyrillicLetters = 0x60;
struct CyrillicLetters {
  CyrillicLetter at[kCyrillicLetters];
};
constexpr CyrillicLetters kCyrillic = [] {
  // From U+0430 on; null: folding takes a mark off and leaves another letter.
  constexpr const char* kLatin[] = {"a",  "b",  "v",     "g",     "d",     "e",     "zh",    "z",  "i", nullptr,
                                    "k",  "l",  "m",     "n",     "o",     "p",     "r",     "s",  "t", "u",
                                    "f",  "kh", "ts",    "ch",    "sh",    "shch",  "",      "y",  "",  "e",
                                    "yu", "ya", nullptr, nullptr, "dj",    nullptr, "ye",    "dz", "i", nullptr,
                                    "j",  "lj", "nj",    "c",     nullptr, nullptr, nullptr, "dz"};
  constexpr int kLower = 0x30, kCapitals = 0x10;
  CyrillicLetters letters{};
  for (int k = 0; k < kCyrillicLetters; ++k) {
    int folded = k < kCapitals ? k + 0x50 : k < kLower ? k + 0x20 : k;
    switch (folded) {
      case 0x39:
      case 0x5D: folded = 0x38; break;  // й, ѝ
      case 0x50:
      case 0x51: folded = 0x35; break;  // ѐ, ё
      case 0x53: folded = 0x33; break;  // ѓ
      case 0x57: folded = 0x56; break;  // ї
      case 0x5C: folded = 0x3A; break;  // ќ
      case 0x5E: folded = 0x43; break;  // ў
      default: break;
    }
    CyrillicLetter& letter = letters.at[k];
    letter.folded[0] = static_cast<char>(0xD0 | folded >> 6);
    letter.folded[1] = static_cast<char>(0x80 | (folded & 0x3F));
    for (const char* c = kLatin[folded - kLower]; *c != '\0'; ++c) letter.latin[letter.latin_size++] = *c;
  }
  return letters;
}();

constexpr std::string_view kI = "и", kY = "ы";

// Folding has taken the mark off й: the endings -ий and -ый are one letter in Latin (transliterate.cpp).
bool ends_in_y(std::string_view word) {
  return word.size() >= 4 && word.ends_with(kI) &&
         (word.substr(word.size() - 4, 2) == kI || word.substr(word.size() - 4, 2) == kY);
}

std::string_view latin_of_scan(const Scan& scan) { return scan.text + kScanCapacity; }

// Words that reading does nothing with.
bool is_name_only(const NameToken& token) {
  constexpr std::uint32_t kNames = kGivenName | kSurname | kMaleName | kFemaleName;
  const NameWord* row = token.row;
  if (row != nullptr && ((row->flags & ~kNames) | row->phrases | row->generation | row->ordinal) != 0) return false;
  return token.letters > 1 && kSpokenWords.find(token.view()) == nullptr;
}

}  // namespace

bool scan_cyrillic(std::string_view raw, Scan& out) {
  // Eight bytes behind a word may be loaded, and the last byte of the scan is taken.
  constexpr std::size_t kMostLatin = kScanSlack - 8 - sizeof(CyrillicLetter::latin);
  if (raw.size() > kMaxLaneSize || token_shapes_registered()) return false;
  std::memset(out.text, 0, sizeof out.text);
  char* const latin = out.text + kScanCapacity;
  std::size_t size = 0, start = 0;
  std::uint64_t spaces = 0;
  for (std::size_t k = 0;;) {
    if (k == raw.size() || raw[k] == ' ') {
      if (k == start) return false;
      if (ends_in_y({out.text + start, k - start})) {
        latin[size - 2] = 'y';
        latin[--size] = '\0';
      }
      if (k == raw.size()) break;
      spaces |= std::uint64_t{1} << k;
      out.text[k] = latin[size++] = ' ';
      start = ++k;
      continue;
    }
    if (k + 1 == raw.size() || size > kMostLatin) return false;
    const auto first = static_cast<unsigned char>(raw[k]), second = static_cast<unsigned char>(raw[k + 1]);
    const unsigned at = (first & 1u) << 6 | (second & 0x3Fu);
    if ((first & 0xFE) != 0xD0 || (second & 0xC0) != 0x80 || at >= kCyrillicLetters) return false;
    const CyrillicLetter& letter = kCyrillic.at[at];
    std::memcpy(out.text + k, letter.folded, sizeof letter.folded);
    std::memcpy(latin + size, letter.latin, sizeof letter.latin);
    size += letter.latin_size;
    k += 2;
  }
  out.size = static_cast<std::uint32_t>(raw.size());
  out.digits = {};
  out.spaces = {{spaces, 0}};
  out.letters = {{~std::uint64_t{0} >> (64 - raw.size()) & ~spaces, 0}};
  return true;
}

bool read_cyrillic_name(const Scan& scan, NameForm& form) {
  clear_name(form);
  form.folded = scan.view();
  form.filler = form.corrected = form.two_answers = form.mixed_scripts = false;
  for (std::uint64_t rest = scan.letters.at[0]; rest != 0;) {
    if (form.count == kMostCyrillicWords) return false;
    const int from = std::countr_zero(rest), size = std::countr_one(rest >> from);
    rest &= rest + (std::uint64_t{1} << from);
    NameToken& token = form.at[form.count] =
        make_name_token({scan.text + from, static_cast<std::size_t>(size)}, nullptr, 0);
    if (!is_name_only(token)) return false;
    add_latin(form, token, form.latin[form.count]);
    ++form.count;
  }
  return true;
}

std::int16_t score_cyrillic_words(LaneName& said, const Scan& stored) {
  constexpr int kLetter = 2;  // bytes; a single one is an initial
  if (said.count != 2 || said.hyphens != 0 || said.at[0].size == 1 || said.at[1].size == 1) return kUndecided;
  const std::uint64_t spaces = stored.spaces.at[0];
  const auto first = static_cast<std::uint32_t>(std::countr_zero(spaces));
  if (std::popcount(spaces) != 1 || first <= kLetter || stored.size - first - 1 <= kLetter) return kUndecided;
  const std::string_view latin = latin_of_scan(stored);
  const std::size_t gap = latin.find(' ');
  const std::string_view words[] = {latin.substr(0, gap), latin.substr(gap + 1)};
  // No table holds the Cyrillic words (tests/native/test_name_lane.cpp): reading does nothing with them.
  if (words[0].empty() || words[1].empty()) return kUndecided;

  const auto same = [&said, &words](int s, int t) {
    const std::string_view text{said.at[s].text, said.at[s].size};
    return text == words[t] || same_romanized(text, words[t]);
  };
  const int given = has_surname_first(said) ? 1 : 0;
  const bool same_given = same(given, 0), same_surname = same(1 - given, 1);
  if (same_given && same_surname) return kTransliterated;
  if (same_given || same_surname || same(given, 1) || same(1 - given, 0)) return kUndecided;
  LaneWord read[2];
  for (int t = 0; t < 2; ++t) read_lane_word(words[t].data(), words[t].size(), read[t]);
  return any_may_agree(said.at, said.count, read, 2) ? kUndecided : std::int16_t{0};
}

bool may_be_near_cyrillic(const LaneWord* said, int said_count, const NameForm& stored) {
  // Neighbours that are run together agree only where their first words begin with one sound.
  LaneWord words[kMostCyrillicWords];
  char begins[kMaxRawTokens];
  for (int s = 0; s < said_count; ++s) begins[s] = roman_beginning({said[s].text, said[s].size});
  for (int t = 0; t < stored.count; ++t) {
    const NameToken* const latin = stored.at[t].latin;
    if (latin == nullptr || latin->size > kMaxLaneSize) return true;
    for (const char c : latin->view())
      if (c < 'a' || c > 'z') return true;
    const char begin = roman_beginning(latin->view());
    for (int s = 0; s < said_count; ++s)
      if (begins[s] == begin) return true;
    read_lane_word(latin->text, latin->size, words[t]);
  }
  return any_may_agree(said, said_count, words, stored.count);
}

}  // namespace ablmatch
