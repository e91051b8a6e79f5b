// Random phrases of the number vocabulary, with and without slips: the fast lanes of digits and phone give the score of
// the whole reading. And scan_marked() says what fold() says.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "ablmatch.hpp"
#include "scan_marked.hpp"
#include "utf8.hpp"

using namespace ablmatch;

namespace {

constexpr const char* kWords[] = {
    // Digits and numbers of the languages; English most often.
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "zero", "oh", "o", "two", "nine", "to",
    "for", "won", "ten", "fifteen", "twenty", "thirty five", "ninety", "hundred", "two hundred", "hundred and one",
    "thousand", "double", "double oh", "triple", "forty-nine", "cero", "dos", "tres", "treinta y uno", "veintidos",
    "doscientos", "mil", "doble", "deux", "six", "quatre", "quatre vingt", "quatre-vingt-dix-sept", "soixante et onze",
    "dix sept", "cent", "mille", "un", "null", "zwei", "drei", "vierzehn", "dreiundzwanzig", "drei und zwanzig",
    "hundert", "doppel", "dois", "um", "meia", "vinte e nove", "duplo", "due", "sei", "otto", "trentatre", "trecento",
    "een", "twee", "negen", "eenentwintig", "ek", "do", "teen", "saat", "zéro", "três", "fünf",
    // Figures and what stands between.
    "4", "07", "212", "800", "5550142", "dash", "point", "then", "and", "y", "e", "et", "und", "uh", "um", "er",
    // What stands around, harmless or not.
    "that's", "it's", "my number is", "the", "c'est le", "é o", "é il", "das ist die", "meu número é", "area code",
    "plus", "plus one", "No.", "no", "please", "thank you", "that's it", "s'il vous plait", "extension", "ext", "x",
    "sorry", "or", "last four", "a", "i", "u", "le", "is for", "as in", "b", "times", "twice", "fives", "hundreds",
    // What one language or a neighbour decides.
    "like", "i think", "tipo", "also", "ha", "doppelnull", "duemila", "deux fois", "due volte", "do baar", "elf",
    "once", "das", "bees", "sau", "account no."};
constexpr const char* kGaps[] = {" ", " ", " ", " ", " ", " ", " ", " ", ", ", ". ", "-", " - ", "'", "/"};
constexpr const char* kRegions[] = {"US", "US", "CA", "GB", "DE", "IN", "BS"};

class Phrases {
 public:
  std::string draw() {
    std::string text;
    for (std::size_t words = 1 + below(9); words > 0; --words) {
      if (!text.empty()) text += kGaps[below(std::size(kGaps))];
      text += kWords[below(std::size(kWords))];
    }
    return text;
  }

  // English hundreds with what may stand beside them.
  std::string draw_hundreds() {
    constexpr const char* kBeside[] = {"one",    "two",   "five",    "nine",     "oh",     "ten",    "twelve",
                                       "twenty", "sixty", "to",      "ate",      "double", "please", "and",
                                       "4",      "42",    "hundred", "thousand", "y",      "vingt",  "forty-two"};
    std::string text;
    for (std::size_t words = 2 + below(6); words > 0; --words) {
      if (!text.empty()) text += below(12) == 0 ? kGaps[below(std::size(kGaps))] : " ";
      const std::size_t form = below(3);
      if (form == 0) {
        text += kBeside[below(4)];
        text += below(2) == 0 ? " hundred and" : " hundred";
      } else {
        text += kBeside[below(form == 1 ? 9 : std::size(kBeside))];
      }
    }
    return text;
  }

  // Another reading, perhaps: without some zeros.
  std::string drop_zeros(std::string figures) {
    for (std::size_t at = figures.find('0'); at != std::string::npos; at = figures.find('0', at + 1))
      if (below(2) == 0) figures.erase(at--, 1);
    return figures;
  }

  // Figures that a phrase may stand for, sometimes with a slip.
  std::string slip(std::string figures) {
    if (figures.empty() || below(3) != 0) return figures;
    const std::size_t at = below(figures.size());
    switch (below(3)) {
      case 0: figures.erase(at, 1); break;
      case 1: figures.insert(at, 1, static_cast<char>('0' + below(10))); break;
      default: figures[at] = static_cast<char>('0' + below(10));
    }
    return figures;
  }

  std::size_t below(std::size_t limit) { return chance_() % limit; }

 private:
  std::mt19937 chance_{20261130};
};

// North American numbers behind everything that may stand in front of them, with up to two slips, typed.
std::string draw_number(Phrases& phrases) {
  std::string digits(1, static_cast<char>('2' + phrases.below(8)));
  while (digits.size() < 10) digits += static_cast<char>('0' + phrases.below(phrases.below(2) == 0 ? 3 : 10));
  return digits;
}

// The last figures of a number as letters on their keys; one word in four is one that speech knows, too.
std::string spell(Phrases& phrases, std::string digits) {
  constexpr const char* kOnKeys[] = {"0", "1", "aBc", "DEF", "ghi", "JKL", "mno", "pqRS", "TUV", "wxyz"};
  constexpr const char* kKnown[] = {"EXT", "five", "HOME", "please", "press", "hundred"};
  const std::size_t letters = 1 + phrases.below(9), from = digits.size() - std::min(letters, digits.size());
  for (std::size_t at = from; at < digits.size(); ++at) {
    if (digits[at] < '0' || digits[at] > '9') continue;
    const std::string keys = kOnKeys[digits[at] - '0'];
    digits[at] = keys[phrases.below(keys.size())];
  }
  if (phrases.below(4) == 0) return digits.substr(0, from) + kKnown[phrases.below(std::size(kKnown))];
  return digits.substr(0, from) + (phrases.below(2) == 0 ? "-" : "") + digits.substr(from);
}

std::string draw_typed(Phrases& phrases, std::string digits) {
  constexpr const char* kFronts[] = {"",  "",   "1", "+1",     "001",   "0111", "011",  "11", "+11",
                                     "+", "21", "0", "tel:+1", "Tel: ", "tel:", "tel ", "x",  "00 1"};
  constexpr const char* kBehind[] = {"",   "",       "",    " x12", " ext. 34", "EXTENSION 12", " xt 1",
                                     " x", " x12 x", ", 5", "#",    " (0)",     "( \u0660)"};
  for (std::size_t slips = phrases.below(3); slips > 0; --slips) {
    const std::size_t at = phrases.below(2) == 0 ? 0 : phrases.below(digits.size());
    if (phrases.below(2) == 0) digits.erase(at, 1);
    else digits[at] = static_cast<char>('0' + phrases.below(3));
  }
  const std::string front = kFronts[phrases.below(std::size(kFronts))];
  if (phrases.below(3) == 0 && digits.size() > 4) digits = "(" + digits.substr(0, 3) + ") " + digits.substr(3);
  if (phrases.below(12) == 0 && digits.size() > 4) digits = digits.substr(0, 3) + "-FLOWER" + digits.substr(3, 1);
  if (phrases.below(8) == 0) return front + spell(phrases, digits);
  return front + digits + kBehind[phrases.below(std::size(kBehind))];
}

// A code of figures and separators, and how it may be given: in another script, with typographic dashes, behind a label.
std::string draw_code(Phrases& phrases) {
  std::string code(1 + phrases.below(phrases.below(8) == 0 ? 36 : 18), '0');
  for (char& digit : code) digit = static_cast<char>('0' + phrases.below(10));
  return code;
}

std::string dress(Phrases& phrases, const std::string& code) {
  constexpr const char* kLabels[] = {"PIN ",    "acct #", "No. ", "no ",        "code: ", "code:", "Account-",
                                     "my pin ", "b",      "um ",  "(",          "#",      " ",     "+",
                                     "vault:v", "pii_",   "tel:", "Caf\u00e9 ", "one "};
  constexpr const char* kBetween[] = {"-", " ", ".", "/", "\u2013", "\u2019", "\u00b7", "\uff0d", "\uff0b",   "  ",
                                      "'", "&", ":", "_", "`",      ",",      "\u00a0", "(0",     "( \u0660", "x"};
  constexpr unsigned kZeros[] = {'0', '0', 0x660, 0x6F0, 0x966, 0xFF10, 0x9E6};
  const unsigned zero = kZeros[phrases.below(std::size(kZeros))];
  std::string text = phrases.below(3) == 0 ? kLabels[phrases.below(std::size(kLabels))] : "";
  const bool apart = phrases.below(2) == 0;
  for (const char digit : code) {
    if (apart && phrases.below(4) == 0)
      text += kBetween[phrases.below(phrases.below(3) == 0 ? std::size(kBetween) : 5)];
    char encoded[4];
    text.append(encoded, static_cast<std::size_t>(encode(zero + static_cast<unsigned>(digit - '0'), encoded)));
  }
  if (phrases.below(16) == 0) text += kBetween[phrases.below(std::size(kBetween))];
  return text;
}

void check(const std::string& said, const std::string& stored, Kind kind, const Context& context, Scratch& scratch) {
  const int quick = score(value_of(said), value_of(stored), kind, context, scratch).score;
  const int whole = judge(value_of(said), value_of(stored), kind, context, scratch).score;
  const Value one = value_of(said), other = value_of(stored);
  Scored row;
  score_rows(&one, &other, 1, kind, context, scratch, &row);
  if (quick == whole && row.score == whole) return;
  std::fprintf(stderr, "%s | %s: %d on the lane, %d in a block, %d on the whole reading\n", said.c_str(),
               stored.c_str(), quick, int{row.score}, whole);
  assert(false);
}

std::string encoded(unsigned c) {
  char text[4];
  return {text, static_cast<std::size_t>(encode(c, text))};
}

// Every character that the marked scan takes is written as folding writes it, the middle dot apart.
void check_marked() {
  const auto folded = std::make_unique<Folded>();
  int taken = 0;
  for (unsigned c = 0x80; c < 0x10000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const std::string raw = "A" + encoded(c) + "7 ";
    Scan scan;
    if (!scan_marked(raw, scan)) continue;
    ++taken;
    fold(raw, *folded);
    std::string text(folded->view());
    if (c == 0xB7) text.replace(1, 2, "\x7F");
    assert(scan.view() == text);
  }
  assert(taken > 100);
  Scan scan;
  assert(!scan_marked("al\xC2\xB7l", scan));
  assert(!scan_marked("7\xC3", scan));
}

// Pairs side by side in blocks give what they give one at a time.
void check_rows(const std::vector<std::string>& texts, Kind kind, Scratch& scratch) {
  const Context context{find_region("US")};
  std::vector<Value> said, stored;
  for (std::size_t k = 0; k + 1 < texts.size(); k += 2) {
    said.push_back(value_of(texts[k]));
    stored.push_back(value_of(texts[k + 1]));
    if (k % 64 == 0) said.back().null = true;
  }
  std::vector<Scored> rows(said.size());
  score_rows(said.data(), stored.data(), said.size(), kind, context, scratch, rows.data());
  for (std::size_t k = 0; k < said.size(); ++k) {
    const Judgement judgement = judge(said[k], stored[k], kind, context, scratch);
    assert(rows[k].score == judgement.score && rows[k].kind == judgement.kind);
  }
}

}  // namespace

int main() {
  check_marked();
  const auto scratch = std::make_unique<Scratch>();
  Phrases phrases;
  constexpr int kTurns = 40000;
  char room[kFoldCapacity];
  std::vector<std::string> rows;
  for (int turn = 0; turn < kTurns; ++turn) {
    const Context context{find_region(kRegions[phrases.below(std::size(kRegions))])};
    const Kind kind = turn % 2 == 0 ? Kind::digits : Kind::phone;
    const bool hundreds = phrases.below(3) == 0;
    const std::string said = hundreds ? phrases.draw_hundreds() : phrases.draw();
    std::string stored = phrases.below(8) == 0 ? phrases.draw() : "2125550142";
    const std::size_t size = normalize(value_of(said), kind, Role::said, context, *scratch, room, sizeof room);
    if (size != kNothing && size > 0 && phrases.below(8) != 0) {
      stored = phrases.slip({room, size});
      if (hundreds) stored = phrases.slip(phrases.drop_zeros({room, size}));
    }
    check(said, stored, kind, context, *scratch);
    const std::string number = draw_number(phrases);
    check(draw_typed(phrases, number), draw_typed(phrases, number), kind, context, *scratch);
    const std::string code = phrases.below(2) == 0 ? number : draw_code(phrases);
    const std::string given = dress(phrases, phrases.slip(code)), kept = dress(phrases, code);
    check(given, kept, kind, context, *scratch);
    if (rows.size() < 20000) {
      for (const std::string& text : {given, kept, said, stored}) rows.push_back(text);
    }
  }
  for (const Kind kind : {Kind::digits, Kind::phone}) check_rows(rows, kind, *scratch);
  std::printf("%d phrases\n", kTurns);
  return 0;
}
