// Words that are one in two spellings, or of which one is short for the other; written by hand from general knowledge.
#include "text_kinship.hpp"

#include <algorithm>

#include "text_word_list.hpp"

namespace ablmatch {

namespace {

// ---- one word in two spellings -----------------------------------------------------------------------------------

// British and American stems; what follows must be equal (colours, colors). Sorted by first letter.
constexpr std::string_view kSpellings[][2] = {
    {"acknowledgement", "acknowledgment"},
    {"aeroplane", "airplane"},
    {"aesthetic", "esthetic"},
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

// The letters behind the s or z of -ise, -ize, -yse, -yze.
constexpr WordList kIseEndings({"e", "ed", "es", "er", "ers", "ing", "ation", "ations", "ational", "able"});

bool is_ise_pair(std::string_view one, std::string_view two) {
  constexpr std::size_t kShortest = 6;
  if (one.size() != two.size() || one.size() < kShortest) return false;
  std::size_t at = 0;
  while (at < one.size() && one[at] == two[at]) ++at;
  if (at == 0 || at == one.size()) return false;
  if (!((one[at] == 's' && two[at] == 'z') || (one[at] == 'z' && two[at] == 's'))) return false;
  if (one[at - 1] != 'i' && one[at - 1] != 'y') return false;
  const std::string_view ending = one.substr(at + 1);
  return ending == two.substr(at + 1) && kIseEndings.holds(ending);
}

bool is_spelling_pair(std::string_view one, std::string_view two) {
  constexpr std::size_t kFurthest = 2;  // letters that two spellings of a stem differ by
  const std::size_t longer = std::max(one.size(), two.size());
  if (longer - std::min(one.size(), two.size()) > kFurthest || longer < 3) return false;
  for (const auto& row : kSpellings) {
    if (row[0].front() != one.front() || row[1].front() != two.front()) continue;
    for (int way = 0; way < 2; ++way)
      if (one.starts_with(row[way]) && two.starts_with(row[1 - way]) &&
          one.substr(row[way].size()) == two.substr(row[1 - way].size()))
        return true;
  }
  return is_ise_pair(one, two);
}

enum Where : std::uint8_t { kAnywhere = 0, kNotFirst = 1, kNotLast = 2, kBeforeFigure = 4, kAfterFigure = 8 };

struct Abbreviation {
  std::string_view brief, full;
  std::uint8_t where;
};
// Only short forms that are hardly a word or name of their own.
constexpr Abbreviation kAbbreviations[] = {
    {"apr", "april", kAnywhere},
    {"apt", "apartment", kBeforeFigure},
    {"assn", "association", kAnywhere},
    {"asst", "assistant", kAnywhere},
    {"aug", "august", kAnywhere},
    {"av", "avenue", kNotFirst},
    {"ave", "avenue", kNotFirst},
    {"bldg", "building", kAnywhere},
    {"blvd", "boulevard", kAnywhere},
    {"bros", "brothers", kNotFirst},
    {"capt", "captain", kNotLast},
    {"cm", "centimetre", kAfterFigure},
    {"cm", "centimeter", kAfterFigure},
    {"co", "company", kNotFirst},
    {"col", "colonel", kNotLast},
    {"corp", "corporation", kNotFirst},
    {"dec", "december", kAnywhere},
    {"dept", "department", kAnywhere},
    {"dr", "doctor", kNotLast},
    {"dr", "drive", kNotFirst},
    {"feb", "february", kAnywhere},
    {"ft", "fort", kNotLast},
    {"ft", "feet", kAfterFigure},
    {"ft", "foot", kAfterFigure},
    {"govt", "government", kAnywhere},
    {"hosp", "hospital", kAnywhere},
    {"hwy", "highway", kAnywhere},
    {"inc", "incorporated", kNotFirst},
    {"intl", "international", kAnywhere},
    {"jan", "january", kAfterFigure},
    {"jr", "junior", kNotFirst},
    {"kg", "kilogram", kAfterFigure},
    {"kg", "kilograms", kAfterFigure},
    {"km", "kilometre", kAfterFigure},
    {"km", "kilometer", kAfterFigure},
    {"km", "kilometres", kAfterFigure},
    {"km", "kilometers", kAfterFigure},
    {"lt", "lieutenant", kNotLast},
    {"ltd", "limited", kNotFirst},
    {"mr", "mister", kNotLast},
    {"mrs", "missus", kNotLast},
    {"mt", "mount", kNotLast},
    {"mtn", "mountain", kAnywhere},
    {"n", "and", kNotFirst | kNotLast},
    {"natl", "national", kAnywhere},
    {"no", "number", kBeforeFigure},
    {"nov", "november", kAnywhere},
    {"num", "number", kBeforeFigure},
    {"oct", "october", kAnywhere},
    {"ok", "okay", kAnywhere},
    {"pkwy", "parkway", kAnywhere},
    {"prof", "professor", kNotLast},
    {"pt", "point", kNotLast},
    {"rd", "road", kNotFirst},
    {"sept", "september", kAnywhere},
    {"sgt", "sergeant", kNotLast},
    {"sq", "square", kNotFirst},
    {"sr", "senior", kNotFirst},
    {"st", "saint", kNotLast},
    {"st", "street", kNotFirst},
    {"ste", "sainte", kNotLast},
    {"tv", "television", kAnywhere},
    {"univ", "university", kAnywhere},
    {"vs", "versus", kNotFirst | kNotLast},
    {"xmas", "christmas", kAnywhere},
};

constexpr Filter kBriefForms = [] {
  Filter filter;
  for (const Abbreviation& row : kAbbreviations) filter.admit(row.brief);
  return filter;
}();

bool stands(const WordPlace& place, std::uint8_t where) {
  if ((where & kNotFirst) && place.first) return false;
  if ((where & kNotLast) && place.last) return false;
  if ((where & kBeforeFigure) && !place.before_figure) return false;
  return !(where & kAfterFigure) || place.after_figure;
}

bool is_short_for(std::string_view brief, const WordPlace& place, std::string_view full) {
  if (full.size() <= brief.size() || !kBriefForms.admits(brief)) return false;
  for (const Abbreviation& row : kAbbreviations)
    if (row.brief == brief && row.full == full && stands(place, row.where)) return true;
  return false;
}

}  // namespace

Kinship kinship(std::string_view said, const WordPlace& said_place, std::string_view stored,
                const WordPlace& stored_place) {
  if (said.empty() || stored.empty()) return Kinship::none;
  if (is_short_for(said, said_place, stored) || is_short_for(stored, stored_place, said)) return Kinship::abbreviation;
  return is_spelling_pair(said, stored) ? Kinship::spelling : Kinship::none;
}

}  // namespace ablmatch
