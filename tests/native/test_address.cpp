// Addresses in the core: the anchors of the ladder, what never matches, canonical texts, and the shape for `auto`.
#include <cassert>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "ablmatch.hpp"
#include "kinds/address.hpp"

using namespace ablmatch;

namespace {

struct Pair {
  std::string_view said;
  std::string_view stored;
  int low, high;  // the score lies between them
};

constexpr std::string_view kMaple = "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011";
constexpr std::string_view kOak = "417 North Oak Street, Millbrook, CA 94107";

// identity-matching.md 1.4, one row for each anchor.
constexpr Pair kAnchors[] = {
    {"1234 Maple Grove Avenue, Apartment 5B, Riverton, Ohio 44011-1234, USA", kMaple, 97, 100},
    {"twelve thirty four maple grove avenue apartment five b riverton ohio four four oh one one", kMaple, 98, 98},
    {"417 N Oak St, Millbrook", kOak, 94, 94},
    {"417 N Oak St", kOak, 84, 84},
    {"1234 Maple Grove Ave, Riverton, OH 44011", kMaple, 88, 88},
    {"417 North Oak, Millbrook, CA 94107", kOak, 90, 90},
    {"417 Oak Street, Millbrook, CA 94107", kOak, 88, 88},
    {"1234 Mapel Grove Ave, Apt 5B, Riverton, OH 44011", kMaple, 90, 90},
    {"1234 Maple Grove Ave, Apt 5B, Rivertown, OH 44011", kMaple, 90, 90},
    {"417 North Oak Street, Millbrook, CA 94170", kOak, 85, 85},
    {"417 North Oak Street, Fairview, CA 94107", kOak, 85, 85},
    {"417 North Oak Street, Fairview, NV 89701", kOak, 30, 40},
    {"north oak street in millbrook", kOak, 55, 65},
    {"416 North Oak Street, Millbrook, CA 94107", kOak, 55, 55},
    {"953 North Oak Street, Millbrook, CA 94107", kOak, 30, 30},
    {"1234 Maple Grove Ave, Apt 6B, Riverton, OH 44011", kMaple, 55, 55},
    {"417 North Oak Court, Millbrook, CA 94107", kOak, 50, 50},
    {"417 South Oak Street, Millbrook, CA 94107", kOak, 50, 50},
    {"417 North Elm Street, Millbrook, CA 94107", kOak, 25, 25},
    {"Millbrook, CA 94107", kOak, 10, 15},
    {"12 Elm Street, Millbrook, CA 94107", kOak, 0, 9},
    {"PO Box 417, Millbrook, CA 94107", kOak, 0, 9},
    {"417 North Oak Street or 419 North Oak Street, Millbrook, CA 94107", kOak, 0, 69},
    {"419 North Oak Street, sorry, 417 North Oak Street, Millbrook, CA 94107", kOak, 10, 69},
};

// No boundary is looked for behind more than twelve names of a street, or in front of more than sixteen of a town, but for
// those of a street or a town as long as the other side's; no number has more than sixteen words.
constexpr Pair kBounds[] = {
    {"12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero the mapleton riverton",
     "12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero mapleton, riverton, "
     "kentshire",
     96, 96},
    {"12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero kestrelton the mapleton "
     "riverton",
     "12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero kestrelton mapleton, "
     "riverton, kentshire",
     0, 9},
    {"12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero kestrelton larchley "
     "mapleton "
     "riverton falls, care of nettleton oliveto, poplarton sallow tamarind ulmston",
     "12 ashby birkdale carolton deltona emberley finchley groveton hollyton irisley junipero kestrelton larchley "
     "mapleton, "
     "riverton falls care of nettleton, oliveto poplarton sallow tamarind ulmston",
     97, 97},
    {"one two three four five six seven eight nine one two three four five six seven maple street",
     "1234567891234567 maple street", 98, 98},
    {"one two three four five six seven eight nine one two three four five six seven eight maple street",
     "12345678912345678 maple street", 0, 69},
};

// Pairs of spellings with one canonical text.
constexpr std::string_view kSame[][2] = {
    {"417 N Oak St", "417 North Oak Street"},
    {"22 Birch Ln Apt 4", "22 Birch Lane, #4"},
    {"2201 E 42nd St", "2201 East Forty-Second Street"},
    {"P O Box three eighteen", "PO Box 318"},
    {"Durham NC", "Durham, North Carolina"},
    {"Washington, DC", "Washington, D.C."},
    {"34 ½ Main St", "34 1/2 Main St"},
    {"34½ Main St", "34 1/2 Main St"},
    {"38412 40TH ST E PALMDALE CA 93552", "38412 40th Street East, Palmdale, CA 93552"},
    {"Gartenstr. 7, 50667 Köln", "Gartenstraße 7, 50667 Cologne"},
    {"C/ Mayor 15, 28013 Madrid", "Calle Mayor, 15, 28013 Madrid"},
    {"RR 2 Box 41, Dover, AR", "Rural Route 2, Box 41, Dover, Arkansas"},
};

constexpr std::string_view kAddresses[] = {"1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
                                           "PO Box 318, Ashby, TX 78602",
                                           "12 rue de l'Église, 69002 Lyon",
                                           "50667 Köln",
                                           "Durham, NC",
                                           "Gartenstraße 7"};
constexpr std::string_view kOthers[] = {"Amara Okafor", "Woolf, Virginia", "Blue Heron", "471093", "Plan B"};

}  // namespace

int main() {
  const auto scratch = std::make_unique<Scratch>();
  const auto again = std::make_unique<Scratch>();
  const Context context{};
  const auto score = [&](std::string_view said, std::string_view stored) {
    return static_cast<int>(judge(value_of(said), value_of(stored), Kind::address, context, *scratch).score);
  };
  int failures = 0;
  const auto expect = [&](const Pair& pair) {
    const int found = score(pair.said, pair.stored);
    if (found >= pair.low && found <= pair.high) return;
    std::printf("%.*s | %.*s: %d, not %d..%d\n", static_cast<int>(pair.said.size()), pair.said.data(),
                static_cast<int>(pair.stored.size()), pair.stored.data(), found, pair.low, pair.high);
    ++failures;
  };
  for (const Pair& pair : kAnchors) expect(pair);
  for (const Pair& pair : kBounds) expect(pair);

  static char room[2][kFoldCapacity];
  const auto normal = [&](std::string_view value, int k) {
    const std::size_t size =
        normalize(value_of(value), Kind::address, Role::stored, context, *again, room[k], sizeof room[k]);
    return size == kNothing ? std::string_view("(nothing)") : std::string_view(room[k], size);
  };
  for (const auto& same : kSame) {
    const std::string_view one = normal(same[0], 0), other = normal(same[1], 1);
    if (one != other) {
      std::printf("%.*s <> %.*s\n", static_cast<int>(one.size()), one.data(), static_cast<int>(other.size()),
                  other.data());
      ++failures;
    }
    const std::string first(one);
    if (normal(first, 0) != first) {
      std::printf("not idempotent: %s\n", first.c_str());
      ++failures;
    }
    if (score(same[0], same[1]) < 95) {
      std::printf("%.*s: %d\n", static_cast<int>(same[0].size()), same[0].data(), score(same[0], same[1]));
      ++failures;
    }
  }

  // More tokens than are parsed: equal or nothing.
  std::string endless = "12";
  for (int k = 0; k < 60; ++k) endless += " oak";
  assert(score(endless, endless) == 100);
  assert(score(endless + " st", endless) == 0);

  const auto side = std::make_unique<Side>();
  const auto shaped = [&](std::string_view value) {
    side->raw = value;
    fold(value, side->folded);
    split(side->folded, side->lexemes);
    return looks_like_address(*side);
  };
  for (const std::string_view value : kAddresses)
    if (!shaped(value)) std::printf("no address: %.*s\n", static_cast<int>(value.size()), value.data()), ++failures;
  for (const std::string_view value : kOthers)
    if (shaped(value)) std::printf("an address: %.*s\n", static_cast<int>(value.size()), value.data()), ++failures;

  std::printf("test_address: %d failures\n", failures);
  return failures != 0;
}
