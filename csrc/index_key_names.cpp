// Keys of names: those of kinds/name_near.hpp, which says when words of two names may agree at all.
#include <algorithm>

#include "index_key_kinds.hpp"
#include "kinds/name_near.hpp"
#include "kinds/name_reason.hpp"
#include "kinds/person_name.hpp"

namespace ablmatch {
namespace {

// A word that both roles read from the same value gives a key to both.
bool share_a_word(const NameForm& said, const NameForm& stored) {
  for (int k = 0; k < said.count; ++k)
    for (int j = 0; j < stored.count; ++j)
      if (same_text(said.at[k], stored.at[j])) return true;
  return false;
}

// The key of a word itself. Words of the same letters that allow other spellings are two words.
IndexKey word_key(const NameToken& word) {
  constexpr std::uint32_t kWordSeed = 6, kSpelledSeed = 7;
  const IndexKey letters = text_key(kWordSeed + 2 * word.flags, word.view());
  if (word.alt == nullptr) return letters;
  return text_key(kSpelledSeed ^ letters, std::string_view(reinterpret_cast<const char*>(word.alt), word.size));
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
    const IndexKey word = word_key(stored.at[k]);
    found.keys.push_back(word);
    if (found.linked.insert(word).second)
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
