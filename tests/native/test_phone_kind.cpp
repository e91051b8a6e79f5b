// Kind phone: scores and normalized forms, one row a claim.
#include <cstdio>
#include <memory>
#include <string_view>

#include "ablmatch.hpp"

using namespace ablmatch;

namespace {

struct Pair {
  std::string_view region, said, stored;
  int score;
};

constexpr Pair kPairs[] = {
    {"US", "tel:2125550142;phone-context=+1", "+12125550142", 100},
    {"US", "tel:555-0142;phone-context=+1-212", "+12125550142", 100},
    {"US", "tel:+1-212-555-0142;isub=99;ext=45", "+1 212 555 0142 x45", 100},
    {"US", "+44 (0)20 7946 0018", "+442079460018", 100},
    {"US", "123, 4 (0) 5", "+442079460018", 0},
    {"US", "0044 20 7946 0018", "+442079460018", 100},
    {"US", "011 44 20 7946 0018", "+442079460018", 100},
    {"US", "plus four four two oh seven nine four six double oh one eight", "+442079460018", 100},
    {"US", "double oh four four twenty seventy nine forty six oh oh eighteen", "+442079460018", 100},
    {"US", "+39 02 3661 8300", "+390236618300", 100},
    {"US", "+34 (0)612 34 56 78", "+34612345678", 100},
    {"US", "country code one, area code two one two, five five five, zero one four two", "+12125550142", 100},
    {"US", "1-800-FLOWERS", "+18003569377", 100},
    {"US", "+18003569377", "1-800-FLOWERS", 100},
    {"US", "1 800 GOT JUNK", "+18004685865", 100},
    {"US", "last four are 0142", "+12125550142", 0},
    {"US", "the last four digits are zero one four two", "+12125550142", 0},
    {"US", "it ends in 0142", "+12125550142", 0},
    {"US", "212 555 0142 or 212 555 0143", "+12125550142", 0},
    {"US", "212 555 0143, sorry, 212 555 0142", "+12125550142", 50},
    {"US", "212 555 0143 no 212 555 0142", "+12125550142", 50},
    {"US", "212 555 0142 ext 45", "+12125550142", 100},
    {"US", "212 555 0142", "+12125550142 ext 45", 100},
    {"US", "212 555 0142 ext 46", "+12125550142 ext 45", 0},
    {"US", "212 555 0143 ext 45", "+12125550142 ext 45", 50},
    {"US", "212 555 0142 extension forty five", "+12125550142 ext 45", 100},
    {"US", "212 555 0142 extension number four five", "+12125550142 ext 45", 100},
    {"US", "212 555 0142,,45", "+12125550142 ext 45", 100},
    {"US", "212 555 0142 #45", "+12125550142 ext 45", 100},
    {"US", "212 555 0142 poste 45", "+12125550142 ext 45", 100},
    {"US", "+49 30 23125014 DW 12", "+493023125014 Durchwahl 12", 100},
    {"US", "+7 912 345 67 89 доб. 12", "8 912 345-67-89 ext 12", 100},
    {"JP", "03-1234-5678 内線45", "+81 3 1234 5678 x45", 100},
    {"RU", "8 912 345 67 89", "+79123456789", 100},
    {"US", "8 912 345 67 89", "+79123456789", 100},
    {"US", "044 55 1234 5678", "+525512345678", 100},
    {"US", "+52 1 55 1234 5678", "+525512345678", 100},
    {"US", "+525512345678", "+52 1 55 1234 5678", 100},
    {"US", "0111523456789", "+5491123456789", 100},
    {"US", "+54 9 11 2345 6789", "011 15-2345-6789", 100},
    {"US", "11 1234 5678", "+5511912345678", 50},
    {"US", "11 91234 5678", "+551112345678", 50},
    {"US", "0 21 11 91234 5678", "+5511912345678", 100},
    {"US", "my number is two one two five five five oh one four two", "+12125550142", 100},
    {"US", "um it's two one two uh five five five oh one four two thanks", "+12125550142", 100},
    {"US", "you can reach me at 212 555 0142 anytime", "+12125550142", 100},
    {"US", "my number is not 212 555 0142", "+12125550142", 0},
    {"US", "2 1 2 5 5 5 0 1 4 2", "+12125550142", 100},
    {"US", "(212)555-0142", "+12125550142", 100},
    {"US", "+44 2125550142", "212 555 0142", 100},
    {"GB", "+1 212 555 0142", "+44 212 555 0142", 0},
    {"GB", "two one two five five five oh one four two", "+12125550142", 100},
    {"US", "three one two five five five oh one four two", "+12125550142", 50},
    {"US", "plus four four two one two five five five oh one four two", "+12125550142", 0},
    {"US", "+2125550142", "+12125550142", 0},
    {"US", "nine hundred one two three", "900123", 100},
    {"US", "hello", "+12125550142", 0},
    {"US", "212 555 0142", "hello", -1},
    {"US", "212 555 0142", "(no number)", -1},
    {"US", "212 555 0142", "Home: (212) 555-0142", 100},
    {"US", "212 555 0142", "call (212) 555-0142 after 5pm", 100},
    {"US", "212-555-0142 option 2", "+12125550142", 100},
    {"US", "5550142", "555 0142", 100},
    {"US", "２１２－５５５－０１４２", "+12125550142", 100},
    {"US", "212.555.0142.", "+12125550142", 100},
    {"US", "two one two, five five five. Zero one four two.", "+12125550142", 100},
    {"FR", "zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre", "+33639981234", 100},
    {"US", "0 6 39 98 12 34", "+33639981234", 100},
    {"DE", "null drei null dreiundzwanzig zwölf fünfzig vierzehn", "+493023125014", 100},
    {"US", "212-555-0142/212-555-0143", "+12125550142", 0},
    {"US", "0491 570 156", "+61 491 570 156", 100},
    {"US", "oh four nine one, five seventy, one five six", "+61491570156", 100},
    {"US", "eight hundred five five five zero one nine nine", "1-800-555-0199", 100},
    {"US", "two one two, five five five, oh one four two", "(212) 555-0142", 100},
    {"GB", "oh two oh seven nine four six double oh one eight", "+442079460018", 100},
    {"US", "oh one six three two nine six oh nine six oh", "+441632960960", 100},
    {"US", "zero seven seven zero zero nine double zero one two three", "+447700900123", 100},
    {"US", "plus forty four seven seven double oh nine hundred one two three", "+447700900123", 100},
    {"US", "+1 (212) 555-0142", "001 212 555 0142", 100},
    {"FR", "01 23 45 67 89", "+33123456789", 100},
    {"US", "zéro un vingt-trois quarante-cinq soixante-sept quatre-vingt-neuf", "+33123456789", 100},
    {"US", "seis uno dos tres cuatro cinco seis siete ocho", "+34612345678", 100},
    {"US", "null eins sieben sechs eins zwei drei vier fünf sechs sieben acht", "+4917612345678", 100},
    {"US", "nine eight double seven six five four three two one", "+919877654321", 100},
    {"IN", "nine eight seven six five, four three two one zero", "98765 43210", 100},
    {"US", "zero nine eight seven six five four three two one zero", "+919876543210", 100},
    {"US", "212-555-0142 x 45", "+1 212 555 0142;ext=45", 100},
    {"US", "212-555-0142 extension 45", "212-555-0142 #45", 100},
    {"US", "two one two five five five oh one four two option two", "+12125550142", 100},
    {"US", "212 555 0142 ext 4", "+12125550142 ext 45", 0},
    {"US", "555-0142", "+12125550142", 0},
    {"US", "0142", "+12125550142", 0},
    {"US", "ends in zero one four two", "+12125550142", 0},
    {"US", "four seven one", "+12125550142", 0},
    {"US", "i don't know", "+12125550142", 0},
    {"US", "it's either 212 555 0142 or 212 555 0144", "+12125550142", 0},
    {"US", "maybe 212 555 0142", "+12125550142", 0},
    {"US", "212 555 0142 i mean 212 555 0142", "+12125550142", 50},
    {"US", "two one two five five five oh one four three, no wait, four two", "+12125550142", 0},
    {"US", "212 555 01422", "+12125550142", 50},
    {"US", "122 555 0142", "+12125550142", 50},
    {"US", "122 555 0124", "+12125550142", 0},
    {"US", "+44 20 7946 0018", "020 7946 0018", 100},
    {"US", "020 7946 0018", "+44 20 7946 0018", 100},
    {"US", "+61 2 7946 0018", "+44 20 7946 0018", 0},
    {"US", "my cell number is area code two one two five five five zero one four two", "+12125550142", 100},
    {"US", "sure, it's plus one, two one two, five five five, zero one four two, thanks", "+12125550142", 100},
    {"US", "two twelve five fifty five oh one forty two", "+12125550142", 100},
    {"US", "two one two five fifty-five zero one forty-two", "+12125550142", 100},
    {"US", "two one two triple five zero one four two", "+12125550142", 100},
    {"US", "two hundred twelve five hundred fifty five oh one forty two", "+12125550142", 100},
    {"US", "(+1) 212 555 0142", "+12125550142", 100},
    {"US", "1 (212) 555-0142", "+12125550142", 100},
    {"US", "+1-212-555-0142 ext", "+12125550142", 100},
    {"US", "212 555 0142 (home)", "+12125550142", 100},
    {"US", "Tel. 212 555 0142", "+12125550142", 100},
    {"US", "phone: 212-555-0142", "+12125550142", 100},
    {"US", "2 1 2 - 5 5 5 - 0 1 4 2", "+12125550142", 100},
    {"US", "212~555~0142", "+12125550142", 100},
    {"US", "212·555·0142", "+12125550142", 100},
    {"US", "212•555•0142", "+12125550142", 100},
    {"US", "٢١٢ ٥٥٥ ٠١٤٢", "+12125550142", 100},
    {"US", "1-800-MY-APPLE", "+18006927753", 100},
    {"US", "+7 (912) 345-67-89", "8 (912) 345-67-89", 100},
    {"RU", "+7 912 345 67 89", "8 912 345 67 89", 100},
    {"US", "+36 1 234 5678", "06 1 234 5678", 100},
    {"US", "212 five five five 0142", "+12125550142", 100},
    {"US", "212 555 oh one four two", "+12125550142", 100},
    {"US", "2l2 555 0142", "+12125550142", 0},
    {"BR", "oito meia nove", "869", 100},
    {"US", "um, 212 555 0142", "+12125550142", 100},
    {"US", "tess dot holloway at quillmark dot example", "+12125550142", 0},
    {"US", "212 555 0142", "tess.holloway@quillmark.example", -1},
    {"US", "212-555-0142 or 2125550142", "+12125550142", 0},
};

struct Normal {
  std::string_view region, value, normal;  // normal: "" when the kind finds nothing
};

constexpr Normal kNormals[] = {
    {"US", "eight hundred five five five oh one nine nine", "+18005550199"},
    {"US", "555 0142", "5550142"},
    {"US", "212 555 0142 ext. 45", "+12125550142;ext=45"},
    {"US", "+12125550142;ext=45", "+12125550142;ext=45"},
    {"US", "tel:+1-212-555-0142", "+12125550142"},
    {"US", "1-800-FLOWERS", "+18003569377"},
    {"US", "+44 (0)20 7946 0018", "+442079460018"},
    {"GB", "oh seven seven double oh, nine hundred one two three", "+447700900123"},
    {"GB", "oh double seven double oh nine hundred one two three", "+447700900123"},
    {"IN", "nine triple zero double zero one two three four", "+919000001234"},
    {"AU", "oh four nine one five seven oh one five six", "+61491570156"},
    {"MX", "044 55 1234 5678", "+525512345678"},
    {"AR", "011 15-2345-6789", "+5491123456789"},
    {"US", "hello", ""},
    {"US", "Maria Lopez", ""},
    {"ES", "seis doce treinta y cuatro cincuenta y seis setenta y ocho", "+34612345678"},
    {"US", "two one two five five five oh one four two extension four five", "+12125550142;ext=45"},
    {"US", "(212) 555-0142 x45", "+12125550142;ext=45"},
    {"US", "+1 (212) 555-0142", "+12125550142"},
    {"US", "tel:+12125550142;ext=45", "+12125550142;ext=45"},
    {"US", "911", "911"},
    {"US", "12", "12"},
    {"GB", "+44 (0)20 7946 0018", "+442079460018"},
    {"US", "plus four four twenty seventy nine forty six double oh eighteen", "+442079460018"},
    {"FR", "01 23 45 67 89", "+33123456789"},
    {"RU", "8 (912) 345-67-89", "+79123456789"},
    {"US", "+999 123 456 789", "+999123456789"},
    {"BR", "onze nove um dois três quatro cinco meia sete oito", "+5511912345678"},
    {"US", "nine one seven triple five twelve thirty four", "+19175551234"},
};

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

int main() {
  const auto scratch = std::make_unique<Scratch>();
  int faults = 0;
  for (const Pair& pair : kPairs) {
    const Context context{find_region(pair.region)};
    const Judgement found = judge(value_of(pair.said), value_of(pair.stored), Kind::phone, context, *scratch);
    if (found.score == pair.score) continue;
    print(pair.said);
    print(" | ");
    print(pair.stored);
    std::fprintf(stderr, ": %d, not %d\n", found.score, pair.score);
    ++faults;
  }
  static char out[kFoldCapacity];
  for (const Normal& row : kNormals) {
    const Context context{find_region(row.region)};
    const std::size_t size =
        normalize(value_of(row.value), Kind::phone, Role::stored, context, *scratch, out, sizeof out);
    const std::string_view got = size == kNothing ? std::string_view() : std::string_view(out, size);
    if (got == row.normal) continue;
    print(row.value);
    print(": ");
    print(got);
    print(", not ");
    print(row.normal);
    print("\n");
    ++faults;
  }
  if (faults == 0) std::puts("kind phone: ok");
  return faults == 0 ? 0 : 1;
}
