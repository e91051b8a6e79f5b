// Tests of text answers: the rungs of the ladder, lead-ins, ordinals, abbreviations, spellings, and hard negatives.
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "ablmatch.hpp"
#include "kinds/text_kinship.hpp"
#include "kinds/text_vocabulary.hpp"

namespace {

using namespace ablmatch;

int failures = 0;

void expect(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  ++failures;
  std::printf("FAILED %s: %.*s\n", what, static_cast<int>(about.size()), about.data());
}

Scratch& scratch() {
  static const auto room = std::make_unique<Scratch>();
  return *room;
}

Judgement judged(std::string_view said, std::string_view stored) {
  return judge(value_of(said), value_of(stored), Kind::text, Context{}, scratch());
}

void scores(std::string_view said, std::string_view stored, int score, Evidence evidence) {
  const Judgement found = judged(said, stored);
  if (found.score != score) std::printf("  %d, not %d\n", found.score, score);
  expect(found.score == score, "score", said);
  expect(found.evidence.has(evidence), "evidence", said);
}

void never_matches(std::string_view said, std::string_view stored) {
  const Judgement found = judged(said, stored);
  if (found.score >= 70)
    std::printf("  %d against %.*s\n", found.score, static_cast<int>(stored.size()), stored.data());
  expect(found.score < 70, "no match", said);
}

// identity-matching.md 1.4, one pair a rung.
void test_ladder() {
  scores("blue heron.", "Blue Heron", 100, Evidence::equal);
  scores("ice cream", "Icecream", 95, Evidence::spacing);
  scores("heron blue", "Blue Heron", 90, Evidence::order_swapped);
  scores("gray kitten", "Grey Kitten", 90, Evidence::letter_variant);
  scores("Saint Johns", "St John's", 90, Evidence::abbreviation);
  scores("the blue heron", "Blue Heron", 85, Evidence::article_ignored);
  scores("it was blue heron, I think", "Blue Heron", 85, Evidence::filler_ignored);
  scores("Sprinfield", "Springfield", 80, Evidence::one_typo);
  scores("route sixty six", "Route 66", 75, Evidence::number_words);
  scores("forty second street", "42nd Street", 75, Evidence::number_words);
  scores("Golden Gate", "Golden Gate Bridge", 55, Evidence::words_missing);
  scores("red fox no sorry blue heron", "Blue Heron", 69, Evidence::self_corrected);
  scores("fountain pen", "Blue Heron", 0, Evidence::words_differ);
}

void test_lead_ins() {
  for (const std::string_view said :
       {"my first pet was Rex", "my dog's name is Rex", "my dog's Rex", "his name was Rex", "we had a dog called Rex",
        "the answer is Rex please", "mi perro se llamaba Rex", "mein erstes Haustier war Rex", "c'était Rex",
        "o meu cachorro era o Rex", "il mio cane era Rex", "het was Rex", "I believe it was Rex"})
    expect(judged(said, "Rex").score == 85, "lead-in", said);
  for (const std::string_view said :
       {"it was not Rex", "it wasn't Rex", "my first pet was never Rex", "mine was Max, hers was Rex", "Max is Rex",
        "my first pet was Rex or Max", "it could be Rex", "nobody was called Rex", "es war nicht Rex", "was it Rex",
        "it was Max not Rex", "what is Rex", "mi gato o mi perro era Rex", "it was my mother's dog Rex"})
    never_matches(said, "Rex");
}

// Figures, letters, negations and opposites never slip, nor does one word pass for another.
void test_hard_negatives() {
  constexpr std::string_view kPairs[][2] = {
      {"Plan A", "Plan B"},
      {"Plan AA", "Plan A"},
      {"a plan", "Plan A"},
      {"class licence", "Class A licence"},
      {"opt", "opt in"},
      {"sign out", "sign in"},
      {"Toyota 2017", "Toyota 2016"},
      {"fifth grade", "sixth grade"},
      {"5 grade", "5th grade"},
      {"22nd delay", "20 second delay"},
      {"seventy street", "seventh street"},
      {"not able", "notable"},
      {"widow", "window"},
      {"Daniela", "Daniel"},
      {"hermano", "hermana"},
      {"Street Mary's School", "Saint Mary's School"},
      {"Max or Rex", "Rex"},
      {"-5", "5"},
      {"Elm Saint", "Elm St"},
      {"yes no", "yes"},
      {"I don't agree", "I agree"},
  };
  for (const auto& pair : kPairs) {
    never_matches(pair[0], pair[1]);
    never_matches(pair[1], pair[0]);
  }
}

// Words may be read for some bytes behind their end.
Word word(const std::string& text) {
  static std::deque<std::string> kept;
  kept.push_back(text + std::string(16, '\0'));
  return word_of(kept.back().data(), text.size());
}

void test_kinship() {
  const WordPlace inside{false, false, false, false}, first{true, false, false, false}, last{false, true, false, false};
  expect(kinship(word("st"), first, word("saint"), first) == Kinship::abbreviation, "saint", "st at the start");
  expect(kinship(word("st"), first, word("street"), last) == Kinship::none, "no street", "st at the start");
  expect(kinship(word("st"), last, word("street"), last) == Kinship::abbreviation, "street", "st at the end");
  expect(kinship(word("saint"), inside, word("street"), inside) == Kinship::none, "two meanings", "saint, street");
  expect(kinship(word("no"), inside, word("number"), inside) == Kinship::none, "a negation", "no");
  expect(kinship(word("colours"), inside, word("colors"), inside) == Kinship::spelling, "spelling", "colours");
  expect(kinship(word("organise"), inside, word("organize"), inside) == Kinship::spelling, "spelling", "organise");
  expect(kinship(word("prise"), inside, word("prize"), inside) == Kinship::none, "two words", "prise");
  expect(word("twelfth").is(kOrdinal) && !word("month").is(kOrdinal), "ordinals", "twelfth");
}

// Long and hostile values end, and give no match.
void test_hostile() {
  for (const std::string_view piece : {"is ", "was called ", "twenty first ", "i think ", "a ", "l'", "don't ", "5th ",
                                       "blue heron or ", "st ", "x as in ", "'s "}) {
    std::string said;
    while (said.size() + piece.size() <= 1024) said += piece;
    expect(judged(said, "Blue Heron").score < 70, "hostile", piece);
    expect(judged("Blue Heron", said).score < 70, "hostile, stored", piece);
    expect(judged(said, said).score == 100, "hostile, equal", piece);
  }
}

}  // namespace

int main() {
  test_ladder();
  test_lead_ins();
  test_hard_negatives();
  test_kinship();
  test_hostile();
  if (failures == 0) std::printf("ok\n");
  return failures != 0;
}
