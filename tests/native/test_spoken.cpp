// Tests of lattices, number words, spelled letters, phrases, and distances, without Python.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "distance.hpp"
#include "spoken.hpp"

namespace {

using namespace ablmatch;

int failures = 0;

void expect(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  ++failures;
  std::printf("FAILED %s: %.*s\n", what, static_cast<int>(about.size()), about.data());
}

struct Phrase {
  std::unique_ptr<Folded> folded = std::make_unique<Folded>();
  std::unique_ptr<Lexemes> lexemes = std::make_unique<Lexemes>();
  std::unique_ptr<Lattice> lattice = std::make_unique<Lattice>();

  explicit Phrase(std::string_view raw) {
    fold(raw, *folded);
    split(*folded, *lexemes);
    look_up_spoken(*lexemes);
  }
  Lattice& numbers() {
    lattice->start();
    for (int at = 0; at < lexemes->count; ++at) {
      lattice->open_node();
      if (!add_number_arcs(*lattice, *lexemes, at) && lexemes->at[at].type == LexemeType::symbol)
        lattice->add(at + 1, "");
    }
    lattice->finish();
    return *lattice;
  }
  std::string joined() const {
    std::string text;
    for (const Lexeme& lexeme : *lexemes) text.append(text.empty() ? "" : " ").append(lexeme.view());
    return text;
  }
};

void reads_as(std::string_view phrase, std::string_view first, std::initializer_list<std::string_view> also = {}) {
  Phrase p(phrase);
  const Lattice& lattice = p.numbers();
  char room[256];
  const std::size_t size = first_reading(lattice, room, sizeof room);
  expect(size != SIZE_MAX && std::string_view(room, size) == first, "preferred reading", phrase);
  expect(reading_distance(lattice, first) == 0, "preferred reading is one", phrase);
  for (const std::string_view other : also) expect(reading_distance(lattice, other) == 0, "also reads as", other);
}

void never_reads_as(std::string_view phrase, std::string_view digits) {
  Phrase p(phrase);
  expect(reading_distance(p.numbers(), digits) != 0, "joined numbers are not read apart", phrase);
}

void test_numbers() {
  reads_as("four seven one", "471");
  reads_as("twenty five", "25", {"205"});
  reads_as("nineteen oh five", "1905");
  reads_as("nine hundred one two three", "900123", {"90123"});
  reads_as("nine hundred and twelve", "912");
  reads_as("twenty three hundred", "2300");
  reads_as("two thousand three hundred forty five", "2345");
  reads_as("double oh seven", "007");
  reads_as("triple five", "555");
  reads_as("double twenty", "2020");
  reads_as("quatre vingt dix huit", "98", {"42018", "8018"});
  reads_as("quatre-vingt-dix-huit", "98");
  never_reads_as("quatre-vingt-dix-huit", "8018");
  never_reads_as("forty-nine", "409");
  never_reads_as("treinta y cinco", "305");
  never_reads_as("two hundred and six", "2006");
  // A scale word belongs to the number in front of it.
  reads_as("two hundred twenty five", "225", {"20025", "200205"});
  never_reads_as("two hundred twenty five", "2125");
  never_reads_as("seis mil doscientos", "61200");
  reads_as("sette mille", "71000");
  reads_as("neuf cent", "900");
  // One long word is one number.
  reads_as("zweitausenddreihundertfünfundvierzig", "2345");
  reads_as("novecentottantaquattro", "984");
  reads_as("vierhonderdvijftig", "450");
  never_reads_as("zweihundertfünf", "2005");
  reads_as("three million", "3000000");
  reads_as("2 thousand 345", "2345");
  reads_as("three fives", "555");
  reads_as("three 5s", "555");
  reads_as("zweimal die null", "00");
  reads_as("soixante et onze", "71");
  reads_as("dreiundzwanzig", "23");
  reads_as("drei und zwanzig", "23");
  reads_as("treinta y cinco", "35");
  reads_as("vinte e três", "23");
  reads_as("ventotto", "28");
  reads_as("eenentwintig", "21");
  reads_as("one crore two lakh", "10200000");
  reads_as("deux fois cinq", "55");
  Phrase weak("to for too");
  expect(!is_numeric(*weak.lexemes, 0), "weak words alone are no number", "to for too");
  Phrase answer("ek do teen");
  mark_weak_answer(*answer.lexemes);
  expect(is_numeric(*answer.lexemes, 0) && is_numeric(*answer.lexemes, 2), "a whole answer of weak digits is one",
         "ek do teen");
  Phrase denial("no no no");
  mark_weak_answer(*denial.lexemes);
  expect(!is_numeric(*denial.lexemes, 0), "no is no digit", "no no no");
  Phrase correction("zero no one");
  expect(!is_numeric(*correction.lexemes, 1), "no between English digits is no Hindi nine", "zero no one");
  Phrase hindi("char sat zero no");
  expect(is_numeric(*hindi.lexemes, 3), "no among Hindi digits is nine", "char sat zero no");
  Phrase mixed("um two");
  expect(!is_numeric(*mixed.lexemes, 0), "English um is not Portuguese one", "um two");
  Phrase portuguese("um dois");
  expect(is_numeric(*portuguese.lexemes, 0), "Portuguese um is one", "um dois");
}

void test_slips() {
  Phrase p("twenty five six");
  const Lattice& lattice = p.numbers();
  expect(reading_distance(lattice, "256") == 0, "equal", "256");
  expect(reading_distance(lattice, "2056") == 0, "equal by the other reading", "2056");
  expect(reading_distance(lattice, "2566") == 1, "a digit missing", "2566");
  expect(reading_distance(lattice, "26") == 1, "a digit too many", "26");
  expect(reading_distance(lattice, "265") == 1, "neighbours swapped", "265");
  expect(reading_distance(lattice, "259") == 1, "another digit", "259");
  expect(reading_distance(lattice, "652") == 2, "more than a slip", "652");
  expect(reading_distance(lattice, "") == 2, "nothing", "");
  // Longer than one machine word.
  const std::string digits(100, '7');
  std::string words;
  for (int k = 0; k < 100; ++k) words += "seven ";
  Phrase longer(words);
  expect(reading_distance(longer.numbers(), digits) == 0, "a hundred digits", "7…");
  expect(reading_distance(*longer.lattice, digits.substr(1)) == 1, "a hundred digits, one missing", "7…");
  expect(reading_distance(*longer.lattice, digits.substr(2)) == 2, "a hundred digits, two missing", "7…");
}

void spells(std::string_view phrase, std::string_view letters) {
  Phrase p(phrase);
  char room[128];
  std::size_t size = 0;
  const int end = read_spelled_run(*p.lexemes, 0, false, room, sizeof room, size);
  expect(std::string_view(room, size) == letters, "spelling", phrase);
  expect(letters.empty() || end == p.lexemes->count, "spelling uses every word", phrase);
}

void test_letters() {
  spells("o k a f o r", "okafor");
  spells("J-A-N-E", "jane");
  spells("J. A. N. E.", "jane");
  spells("J, A, N, E", "jane");
  spells("h a double r i s", "harris");
  spells("oscar kilo alpha foxtrot oscar romeo", "okafor");
  spells("b as in boy e as in edward n as in nancy", "ben");
  spells("b b for boy o b", "bob");
  spells("x ray a", "xa");
  spells("double u e i s s", "weiss");
  spells("capital j a n e", "jane");
  spells("jay a n e", "jane");
  spells("two x's a", "xxa");
  spells("r as in robert e as in edward x as in x-ray", "rex");
  spells("jane doe", "");
  spells("a cat", "");
}

void cleans(std::string_view phrase, std::string_view left, bool corrected = false, bool two = false) {
  Phrase p(phrase);
  const Cleaned cleaned = clean_spoken(*p.lexemes);
  if (p.joined() != left) std::printf("  got: %s\n", p.joined().c_str());
  expect(p.joined() == left, "cleaned", phrase);
  expect(cleaned.corrected == corrected, "self-correction", phrase);
  expect(cleaned.two_answers == two, "two answers", phrase);
}

void test_phrases() {
  cleans("my e-mail address is jane at example dot org", "jane at example dot org");
  cleans("um so that would be lena", "lena");
  cleans("it's lena please", "lena");
  cleans("my name is uh amara okafor thank you", "amara okafor");
  cleans("4471 or 4417", "4471 or 4417", false, true);
  cleans("four seven one sorry four seven two", "four seven two", true);
  cleans("four seven one no four seven two", "four seven two", true);
  cleans("yes", "yes");
  cleans("ich heiße Anke Bauer", "anke bauer");
  cleans("me llamo Rosa Vidal", "rosa vidal");
}

void test_distances() {
  expect(osa_distance("okafor", "okafro", 2) == 1, "swap", "okafor");
  expect(osa_distance("ca", "abc", 3) == 3, "restricted: no edit of an edited pair", "ca abc");
  expect(osa_distance("kitten", "sitting", 2) == 3, "cutoff + 1", "kitten sitting");
  expect(osa_distance("kitten", "sitting", 3) == 3, "at the cutoff", "kitten sitting");
  expect(osa_distance("", "abc", 3) == 3, "empty", "");
  expect(osa_distance_utf8("müller", "muller", 1) == 1, "one code point", "müller");
  Edit edit;
  expect(within_one_edit("holoway", "holloway", edit) && edit.type == EditType::deletion && edit.stored == 'l' &&
             edit.place == 2,
         "doubled letter", "holloway");
  expect(within_one_edit("nolan", "molan", edit) && edit.type == EditType::substitution && edit.said == 'n' &&
             edit.stored == 'm' && edit.place == 0,
         "substitution", "nolan");
  expect(!within_one_edit("abc", "acbd", edit), "two edits", "abc acbd");
  const double similarity = jaro_winkler("martha", "marhta");
  expect(similarity > 0.9611 && similarity < 0.9612, "Jaro-Winkler of martha", "martha");
  expect(jaro_winkler("", "") == 1.0 && jaro_winkler("a", "a") == 1.0, "Jaro-Winkler at its ends", "");
}

}  // namespace

int main() {
  test_numbers();
  test_slips();
  test_letters();
  test_phrases();
  test_distances();
  std::printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
