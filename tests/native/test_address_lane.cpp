// The lane of addresses gives what the whole reading gives: on typed, said and mutated pairs of a fixed seed.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "ablmatch.hpp"

using namespace ablmatch;

namespace {

constexpr std::string_view kAddresses[] = {
    "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
    "417 North Oak Street, Millbrook, CA 94107",
    "3917 Cherry Hollow Dr Rm 375, Oakhurst, NM 56810",
    "69 E 82nd Ct, #620, Dunwick, North Carolina 64365",
    "PO Box 1485, West Eastville, UT 72399",
    "13 1/2 Cherry Street, Elmham, TX 51114",
    "45-17 Quarry Road, Unit 9A, Fort Windhurst, NE 24005",
    "7 boustead circuit, greenacre nsw 2770",
    "Flat 17, 70 Pheasant Street, Clayford, NG168JZ",
    "30 sextonstreet, buxton vic 4123",
    "Calle San Martin 145, 27769 Casaverde",
    "8 chemin des Lilas, 61320 Rochefort",
    "Rosen Weg 49, 14684 Hohenfels",
    "3254 County Road 68, Hartburg, OR 14245",
    "3254 CR 68, Hartburg, OR 14245",
    "three two five four co rd sixty eight hartburg oregon one four two four five",
    "number sixty four f tulip street elmport new york one eight seven six one",
    "64F Tulip Street, Elmport, NY 18761",
    "five double five three forty third road altona north sa 2794",
    "5553 43rd Rd, Altona North SA 2794",
    "seven ninety first court apartment two six k st paul, sa 4115",
    "7 91st Court Apt 26K, St Paul, SA 4115",
    "80 W Oak St Apt 5, West, NE",
    "357 8th Avenue, New York, NY 10001",
    "12 Mc Allister St, San Francisco, CA 94102",
    "12 Park Avenue, Washington, DC",
    "seven thousand five hundred sixty seven south eagle hill road fairley",
    "sure it's 4185 chestnut meadow lane room 1011 glenwick georgia 72338",
    "flat two one three nine valley crescent new bellford e h one six seven e w",
    "twelve fourteen county road sixty eight hartburg oregon one four two four five",
    "um I live at two two oh east mill hollow terrace apartment j claymont please",
    "p o box fourteen eighty five west eastville utah",
    "14 north street old bridge new jersey",
    "1234 maple grove avenue #5b riverton ohio 44011",
    "one two three four maple grove avenue apartment five b riverton ohio four four oh one one",
    "417 N. Oak St., Millbrook, CA",
    "3917 Chery Hollow Drive, Oakhurst, New Mexico 56810",
    "sixty nine east eighty second court number six twenty dunwick north carolina six four three six five",
    "P.O. Box 1485, West Eastville, UT",
    "70 pheasant street flat 17 clayford n g one six eight j z",
    "Flat 17 70 Pheasant St, Clayford, NG16 8JZ",
    "30 sexton street, buxton vic 4132",
    "874 Abernathy Cir NC 95668",
    "874 Abernathy Circle, Apt 12, Clayhaven, NC 95668",
    "21286 Kestrel Loop NE Northwick OR 97201",
    "1378 St. Clay Ave, Fort Glenbridge, Georgia 31177",
    "C/ San Mart\xC3\xADn 145, 27769 Casaverde",
    "M\xC3\xBChlenstr. 201, 47987 Gr\xC3\xBCnau",
    "Muehlen Stra\xC3\x9F"
    "e 201 47987 Gruenau",
    "13-D Walnut St, Kingsbrook, CA 71989",
    "4517 Quarry Road #9A Fort Windhurst NE 24005",
    "90 mckinley cipcuit, plymptons outh vic 5108",
    "837 mallard street northeast greenbury texas 59049",
    "3715 Walnut Dr, New Kingsbrook, CA 71102",
    "the address is six thousand three hundred seventy north ellsworth avenue unit four oh five clayham washington two "
    "nine "
    "four eight nine please",
};

constexpr std::string_view kPieces[] = {
    "no wait", "or",   "#",   "apt 5", "5b",  "st",   "n",     "suite 200", "po box 12", "44011",    "oh",   "new york",
    "usa",     "um",   "1/2", "-",     ",",   ".",    "floor", "nw",        "saint",     "the",      "la",   "rue",
    "road",    "5th",  "to",  "fifth", "and", "near", "unit",  "bombay",    "99999-123", "maybe",    "half", "in",
    "twenty",  "flat", "c/o", "a b c", "I",   "12a",  "court", "dash",      "is",        "highway 6"};

class Chance {
 public:
  std::uint32_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>((state_ >> 33) % limit);
  }
  template <std::size_t N>
  std::string_view of(const std::string_view (&values)[N]) {
    return values[below(N)];
  }

 private:
  std::uint64_t state_ = 20260711;
};

void mutate(Chance& chance, std::string& text) {
  if (text.empty()) return;
  const std::size_t at = chance.below(text.size());
  std::size_t word = text.find(' ', at);
  if (word == std::string::npos) word = text.size();
  switch (chance.below(7)) {
    case 0: text.insert(word, " " + std::string(chance.of(kPieces)) + " "); return;
    case 1: text.erase(at, 1); return;
    case 2: text.insert(at, 1, ",.-/#' ;"[chance.below(8)]); return;
    case 3: text[at] = "abcdefghijklmnopqrstuvwxyz0123456789"[chance.below(36)]; return;
    case 4: {
      const std::size_t end = text.find(' ', word + 1);
      text.erase(word, end == std::string::npos ? end : end - word);
      return;
    }
    case 5:
      if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
      return;
    default: text.insert(0, std::string(chance.of(kPieces)) + " ");
  }
}

}  // namespace

int main() {
  const auto scratch = std::make_unique<Scratch>();
  const Context context{find_region("US")};
  Chance chance;
  for (int round = 0; round < 60000; ++round) {
    std::string stored(chance.of(kAddresses));
    std::string said(chance.below(3) == 0 ? chance.of(kAddresses) : std::string_view(stored));
    for (std::uint32_t k = chance.below(5); k > 0; --k) mutate(chance, said);
    for (std::uint32_t k = chance.below(3); k > 0; --k) mutate(chance, stored);
    const int quick = score(value_of(said), value_of(stored), Kind::address, context, *scratch).score;
    const int whole = judge(value_of(said), value_of(stored), Kind::address, context, *scratch).score;
    if (quick != whole) std::printf("%d, not %d: \"%s\" | \"%s\"\n", quick, whole, said.c_str(), stored.c_str());
    assert(quick == whole);
  }
  return 0;
}
