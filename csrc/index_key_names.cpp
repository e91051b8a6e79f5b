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

// A word that both roles read from the same value gives a key to both.
bool share_a_word(const NameForm& said, const NameForm& stored) {
  for (int k = 0; k < said.count; ++k)
    for (int j = 0; j < stored.count; ++j)
      if (same_text(said.at[k], stored.at[j])) return true;
  return false;
}

// A word as far as it decides what is near. Words of the same letters that allow other spellings are two words.
std::string whole_word(const NameToken& word) {
  std::string whole(1, static_cast<char>(word.flags));
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
    std::string whole = whole_word(stored.at[k]);
    const IndexKey word = text_key(kWordSeed, whole);
    found.keys.push_back(word);
    if (found.linked.insert(std::move(whole)).second)
      for (int j = 0; j < word_count; ++j) found.links.push_back({of_word[j], word});
    // What is left are keys of words that are run together.
    end =
        std::remove_if(near, end, [&](IndexKey key) { return std::binary_search(of_word, of_word + word_count, key); });
  }
  found.keys.insert(found.keys.end(), near, end);
  split(side.folded, side.lexemes);
  same_said =
      read_name_said(side, context, scratch.said_form) && share_a_word(scratch.said_form.as<NameForm>(), stored);
  return Standing::keyed;
}

bool add_said_name(Side& side, const Context& context, Scratch& scratch, std::vector<IndexKey>& keys) {
  if (!read_name_said(side, context, scratch.said_form)) return true;
  IndexKey near[kMaxNearKeys];
  const int count = near_keys(scratch.said_form.as<NameForm>(), Role::said, near);
  if (count == kNearAny) return false;
  keys.insert(keys.end(), near, near + count);
  return true;
}

}  // namespace ablmatch
