// Checks of UTF-8, folding, alternatives and transliteration; with a mode argument, a filter for differential runs.
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "../../csrc/fold.hpp"

using namespace ablmatch;

namespace {

int failures = 0;

void check(bool good, const std::string& what) {
  if (good) return;
  ++failures;
  std::cerr << "failed: " << what << '\n';
}

std::unique_ptr<Folded> scratch = std::make_unique<Folded>();

std::string folded(std::string_view raw) {
  fold(raw, *scratch);
  return std::string(scratch->view());
}

std::string utf8(char32_t c) {
  char out[4];
  return std::string(out, static_cast<std::size_t>(encode(c, out)));
}

using CanonicalFold = std::size_t (*)(std::string_view, char*, std::size_t);

std::string canonical(CanonicalFold with, std::string_view raw) {
  static char out[kFoldCapacity];
  const std::size_t size = with(raw, out, sizeof out);
  return size == SIZE_MAX ? "<too long>" : std::string(out, size);
}

std::string latin(std::string_view word) {
  char out[256];
  const std::string text = folded(word);
  return std::string(out, transliterate(text, out, sizeof out));
}

void expect(const std::string& found, const std::string& wanted, const std::string& what) {
  check(found == wanted, what + ": \"" + found + "\", not \"" + wanted + "\"");
}

void check_utf8() {
  check(count_code_points("") == 0, "count of nothing");
  check(count_code_points("plain ASCII, longer than eight") == 30, "count of ASCII");
  check(count_code_points("M\u00fcller \u7530\u4e2d \U0001F600") == 11, "count of mixed text");
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "abcdefgh\xC3", "\xE2\x82", "\xFF", "\xC3(", "\xE2(\xA1", "\xE2\x82("}) {
    check(count_code_points(bad) == -1, "ill-formed UTF-8 is refused");
  }
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const std::string text = utf8(c);
    std::size_t at = 0;
    if (decode(text.data(), at) != c || at != text.size() || count_code_points(text) != 1 ||
        static_cast<std::size_t>(encoded_size(c)) != text.size()) {
      check(false, "UTF-8 of code point " + std::to_string(c));
    }
  }
}

void check_fold() {
  expect(folded("  Jane \t  DOE\n"), "jane doe", "ASCII");
  expect(folded("O`Brannon"), "o'brannon", "grave accent");
  expect(folded("\u00a0 M\u00dcLLER\u3000\u200b Stra\u00dfe "), "muller strasse", "spaces, case, sharp s");
  expect(folded("\uff2a\uff41\uff4e\uff45 \u0662\u0663 \u0968\u0969"), "jane 23 23", "width and digits");
  expect(folded("o\u2019malley \u2013 x\u2011y\u00adz \u201cq\u201d"), "o'malley - x-yz \"q\"", "quotes and dashes");
  expect(folded("\u00c6r\u00f8 \u0141\u00f3d\u017a \u00dej\u00f3\u00f0 \u0130\u0131 E\u014ba"),
         "aero lodz thjod ii ena", "special letters");
  expect(folded("Nguy\u1ec5n Th\u00fay"), "nguyen thuy", "Vietnamese");
  expect(folded("34 \u00bd, 34\u00bd"), "34 1/2, 34 1/2", "fractions");
  expect(folded("Gabrie\u0140la, Gabriel\u00b7la, a\u00b7b"), "gabriella, gabriella, a\u00b7b", "Catalan l");
  expect(folded("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2 \u0419\u043e\u0433"),
         "\u03c3\u03b9\u03c3\u03c5\u03c6\u03bf\u03c3 \u0438\u043e\u0433", "Greek and Cyrillic");
  expect(folded("\u30ab\u3099 \uff76\uff9e \u304b\u3099 \u306f\u309a"), "\u30ac \u30ac \u304c \u3071", "voiced Kana");
  expect(folded("\u1112\u1161\u11ab \u110c\u116e\u11ab"), "\ud55c \uc900", "Hangul");
  expect(folded("\u0634\u064f\u0643\u0652\u0631\u0640"), "\u0634\u0643\u0631", "Arabic marks and tatweel");
  expect(folded(""), "", "nothing");
  expect(folded(" \u2003\u200b "), "", "only white space");

  fold("M\u00fcller \u00c5ke", *scratch);
  check(scratch->has_alt && scratch->non_ascii == false && !scratch->ascii_source, "flags of an umlaut");
  check(alternative(scratch->alt[1]).other == "ue", "alternative of \u00fc");
  check(alternative(scratch->alt[7]).other == "aa", "alternative of \u00e5");
  check(scratch->alt[0] == 0 && scratch->alt[2] == 0 && scratch->alt[9] == 0, "no alternative elsewhere");
  fold("p\u0430ypal", *scratch);
  check(scratch->mixed_scripts, "Cyrillic a among Latin letters");
  fold("\u0418\u0432\u0430\u043d Ivan", *scratch);
  check(!scratch->mixed_scripts, "two words of two scripts");
}

bool alike(std::string_view said, std::string_view stored) {
  auto one = std::make_unique<Folded>(), two = std::make_unique<Folded>();
  fold(said, *one);
  fold(stored, *two);
  return equal_with_alternatives(one->view(), one->has_alt ? one->alt : nullptr, two->view(),
                                 two->has_alt ? two->alt : nullptr);
}

void check_alternatives() {
  const char* equal[][2] = {{"Juergen", "J\u00fcrgen"},
                            {"Jurgen", "J\u00fcrgen"},
                            {"J\u00fcrgen", "Ju\u0308rgen"},
                            {"Soeren Kjaer", "S\u00f8ren Kj\u00e6r"},
                            {"Soren Kjer", "S\u00f8ren Kj\u00e6r"},
                            {"Aase", "\u00c5se"},
                            {"Schroeder", "Schr\u00f6der"},
                            {"Strasse", "Stra\u00dfe"},
                            {"Thora", "\u00de\u00f3ra"},
                            {"Tora", "\u00de\u00f3ra"},
                            {"Erdoan", "Erdo\u011fan"},
                            {"Erdogan", "Erdo\u011fan"},
                            {"Shahin", "\u015eahin"},
                            {"Zhizhek", "\u017di\u017eek"},
                            {"Wanda Lewandowska", "Wanda Lewandowska"},
                            {"Kowalenski", "Kowal\u0119ski"},
                            {"Kowalemski", "Kowal\u0119ski"},
                            {"M\u00fcller", "Mueller"},
                            {"De Schrijver", "De Schr\u0133ver"},
                            {"Pietruszewska", "Pietruszewska"}};
  for (const auto& pair : equal) {
    check(alike(pair[0], pair[1]) && alike(pair[1], pair[0]), std::string(pair[0]) + " is also " + pair[1]);
  }
  const char* unequal[][2] = {{"Jorgen", "J\u00fcrgen"},
                              {"Jurge", "J\u00fcrgen"},
                              {"Juuergen", "J\u00fcrgen"},
                              {"Mueller", "Muller"},
                              {"", "\u00fc"}};
  for (const auto& pair : unequal) {
    check(!alike(pair[0], pair[1]) && !alike(pair[1], pair[0]), std::string(pair[0]) + " is not " + pair[1]);
  }
  std::string silent, many;
  for (int i = 0; i < kMaxCodePoints; ++i) silent += "\u011f";
  for (int i = 0; i < kMaxCodePoints / 2; ++i) many += "ue";
  check(alike(silent, silent), "many silent letters equal themselves");
  check(!alike(silent, "x"), "many silent letters end");
}

// The lane for ASCII text and the general one must not be told apart by their results.
void check_ascii_lane() {
  const std::string letters = "aZ q`~5@ \t\n\x1f\x01";
  std::uint32_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    std::string raw;
    state = state * 1664525u + 1013904223u;
    for (std::size_t length = state >> 27; raw.size() < length;) {
      state = state * 1664525u + 1013904223u;
      raw += letters[(state >> 20) % letters.size()];
    }
    expect(folded(raw), folded(raw + "\u200b"), "the ASCII lane on " + raw);
    const std::string exact = canonical(fold_exact, raw);
    expect(exact.empty() ? "\u00e9" : "\u00e9 " + exact, canonical(fold_exact, "\u00e9 " + raw),
           "the exact ASCII lane on " + raw);
  }
}

void check_exact() {
  expect(canonical(fold_exact, "  CAFE\u0301\u00a0 \u00dcBER "), "caf\u00e9 \u00fcber", "exact");
  expect(canonical(fold_exact, "\uff21"), "\uff41", "exact keeps width");
  expect(canonical(fold_strict, " A\u037e"), " a;", "strict is canonical: U+037E is ; for NFC too");
  expect(canonical(fold_strict, "\u1fb3\u0301"), canonical(fold_strict, "\u03b1\u0301\u0345"), "iota below");
  char small[4];
  check(fold_exact("abcde", small, sizeof small) == SIZE_MAX, "exact without room");
  check(fold_exact("abcd", small, sizeof small) == 4, "exact with just enough room");
}

// Every code point: idempotent, and within the share of the buffer that 1,024 of them may take.
void check_all_code_points() {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    for (const std::string& raw :
         {utf8(c), "l" + utf8(c) + "\u0308", "\u1100" + utf8(c) + "\u11ab", "\u304b" + utf8(c) + "\u3099"}) {
      const std::string once = folded(raw);
      if (folded(once) != once) check(false, "folding twice differs at code point " + std::to_string(c));
      for (const CanonicalFold with : {fold_exact, fold_strict}) {
        const std::string first = canonical(with, raw);
        if (canonical(with, first) != first)
          check(false, "exact folding twice differs at code point " + std::to_string(c));
      }
    }
    const std::size_t share = (kFoldCapacity - 8) / kMaxCodePoints;
    // The first copy's leading space is trimmed, so two copies give the true growth.
    if (folded("x" + utf8(c) + "x").size() > share + 2) check(false, "expansion of code point " + std::to_string(c));
  }
  std::string longest, marks, voiced;
  for (int i = 0; i < kMaxCodePoints; ++i) longest += "\ufdfa";
  for (int i = 0; i < kMaxCodePoints; ++i) marks += (i % 2) ? "\u0f73" : "\u0f71";
  for (int i = 0; i < kMaxCodePoints; ++i) voiced += (i % 2) ? "\u0f74" : "\u3099";
  check(folded(longest).size() == 33u * kMaxCodePoints + kMaxCodePoints * 0u, "the longest expansion fits");
  expect(folded(folded(marks)), folded(marks), "a long run of marks");
  check(folded(marks).size() == 3u * 1536u, "a long run of marks keeps all");
  check(folded(voiced).size() == 3u * kMaxCodePoints, "a long unordered run keeps all");
  check(canonical(fold_exact, marks).size() == 3u * 1536u, "a long run of marks, exact");
}

void check_transliteration() {
  const char* words[][2] = {{"Гиоргий", "giorgy"},
                            {"Щербаков", "shcherbakov"},
                            {"Дмитрий", "dmitry"},
                            {"Жуков", "zhukov"},
                            {"Хрущёв", "khrushchev"},
                            {"Юлия Яковлева", "yuliya yakovleva"},
                            {"Цветаева", "tsvetaeva"},
                            {"Ольга", "olga"},
                            {"Чёрный", "cherny"},
                            {"Зеленський", "zelensky"},
                            {"Єва", "yeva"},
                            {"Николай", "nikolai"},
                            {"Γιώργος Παππάς", "giorgos pappas"},
                            {"Παπαδόπουλος", "papadopoulos"},
                            {"Χρήστος", "christos"},
                            {"Ευάγγελος", "evangelos"},
                            {"Μπάμπης", "bampis"},
                            {"Ντίνα", "dina"},
                            {"Γκίκας", "gikas"},
                            {"Κωνσταντίνος", "konstantinos"},
                            {"Ευτυχία", "eftychia"},
                            {"محمد", "mhmd"},
                            {"علي", "ali"},
                            {"حسن", "hsn"},
                            {"فاطمة", "fatma"},
                            {"يوسف", "yusf"},
                            {"نور", "nur"},
                            {"דוד", "dod"},
                            {"יוסף", "yosf"},
                            {"שרה", "shra"},
                            {"משה", "msha"},
                            {"אברהם", "avrhm"},
                            {"राम", "ram"},
                            {"सीता", "sita"},
                            {"प्रकाश", "prakash"},
                            {"कपूर", "kapur"},
                            {"सिंह", "singh"},
                            {"चन्द्र", "chandra"},
                            {"अंबेडकर", "ambedakar"},
                            {"ज़ाकिर", "zakir"},
                            {"कृष्ण", "krishna"},
                            {"ज्ञान", "gyan"},
                            {"ਸਿੰਘ", "singh"},
                            {"রায়", "ray"},
                            {"মো", "mo"},
                            {"రామ", "rama"},
                            {"கமலா", "kamala"},
                            {"பொன்", "pon"},
                            {"ಕುಮಾರ", "kumara"},
                            {"രാജൻ", "rajan"},
                            {"পাত্র", "patra"},
                            {"முருகன்", "murugan"},
                            {"கார்த்திக்", "karththik"},
                            {"பாண்டியன்", "pandiyan"},
                            {"বন্দ্যোপাধ্যায়", "bandyopadhyay"},
                            {"ഹരി", "hari"},
                            {"きょう", "kyou"},
                            {"さっぽろ", "sapporo"},
                            {"マッチ", "matchi"},
                            {"ジョン・スミス", "jon sumisu"},
                            {"さとう しんいち", "satou shinichi"},
                            {"ラーメン", "raamen"},
                            {"ファン", "fan"},
                            {"ティナ", "tina"},
                            {"ウィリアム", "wiriamu"},
                            {"シェリー", "sherii"},
                            {"ヴァン", "van"},
                            {"クァ", "kwa"},
                            {"イェン", "yen"},
                            {"がぎ", "gagi"},
                            {"デュ", "dyu"},
                            {"しゃちょう", "shachou"},
                            {"ねぇ", "nee"},
                            {"김민준", "gimminjun"},
                            {"박 서연", "bak seoyeon"},
                            {"최", "choe"},
                            {"한강", "hangang"},
                            {"王伟", "wangwei"},
                            {"曾国藩", "zengguofan"},
                            {"佐々木", "zuozuomu"},
                            {"單", "dan"},
                            {"Արամ", "aram"},
                            {"Հարություն", "harutyun"},
                            {"გიორგი", "giorgi"},
                            {"jane 5", "jane 5"}};
  for (const auto& word : words) expect(latin(word[0]), word[1], word[0]);
  expect(latin("ไทย"), "", "a script without readings");
  expect(latin("\u2603"), "", "a symbol");
  char out[4];
  check(transliterate("\u0436\u0436", out, sizeof out) == 4, "just enough room");
  check(transliterate("\u0436\u0436\u0430", out, sizeof out) == 0, "no room");
  check(transliterate("", out, 0) == 0, "nothing to write");
}

// Where the folded text has alternatives, and whether it mixes scripts, in words.
std::string marks_of(std::string_view raw) {
  fold(raw, *scratch);
  std::string out = scratch->mixed_scripts ? "mixed" : "";
  if (!scratch->has_alt) return out;
  for (std::size_t i = 0; i < scratch->size; ++i) {
    if (scratch->alt[i] != 0) out += " " + std::to_string(i) + ":" + std::to_string(scratch->alt[i]);
  }
  return out;
}

int filter(const std::string& mode) {
  std::string line;
  while (std::getline(std::cin, line)) {
    // Lines carry values with control characters as hexadecimal bytes.
    std::string raw;
    for (std::size_t i = 0; i + 1 < line.size(); i += 2)
      raw += static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16));
    std::string out;
    if (mode == "fold") out = folded(raw);
    if (mode == "marks") out = marks_of(raw);
    if (mode == "exact") out = canonical(fold_exact, raw);
    if (mode == "strict") out = canonical(fold_strict, raw);
    if (mode == "latin") out = latin(raw);
    for (const char c : out) std::printf("%02x", static_cast<unsigned char>(c));
    std::putchar('\n');
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) return filter(arguments[1]);
  check_utf8();
  check_fold();
  check_alternatives();
  check_ascii_lane();
  check_exact();
  check_transliteration();

  check_all_code_points();
  if (failures == 0) std::cout << "test_fold: all checks passed\n";
  return failures == 0 ? 0 : 1;
}
