// Answers that say what the value is not ("not 4471", "anything but 4471", "4471 isn't it"), or that only guess.
#include <iterator>
#include <string_view>

#include "spoken.hpp"

namespace ablmatch {

namespace {

struct Phrase {
  std::string_view words[3];
};

// Beside the words of roles.tsv (not, never, nicht, …).
constexpr Phrase kDenials[] = {
    {{"anything", "but"}},
    {{"everything", "but"}},
    {{"ausser"}},
    {{"behalve"}},
    {{"cannot"}},
    {{"cant"}},
    {{"couldnt"}},
    {{"doubt"}},
    {{"doesnt"}},
    {{"eccetto"}},
    {{"except"}},
    {{"excepto"}},
    {{"exceto"}},
    {{"instead", "of"}},
    {{"jamais"}},
    {{"jamas"}},
    {{"keinesfalls"}},
    {{"nahi"}},
    {{"nahin"}},
    {{"neanche"}},
    {{"neither"}},
    {{"nemmeno"}},
    {{"niemals"}},
    {{"no", "era"}},
    {{"no", "es"}},
    {{"no", "longer"}},
    {{"no", "me"}},
    {{"no", "son"}},
    {{"no", "soy"}},
    {{"no", "tengo"}},
    {{"no", "vivo"}},
    {{"non", "abito"}},
    {{"non", "e"}},
    {{"non", "era"}},
    {{"non", "ho"}},
    {{"non", "mi"}},
    {{"non", "sono"}},
    {{"other", "than"}},
    {{"rather", "than"}},
    {{"salvo"}},
    {{"sauf"}},
    {{"tampoco"}},
    {{"tampouco"}},
    {{"tranne"}},
    {{"unlike"}},
    {{"without"}},
    {{"wont"}},
    {{"wouldnt"}},
};

constexpr Phrase kGuesses[] = {
    {{"almost"}},        {{"nearly"}},
    {{"approximately"}}, {{"something", "like"}},
    {{"could", "be"}},   {{"could", "it", "be"}},
    {{"forse"}},         {{"magari"}},
    {{"may", "be"}},     {{"might", "be"}},
    {{"misschien"}},     {{"peut", "-", "etre"}},
    {{"peut", "etre"}},  {{"possibly"}},
    {{"quiza"}},         {{"quizas"}},
    {{"shayad"}},        {{"tal", "vez"}},
    {{"talvez"}},        {{"wellicht"}},
};

// Behind the answer these deny it too.
constexpr std::string_view kRejections[] = {"wrong", "incorrect", "incorrecto", "falsch", "faux",
                                            "falso", "errado",    "sbagliato",  "fout",   "galat"};
// Between the answer and what denies it: "4471 is not", "4471 das ist nicht".
constexpr std::string_view kCopulas[] = {"is", "was", "s", "are", "est", "c", "ist", "das", "e", "es", "hai", "n"};

// A table's phrases by their first letter: those of letter k stand at order[from[k]] to order[from[k + 1]].
template <std::size_t Count>
struct ByLetter {
  std::uint8_t order[Count];
  std::uint8_t from[27];
};
template <std::size_t Count>
constexpr ByLetter<Count> by_letter(const Phrase (&phrases)[Count]) {
  ByLetter<Count> sorted{};
  std::uint8_t count = 0;
  for (int letter = 0; letter < 26; ++letter) {
    sorted.from[letter] = count;
    for (std::size_t k = 0; k < Count; ++k)
      if (phrases[k].words[0][0] == 'a' + letter) sorted.order[count++] = static_cast<std::uint8_t>(k);
  }
  sorted.from[26] = count;
  return sorted;
}
constexpr auto kDenialsByLetter = by_letter(kDenials);
constexpr auto kGuessesByLetter = by_letter(kGuesses);
static_assert(kDenialsByLetter.from[26] == std::size(kDenials) && kGuessesByLetter.from[26] == std::size(kGuesses));

bool is_one_of(const Lexeme& lexeme, const std::string_view* words, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    if (lexeme.is(words[k])) return true;
  return false;
}

bool stands_at(const Lexemes& lexemes, int at, const Phrase& phrase) {
  for (const std::string_view word : phrase.words) {
    if (word.empty()) break;
    if (at >= lexemes.count || !lexemes.at[at].is(word)) return false;
    ++at;
  }
  return true;
}

// The table of spoken words holds none of the first words, but these.
bool may_begin(const Lexeme& word) { return !word.spoken || word.is("no") || word.is("rather"); }

template <std::size_t Count>
bool any_stands_at(const Lexemes& lexemes, int at, const Phrase (&phrases)[Count], const ByLetter<Count>& sorted) {
  const Lexeme& word = lexemes.at[at];
  const unsigned letter = static_cast<unsigned char>(*word.text) - unsigned{'a'};
  if (letter >= 26 || !may_begin(word)) return false;
  for (int k = sorted.from[letter]; k < sorted.from[letter + 1]; ++k)
    if (stands_at(lexemes, at, phrases[sorted.order[k]])) return true;
  return false;
}

// isn't, can't, won't, and "isn t"
bool is_contraction(const Lexemes& lexemes, int at) {
  static constexpr std::string_view kStems[] = {"isn", "wasn", "didn", "doesn", "couldn", "wouldn"};
  const Lexeme& word = lexemes.at[at];
  if (!word.is_word() || word.size < 3 || word.text[word.size - 1] != 'n' || at + 1 >= lexemes.count) return false;
  if (lexemes.at[at + 1].is("t")) return is_one_of(word, kStems, std::size(kStems));
  return at + 2 < lexemes.count && lexemes.at[at + 1].is_symbol('\'') && lexemes.at[at + 2].is("t");
}

bool denies_at(const Lexemes& lexemes, int at) {
  const Lexeme& word = lexemes.at[at];
  if (!word.is_word()) return false;
  if (word.spoken && (word.spoken->roles & kDenial)) return true;
  return is_contraction(lexemes, at) || any_stands_at(lexemes, at, kDenials, kDenialsByLetter);
}

// "… is not mine", "… is wrong", "… nahi hai"
bool rejects_at(const Lexemes& lexemes, int at) {
  return denies_at(lexemes, at) || is_one_of(lexemes.at[at], kRejections, std::size(kRejections));
}

bool is_copula(const Lexeme& lexeme) { return is_one_of(lexeme, kCopulas, std::size(kCopulas)); }

bool is_guess(const Lexemes& lexemes) {
  for (int at = 0; at < lexemes.count; ++at)
    if (!lexemes.at[at].spoken && lexemes.at[at].is_word() && any_stands_at(lexemes, at, kGuesses, kGuessesByLetter))
      return true;
  return false;
}

// "… not", "… nahi", "… nahin hai"
bool ends_with_denial(const Lexemes& lexemes, int at) {
  return denies_at(lexemes, at) &&
         (at + 1 == lexemes.count || (at + 2 == lexemes.count && lexemes.at[at + 1].is("hai")));
}

Stance unless_denied(const Lexemes& lexemes, bool denied) {
  return denied ? Stance::denies : is_guess(lexemes) ? Stance::guesses : Stance::asserts;
}

}  // namespace

Stance stance_of_number(const Lexemes& lexemes) {
  int last = lexemes.count - 1;
  while (last >= 0 && !lexemes.at[last].numeric) --last;
  bool denied = false;
  for (int at = 0; at < last && !denied; ++at) denied = !lexemes.at[at].numeric && denies_at(lexemes, at);
  for (int at = last + 1; at < lexemes.count && !denied; ++at) {
    if (!lexemes.at[at].is_word()) continue;
    denied = rejects_at(lexemes, at);
    if (!is_copula(lexemes.at[at])) break;
  }
  return unless_denied(lexemes, denied);
}

Stance stance_of_address(const Lexemes& lexemes) {
  int first = 0;
  while (first < lexemes.count && !lexemes.at[first].numeric) ++first;
  bool denied = false;
  for (int at = 0; at < first && !denied; ++at) denied = denies_at(lexemes, at);
  for (int at = first + 1; at < lexemes.count && !denied; ++at)
    denied = lexemes.at[at].is_word() && ((is_copula(lexemes.at[at - 1]) && rejects_at(lexemes, at)) ||
                                          is_contraction(lexemes, at) || ends_with_denial(lexemes, at));
  return unless_denied(lexemes, denied);
}

}  // namespace ablmatch
