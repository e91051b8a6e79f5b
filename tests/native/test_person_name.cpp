// Kind person_name: the rungs and caps of the ladder, canonical texts, evidence and parts; one row a claim.
#include <cstdio>
#include <memory>
#include <string_view>

#include "ablmatch.hpp"

using namespace ablmatch;

namespace {

struct Pair {
  std::string_view said, stored;
  int score;
};

constexpr Pair kPairs[] = {
    // equal, and what costs one point
    {"Amara Okafor", "AMARA OKAFOR", 100},
    {"Jose Alvarez", "José Álvarez", 100},
    {"Okafor, Amara", "Amara Okafor", 99},
    {"Mr. Peter Lund", "Peter Lund", 99},
    {"Clare Boyd Hughes", "Clare Boyd-Hughes", 99},
    {"Sean OMalley", "Sean O'Malley", 99},
    {"Joost vanderberg", "Joost van der Berg", 99},
    {"Juergen Mueller", "Jürgen Müller", 99},
    // middle names, spelling, generation, order
    {"Amara J. Okafor", "Amara Okafor", 97},
    {"Amara J. Okafor", "Amara Joy Okafor", 97},
    {"amara o k a f o r", "Amara Okafor", 97},
    {"Peter Lund", "Peter Lund Jr.", 95},
    {"Okafor Amara", "Amara Okafor", 95},
    {"Wei Zhang", "Zhang Wei", 99},
    // given names
    {"Bob Castellan", "Robert Castellan", 92},
    {"Rob Castellan", "Bob Castellan", 92},
    {"Bert Castellan", "Bob Castellan", 30},
    {"Steven Lund", "Stephen Lund", 90},
    {"Erin Lund", "Aaron Lund", 65},
    {"James Castellan", "Robert James Castellan", 80},
    {"Robere Lund", "Robert Lund", 85},
    {"Amarra Okafor", "Amara Okafor", 75},
    {"P Lund", "Peter Lund", 65},
    {"Maria Lund", "Mario Lund", 40},
    {"Chidi Okafor", "Amara Okafor", 30},
    // surnames
    {"Ann Smith", "Ann Smyth", 85},
    {"Ann Johnson", "Ann Johnston", 75},
    {"Fiona McLeish", "Fiona MacLeish", 85},
    {"Amara Okafur", "Amara Okafor", 85},
    {"Joost Berg", "Joost van der Berg", 80},
    {"Esteban Perez", "Esteban Pérez Lozano", 80},
    {"Rosa Vidal", "Rosa Marín Vidal", 75},
    {"Anna Ivanov", "Anna Ivanova", 80},
    {"Wei Wong", "Wei Wang", 75},
    {"Kenji Ono", "Kenji Ohno", 99},
    {"Wilf Ross", "Wilf Rose", 45},
    {"Amara Whitlock", "Amara Okafor", 20},
    {"Tom Bennet", "Thomas Bennett", 77},
    {"Amarra Okafur", "Amara Okafor", 60},
    // one word, whole-name caps
    {"Lund", "Peter Lund", 60},
    {"Peter", "Peter Lund", 50},
    {"Amara Grace Okafor", "Amara Joy Okafor", 60},
    {"Roy M. Hobart", "Roy Ludwig Hobart", 65},
    {"Valery Konstantinovich Ermilov", "Valery Nikolaevich Ermilov", 55},
    {"Valery Ermilov", "Valery Nikolaevich Ermilov", 80},
    {"Peter Lund Sr.", "Peter Lund Jr.", 55},
    {"Amara Okafor and Chidi Okafor", "Amara Okafor", 40},
    {"Peter Lund no sorry Amara Okafor", "Amara Okafor", 65},
    {"Peter Lund", "Amara Okafor", 0},
    {"12345", "Amara Okafor", 0},
    {"Amara Okafor", "12345", -1},
    // remarks about letters, spelled letters beside a name
    {"Nina with an n Darco", "Nina D'Arco", 99},
    {"Catherine with a K Lund", "Katherine Lund", 90},
    {"Ann without an e Reed", "Anne Reed", 60},
    {"M A R G I E James", "Margie James", 97},
    {"Charlie Hotel Echo Romeo Yankee Lima Fox", "Cheryl Fox", 97},
    // more names than one person has
    {"Amara Okafor Chidi Okafor", "Amara Okafor", 40},
    {"Amara Hannah Peter Robert Okafor", "Amara Okafor", 65},
    {"Rosa Vidal Marín", "Rosa Marín Vidal", 65},
    {"Olga Petrovna", "Olga Petrovna Orlova", 50},
    // scripts
    {"A. Sokolova", "Анна Соколова", 40},
    {"Gim Minjun", "Kim Min-jun", 75},
    {"田中晴人", "田中晴美", 30},
    {"Vladimir Orlov", "Владимир Орлов", 75},
    {"Mohammed Ali", "محمد علي", 60},
    {"Haruto Tanaka", "田中 晴人", 30},
};

struct Normal {
  std::string_view value;
  Role role;
  std::string_view text;
};

constexpr Normal kNormals[] = {
    {"Dr. Lund Jr., Peter, MD", Role::stored, "peter lund jr"},
    {"Peter Lund the third", Role::stored, "peter lund iii"},
    {"Sean O'Malley", Role::stored, "sean omalley"},
    {"Sean O Malley", Role::stored, "sean omalley"},
    {"John O. Smith", Role::stored, "john o smith"},
    {"Boyd-Hughes, Clare", Role::stored, "clare boyd hughes"},
    {"A. M. Smits", Role::stored, "a m smits"},
    {"Anna MW Smits", Role::stored, "anna m w smits"},
    {"h a double r i s", Role::stored, "harris"},
    {"my name is amara okafor", Role::said, "amara okafor"},
    {"last name okafor first name amara", Role::said, "amara okafor"},
    {"Ma, Adrian", Role::stored, "adrian ma"},
    {"Ms. Hargrove", Role::stored, "hargrove"},
};

int failures = 0;

void expect(bool holds, std::string_view what, std::string_view said, std::string_view stored) {
  if (holds) return;
  ++failures;
  std::printf("FAILED %.*s: %.*s | %.*s\n", static_cast<int>(what.size()), what.data(), static_cast<int>(said.size()),
              said.data(), static_cast<int>(stored.size()), stored.data());
}

}  // namespace

int main() {
  const auto scratch = std::make_unique<Scratch>();
  const Context context{};
  for (const Pair& pair : kPairs) {
    const Judgement judgement = judge(value_of(pair.said), value_of(pair.stored), Kind::person_name, context, *scratch);
    char what[32];
    std::snprintf(what, sizeof what, "score %d, not %d", judgement.score, pair.score);
    expect(judgement.score == pair.score, what, pair.said, pair.stored);
  }

  const auto out = std::make_unique<char[]>(kFoldCapacity);
  for (const Normal& row : kNormals) {
    const std::size_t size =
        normalize(value_of(row.value), Kind::person_name, row.role, context, *scratch, out.get(), kFoldCapacity);
    const std::string_view text = size == kNothing ? "(nothing)" : std::string_view(out.get(), size);
    expect(text == row.text, text, row.value, row.text);
  }

  // Explanations name the parts, and why.
  PartSink parts;
  const Judgement nickname = judge(value_of("Dr Bob J Castellan"), value_of("Castellan Jr, Robert"), Kind::person_name,
                                   context, *scratch, &parts);
  expect(nickname.evidence.has(Evidence::nickname) && nickname.evidence.has(Evidence::middle_missing) &&
             nickname.evidence.has(Evidence::generation_missing) && nickname.evidence.has(Evidence::title_ignored),
         "evidence", "Dr Bob J Castellan", "Castellan Jr, Robert");
  expect(parts.parts.size() == 5 && parts.reading == "bob j castellan", "parts", parts.reading, "bob j castellan");
  if (parts.parts.size() == 5) {
    constexpr std::string_view kNames[] = {"given", "middle", "surname", "generation", "title"};
    constexpr std::string_view kHow[] = {"nickname", "missing", "equal", "missing", "ignored"};
    for (std::size_t k = 0; k < 5; ++k)
      expect(parts.parts[k].name == kNames[k] && parts.parts[k].how == kHow[k], "part", kNames[k], parts.parts[k].how);
  }

  // More tokens than are compared: equality decides.
  std::string many = "Amara";
  for (int k = 0; k < 40; ++k) many += " Okafor";
  expect(judge(value_of(many), value_of(many), Kind::person_name, context, *scratch).score == 100, "overlong", many,
         many);
  expect(judge(value_of("Amara Okafor"), value_of(many), Kind::person_name, context, *scratch).score == 0, "overlong",
         "Amara Okafor", many);

  if (failures == 0) std::puts("ok");
  return failures != 0;
}
