// The fast lane of e-mail addresses against the whole reading: the same score for typed and spoken addresses, for what
// stands round them, and for random edits of all that.
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"
#include "kinds/email_lane.hpp"
#include "tables/email_tables.hpp"
#include "tables/spoken_words.hpp"

namespace {

using namespace ablmatch;

int failures = 0;
std::mt19937 chance(11);
const auto room = std::make_unique<Scratch>();

void check(const std::string& said, const std::string& stored) {
  const Scored found = score(value_of(said), value_of(stored), Kind::email, Context{}, *room);
  const Judgement whole = judge(value_of(said), value_of(stored), Kind::email, Context{}, *room);
  if (found.score == whole.score) return;
  if (++failures <= 20)
    std::printf("FAILED lane %d, whole %d: %s | %s\n", found.score, whole.score, said.c_str(), stored.c_str());
}

std::size_t below(std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size - 1)(chance); }

template <class Texts>
std::string one_of(const Texts& texts) {
  return std::string(texts[below(std::size(texts))]);
}

template <class Row>
void add_keys(const WordTable<Row>& table, std::vector<std::string>& out) {
  for (std::uint32_t k = 0; k <= table.mask; ++k)
    if (table.slots[k] != 0) {
      const WordKey& key = table.keys[table.slots[k] - 1];
      out.emplace_back(table.pool + key.offset, key.size);
    }
}

constexpr std::string_view kNames[] = {"kate",    "won",   "forest", "lee",   "maria", "o",     "smith",
                                       "x",       "ray",   "matt",   "anna",  "hall",  "gmail", "seeley",
                                       "noreply", "dewey", "zed",    "julia", "tina",  "e"};
constexpr std::string_view kAlphabet[] = {"alpha",  "bravo",   "charlie", "delta",  "echo",   "foxtrot", "golf",
                                          "hotel",  "india",   "juliet",  "kilo",   "lima",   "mike",    "november",
                                          "oscar",  "papa",    "quebec",  "romeo",  "sierra", "tango",   "uniform",
                                          "victor", "whiskey", "x ray",   "yankee", "zulu"};
constexpr std::string_view kSigns[] = {".", "-", "_", "", "", "+"};
constexpr std::string_view kFigures[] = {"", "", "7", "42", "1950", "005", "2"};
constexpr std::string_view kDomains[] = {"gmail.com", "googlemail.com", "aol.com",  "x.de",    "lake-side.co.uk",
                                         "proton.me", "hotmail.com",    "mail.org", "fern.io", "at.it"};
constexpr std::string_view kBefore[] = {"",           "",        "my email is ", "it's ",  "<",
                                        "mailto:",    "Jane <",  "um ",          "sorry ", "my email address is ",
                                        "sure it's ", "email: ", "at "};
constexpr std::string_view kBehind[] = {"",        "",           ".",          ", thanks",      ">",
                                        " please", " that's it", " thank you", " all one word", " no wait"};
constexpr std::string_view kExtras[] = {"dot",        "at",
                                        "dash",       "underscore",
                                        "two",        "1",
                                        "double",     "oh",
                                        "that's",     "spelled",
                                        "or",         "as in",
                                        "see",        "with two l's",
                                        "um",         "nove",
                                        "ponto",      "thousand",
                                        "hundred",    "seven hundred",
                                        "and",        "one thousand",
                                        "dois",       "capital",
                                        ",",          ".",
                                        "-",          "@",
                                        "(at)",       "%61",
                                        "like",       "i think",
                                        "of",         "come",
                                        "de",         "deux",
                                        "e de",       "m of mike",
                                        "comme dans", "schule",
                                        "wait",       "llobregat",
                                        "ve corta"};

std::string stored_address() {
  std::string text = one_of(kNames);
  if (below(4) != 0) text += one_of(kSigns) + one_of(kNames);
  return text + one_of(kFigures) + "@" + one_of(kDomains);
}

// The address word by word, letter by letter, or half typed.
std::string spoken(const std::string& address) {
  static constexpr std::string_view kUnits[] = {"oh",   "one", "two",   "three", "four",
                                                "five", "six", "seven", "eight", "nine"};
  std::string text;
  std::size_t spelling = 0;
  bool joined = false;
  for (const char c : address) {
    std::string piece(1, c);
    const bool letter = c >= 'a' && c <= 'z';
    if (letter) {
      if (!joined) spelling = below(4);
      if (spelling == 2 && below(3) != 0) piece = kAlphabet[c - 'a'];
      if (spelling == 3 && below(8) == 0)
        piece += one_of(std::vector<std::string>{" for ", " as in ", " like ", ", "}) + piece + "ane";
    } else if (c >= '0' && c <= '9') {
      if (below(2) == 0) piece = kUnits[c - '0'];
    } else if (c == '@') {
      piece = one_of(std::vector<std::string>{"at", "at", "at sign", "@", "arroba", "at the rate"});
    } else if (c == '.') {
      piece = one_of(std::vector<std::string>{"dot", "dot", "punto", "."});
    } else if (below(4) != 0) {
      piece = c == '-' ? "dash" : c == '_' ? "underscore" : "plus";
    }
    if (!text.empty() && !(letter && joined && spelling != 0) && below(12) != 0) text += below(9) == 0 ? ", " : " ";
    joined = letter;
    text += piece;
  }
  return text;
}

void edit(std::string& text, const std::vector<std::string>& words) {
  static constexpr std::string_view kBytes = "abcdefghijklmnopqrstuvwxyz0123456789 .,-_'@+()<>\"!?:;/%";
  const std::size_t at = below(text.size() + 1);
  switch (below(7)) {
    case 0: text.insert(at, 1, kBytes[below(kBytes.size())]); break;
    case 1:
      if (at < text.size()) text.erase(at, 1);
      break;
    case 2:
      if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
      break;
    case 3: {
      const std::size_t space = text.find(' ', at);
      if (space != std::string::npos) text.insert(space, " " + (below(2) == 0 ? one_of(words) : one_of(kExtras)));
      break;
    }
    case 4: {
      static constexpr std::string_view kGaps[] = {"", " '", ". ", ", ", " - ", "'"};
      const std::size_t space = text.find(' ', at);
      if (space != std::string::npos) text.replace(space, 1, one_of(kGaps));
      break;
    }
    case 5: text = one_of(kBefore) + text; break;
    default: text += one_of(kBehind);
  }
}

}  // namespace

int main() {
  std::vector<std::string> words;
  add_keys(kSpokenWords, words);
  add_keys(kEmailPhrases, words);

  // The lane knows every filler and word of correction.
  for (const std::string& word : words) {
    const SpokenWord* row = kSpokenWords.find(word);
    if (row != nullptr && (row->roles & (kFiller | kCorrection)) && word.size() > 1 && !may_be_filler(word)) {
      std::printf("FAILED no filler: %s\n", word.c_str());
      ++failures;
    }
  }

  // Everything that may stand round a typed address, round some that hold words which mean something in speech.
  for (const std::string& address : {std::string("tess.holloway@quillmark.example"), std::string("um.x@gmail.com"),
                                     std::string("sorry@x.de"), std::string("okay@right.it"), std::string("e@a-b.co")})
    for (const std::string_view before : kBefore)
      for (const std::string_view behind : kBehind) check(std::string(before) + address + std::string(behind), address);

  // What introduces and closes a spoken address, in every combination.
  static constexpr std::string_view kLeadIns[] = {"",
                                                  "uh ",
                                                  "um ",
                                                  "erm ",
                                                  "my email is ",
                                                  "my email address is ",
                                                  "the email is ",
                                                  "the email address is ",
                                                  "my e-mail is ",
                                                  "my e-mail address is ",
                                                  "it's ",
                                                  "it is ",
                                                  "its ",
                                                  "sure it's ",
                                                  "yes it's ",
                                                  "c'est ",
                                                  "mi correo es ",
                                                  "mi correo electronico es ",
                                                  "mon adresse est ",
                                                  "mon email est ",
                                                  "meine e-mail ist ",
                                                  "mein email ist ",
                                                  "meu email \xC3\xA9 ",
                                                  "la mia email \xC3\xA8 ",
                                                  "mijn e-mail is ",
                                                  "das ist "};
  static constexpr std::string_view kClosers[] = {"",           ".",        " thanks", ", thanks",   " please.",
                                                  " por favor", " merci",   " bitte",  " that's it", " that's all",
                                                  " thank you", " dank u",  " right",  " all right", " that's correct",
                                                  " over",      " obrigado"};
  for (const std::string_view before : kLeadIns)
    for (const std::string_view filler : {"", "um ", "er "})
      for (const std::string_view name :
           {"j doe", "jane doe", "i rossi", "a b c", "one two", "the doe", "jane forty two"})
        for (const std::string_view sign : {"at", "\xC3\xA4t"})
          for (const std::string_view behind : kClosers) {
            const std::string said = std::string(filler) + std::string(before) + std::string(name) + " " +
                                     std::string(sign) + " x dot it" + std::string(behind);
            for (const char* stored :
                 {"jdoe@x.it", "janedoe@x.it", "irossi@x.it", "abc@x.it", "12@x.it", "jane42@x.it"})
              check(said, stored);
          }

  // Every word of the tables in an address, and for what it may stand for.
  for (const std::string& word : words) {
    check(word + " dot x at gmail dot com", "x@gmail.com");
    for (const std::string_view name : {"bc", "dg", "hq", "vw", "xyz", "won", "kate", "fore", "gmail"})
      check(word + " b d k r x h v at gmail dot com", std::string(name) + "@gmail.com");
  }

  for (int turn = 0; turn < 60'000; ++turn) {
    const std::string stored = stored_address();
    std::string said = below(3) == 0 ? stored : spoken(below(8) == 0 ? stored_address() : stored);
    if (below(2) == 0) said = one_of(kBefore) + said + one_of(kBehind);
    for (std::size_t edits = below(4); edits > 0; --edits) edit(said, words);
    check(said, stored);
  }
  std::printf(failures == 0 ? "ok\n" : "%d failed\n", failures);
  return failures != 0;
}
