// Aligns two names in natural order: which words are the given names, the surnames, and what is left over.
#pragma once

#include "../evidence.hpp"
#include "name_agreement.hpp"

namespace ablmatch {

// A name in one possible natural order. Tokens are copied so that runs of neighbours can be joined.
struct NameOrder {
  NameToken at[kMaxNameTokens];
  int count;
  bool turned = false;  // words that may be the surname were moved to the end
};

// The surname with another given name; the given name with another surname; the same where the surnames are neighbours.
inline constexpr int kFamilyMember = 30, kOtherFamily = 20, kNeighbourFamily = 45;

struct TokenSpan {
  std::uint8_t from, to;
};

struct Alignment {
  int score;
  EvidenceSet evidence;
  Agreement given, surname;
  TokenSpan said_given, stored_given, said_surname, stored_surname;
};

Alignment align_names(const NameOrder& said, const NameOrder& stored);

}  // namespace ablmatch
