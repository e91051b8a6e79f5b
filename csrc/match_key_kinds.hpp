// Between the files of match_keys: the keys of each kind, without their letter. `side` is folded and split; reading may
// edit its lexemes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ablmatch.hpp"

namespace ablmatch {

using MatchKeys = std::vector<std::string>;

// A key of two parts.
inline std::string pair_key(std::string_view one, char sign, std::string_view other) {
  std::string key(one);
  key += sign;
  key += other;
  return key;
}

// match_key_numbers.cpp
void add_digits_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);
void add_phone_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);
// match_key_email.cpp
void add_email_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);
// match_key_names.cpp
void add_name_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);
// match_key_addresses.cpp
void add_address_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);
// match_key_text.cpp
void add_text_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys);

// match_key_sounds.cpp: the consonants of a word as far as they are told apart by ear, a vowel only where it begins with
// one; of a word in another script those of its Latin spelling, or, where it has none, the word itself. Never empty for
// a word that is not.
std::string sound_of(std::string_view word);
// Its first characters, `count` at most.
std::string_view beginning_of(std::string_view sound, std::size_t count);

}  // namespace ablmatch
