// Keys of names: those of kinds/name_near.hpp, which says when words of two names may agree at all.
#include <algorithm>
#include <string>
#include <utility>

#include "index_key_kinds.hpp"
#include "kinds/name_near.hpp"
#include "kinds/name_reason.hpp"
#include "kinds/person_name.hpp"

namespace ablmatch {
namespace {

constexpr std::uint32_t kWordSeed = 6;

// Is a value that both roles read so an open candidate when it is said as it is stored? A word that both have gives a key
// to both, and it takes two of them, or one that is all of a side.
bool share_words(const NameForm& said, const NameForm& stored) {
  int shared = 0;
  for (int k = 0; k < said.count; ++k) {
    bool found = false;
    for (int j = 0; j < stored.count; ++j) found |= same_text(said.at[k], stored.at[j]);
    shared += found;
  }
  return shared >= (said.count == 1 || stored.count == 1 ? 1 : 2);
}

// A word as far as it decides what is near, and how far its name agrees by it alone. Words of the same letters that allow
// other spellings are two words.
std::string whole_word(const NameToken& word, bool alone) {
  std::string whole(1, static_cast<char>(word.flags));
  whole += static_cast<char>(alone);
  whole += word.view();
  if (word.alt != nullptr) whole.append(reinterpret_cast<const char*>(word.alt), word.size);
  return whole;
}

// What one word is near to, as if it were a name.
int word_keys(const NameToken& word, IndexKey* keys) {
  NameForm alone;
  alone.overlong = false;
  alone.split_count = 0;
  alone.count = 1;
  alone.at[0] = word;
  return near_keys(alone, Role::stored, keys);
}

}  // namespace

Standing add_stored_name(Side& side, const Context& context, Scratch& scratch, StoredKeys& found, bool& same_said) {
  if (!read_name_stored(side, context, scratch.stored_form)) return Standing::never;
  const NameForm& stored = scratch.stored_form.as<NameForm>();
  IndexKey near[kMaxNearKeys];
  const int count = near_keys(stored, Role::stored, near);
  if (count == kNearAny) return Standing::loose;
  std::sort(near, near + count);
  IndexKey* end = std::unique(near, near + count);
  for (int k = 0; k < stored.count; ++k) {
    IndexKey of_word[kMaxNearKeys];
    const int word_count = word_keys(stored.at[k], of_word);
    if (word_count == kNearAny) return Standing::loose;
    std::sort(of_word, of_word + word_count);
    const bool alone = stored.count == 1;
    std::string whole = whole_word(stored.at[k], alone);
    const IndexKey word = (text_key(kWordSeed, whole) & ~kAloneBit) | (alone ? kAloneBit : 0);
    found.keys.push_back(word);
    if (found.linked.insert(std::move(whole)).second)
      for (int j = 0; j < word_count; ++j) found.links.push_back({of_word[j], word});
    // What is left are keys of words that are run together.
    end =
        std::remove_if(near, end, [&](IndexKey key) { return std::binary_search(of_word, of_word + word_count, key); });
  }
  found.keys.insert(found.keys.end(), near, end);
  split(side.folded, side.lexemes);
  same_said = read_name_said(side, context, scratch.said_form) && share_words(scratch.said_form.as<NameForm>(), stored);
  return Standing::keyed;
}

bool add_said_name(Side& side, const Context& context, Scratch& scratch, std::vector<SaidKey>& keys) {
  if (!read_name_said(side, context, scratch.said_form)) return true;
  const NameForm& said = scratch.said_form.as<NameForm>();
  IndexKey near[kMaxNearKeys];
  std::uint32_t words[kMaxNearKeys];
  const int count = near_keys(said, Role::said, near, words);
  if (count == kNearAny) return false;
  for (int k = 0; k < count; ++k) keys.push_back({near[k], said.count == 1 ? 0 : words[k]});
  return true;
}

}  // namespace ablmatch
