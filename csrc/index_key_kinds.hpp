// Between the files of the index: the keys of each kind. `side` is folded and split; reading may edit its lexemes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ablmatch.hpp"
#include "index_key_table.hpp"
#include "index_neighbours.hpp"

namespace ablmatch {

// How a stored value takes part in searches.
enum class Standing : std::uint8_t {
  never,  // missing, whatever is said
  keyed,  // found by its keys
  loose,  // a candidate always
};

// The keys of one stored value. Words of names stand in so many of them that what each is near to is kept once: `links`
// lead from keys of a word to the word's own key, which is among `keys` of every name that holds it.
struct StoredKeys {
  std::vector<IndexKey> keys;
  std::vector<Posting> links;
  // Words whose links were made, by this StoredKeys; whole words, since two of them may have one key.
  std::unordered_set<std::string> linked;

  void clear() {
    keys.clear();
    links.clear();
  }
};

// A key of what was said. `words`: bits of the words of a name that it is made of, as near_keys gives them. A stored name
// reached by nothing but keys that have a word in common scores kMostOfOneWord at most, or kMostOfInitial; with none,
// anything.
struct SaidKey {
  IndexKey key;
  std::uint32_t words;

  friend auto operator<=>(const SaidKey&, const SaidKey&) = default;
};
// In the own key of a stored word, when it is all of its name: such a name may score anything by it.
inline constexpr IndexKey kAloneBit = 1;

// index_key_numbers.cpp. `same_said` becomes false when the value might be read otherwise if it were said.
Standing add_stored_digits(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                           std::vector<IndexKey>& keys, bool& same_said);
bool add_said_digits(Side& side, const Context& context, Scratch& scratch, const CharSet& characters,
                     std::vector<IndexKey>& keys);
Standing add_stored_phone(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                          std::vector<IndexKey>& keys, bool& same_said);
bool add_said_phone(Side& side, const Context& context, Scratch& scratch, std::vector<IndexKey>& keys);

// index_key_email.cpp
Standing add_stored_email(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                          std::vector<IndexKey>& keys, bool& same_said);
bool add_said_email(Side& side, const Context& context, Scratch& scratch, const CharSet& characters,
                    std::vector<IndexKey>& keys);

// index_key_names.cpp
Standing add_stored_name(Side& side, const Context& context, Scratch& scratch, StoredKeys& stored, bool& same_said);
bool add_said_name(Side& side, const Context& context, Scratch& scratch, std::vector<SaidKey>& keys);

// index_key_numbers.cpp
Standing add_stored_exact(const Side& side, std::vector<IndexKey>& keys);
void add_said_exact(const Side& side, std::vector<IndexKey>& keys);

// Adds the characters of a text to `characters`; false when it is not ASCII or too long to have neighbours.
bool note_characters(std::string_view text, CharSet& characters);

}  // namespace ablmatch
