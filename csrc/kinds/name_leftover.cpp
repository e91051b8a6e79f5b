// Middle names, particles and patronymics: what is left of two names besides given name and surname.
#include "name_leftover.hpp"

namespace ablmatch {

namespace {

constexpr int kOtherPerson = 40, kHeap = 3, kHeapedNames = 65;

// All of `tokens` are particle words, and given names as well.
bool names_only(const NameToken* tokens, int count, int particles) {
  if (particles != count) return false;
  for (int k = 0; k < count; ++k)
    if (!tokens[k].knows(kGivenName)) return false;
  return count > 0;
}

// Is word `at` a particle where it stands? Single letters are initials except "y" and "e" behind a surname and 't behind
// another particle.
bool particle_at(const NameToken* tokens, int at) {
  const NameToken& word = tokens[at];
  if (!word.has(kInitialToken)) return is_particle(word);
  if (at == 0) return false;
  if (word.is("t")) return is_particle(tokens[at - 1]);
  return (word.is("y") || word.is("e")) && !tokens[at - 1].has(kInitialToken) && !tokens[at - 1].knows(kGivenName);
}

// A word on one side only. `next`: the surname, when the word stands right in front of it.
void missing(const NameToken& word, const NameToken* next, int& score, EvidenceSet& evidence) {
  if (is_patronymic(word)) {
    evidence.add(Evidence::patronymic_missing);
    return lower_to(score, 80);
  }
  if (is_particle(word)) {
    evidence.add(Evidence::particle_missing);
    return lower_to(score, 80);
  }
  if (next && next->has(kHyphenToken)) {
    evidence.add(Evidence::second_surname_missing);
    return lower_to(score, 80);
  }
  const bool given = word.knows(kGivenName);
  if (next && word.row && (word.row->surname_cultures & kIberianNames) && !given && word.letters > 1) {
    evidence.add(Evidence::second_surname_missing);
    return lower_to(score, 75);
  }
  evidence.add(Evidence::middle_missing);
  // María José, João Paulo: the first of a compound given name alone.
  lower_to(score, given && (word.row->given_cultures & kIberianNames) && word.letters > 1 ? 90 : 97);
}

// "Amara Okafor Chidi Okafor": the surname already stood behind the first given name, so a second person follows. Right
// in front of the surname it is said twice, or both parents have it (García García).
bool names_another(const NameToken* tokens, int count, const NameToken* surname) {
  for (int k = 0; k + 1 < count; ++k)
    if (same_text(tokens[k], *surname) && tokens[k].letters > 1) return true;
  return false;
}

int count_names(const NameToken* tokens, int count, const bool* used) {
  int names = 0;
  for (int k = 0; k < count; ++k) names += !used[k] && !tokens[k].has(kInitialToken) && !is_particle(tokens[k]);
  return names;
}

void contradict(const Leftover& rest, const bool* said_used, const bool* stored_used, int& score,
                EvidenceSet& evidence) {
  bool initial = false, patronymic = false;
  for (int s = 0; s < rest.said_count; ++s)
    if (!said_used[s]) {
      initial |= rest.said[s].has(kInitialToken);
      patronymic |= is_patronymic(rest.said[s]);
    }
  for (int t = 0; t < rest.stored_count; ++t)
    if (!stored_used[t]) {
      initial |= rest.stored[t].has(kInitialToken);
      patronymic |= is_patronymic(rest.stored[t]);
    }
  evidence.add(Evidence::middle_differs);
  lower_to(score, patronymic ? 55 : initial ? 65 : 60);
  if (score > 65) score = 65;
}

}  // namespace

void lower_to(int& score, int limit) {
  if (limit < score) score = limit;
  else if (limit < 99 && score > 71) --score;
}

bool is_particle(const NameToken& token) { return token.knows(kParticle) && !token.has(kInitialToken); }

bool is_patronymic(const NameToken& token) {
  static constexpr std::string_view kEndings[] = {"ovich", "evich", "ovych",  "evych",  "ovna", "evna", "ivna",
                                                  "yich",  "ichna", "ovitch", "evitch", "ович", "евич", "овна",
                                                  "евна",  "івна",  "ична",   "dottir", "sson"};
  if (token.letters < 6 || token.knows(kGivenName)) return false;
  for (const std::string_view ending : kEndings)
    if (token.view().ends_with(ending)) return true;
  return false;
}

void judge_particles(Leftover& rest, int& score, EvidenceSet& evidence) {
  int said = 0, stored = 0;
  while (said < rest.said_count && particle_at(rest.said, rest.said_count - 1 - said)) ++said;
  while (stored < rest.stored_count && particle_at(rest.stored, rest.stored_count - 1 - stored)) ++stored;
  // "Irvin Della Mota" against "Irvin Jorge Mota": Della is a name where the other side has a name.
  if (stored == 0 && rest.stored_count > 0 && names_only(rest.said, rest.said_count, said)) said = 0;
  if (said == 0 && rest.said_count > 0 && names_only(rest.stored, rest.stored_count, stored)) stored = 0;
  int same = 0;
  while (same < said && same < stored &&
         same_text(rest.said[rest.said_count - 1 - same], rest.stored[rest.stored_count - 1 - same]))
    ++same;
  bool light = true;
  for (int k = same; k < said; ++k) light &= rest.said[rest.said_count - 1 - k].knows(kLightParticle);
  for (int k = same; k < stored; ++k) light &= rest.stored[rest.stored_count - 1 - k].knows(kLightParticle);
  rest.said_count -= said;
  rest.stored_count -= stored;
  if (same == said && same == stored) return;
  evidence.add(Evidence::particle_missing);
  lower_to(score, light ? 90 : 80);
}

void judge_middle(const Leftover& rest, int& score, EvidenceSet& evidence) {
  bool said_used[kMaxNameTokens] = {}, stored_used[kMaxNameTokens] = {};
  int said_left = rest.said_count, stored_left = rest.stored_count;
  bool initial = false;
  if (names_another(rest.said, rest.said_count, rest.said_surname) ||
      names_another(rest.stored, rest.stored_count, rest.stored_surname)) {
    evidence.add(Evidence::two_people);
    lower_to(score, kOtherPerson);
  }
  for (int s = 0; s < rest.said_count; ++s)
    for (int t = 0; t < rest.stored_count; ++t) {
      if (stored_used[t] || said_used[s]) continue;
      const Agreement given = agree_given(rest.said[s], rest.stored[t]);
      if (!given.found() && !agree_surname(rest.said[s], rest.stored[t]).found()) continue;
      initial |= given.reason == NameReason::initial;
      said_used[s] = stored_used[t] = true;
      --said_left;
      --stored_left;
    }
  if (said_left && stored_left &&
      agree_joined(rest.said, rest.said_count, rest.stored, rest.stored_count, false).level >= 90)
    return;
  if (initial) {
    evidence.add(Evidence::initial);
    lower_to(score, 97);
  }
  // Nobody says three names more than there are on file, but who guesses does. A name that was passed over counts twice.
  const int passed = rest.said_passed_over ? 2 : 0;
  if (count_names(rest.said, rest.said_count, said_used) + passed >= kHeap) lower_to(score, kHeapedNames);
  if (said_left && stored_left) return contradict(rest, said_used, stored_used, score, evidence);
  for (int s = 0; s < rest.said_count; ++s)
    if (!said_used[s]) missing(rest.said[s], s + 1 == rest.said_count ? rest.said_surname : nullptr, score, evidence);
  for (int t = 0; t < rest.stored_count; ++t)
    if (!stored_used[t])
      missing(rest.stored[t], t + 1 == rest.stored_count ? rest.stored_surname : nullptr, score, evidence);
}

}  // namespace ablmatch
