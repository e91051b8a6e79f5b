// The word lists of kind text. Short lists, searched only for words that differ; written by hand from general knowledge.
#include "text_vocabulary.hpp"

#include <utility>

#include "text_word_list.hpp"

namespace ablmatch {

namespace {

constexpr WordList kArticles({"the", "a", "an", "el", "la", "los", "las", "le", "les", "l",  "der", "die",
                              "das", "o", "os", "as", "il", "lo",  "gli", "i",  "een", "de", "het"});
constexpr WordList kSmallWords({"and", "of", "is", "y", "et", "und", "e", "en", "du", "del", "di", "da", "my"});
constexpr WordList kPrepositions({"in", "on", "at", "by", "to", "for"});
constexpr WordList kLegalForms({"corp", "inc", "ltd", "llc", "gmbh", "co", "plc", "company", "corporation",
                                "incorporated", "limited"});
constexpr WordList kNegations({"not",    "no",     "never",   "none",    "without",  "non",    "nicht",   "kein",
                               "keine",  "pas",    "sin",     "nunca",   "nao",      "sem",    "senza",   "niet",
                               "geen",   "dont",   "doesnt",  "isnt",    "wont",     "cant",   "wasnt",   "arent",
                               "didnt",  "werent", "couldnt", "wouldnt", "shouldnt", "hasnt",  "havent",  "hadnt",
                               "cannot", "ohne",   "sans",    "nor",     "neither",  "nobody", "nothing", "nie",
                               "jamais", "mai",    "nooit",   "zonder"});
constexpr WordList kLettered({"plan",     "class",   "type",     "option",   "grade",    "vitamin", "hepatitis",
                              "section",  "row",     "gate",     "block",    "unit",     "level",   "group",
                              "category", "form",    "part",     "team",     "series",   "size",    "figure",
                              "schedule", "exhibit", "zone",     "terminal", "building", "room",    "apartment",
                              "flat",     "wing",    "line",     "version",  "model",    "side",    "answer",
                              "letter",   "choice",  "appendix", "annex",    "blood",    "tipo",    "opcion",
                              "clase",    "typ",     "klasse",   "classe",   "opcao",    "opzione", "optie"});

// Words of one row are contrary to each other and never one a slip of the other.
constexpr PairList kOpposites({
    {"north", "south"},
    {"east", "west"},
    {"open", "close"},
    {"opened", "closed"},
    {"in", "out"},
    {"up", "down"},
    {"yes", "no"},
    {"on", "off"},
    {"first", "second"},
    {"first", "last"},
    {"accept", "decline"},
    {"left", "right"},
    {"morning", "evening"},
    {"before", "after"},
    {"inside", "outside"},
    {"enable", "disable"},
    {"enabled", "disabled"},
    {"increase", "decrease"},
    {"include", "exclude"},
    {"import", "export"},
    {"upload", "download"},
    {"incoming", "outgoing"},
    {"inbound", "outbound"},
    {"maternal", "paternal"},
    {"married", "unmarried"},
    {"male", "female"},
    {"active", "inactive"},
    {"approved", "declined"},
    {"arrival", "departure"},
    {"credit", "debit"},
    {"morning", "night"},
    {"true", "false"},
    {"and", "or"},
    {"with", "without"},
    {"more", "less"},
    {"always", "never"},
});

// Pairs of everyday words one slip apart, at least one of six letters. The gender of a word (hermano, hermana) and
// plurals need no row.
constexpr PairList kTwoWords({
    {"action", "auction"},        {"adaption", "adoption"},     {"advice", "advise"},
    {"albert", "alberta"},        {"andrea", "andreas"},        {"assemble", "assembly"},
    {"babble", "bubble"},         {"badger", "bagger"},         {"baker", "banker"},
    {"banker", "banner"},         {"banker", "barker"},         {"banker", "bunker"},
    {"barbed", "barber"},         {"barrel", "barren"},         {"batter", "better"},
    {"batter", "butter"},         {"battle", "bottle"},         {"beater", "beaver"},
    {"better", "bitter"},         {"bitter", "butter"},         {"blister", "bluster"},
    {"bother", "brother"},        {"bought", "brought"},        {"breadth", "breath"},
    {"breath", "breathe"},        {"bride", "bridge"},          {"broken", "broker"},
    {"canter", "center"},         {"caption", "caution"},       {"carmel", "carmen"},
    {"carol", "carole"},          {"carter", "caster"},         {"carter", "cater"},
    {"carter", "crater"},         {"carton", "cartoon"},        {"castle", "cattle"},
    {"casual", "causal"},         {"cattle", "cuttle"},         {"cellar", "collar"},
    {"chance", "chancel"},        {"chance", "change"},         {"change", "charge"},
    {"chapter", "charter"},       {"charge", "charger"},        {"cheery", "cherry"},
    {"chopper", "copper"},        {"christian", "christina"},   {"cloned", "closed"},
    {"closed", "closer"},         {"closed", "closet"},         {"clothes", "cloths"},
    {"cluster", "clutter"},       {"coarse", "course"},         {"collage", "college"},
    {"complement", "compliment"}, {"contention", "convention"}, {"cooker", "cooper"},
    {"cooper", "copper"},         {"country", "county"},        {"coupe", "couple"},
    {"course", "curse"},          {"dagger", "danger"},         {"dancer", "danger"},
    {"deliver", "delivery"},      {"denier", "denver"},         {"desert", "dessert"},
    {"device", "devise"},         {"diner", "dinner"},          {"discover", "discovery"},
    {"diver", "driver"},          {"divorce", "divorcee"},      {"dominica", "dominican"},
    {"driver", "drover"},         {"easter", "eastern"},        {"easter", "eater"},
    {"edward", "edwards"},        {"employee", "employer"},     {"expand", "expend"},
    {"expired", "expires"},       {"faction", "fraction"},      {"factor", "factory"},
    {"falcon", "flacon"},         {"farmer", "former"},         {"farmer", "framer"},
    {"farther", "father"},        {"father", "feather"},        {"fiance", "fiancee"},
    {"fiend", "friend"},          {"filing", "filling"},        {"finder", "finger"},
    {"fisher", "fishery"},        {"fisher", "fishes"},         {"flatter", "flutter"},
    {"flight", "fright"},         {"freight", "fright"},        {"garage", "garbage"},
    {"georgia", "georgina"},      {"hangar", "hanger"},         {"hanger", "hunger"},
    {"hansen", "hanson"},         {"hinter", "hunter"},         {"holland", "howland"},
    {"honest", "honesty"},        {"hooper", "hopper"},         {"hooter", "hotter"},
    {"hoping", "hopping"},        {"horses", "hoses"},          {"horses", "houses"},
    {"hunger", "hunter"},         {"iceland", "ireland"},       {"inland", "island"},
    {"intention", "invention"},   {"jingle", "jungle"},         {"juggle", "jungle"},
    {"julian", "juliana"},        {"larson", "lawson"},         {"lather", "leather"},
    {"latter", "letter"},         {"lawyer", "layer"},          {"leader", "lender"},
    {"lessen", "lesson"},         {"lesser", "lessor"},         {"lesson", "lessor"},
    {"letter", "litter"},         {"lightening", "lightning"},  {"locker", "locket"},
    {"louis", "louise"},          {"marian", "marina"},         {"marian", "marion"},
    {"marina", "martina"},        {"marine", "mariner"},        {"marital", "martial"},
    {"marker", "market"},         {"marlin", "martin"},         {"marlin", "merlin"},
    {"marsha", "martha"},         {"marten", "martin"},         {"martian", "martin"},
    {"massage", "message"},       {"master", "matter"},         {"master", "muster"},
    {"michael", "michel"},        {"middle", "muddle"},         {"milker", "miller"},
    {"money", "monkey"},          {"moran", "morgan"},          {"morning", "mourning"},
    {"nation", "notion"},         {"nelson", "nilson"},         {"nicola", "nicolas"},
    {"package", "packaged"},      {"packer", "parker"},         {"packet", "pocket"},
    {"paddle", "puddle"},         {"painter", "pointer"},       {"painter", "printer"},
    {"palace", "palate"},         {"palace", "place"},          {"parson", "person"},
    {"pasted", "posted"},         {"payer", "prayer"},          {"pepper", "peppery"},
    {"plane", "planet"},          {"planer", "player"},         {"planing", "planning"},
    {"plantar", "planter"},       {"planter", "plaster"},       {"plaster", "platter"},
    {"plater", "platter"},        {"player", "prayer"},         {"pointer", "printer"},
    {"poison", "prison"},         {"ported", "posted"},         {"porter", "poster"},
    {"porter", "potter"},         {"portion", "potion"},        {"potter", "pottery"},
    {"prescribe", "proscribe"},   {"primate", "private"},       {"quarter", "quartet"},
    {"quarts", "quartz"},         {"rabbi", "rabbit"},          {"racket", "rocket"},
    {"ranger", "ringer"},         {"rating", "ratting"},        {"ratio", "ration"},
    {"retired", "rewired"},       {"richard", "richards"},      {"robert", "roberts"},
    {"rolling", "rollins"},       {"rubble", "rumble"},         {"sample", "simple"},
    {"saucer", "sauces"},         {"scared", "scarred"},        {"scatter", "shatter"},
    {"scroll", "stroll"},         {"server", "sever"},          {"shatter", "shutter"},
    {"shipper", "shopper"},       {"shutter", "stutter"},       {"sider", "spider"},
    {"signed", "singed"},         {"silver", "sliver"},         {"simmer", "summer"},
    {"simon", "simone"},          {"singe", "single"},          {"sister", "sitter"},
    {"skipper", "slipper"},       {"sleight", "slight"},        {"slider", "spider"},
    {"slipper", "slippery"},      {"sprig", "spring"},          {"spring", "sprint"},
    {"spring", "string"},         {"stable", "staple"},         {"staring", "starring"},
    {"statin", "station"},        {"stationary", "stationery"}, {"statue", "statute"},
    {"steven", "stevens"},        {"sting", "string"},          {"strike", "stripe"},
    {"strike", "stroke"},         {"string", "strong"},         {"sunday", "sundry"},
    {"surrey", "survey"},         {"tacker", "tucker"},         {"taping", "tapping"},
    {"thorough", "through"},      {"though", "thought"},        {"though", "through"},
    {"trainee", "trainer"},       {"tripe", "triple"},          {"tuner", "turner"},
    {"turkey", "turnkey"},        {"united", "untied"},         {"victor", "victory"},
    {"village", "villager"},      {"violent", "violet"},        {"waiter", "writer"},
    {"walker", "waller"},         {"waller", "walter"},         {"warner", "werner"},
    {"weakly", "weekly"},         {"weather", "wether"},        {"widow", "window"},
    {"widowed", "widower"},       {"william", "williams"},      {"winner", "winter"},
    {"wooden", "woolen"},
});

constexpr WordList kCopulas({"is",        "was",      "are",      "were",      "called",  "named", "be",     "being",
                             "es",        "era",      "fue",      "llama",     "llamaba", "llamo", "ist",    "war",
                             "heisst",    "hiess",    "heist",    "lautet",    "est",     "etait", "cest",   "cetait",
                             "appelle",   "appelait", "sappelle", "sappelait", "nommait", "foi",   "chama",  "chamava",
                             "chamavase", "e",        "chiama",   "chiamava",  "fu",      "heet",  "heette", "its",
                             "thats",     "born",     "naci",     "nasci",     "geboren", "nato",  "nata",   "met",
                             "live",      "lived"});
constexpr WordList kLeadIns(
    {"my",      "the",   "a",      "an",     "our",   "his",      "her",        "their", "your",  "its",
     "it",      "he",    "she",    "they",   "we",    "i",        "that",       "thats", "this",  "those",
     "these",   "mine",  "answer", "name",   "names", "password", "passphrase", "code",  "word",  "phrase",
     "number",  "one",   "mi",     "mis",    "la",    "el",       "lo",         "su",    "se",    "nuestro",
     "nuestra", "es",    "era",    "fue",    "me",    "mon",      "ma",         "le",    "les",   "son",
     "sa",      "notre", "cest",   "cetait", "il",    "elle",     "ce",         "mein",  "meine", "meines",
     "meiner",  "der",   "die",    "das",    "sein",  "seine",    "ihr",        "ihre",  "unser", "unsere",
     "er",      "sie",   "meu",    "minha",  "o",     "os",       "as",         "nosso", "nossa", "ele",
     "ela",     "mio",   "mia",    "gli",    "lei",   "lui",      "si",         "mijn",  "de",    "het",
     "een",     "ons",   "onze",   "zijn",   "haar",  "hij",      "zij",        "ik",    "was",   "is",
     "called",  "named", "ist",    "war",    "est",   "un",       "una",        "une",   "ein",   "eine",
     "um",      "uma",   "uno",    "in",     "at",    "security", "born",       "naci",  "nasci", "geboren",
     "nato",    "nata",  "ich"});
// Behind these, e is the verb è or é and not "and".
constexpr WordList kAnswerNouns({"risposta", "resposta", "nome",    "senha",     "password",  "palavra",   "parola",
                                 "codigo",   "codice",   "chiave",  "preferito", "preferita", "preferido", "preferida",
                                 "favorito", "favorita", "cor",     "colore",    "citta",     "cidade",    "cane",
                                 "gatto",    "cachorro", "gato",    "scuola",    "escola",    "mae",       "madre",
                                 "pai",      "padre",    "animale", "animal"});
constexpr WordList kPlaceWords({"in", "at", "on", "en", "em", "im", "am"});
constexpr WordList kRestating({"that", "thats", "is", "it", "its", "spelled", "spelt", "spelling", "again"});
constexpr WordList kDoubts({"or",     "either",     "maybe",   "perhaps", "nor",     "neither",   "nobody",   "nothing",
                            "none",   "hardly",     "could",   "might",   "may",     "possibly",  "oder",     "ou",
                            "oppure", "vielleicht", "quizas",  "talvez",  "forse",   "misschien", "peut",     "except",
                            "but",    "rather",     "instead", "wrong",   "changed", "former",    "formerly", "another",
                            "other",  "unlike",     "if",      "unless",  "barely",  "false"});

struct Ordinal {
  std::string_view word;
  int value;
};
constexpr Ordinal kOrdinals[] = {{"first", 1},        {"second", 2},      {"third", 3},       {"fourth", 4},
                                 {"fifth", 5},        {"sixth", 6},       {"seventh", 7},     {"eighth", 8},
                                 {"ninth", 9},        {"tenth", 10},      {"eleventh", 11},   {"twelfth", 12},
                                 {"thirteenth", 13},  {"fourteenth", 14}, {"fifteenth", 15},  {"sixteenth", 16},
                                 {"seventeenth", 17}, {"eighteenth", 18}, {"nineteenth", 19}, {"twentieth", 20},
                                 {"thirtieth", 30},   {"fortieth", 40},   {"fiftieth", 50},   {"sixtieth", 60},
                                 {"seventieth", 70},  {"eightieth", 80},  {"ninetieth", 90}};

// ---- contractions ------------------------------------------------------------------------------------------------

struct Contraction {
  std::string_view word;
  Expansion expansion;
};
constexpr Contraction kContractions[] = {
    {"dont", {"do", "not"}},         {"doesnt", {"does", "not"}},  {"didnt", {"did", "not"}},
    {"isnt", {"is", "not"}},         {"arent", {"are", "not"}},    {"wasnt", {"was", "not"}},
    {"werent", {"were", "not"}},     {"hasnt", {"has", "not"}},    {"havent", {"have", "not"}},
    {"hadnt", {"had", "not"}},       {"cant", {"can", "not"}},     {"cannot", {"can", "not"}},
    {"couldnt", {"could", "not"}},   {"wont", {"will", "not"}},    {"wouldnt", {"would", "not"}},
    {"shouldnt", {"should", "not"}}, {"mustnt", {"must", "not"}},  {"neednt", {"need", "not"}},
    {"its", {"it", "is"}},           {"thats", {"that", "is"}},    {"whats", {"what", "is"}},
    {"theres", {"there", "is"}},     {"heres", {"here", "is"}},    {"hes", {"he", "is"}},
    {"shes", {"she", "is"}},         {"whos", {"who", "is"}},      {"wheres", {"where", "is"}},
    {"lets", {"let", "us"}},         {"im", {"i", "am"}},          {"youre", {"you", "are"}},
    {"theyre", {"they", "are"}},     {"ive", {"i", "have"}},       {"youve", {"you", "have"}},
    {"weve", {"we", "have"}},        {"theyve", {"they", "have"}}, {"youll", {"you", "will"}},
    {"theyll", {"they", "will"}},
};

constexpr Filter kContracted = [] {
  Filter filter;
  for (const Contraction& row : kContractions) filter.admit(row.word);
  return filter;
}();

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

// Endings by which a word tells a man from a woman: Antonio and Antonia, Daniele and Daniela, Daniel and Daniela. Not
// so behind a consonant and l (little) or a doubled consonant (Ravenna).
bool differ_in_gender(std::string_view one, std::string_view two) {
  if (one.size() < two.size()) std::swap(one, two);
  const std::string_view stem = one.substr(0, one.size() - 1);
  if (one.back() != 'a' && two.back() != 'a') return false;
  const char last = stem.back(), before = stem[stem.size() - 2];
  if (one.size() == two.size()) {
    const char other = one.back() == 'a' ? two.back() : one.back();
    const bool cluster = last == 'l' && !is_vowel(before);
    return stem == two.substr(0, two.size() - 1) && (other == 'o' || (other == 'e' && !cluster));
  }
  return one.size() == two.size() + 1 && one.back() == 'a' && stem == two && last != before;
}

}  // namespace

bool is_article(std::string_view word) { return kArticles.holds(word); }
bool is_small_word(std::string_view word) { return kSmallWords.holds(word); }
bool is_preposition(std::string_view word) { return kPrepositions.holds(word); }
bool is_legal_form(std::string_view word) { return kLegalForms.holds(word); }
bool is_negation(std::string_view word) { return kNegations.holds(word); }
bool is_lettered(std::string_view word) { return kLettered.holds(word); }
bool are_opposite(std::string_view one, std::string_view two) { return kOpposites.holds(one, two); }
bool are_two_words(std::string_view one, std::string_view two) {
  return differ_in_gender(one, two) || kTwoWords.holds(one, two);
}
bool is_copula(std::string_view word, std::string_view before) {
  return kCopulas.holds(word) && (word != "e" || kAnswerNouns.holds(before));
}
bool opens_lead_in(std::string_view word) { return kLeadIns.holds(word); }
bool is_place_word(std::string_view word) { return kPlaceWords.holds(word); }
bool is_restating(std::string_view word) { return kRestating.holds(word); }
bool is_doubt(std::string_view word) { return kDoubts.holds(word) || is_negation(word); }

int ordinal_value(std::string_view word) {
  constexpr std::size_t kShortest = 5;
  if (word.size() < kShortest) return 0;
  const char last = word.back();
  if (last != 'h' && last != 't' && last != 'd') return 0;
  for (const Ordinal& row : kOrdinals)
    if (row.word == word) return row.value;
  return 0;
}

Expansion expand_contraction(std::string_view word) {
  if (kContracted.admits(word))
    for (const Contraction& row : kContractions)
      if (row.word == word) return row.expansion;
  return {};
}

}  // namespace ablmatch
