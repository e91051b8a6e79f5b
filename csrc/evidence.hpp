// Evidence: the closed list of reasons by which a score was given, one bit each, one word each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ablmatch {

// X(name, sentence): `name` is the public word in explanations; the sentence is what an auditor reads.
#define ABLMATCH_EVIDENCE(X)                                                                     \
  /* why there is nothing to judge */                                                            \
  X(said_missing, "nothing was said")                                                            \
  X(stored_missing, "nothing is stored")                                                         \
  X(not_text, "a value is not text")                                                             \
  X(invalid_text, "a value is not valid Unicode")                                                \
  X(too_long, "a value is longer than 1,024 characters")                                         \
  X(vault_token, "a value is a vault token, not the value itself")                               \
  X(stored_unreadable, "the stored value holds nothing of this kind")                            \
  X(said_unreadable, "what was said holds nothing of this kind")                                 \
  /* every kind */                                                                               \
  X(equal, "the normalized values are equal")                                                    \
  X(spoken_form, "equal after reading a spoken form")                                            \
  X(spelled, "equal after reading spelled letters")                                              \
  X(several_readings, "the phrase has several readings; the stored value chose one")             \
  X(two_answers, "two answers were given at once")                                               \
  X(self_corrected, "the caller corrected the answer; the text after the correction was judged") \
  X(filler_ignored, "filler words or a lead-in were ignored")                                    \
  X(letter_variant, "another accepted spelling (ue for ü, colour for color)")                    \
  X(spacing, "words joined or split differently")                                                \
  X(order_swapped, "the same parts in another order")                                            \
  X(transliterated, "equal after writing one script in another")                                 \
  X(lookalike, "look-alike characters of another script")                                        \
  X(one_typo, "one slip in a long word")                                                         \
  X(unrelated, "the values share too little to be the same")                                     \
  /* phone, digits */                                                                            \
  X(digit_slip, "one digit wrong, missing, extra, or two neighbours swapped")                    \
  X(digits_differ, "more than one digit differs")                                                \
  X(partial_number, "only a part of the number was given")                                       \
  X(country_code_added, "a country code or trunk prefix stands on one side only")                \
  X(country_code_differs, "the country codes differ")                                            \
  X(area_code_missing, "the area code was not said")                                             \
  X(extension_missing, "an extension stands on one side only")                                   \
  X(extension_differs, "the extensions differ")                                                  \
  X(keypad_letters, "letters read as keys of a telephone")                                       \
  X(old_number_form, "an older form of the same number")                                         \
  /* email */                                                                                    \
  X(spaces_joined, "equal once spaces in the mailbox name are removed")                          \
  X(provider_alias, "the provider runs both domains, or ignores dots, for one mailbox")          \
  X(tag_ignored, "equal without the +tag")                                                       \
  X(domain_suffix_missing, "the provider was named without its suffix")                          \
  X(domain_missing, "the domain was not said")                                                   \
  X(domain_differs, "the domains differ")                                                        \
  X(domain_slip, "one letter of the domain differs")                                             \
  X(suffix_differs, "the top-level domains differ")                                              \
  X(mailbox_differs, "the mailbox names differ")                                                 \
  X(mailbox_slip, "one character of the mailbox name differs")                                   \
  X(confusable_letter, "one letter that sounds like another, or a doubled letter")               \
  X(parts_swapped, "the parts of the mailbox name are swapped")                                  \
  X(accent_missing, "a letter was given without its accent")                                     \
  /* person_name */                                                                              \
  X(title_ignored, "a title or degree was ignored")                                              \
  X(nickname, "a nickname of the same given name")                                               \
  X(homophone, "names that sound alike")                                                         \
  X(initial, "an initial stands for a name")                                                     \
  X(middle_missing, "a middle name stands on one side only")                                     \
  X(middle_differs, "the middle names differ")                                                   \
  X(generation_missing, "a generation (Jr, III) stands on one side only")                        \
  X(generation_differs, "the generations differ")                                                \
  X(particle_missing, "a particle (van, de la) stands on one side only")                         \
  X(second_surname_missing, "one of two surnames stands on one side only")                       \
  X(patronymic_missing, "a patronymic stands on one side only")                                  \
  X(surname_only, "only the surname agrees; no given name was said")                             \
  X(given_only, "only the given name agrees; no surname was said")                               \
  X(given_differs, "the given names differ")                                                     \
  X(surname_differs, "the surnames differ")                                                      \
  X(two_people, "two people were named")                                                         \
  /* address */                                                                                  \
  X(abbreviation, "equal after reading an abbreviation")                                         \
  X(house_number_missing, "the house number stands on one side only")                            \
  X(house_number_differs, "the house numbers differ")                                            \
  X(unit_missing, "the unit stands on one side only")                                            \
  X(unit_differs, "the units differ")                                                            \
  X(street_differs, "the streets differ")                                                        \
  X(street_slip, "one slip in the street name")                                                  \
  X(street_type_missing, "the street type stands on one side only")                              \
  X(street_type_differs, "the street types differ")                                              \
  X(directional_missing, "a direction stands on one side only")                                  \
  X(directional_differs, "the directions differ")                                                \
  X(town_missing, "the town was not said")                                                       \
  X(town_differs, "the towns differ")                                                            \
  X(town_slip, "one slip in the town's name")                                                    \
  X(postcode_missing, "the postal code stands on one side only")                                 \
  X(postcode_differs, "the postal codes differ")                                                 \
  X(state_missing, "the state stands on one side only")                                          \
  X(state_differs, "the states differ")                                                          \
  X(box_differs, "the box numbers differ")                                                       \
  /* text, exact */                                                                              \
  X(article_ignored, "an article or lead-in stands on one side only")                            \
  X(number_words, "number words against figures")                                                \
  X(words_missing, "words stand on one side only")                                               \
  X(words_differ, "words differ")                                                                \
  X(figures_differ, "figures differ")                                                            \
  X(negation_differs, "a negation or an opposite differs")                                       \
  X(single_letter_differs, "a single letter differs")                                            \
  X(characters_differ, "the characters differ")

enum class Evidence : std::uint8_t {
#define ABLMATCH_EVIDENCE_NAME(name, sentence) name,
  ABLMATCH_EVIDENCE(ABLMATCH_EVIDENCE_NAME)
#undef ABLMATCH_EVIDENCE_NAME
      count_
};
inline constexpr int kEvidenceCount = static_cast<int>(Evidence::count_);

std::string_view evidence_name(Evidence evidence);
std::string_view evidence_sentence(Evidence evidence);

// A set of evidence; listed in the order of the table above.
struct EvidenceSet {
  std::uint64_t bits[2];

  void add(Evidence evidence) {
    const auto k = static_cast<unsigned>(evidence);
    bits[k >> 6] |= std::uint64_t{1} << (k & 63);
  }
  void merge(const EvidenceSet& other) {
    bits[0] |= other.bits[0];
    bits[1] |= other.bits[1];
  }
  bool has(Evidence evidence) const {
    const auto k = static_cast<unsigned>(evidence);
    return bits[k >> 6] >> (k & 63) & 1;
  }
};
static_assert(kEvidenceCount <= 128);

// What a kind found: a score by the rungs of identity-matching.md 1.4 and why.
struct Verdict {
  std::int16_t score;
  EvidenceSet evidence;
};
inline Verdict verdict(int score, EvidenceSet evidence = {}) { return {static_cast<std::int16_t>(score), evidence}; }
inline Verdict verdict(int score, Evidence reason) {
  Verdict v{static_cast<std::int16_t>(score), {}};
  v.evidence.add(reason);
  return v;
}

// One compared part of the two values ("given", "house_number", …); `how` is a word: "equal", "nickname",
// "one_typo", "missing", "differs", …. Only filled for explanations: the hot path passes a null sink.
struct Part {
  std::string_view name;
  std::string said;
  std::string stored;
  std::string_view how;
};
struct PartSink {
  std::vector<Part> parts;
  std::string reading;  // the reading of what was said that was judged

  void add(std::string_view name, std::string_view said, std::string_view stored, std::string_view how) {
    parts.push_back({name, std::string(said), std::string(stored), how});
  }
};

}  // namespace ablmatch
