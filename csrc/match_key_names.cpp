// Keys of names: the sound of one word, and how another one begins or which group of call names it is of.
//
// Every two words make keys in both directions, so that order, titles, middle names and a slip in one of the words leave
// a key whole. A word alone would be shared by too many: one person in a hundred is a Smith.
#include <algorithm>
#include <string>

#include "kinds/name_reason.hpp"
#include "kinds/person_name.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {
namespace {

// Words of longer names that count: the first one and the last ones.
constexpr std::size_t kMostWords = 4;

// One word of a name, or several that may be written as one ("dos Santos").
struct NameSound {
  std::string sound;
  std::vector<std::string> marks;  // by which another word's key knows it
  bool initial;
};

// `text`: the token's own, or that and what is joined to it.
NameSound sound_of_word(const NameToken& token, std::string_view text) {
  NameSound found{sound_of(text), {}, token.has(kInitialToken)};
  found.marks.emplace_back(beginning_of(found.sound, 1));
  const NameToken& known = token.latin != nullptr ? *token.latin : token;
  if (known.row != nullptr)
    for (int k = 0; k < known.row->given_links; ++k)
      found.marks.push_back('#' + std::to_string(kNameLinks[known.row->first_link + k].group));
  return found;
}

void add_pair(const NameSound& one, const NameSound& other, MatchKeys& keys) {
  if (one.initial) return;
  for (const std::string& mark : other.marks) keys.push_back(pair_key(one.sound, '|', mark));
}

void add_order(const NameToken* const* words, int count, MatchKeys& keys) {
  std::vector<NameSound> sounds;
  std::string particles;
  // A word with the particles before it, which others write as one word with it.
  std::vector<std::pair<std::size_t, NameSound>> joined;
  for (int k = 0; k < count; ++k) {
    const NameToken& token = *words[k];
    if (token.knows(kParticle | kLightParticle) && k + 1 < count && k > 0) {
      particles += token.view();
      continue;
    }
    const std::string_view letters = token.view();
    if (!particles.empty()) {
      particles += letters;
      joined.emplace_back(sounds.size(), sound_of_word(make_name_token(particles, nullptr, 0), particles));
      particles.clear();
    }
    sounds.push_back(sound_of_word(token, letters));
  }
  if (sounds.size() == 1 && joined.empty()) {
    keys.push_back(sounds[0].sound);
    return;
  }
  // Names that are spelled without a pause, or written as one word in their script, the family name first there.
  std::string whole, turned(words[count - 1]->view());
  for (int k = 0; k < count; ++k) whole += words[k]->view();
  for (int k = 0; k + 1 < count; ++k) turned += words[k]->view();
  keys.push_back(sound_of(whole));
  keys.push_back(sound_of(turned));
  const std::size_t last = sounds.size() - 1;
  const auto counts = [&](std::size_t k) { return k == 0 || k + kMostWords > last + 1; };
  for (std::size_t k = 0; k <= last; ++k)
    for (std::size_t j = 0; j <= last; ++j)
      if (k != j && counts(k) && counts(j)) add_pair(sounds[k], sounds[j], keys);
  for (const auto& [place, one] : joined)
    for (std::size_t j = 0; j <= last; ++j)
      if (j != place && counts(j)) {
        add_pair(one, sounds[j], keys);
        add_pair(sounds[j], one, keys);
      }
}

}  // namespace

void add_name_keys(Side& side, Role role, const Context& context, FormStorage& storage, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_name_said(side, context, storage) : !read_name_stored(side, context, storage)) return;
  const NameForm& form = storage.as<NameForm>();
  if (form.overlong || form.count == 0) {
    keys.emplace_back(side.folded.view());
    return;
  }
  const NameToken* words[kMaxNameTokens + 1];
  for (int k = 0; k < form.count; ++k) words[k] = &form.at[k];
  add_order(words, form.count, keys);
  // Spelled letters that may be two words.
  for (int split = 0; split < form.split_count; ++split) {
    const SpelledSplit& reading = form.splits[split];
    int count = 0;
    bool found = false;
    for (int k = 0; k < form.count; ++k) {
      const bool here = !found && same_text(form.at[k], reading.whole);
      words[count++] = here ? &reading.first : &form.at[k];
      if (here) words[count++] = &reading.rest;
      found |= here;
    }
    if (found) add_order(words, count, keys);
  }
}

}  // namespace ablmatch
