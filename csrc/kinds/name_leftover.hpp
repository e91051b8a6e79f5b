// What is left of two names besides given name and surname: middle names, particles, patronymics, further surnames.
#pragma once

#include "../evidence.hpp"
#include "name_agreement.hpp"

namespace ablmatch {

struct Leftover {
  const NameToken* said;
  int said_count;
  const NameToken* stored;
  int stored_count;
  bool said_passed_over;  // the first name said was passed over for the second
  const NameToken* said_surname;  // the tokens that follow
  const NameToken* stored_surname;
};

// Caps `score` at a rung; a rung that is no cap any more still takes a point, as one more reason.
void lower_to(int& score, int limit);

// Particles in front of the surname: free in case and spacing, 80 when they stand on one side only (Portuguese "da": 90).
// Takes them out of `rest`.
void judge_particles(Leftover& rest, int& score, EvidenceSet& evidence);

// Middle names: left out on one side 97, an initial for one 97, contradicting 60 (initial 65, patronymic 55).
void judge_middle(const Leftover& rest, int& score, EvidenceSet& evidence);

bool is_patronymic(const NameToken& token);
bool is_particle(const NameToken& token);

}  // namespace ablmatch
