// The fast lanes of text, exact and auto give the scores of the whole reading, and the table of text words agrees with
// that of spoken words: seeded pairs of words, numbers, carrier phrases, punctuation and slips.
#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "ablmatch.hpp"
#include "tables/spoken_words.hpp"
#include "tables/text_words.hpp"

namespace {

using namespace ablmatch;

int failures = 0;

void expect(bool holds, const char* what, std::string_view one, std::string_view two) {
  if (holds) return;
  if (++failures <= 20)
    std::printf("FAILED %s: %.*s | %.*s\n", what, static_cast<int>(one.size()), one.data(),
                static_cast<int>(two.size()), two.data());
}

// ---- pairs -----------------------------------------------------------------------------------------------------------

constexpr std::string_view kContent[] = {
    "amber",    "copper",    "velvet",   "mountain",   "butterfly", "mushroom", "lantern",  "hotel",    "tiger",
    "elephant", "widow",     "window",   "colour",     "color",     "theatre",  "theater",  "north",    "south",
    "open",     "close",     "saint",    "st",         "street",    "company",  "co",       "number",   "no",
    "never",    "section",   "plan",     "rex",        "max",       "fluffy",   "organise", "organize", "limited",
    "hotels",   "cancelled", "harbor",   "master",     "yes",       "hermano",  "hermana",  "sailor",   "sail",
    "or",       "cent",      "duecento", "zweihundert"};
constexpr std::string_view kSmall[] = {"the", "a",  "an", "and", "&", "of", "in", "on",
                                       "at",  "is", "my", "n",   "b", "i",  "o"};
constexpr std::string_view kNumbers[] = {
    "zero",     "oh",     "one",   "two",    "three",   "five",     "six",   "nine",   "ten",    "twelve",
    "nineteen", "twenty", "forty", "ninety", "hundred", "thousand", "and",   "double", "triple", "first",
    "second",   "for",    "to",    "7",      "42",      "1139",     "fives", "cent",   "due"};
constexpr std::string_view kAhead[] = {"it's",
                                       "its",
                                       "it is",
                                       "that's",
                                       "that would be",
                                       "i think it's",
                                       "the answer is",
                                       "my answer is",
                                       "um",
                                       "uh",
                                       "so",
                                       "well",
                                       "yes",
                                       "okay",
                                       "my first pet was",
                                       "the name is",
                                       "my name is",
                                       "i live in",
                                       "in",
                                       "what's",
                                       "sorry",
                                       "not",
                                       "maybe",
                                       "my dog's",
                                       "call me",
                                       "you know",
                                       "i am",
                                       "the last one is",
                                       "it s",
                                       "here it is"};
constexpr std::string_view kBehind[] = {"please",    "thanks",   "thank you", "i think", "no wait",
                                        "or",        "again",    "right",     "inc",     "is",
                                        "that's it", "for sure", "'s",        "twice",   "over"};
constexpr std::string_view kSymbols = " .,!?;:\"'-()/&+#%$@\t`";

class Pairs {
 public:
  std::string phrase() {
    std::string text;
    const int words = below(4) + 1;
    for (int k = 0; k < words; ++k) text.append(k ? " " : "").append(word());
    return text;
  }

  std::string changed(std::string text) {
    for (int changes = below(3); changes > 0; --changes) change(text);
    return text;
  }

  int below(int limit) { return static_cast<int>(chance_() % static_cast<unsigned>(limit)); }

 private:
  template <std::size_t N>
  std::string_view one_of(const std::string_view (&list)[N]) {
    return list[below(static_cast<int>(N))];
  }
  std::string_view word() {
    const int sort = below(10);
    return sort < 5 ? one_of(kContent) : sort < 8 ? one_of(kSmall) : one_of(kNumbers);
  }
  void change(std::string& text) {
    const auto at = static_cast<std::size_t>(below(static_cast<int>(text.size()) + 1));
    const std::size_t space = text.find(' ', at);
    const std::size_t behind = space == std::string::npos ? text.size() : space;
    switch (below(9)) {
      case 0: text.insert(at, 1, kSymbols[static_cast<std::size_t>(below(static_cast<int>(kSymbols.size())))]); break;
      case 1: text.insert(at, 1, static_cast<char>('a' + below(26))); break;
      case 2:
        if (text.size() > 1) text.erase(at < text.size() ? at : 0, 1);
        break;
      case 3: text = std::string(one_of(kAhead)) + " " + text; break;
      case 4: text.append(" ").append(one_of(kBehind)); break;
      case 5: text.insert(behind, " " + std::string(word())); break;
      case 6:
        if (space != std::string::npos) text.erase(space, 1);
        break;
      case 7:
        if (at < text.size() && text[at] >= 'a' && text[at] <= 'z') text[at] = static_cast<char>(text[at] - 32);
        break;
      default: text.insert(behind, " " + std::string(one_of(kNumbers)) + " " + std::string(one_of(kNumbers)));
    }
  }

  std::mt19937 chance_{20240229};
};

// ---- tests -----------------------------------------------------------------------------------------------------------

Scratch& scratch() {
  static const auto room = std::make_unique<Scratch>();
  return *room;
}

void agree(std::string_view said, std::string_view stored, Kind kind) {
  const Context context{find_region("US")};
  const Scored quick = score(value_of(said), value_of(stored), kind, context, scratch());
  const Judgement whole = judge(value_of(said), value_of(stored), kind, context, scratch());
  if (quick.score != whole.score) std::printf("  %d, not %d\n", quick.score, whole.score);
  expect(quick.score == whole.score && quick.kind == whole.kind, kind_name(kind).data(), said, stored);
}

void test_texts() {
  Pairs pairs;
  for (int k = 0; k < 60000; ++k) {
    const std::string stored = pairs.changed(pairs.phrase());
    const std::string said = pairs.changed(pairs.below(3) ? stored : pairs.phrase());
    agree(said, stored, Kind::text);
    if (k % 8 == 0) agree(said, stored, Kind::exact);
    if (k % 8 == 1) agree(said, stored, Kind::auto_);
  }
}

void test_shapes() {
  constexpr std::string_view kValues[] = {"jane.doe@example.com",
                                          "jane at example dot com",
                                          "(212) 555-0142",
                                          "+44 20 7946 0958",
                                          "tel. 5550142",
                                          "4471",
                                          "0044-71",
                                          "****2345",
                                          "12 Main Street",
                                          "12 main st, riverton",
                                          "One Main Street",
                                          "50667 Koeln",
                                          "Durham, NC",
                                          "Jane Doe",
                                          "Doe, Jane",
                                          "Jane",
                                          "Plan 69",
                                          "rock & roll",
                                          "jane doe-smith jr",
                                          "O'Brien `Mac'",
                                          "O'Brien 'Mac'",
                                          "  two\t words ",
                                          "Caf\xC3\xA9 Noir",
                                          "cafe noir",
                                          "\xC3\x9C\x62\x65r Alles"};
  for (const std::string_view said : kValues)
    for (const std::string_view stored : kValues)
      for (const Kind kind : {Kind::text, Kind::exact, Kind::auto_}) agree(said, stored, kind);
}

// Pairs that are one word apart or differ by a carrier phrase, where a word stands twice or is a figure.
void test_alike() {
  constexpr std::string_view kPairs[][2] = {{"my answer is gate gate", "gate gate"},
                                            {"the answer is honest honest", "honest honest"},
                                            {"um the answer is honest honest", "honest honest"},
                                            {"it's honest honest", "honest honest"},
                                            {"empty empty saddme", "empty empty saddle"},
                                            {"saddme saddle", "saddle saddle"},
                                            {"lazy lantern on the pganet", "lazy lantern on the planet"},
                                            {"17 29185", "17 291085"},
                                            {"298 29185", "298 291085"},
                                            {"the answer is sweet kettle", "sweet kettle"},
                                            {"i think it's narrow piano", "hollow planet"},
                                            {"s i think it's i", "hollow planet"},
                                            {"that's tractor", "thunder"},
                                            {"that's tractor", "it is"},
                                            {"it's tractor", "island"},
                                            {"it's tolland theatre", "tolland theatre"},
                                            {"Caf\xC3\xA9 l\xC2\xB7l", "cafe noir"}};
  for (const auto& pair : kPairs) agree(pair[0], pair[1], Kind::text);
}

// Every spoken word has a row, or is too long for one, and the row says of it what the lane asks.
void test_table() {
  int found = 0;
  for (std::uint32_t slot = 0; slot <= kSpokenWords.mask; ++slot) {
    if (kSpokenWords.slots[slot] == 0) continue;
    const WordKey& key = kSpokenWords.keys[kSpokenWords.slots[slot] - 1];
    const SpokenWord& spoken = kSpokenWords.values[kSpokenWords.slots[slot] - 1];
    const std::string word = std::string(kSpokenWords.pool + key.offset, key.size) + std::string(16, '\0');
    const std::string_view name(word.data(), key.size);
    const TextWord* const row =
        find_text_word(text_head(word.data(), key.size), text_tail(word.data(), key.size), key.size);
    if (key.size > kMaxTextWord) continue;
    expect(row != nullptr, "a row", name, "");
    if (row == nullptr) continue;
    ++found;
    const auto same = [&](bool one, std::uint32_t role) { return one == ((row->roles & role) != 0); };
    expect(row->number == spoken.number, "number class", name, "");
    expect(same(spoken.number != NumberClass::none && !spoken.weak, kNumberWord), "number", name, "");
    expect(same(spoken.letter != 0, kLetterName), "letter", name, "");
    expect(!(spoken.alphabet || (spoken.roles & kCase)) || (row->roles & kSpelling), "spelling", name, "");
    expect(same((spoken.roles & kFiller) != 0, kHesitation), "filler", name, "");
    // "oh" and "no" stand in front of what starts an answer.
    expect(same((spoken.roles & kStarter) != 0 || name == "oh" || name == "no", kStart), "starter", name, "");
    expect(same((spoken.roles & kCloser) != 0, kClose), "closer", name, "");
    expect(same((spoken.roles & kSlot) != 0, kNamed), "slot", name, "");
    expect(!(spoken.roles & kCorrection) || (row->roles & kCorrects), "correction", name, "");
  }
  expect(found > 1000, "words", "", "");
}

// The tables that are asked before the rows say no less of a word than its row, and of what says little no more.
void test_traits() {
  constexpr std::uint32_t kLittle = kArticle | kSmallWord | kPreposition, kNumbers = kEnglishNumber | kOtherNumber;
  constexpr struct {
    std::uint32_t roles, trait;
  } kTraits[] = {{kSureLetter, kSureTrait},
                 {kLetterName, kNameTrait},
                 {kJoin, kJoinTrait},
                 {kNumbers, kNumberTrait},
                 {kOrdinal | kContraction | kCorrects, kRewrittenTrait},
                 {kHesitation, kHesitationTrait},
                 {kLittle | kLegalForm | kNumbers | kContraction, kMayGoTrait},
                 {kBrief, kBriefTrait}};
  for (const TextWord& row : tables::text_words) {
    if (row.size == 0) continue;
    const std::string_view name(reinterpret_cast<const char*>(&row.head), row.size < 8 ? row.size : 8U);
    const std::uint32_t traits = tables::text_traits[row.head * kTextTraitFactor >> (64 - tables::kTextTraitBits)];
    for (const auto& [roles, trait] : kTraits)
      expect((row.roles & roles) == 0 || (traits & trait) != 0, "trait", name, "");
    if (is_little(row.head)) expect(row.size < 8 && (row.roles & kLittle) != 0, "says little", name, "");
  }
  for (const std::string_view word : {"the", "and", "in", "of"})
    expect(is_little(head_of(word)), "says little", word, "");
}

}  // namespace

int main() {
  test_texts();
  test_shapes();
  test_alike();
  test_table();
  test_traits();
  if (failures) std::printf("%d failures\n", failures);
  return failures != 0;
}
