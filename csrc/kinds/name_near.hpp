// When two words of names may agree at all, as keys that they share: what an index prunes by.
#pragma once

#include <cstdint>

#include "kind.hpp"
#include "name_form.hpp"

namespace ablmatch {

// A name scores above 0 only when a word of the one side is near a word of the other, where neighbours run together
// also count as words ("Mary Ann" is Maryann). Two words are near when they
//   - are equal, or equal once ue is read for ü;
//   - are an initial and a name that begins with it;
//   - stand in one group of nicknames or of spellings;
//   - are one slip apart, with four letters or more;
//   - sound alike: one Japanese or Korean name in two romanizations, MacLeish and McLeish, Novak and Novakova.
// Everything else that a comparison weighs (titles, order, generations, remarks) lowers a score and never raises it.
//
// near_keys writes keys such that two names that are near share one: when the keys of what was said and of what is
// stored have none in common, the score is 0. Sharing a key says little; score the pair then.
inline constexpr int kMaxNearKeys = 512;
// Instead of a number of keys: the name may be near any other (letters of another script, too many readings).
inline constexpr int kNearAny = -1;

// Writes at most kMaxNearKeys keys, some of them twice. Keys of the two roles differ: an initial that was said looks
// for stored names, which are written down under their first letters. `words`, unless null: a bit for each word of the
// form, or of another reading of its spelled letters, that the key is made of, and kByInitial.
int near_keys(const NameForm& form, Role role, std::uint32_t* keys, std::uint32_t* words = nullptr);

// Such a key tells no more than that the one is an initial, with which the other begins.
inline constexpr std::uint32_t kByInitial = std::uint32_t{1} << 31;

// The most that two names of two words and more score when only one word of the one is near words of the other, or only
// such runs of its words as have one in common: one agreement is the given name's or the surname's, never both
// (name_alignment.cpp), and initials beside one name need a word each (NameComparison::try_initials).
inline constexpr std::int16_t kMostOfOneWord = 30;
// The same where the word is an initial, or an initial is all that it is near to: such agree as given names only.
inline constexpr std::int16_t kMostOfInitial = 20;

}  // namespace ablmatch
