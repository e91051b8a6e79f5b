// Keys under which the spellings of one name in several scripts or systems of romanization are equal.
#include "name_romanization.hpp"

#include <cstring>

namespace ablmatch {

namespace {

constexpr std::size_t kMaxKey = 96;

struct Key {
  char text[kMaxKey];
  std::size_t size = 0;
  bool whole = true;

  void put(char c) {
    if (size < kMaxKey) text[size++] = c;
    else whole = false;
  }
  void put_once(char c) {
    if (size == 0 || text[size - 1] != c) put(c);
  }
  std::string_view view() const { return {text, size}; }
  bool equals(const Key& other) const { return whole && other.whole && size > 0 && view() == other.view(); }
};

struct Rewrite {
  std::string_view from;
  std::string_view to;
};

// Rules of a rewriting, sorted by their first letters; among those of one letter the first that fits counts.
template <std::size_t N>
struct Rules {
  Rewrite rules[N] = {};
  std::uint8_t begin[128] = {}, end[128] = {};

  constexpr explicit Rules(const Rewrite (&given)[N]) {
    std::size_t count = 0;
    for (std::size_t c = 0; c < 128; ++c) {
      begin[c] = static_cast<std::uint8_t>(count);
      for (const Rewrite& rule : given)
        if (rule.from[0] == static_cast<char>(c)) rules[count++] = rule;
      end[c] = static_cast<std::uint8_t>(count);
    }
  }
};

bool stands_at(std::string_view text, std::size_t at, std::string_view piece) {
  if (text.size() - at < piece.size()) return false;
  for (std::size_t k = 0; k < piece.size(); ++k)
    if (text[at + k] != piece[k]) return false;
  return true;
}

// Rewrites ASCII text by the first rule that fits at each place, letter by letter; doubled letters of the result count
// once.
template <std::size_t N>
class Rewriting {
 public:
  Rewriting(std::string_view text, const Rules<N>& rules) : text_(text), rules_(rules) {}

  // The next letter, or 0 at the end.
  char next() {
    for (;;) {
      if (pending_.empty() && !read()) return '\0';
      while (!pending_.empty()) {
        const char c = pending_[0];
        pending_.remove_prefix(1);
        if (c != last_) return last_ = c;
      }
    }
  }

 private:
  bool read() {
    if (at_ == text_.size()) return false;
    const auto first = static_cast<unsigned char>(text_[at_]) & 127u;
    std::size_t rule = rules_.begin[first];
    while (rule < rules_.end[first] && !stands_at(text_, at_, rules_.rules[rule].from)) ++rule;
    const bool found = rule < rules_.end[first];
    pending_ = found ? rules_.rules[rule].to : text_.substr(at_, 1);
    at_ += found ? rules_.rules[rule].from.size() : 1;
    return true;
  }

  std::string_view text_;
  const Rules<N>& rules_;
  std::string_view pending_;
  std::size_t at_ = 0;
  char last_ = '\0';
};

template <std::size_t N>
Key rewrite(std::string_view text, const Rules<N>& rules) {
  Key key;
  Rewriting<N> letters(text, rules);
  while (const char c = letters.next()) key.put(c);
  return key;
}

// Are two words equal once rewritten? Most pairs end at their first letters. `g_is_h`: as in Ukrainian, where Russian
// has g.
template <std::size_t N>
bool same_rewritten(std::string_view said, std::string_view stored, const Rules<N>& rules, bool g_is_h = false) {
  Rewriting<N> one(said, rules), two(stored, rules);
  for (std::size_t size = 0; size <= kMaxKey; ++size) {
    char a = one.next(), b = two.next();
    if (g_is_h && a == 'g') a = 'H';
    if (g_is_h && b == 'g') b = 'H';
    if (a != b) return false;
    if (a == '\0') return size > 0;
  }
  return false;
}

// Slavic and Greek names in Latin letters (identity-matching.md 2.6, transliteration): spellings of one sound fall
// together. H stands for all of kh, ch, tch and h, because the systems mix them.
constexpr Rewrite kRomanRulesList[] = {
    {"shch", "S"}, {"sch", "S"}, {"sh", "S"},  {"tch", "H"}, {"cz", "H"}, {"ch", "H"}, {"kh", "H"}, {"ph", "f"},
    {"th", "t"},   {"gh", "g"},  {"zh", "J"},  {"dh", "d"},  {"rh", "r"}, {"h", "H"},  {"tz", "c"}, {"ts", "c"},
    {"ce", "ce"},  {"ci", "ci"}, {"cy", "ci"}, {"c", "k"},   {"q", "k"},  {"x", "ks"}, {"ou", "u"}, {"oo", "u"},
    {"w", "v"},    {"ij", "i"},  {"iy", "i"},  {"yi", "i"},  {"ii", "i"}, {"ie", "e"}, {"ye", "e"}, {"je", "e"},
    {"io", "e"},   {"yo", "e"},  {"jo", "e"},  {"ai", "e"},  {"ay", "e"}, {"aj", "e"}, {"ei", "i"}, {"ey", "i"},
    {"ej", "i"},   {"oi", "i"},  {"oy", "i"},  {"y", "i"},   {"j", "i"},  {"mp", "b"}, {"'", ""},
};
constexpr Rules kRomanRules{kRomanRulesList};

// Indic names: the inherent a comes and goes, long vowels are written twice or otherwise.
constexpr Rewrite kIndicRulesList[] = {
    {"aa", ""},  {"a", ""},   {"ee", "i"}, {"oo", "u"}, {"sh", "s"}, {"th", "t"}, {"dh", "d"},
    {"bh", "b"}, {"kh", "k"}, {"gh", "g"}, {"ph", "p"}, {"ch", "c"}, {"jh", "j"}, {"w", "v"},
    {"y", "i"},  {"x", "ks"}, {"z", "j"},  {"f", "p"},  {"'", ""},
};
constexpr Rules kIndicRules{kIndicRulesList};

// Consonants of Arabic and Hebrew names; the article and vowels are free.
constexpr Rewrite kSkeletonRulesList[] = {
    {"kh", "H"}, {"ch", "H"}, {"gh", "G"}, {"sh", "S"}, {"th", "t"}, {"dh", "d"}, {"ph", "f"},
    {"tz", "c"}, {"ts", "c"}, {"ou", ""},  {"a", ""},   {"e", ""},   {"i", ""},   {"o", ""},
    {"u", ""},   {"y", ""},   {"h", "H"},  {"q", "k"},  {"w", ""},   {"v", ""},   {"b", "b"},
    {"p", "b"},  {"z", "z"},  {"'", ""},   {"`", ""},   {"-", ""},   {"j", "g"},  {"c", "k"},
};
constexpr Rules kSkeletonRules{kSkeletonRulesList};

constexpr Rewrite kKoreanRulesList[] = {
    {"yeo", "yu"}, {"you", "yu"}, {"eo", "u"}, {"eu", "u"}, {"oo", "u"}, {"ou", "u"},
    {"woo", "u"},  {"wu", "u"},   {"ee", "i"}, {"ui", "i"}, {"ae", "e"}, {"ch", "j"},
    {"uh", "u"},   {"k", "g"},    {"t", "d"},  {"p", "b"},  {"r", "l"},  {"sh", "s"},
};
constexpr Rules kKoreanRules{kKoreanRulesList};

// Spellings of one sound by the systems of romanization. Narrower than the rules above: Minseo is not Minsu.
constexpr Rewrite kKoreanSpellingsList[] = {
    {"woo", "wu"}, {"oo", "u"}, {"ee", "i"}, {"ch", "j"}, {"k", "g"}, {"t", "d"}, {"p", "b"}, {"r", "l"},
};
constexpr Rules kKoreanSpellings{kKoreanSpellingsList};

std::string_view without_article(std::string_view word) {
  return word.size() > 4 && (word.starts_with("al") || word.starts_with("el")) ? word.substr(2) : word;
}

Script script_of_word(const NameToken& token) {
  std::size_t at = 0;
  return script_of(decode(token.text, at));
}

// One mora of romanized Japanese at `at`: consonant key and vowel into `key`; false when it is none.
bool read_mora(std::string_view word, std::size_t& at, Key& key, bool& kunrei) {
  struct Onset {
    std::string_view written;
    std::string_view key;
    bool other;  // one of two systems' spellings
  };
  static constexpr Onset kOnsets[] = {
      {"sh", "s", true},   {"sy", "s", true},   {"ch", "t", true},   {"ty", "t", true},   {"ts", "t", true},
      {"tsu", "t", true},  {"zy", "z", true},   {"jy", "z", true},   {"j", "z", true},    {"ky", "ky", false},
      {"gy", "gy", false}, {"ny", "ny", false}, {"hy", "hy", false}, {"by", "by", false}, {"py", "py", false},
      {"my", "my", false}, {"ry", "ry", false}, {"f", "h", true},    {"k", "k", false},   {"g", "g", false},
      {"s", "s", false},   {"z", "z", false},   {"t", "t", false},   {"d", "d", false},   {"n", "n", false},
      {"h", "h", false},   {"b", "b", false},   {"p", "p", false},   {"m", "m", false},   {"y", "y", false},
      {"r", "r", false},   {"w", "w", false},
  };
  const auto vowel = [](char c) { return c == 'a' || c == 'i' || c == 'u' || c == 'e' || c == 'o'; };
  if (vowel(word[at])) {
    // A vowel that lengthens the one before is free: oo, ou, uu.
    const char before = key.size ? key.text[key.size - 1] : '\0';
    const bool lengthens =
        (word[at] == before && (before == 'o' || before == 'u')) || (before == 'o' && word[at] == 'u');
    if (!lengthens) key.put(word[at]);
    ++at;
    return true;
  }
  if (word[at] == 'h' && key.size && key.text[key.size - 1] == 'o' && (at + 1 == word.size() || !vowel(word[at + 1]))) {
    ++at;  // Ohno, Satoh
    return true;
  }
  if (at + 1 < word.size() && word[at] == word[at + 1]) {
    key.put('*');  // a doubled consonant
    ++at;
    return true;
  }
  for (const Onset& onset : kOnsets) {
    if (word.substr(at, onset.written.size()) != onset.written) continue;
    const std::size_t behind = at + onset.written.size();
    if (behind < word.size() && vowel(word[behind])) {
      for (const char c : onset.key) key.put(c);
      kunrei |= onset.other;
      // sha and sya against sa: keep the glide, which si and shi do not have.
      if (onset.other && word[behind] != 'i' && onset.written != "ts" && onset.written != "f") key.put('y');
      key.put(word[behind]);
      at = behind + 1;
      return true;
    }
  }
  if (word[at] == 'n' || word[at] == 'm') {
    key.put('n');
    ++at;
    return true;
  }
  return false;
}

bool japanese_key(std::string_view word, Key& key, bool& kunrei) {
  for (std::size_t at = 0; at < word.size();)
    if (!read_mora(word, at, key, kunrei)) return false;
  return key.whole && key.size > 0;
}

std::size_t write_key(const Key& key, char* out, std::size_t capacity) {
  if (!key.whole || key.size > capacity) return 0;
  std::memcpy(out, key.text, key.size);
  return key.size;
}

// A known name of other languages is not read as Japanese: Boone is not Bone.
bool may_be_japanese(const NameToken& token) {
  if (token.letters < 3) return false;
  return token.row == nullptr || ((token.row->given_cultures | token.row->surname_cultures) & kJapaneseNames) != 0 ||
         !token.knows(kGivenName | kSurname);
}

}  // namespace

int japanese_level(const NameToken& said, const NameToken& stored) {
  // Initial sounds of the two systems: sh/s, ch/t, ts/t, j/z, f/h.
  const auto onset = [](char c) { return c == 'c' ? 't' : c == 'j' ? 'z' : c == 'f' ? 'h' : c; };
  if (onset(*said.text) != onset(*stored.text) || !may_be_japanese(said) || !may_be_japanese(stored)) return 0;
  // Both keys end in the same vowel, or in n; o and u have long spellings.
  const auto end = [](const NameToken& token) {
    const char c = token.text[token.size - 1];
    return c == 'u' || c == 'h' ? 'o' : c == 'm' ? 'n' : c;
  };
  const char last = end(said);
  if (last != end(stored) || !(last == 'a' || last == 'i' || last == 'e' || last == 'o' || last == 'n')) return 0;
  Key one, two;
  bool one_kunrei = false, two_kunrei = false;
  if (!japanese_key(said.view(), one, one_kunrei) || !japanese_key(stored.view(), two, two_kunrei) || !one.equals(two))
    return 0;
  return one_kunrei || two_kunrei ? 95 : 99;
}

bool same_japanese(std::string_view said, std::string_view stored) {
  Key one, two;
  bool kunrei = false;
  return japanese_key(said, one, kunrei) && japanese_key(stored, two, kunrei) && one.equals(two);
}

std::size_t japanese_spelling(const NameToken& token, char* out, std::size_t capacity) {
  Key key;
  bool kunrei = false;
  if (token.has(kForeignToken) || !may_be_japanese(token) || !japanese_key(token.view(), key, kunrei)) return 0;
  return write_key(key, out, capacity);
}

std::size_t korean_spelling(std::string_view word, char* out, std::size_t capacity) {
  return write_key(rewrite(word, kKoreanSpellings), out, capacity);
}

bool same_korean_syllables(std::string_view said, std::string_view stored) {
  return same_rewritten(said, stored, kKoreanRules);
}

bool same_romanized(std::string_view said, std::string_view stored) {
  return same_rewritten(said, stored, kRomanRules, true);
}

bool gendered_surnames(const NameToken& said, const NameToken& stored) {
  // The stem of three letters or more is common to both; most pairs end here.
  if (said.size < 4 || stored.size < 4 || std::memcmp(said.text, stored.text, 3) != 0) return false;
  struct Endings {
    std::string_view man;
    std::string_view woman;
  };
  static constexpr Endings kEndings[] = {
      {"ov", "ova"},     {"ev", "eva"},    {"yov", "yova"},      {"in", "ina"},     {"yn", "yna"},     {"ski", "ska"},
      {"sky", "ska"},    {"sky", "skaya"}, {"skiy", "skaya"},    {"skii", "skaya"}, {"skij", "skaja"}, {"ski", "skaya"},
      {"cki", "cka"},    {"dzki", "dzka"}, {"skyi", "ska"},      {"skyy", "ska"},   {"oy", "aya"},     {"ny", "na"},
      {"ly", "la"},      {"", "ova"},      {"poulos", "poulou"}, {"idis", "idou"},  {"akis", "aki"},   {"ов", "ова"},
      {"ев", "ева"},     {"ин", "ина"},    {"ский", "ская"},     {"цкий", "цкая"},  {"ый", "ая"},      {"ой", "ая"},
      {"ський", "ська"},
  };
  // The woman's endings in Latin letters end in a, u or i.
  const auto ends_so = [](const NameToken& token) {
    const char last = token.text[token.size - 1];
    return last == 'a' || last == 'u' || last == 'i' || static_cast<unsigned char>(last) >= 0x80;
  };
  if (!ends_so(said) && !ends_so(stored)) return false;
  const auto match = [](std::string_view man, std::string_view woman) {
    for (const Endings& ending : kEndings) {
      if (!man.ends_with(ending.man) || !woman.ends_with(ending.woman)) continue;
      const std::string_view stem = man.substr(0, man.size() - ending.man.size());
      if (stem.size() >= 3 && stem == woman.substr(0, woman.size() - ending.woman.size())) return true;
    }
    return false;
  };
  // Martin and Martina are two names where neither is Slavic.
  const auto slavic = [](const NameToken& token) {
    return !token.knows(kSurname | kGivenName) || (token.row->surname_cultures & (kSlavicNames | kWesternNames)) != 0;
  };
  if (!slavic(said) && !slavic(stored)) return false;
  if (said.knows(kGivenName) && stored.knows(kGivenName)) return false;
  return match(said.view(), stored.view()) || match(stored.view(), said.view());
}

bool initial_across_scripts(const NameToken& initial, const NameToken& name) {
  if (initial.has(kForeignToken) == name.has(kForeignToken)) return false;
  char text[2][kMaxKey];
  const std::size_t one = transliterate(initial.view(), text[0], kMaxKey),
                    two = transliterate(name.view(), text[1], kMaxKey);
  const Script script = script_of_word(initial.has(kForeignToken) ? initial : name);
  return one > 0 && two >= one && (script == Script::cyrillic || script == Script::greek) &&
         std::memcmp(text[0], text[1], one) == 0;
}

bool same_romanized_korean(const NameToken& said, const NameToken& stored) {
  const auto korean = [](const NameToken& token) {
    return token.row && (token.row->given_cultures & kKoreanNames) != 0;
  };
  return (korean(said) || korean(stored)) && said.letters >= 4 && stored.letters >= 4 &&
         same_rewritten(said.view(), stored.view(), kKoreanSpellings);
}

char roman_beginning(std::string_view latin) {
  const char first = Rewriting(latin, kRomanRules).next();
  return first == 'g' ? 'H' : first;
}

bool may_begin_alike(const NameToken& said, const NameToken& stored) {
  std::string_view text[2];
  const NameToken* sides[2] = {&said, &stored};
  for (int k = 0; k < 2; ++k) {
    text[k] = sides[k]->view();
    if (!sides[k]->has(kForeignToken)) continue;
    const Script script = script_of_word(*sides[k]);
    if (!sides[k]->latin || (script != Script::cyrillic && script != Script::greek)) return true;
    text[k] = sides[k]->latin->view();
  }
  return roman_beginning(text[0]) == roman_beginning(text[1]);
}

// A word in Latin letters, which the caller has found.
static NameToken latin_token(const NameToken& token, std::string_view latin) {
  if (token.latin) return *token.latin;
  return token.has(kForeignToken) ? make_name_token(latin, nullptr, 0) : token;
}

std::size_t roman_spelling(std::string_view latin, char* out, std::size_t capacity) {
  // Ukrainian г is h, Russian г is g.
  const Key spelled = rewrite(latin, kRomanRules);
  Key key;
  key.whole = spelled.whole;
  for (const char c : spelled.view()) key.put_once(c == 'g' ? 'H' : c);
  return write_key(key, out, capacity);
}

Agreement agree_across_scripts(const NameToken& said, const NameToken& stored,
                               Agreement (*agree)(const NameToken& said, const NameToken& stored)) {
  char text[2][kMaxKey];
  std::string_view latin[2];
  bool han = false, consonants = false, indic = false, hangul = false;
  const NameToken* sides[2] = {&said, &stored};
  Script scripts[2] = {Script::latin, Script::latin};
  for (int k = 0; k < 2; ++k) {
    latin[k] = sides[k]->view();
    if (!sides[k]->has(kForeignToken)) continue;
    const Script script = scripts[k] = script_of_word(*sides[k]);
    han |= script == Script::han;
    consonants |= script == Script::arabic || script == Script::hebrew;
    indic |= script == Script::indic;
    hangul |= script == Script::hangul;
    latin[k] = sides[k]->latin ? sides[k]->latin->view()
                               : std::string_view{text[k], transliterate(sides[k]->view(), text[k], kMaxKey)};
  }
  if (scripts[0] == scripts[1]) {
    // たなか, タナカ
    if (scripts[0] == Script::kana && !latin[0].empty() && latin[0] == latin[1])
      return {99, NameReason::letter_variant};
    // Саша for Александр: call names are listed in Latin letters.
    if (scripts[0] != Script::cyrillic && scripts[0] != Script::greek) return kNoAgreement;
    if (latin[0].empty() || latin[1].empty()) return kNoAgreement;
    const Agreement listed = agree(latin_token(said, latin[0]), latin_token(stored, latin[1]));
    const bool counts = listed.reason == NameReason::nickname || listed.reason == NameReason::homophone;
    return counts && listed.level >= 75 ? listed : kNoAgreement;
  }
  if (latin[0].empty() || latin[1].empty()) return han ? Agreement{30, NameReason::unreadable} : kNoAgreement;
  const bool equal = latin[0] == latin[1];
  // A reading of Han characters is one of several.
  if (han) return equal ? Agreement{60, NameReason::skeleton} : Agreement{30, NameReason::unreadable};
  if (consonants) {
    if (equal) return {60, NameReason::skeleton};
    const bool same = same_rewritten(without_article(latin[0]), without_article(latin[1]), kSkeletonRules);
    return same ? Agreement{60, NameReason::skeleton} : kNoAgreement;
  }
  if (equal || same_rewritten(latin[0], latin[1], kRomanRules)) return {75, NameReason::transliterated};
  if (scripts[0] == Script::cyrillic || scripts[1] == Script::cyrillic) {
    // Ukrainian г is h, Russian г is g.
    const bool holds_g = latin[0].find('g') != std::string_view::npos || latin[1].find('g') != std::string_view::npos;
    if (holds_g && same_rewritten(latin[0], latin[1], kRomanRules, true)) return {75, NameReason::transliterated};
  }
  if (indic && same_rewritten(latin[0], latin[1], kIndicRules)) return {75, NameReason::transliterated};
  if (hangul && same_korean_syllables(latin[0], latin[1])) return {75, NameReason::transliterated};
  // Александр, Alexander; 김, Kim.
  const Agreement romanized = agree(latin_token(said, latin[0]), latin_token(stored, latin[1]));
  if (romanized.level >= 75 && romanized.reason != NameReason::slip) return {75, NameReason::transliterated};
  return kNoAgreement;
}

}  // namespace ablmatch
