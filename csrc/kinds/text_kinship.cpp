// Words that are one in two spellings, or of which one is short for the other; written by hand from general knowledge.
#include "text_kinship.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace ablmatch {

namespace {

// ---- one word in two spellings -----------------------------------------------------------------------------------

// British and American stems; what follows must be equal (colours, colors). Both begin with one letter, by which they
// are sorted.
constexpr std::string_view kSpellings[][2] = {
    {"acknowledgement", "acknowledgment"},
    {"aeroplane", "airplane"},
    {"ageing", "aging"},
    {"aluminium", "aluminum"},
    {"anaesthe", "anesthe"},
    {"analogue", "analog"},
    {"archaeolog", "archeolog"},
    {"ardour", "ardor"},
    {"armour", "armor"},
    {"artefact", "artifact"},
    {"axe", "ax"},
    {"behaviour", "behavior"},
    {"caesarean", "cesarean"},
    {"calibre", "caliber"},
    {"cancelled", "canceled"},
    {"cancelling", "canceling"},
    {"candour", "candor"},
    {"catalogue", "catalog"},
    {"centre", "center"},
    {"centimetre", "centimeter"},
    {"cheque", "check"},
    {"clamour", "clamor"},
    {"colour", "color"},
    {"cosy", "cozy"},
    {"counsellor", "counselor"},
    {"counselling", "counseling"},
    {"defence", "defense"},
    {"demeanour", "demeanor"},
    {"dialled", "dialed"},
    {"dialogue", "dialog"},
    {"diarrhoea", "diarrhea"},
    {"doughnut", "donut"},
    {"draught", "draft"},
    {"encyclopaedia", "encyclopedia"},
    {"endeavour", "endeavor"},
    {"enrolment", "enrollment"},
    {"favour", "favor"},
    {"fervour", "fervor"},
    {"fibre", "fiber"},
    {"flavour", "flavor"},
    {"foetus", "fetus"},
    {"fuelled", "fueled"},
    {"fulfilment", "fulfillment"},
    {"glamour", "glamor"},
    {"grey", "gray"},
    {"gynaecolog", "gynecolog"},
    {"haemo", "hemo"},
    {"harbour", "harbor"},
    {"honour", "honor"},
    {"humour", "humor"},
    {"instalment", "installment"},
    {"jewellery", "jewelry"},
    {"jeweller", "jeweler"},
    {"judgement", "judgment"},
    {"kilometre", "kilometer"},
    {"labelled", "labeled"},
    {"labour", "labor"},
    {"leukaemia", "leukemia"},
    {"levelled", "leveled"},
    {"licence", "license"},
    {"litre", "liter"},
    {"lustre", "luster"},
    {"manoeuvre", "maneuver"},
    {"marvellous", "marvelous"},
    {"meagre", "meager"},
    {"metre", "meter"},
    {"millimetre", "millimeter"},
    {"modelled", "modeled"},
    {"modelling", "modeling"},
    {"monologue", "monolog"},
    {"mould", "mold"},
    {"moustache", "mustache"},
    {"mum", "mom"},
    {"mummy", "mommy"},
    {"neighbour", "neighbor"},
    {"ochre", "ocher"},
    {"odour", "odor"},
    {"offence", "offense"},
    {"omelette", "omelet"},
    {"orthopaedic", "orthopedic"},
    {"paediatric", "pediatric"},
    {"parlour", "parlor"},
    {"plough", "plow"},
    {"practise", "practice"},
    {"pretence", "pretense"},
    {"programme", "program"},
    {"pyjama", "pajama"},
    {"rancour", "rancor"},
    {"rigour", "rigor"},
    {"rumour", "rumor"},
    {"sabre", "saber"},
    {"saviour", "savior"},
    {"savour", "savor"},
    {"sceptic", "skeptic"},
    {"sceptre", "scepter"},
    {"signalled", "signaled"},
    {"skilful", "skillful"},
    {"sombre", "somber"},
    {"spectre", "specter"},
    {"splendour", "splendor"},
    {"storey", "story"},
    {"sulphur", "sulfur"},
    {"theatre", "theater"},
    {"travelled", "traveled"},
    {"traveller", "traveler"},
    {"travelling", "traveling"},
    {"tumour", "tumor"},
    {"tyre", "tire"},
    {"valour", "valor"},
    {"vapour", "vapor"},
    {"vigour", "vigor"},
    {"whisky", "whiskey"},
    {"wilful", "willful"},
    {"woollen", "woolen"},
    {"yoghurt", "yogurt"},
};
constexpr int kStems = static_cast<int>(std::size(kSpellings));

// A stem as words are compared with it: its first eight bytes.
struct Stem {
  std::uint64_t head, mask;

  constexpr explicit Stem(std::string_view text) : head(0), mask(0) {
    for (std::size_t k = 0; k < text.size() && k < 8; ++k) {
      head |= std::uint64_t{static_cast<unsigned char>(text[k])} << 8 * k;
      mask |= std::uint64_t{0xFF} << 8 * k;
    }
  }
  bool may_begin(const Word& word) const { return ((word.head ^ head) & mask) == 0; }
};
struct StemPair {
  Stem one, two;
};
constexpr auto kPairs = []<std::size_t... k>(std::index_sequence<k...>) {
  return std::array<StemPair, sizeof...(k)>{StemPair{Stem(kSpellings[k][0]), Stem(kSpellings[k][1])}...};
}(std::make_index_sequence<kStems>{});

// Where the pairs of each letter begin.
constexpr auto kFirstPair = [] {
  std::array<std::uint8_t, 27> first{};
  for (int letter = 0; letter <= 26; ++letter) {
    int at = 0;
    while (at < kStems && kSpellings[at][0][0] - 'a' < letter) ++at;
    first[static_cast<std::size_t>(letter)] = static_cast<std::uint8_t>(at);
  }
  return first;
}();

// By first letter, which second letters the stems have.
constexpr auto kSecondLetters = [] {
  std::array<std::uint32_t, 26> letters{};
  for (const auto& stems : kSpellings)
    for (const std::string_view stem : stems) letters[static_cast<std::size_t>(stem[0] - 'a')] |= 1u << (stem[1] - 'a');
  return letters;
}();

bool differ_in_stem(std::string_view one, std::string_view two, const std::string_view (&stems)[2]) {
  for (int way = 0; way < 2; ++way)
    if (one.starts_with(stems[way]) && two.starts_with(stems[1 - way]) &&
        one.substr(stems[way].size()) == two.substr(stems[1 - way].size()))
      return true;
  return false;
}

// The letters behind the s or z of -ise, -ize, -yse, -yze.
constexpr std::string_view kIseEndings[] = {"e", "ed", "es", "er", "ers", "ing", "ation", "ations", "ational", "able"};

bool is_ise_pair(const Word& one, const Word& two) {
  constexpr int kShortest = 6;
  if (one.size != two.size || one.size < kShortest) return false;
  std::size_t at = 0;
  if (const std::uint64_t other = one.head ^ two.head) at = static_cast<std::size_t>(std::countr_zero(other)) / 8;
  else
    for (at = 8; at < one.size && one.text[at] == two.text[at];) ++at;
  if (at == 0 || at >= one.size) return false;
  const char a = one.text[at], b = two.text[at];
  if (!((a == 's' && b == 'z') || (a == 'z' && b == 's'))) return false;
  if (one.text[at - 1] != 'i' && one.text[at - 1] != 'y') return false;
  const std::string_view ending = one.view().substr(at + 1);
  return ending == two.view().substr(at + 1) &&
         std::find(std::begin(kIseEndings), std::end(kIseEndings), ending) != std::end(kIseEndings);
}

// ---- short forms -------------------------------------------------------------------------------------------------

bool stands(const WordPlace& place, std::uint8_t where) {
  if ((where & kNotFirst) && place.first) return false;
  if ((where & kNotLast) && place.last) return false;
  if ((where & kBeforeFigure) && !place.before_figure) return false;
  return !(where & kAfterFigure) || place.after_figure;
}

bool is_short_for(const Word& brief, const WordPlace& place, const Word& full) {
  if (!brief.is(kBrief) || full.id == kNoTextWord) return false;
  return std::any_of(kTextAbbreviations.begin(), kTextAbbreviations.end(), [&](const TextPair& row) {
    return row.one == brief.id && row.two == full.id && stands(place, row.where);
  });
}

}  // namespace

bool may_be_short(const Word& one, const Word& two) {
  if (one.id == kNoTextWord || two.id == kNoTextWord) return false;
  return std::any_of(kTextAbbreviations.begin(), kTextAbbreviations.end(), [&](const TextPair& row) {
    return (row.one == one.id && row.two == two.id) || (row.one == two.id && row.two == one.id);
  });
}

bool are_spellings(const Word& one, const Word& two) {
  constexpr int kFurthest = 2;  // letters that two spellings of a stem differ by
  const std::uint64_t other = one.head ^ two.head;
  if ((other & 0xFF) != 0 || std::abs(one.size - two.size) > kFurthest) return false;
  const auto letter = static_cast<unsigned>(one.head & 0xFF) - 'a';
  const auto begins = [&](const Word& word) {
    const auto second = static_cast<unsigned>(word.head >> 8 & 0xFF) - 'a';
    return second < 26 && (kSecondLetters[letter] >> second & 1) != 0;
  };
  if (letter < 26 && begins(one) && begins(two)) {
    for (int at = kFirstPair[letter]; at < kFirstPair[letter + 1]; ++at) {
      const StemPair& pair = kPairs[static_cast<std::size_t>(at)];
      const bool begin =
          (pair.one.may_begin(one) && pair.two.may_begin(two)) || (pair.two.may_begin(one) && pair.one.may_begin(two));
      if (begin && differ_in_stem(one.view(), two.view(), kSpellings[at])) return true;
    }
  }
  return is_ise_pair(one, two);
}

Kinship kinship(const Word& said, const WordPlace& said_place, const Word& stored, const WordPlace& stored_place) {
  if (is_short_for(said, said_place, stored) || is_short_for(stored, stored_place, said)) return Kinship::abbreviation;
  return are_spellings(said, stored) ? Kinship::spelling : Kinship::none;
}

}  // namespace ablmatch
