// Keys of free answers: the sounds of two of its words, whatever their order.
#include <algorithm>
#include <string>

#include "kinds/text.hpp"
#include "kinds/text_form.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {
namespace {

// Words of an answer that count: those that tell most, and of a sentence around an answer each with its neighbour.
constexpr std::size_t kMostWords = 4;
constexpr std::size_t kMostSentence = 16;
constexpr std::size_t kMostHalf = 4;  // sounds at either end of a single word, one of which a slip leaves whole

std::string sound_of_answer(const Word& word) { return word.figure ? std::string(word.view()) : sound_of(word.view()); }

void add_pair(const std::string& one, const std::string& other, MatchKeys& keys) {
  keys.push_back(pair_key(one, '|', beginning_of(other, 1)));
  keys.push_back(pair_key(other, '|', beginning_of(one, 1)));
}

void add_single(const Word& word, const std::string& sound, MatchKeys& keys) {
  keys.push_back(sound);
  if (word.figure || sound.size() <= kMostHalf) return;
  keys.push_back('^' + std::string(beginning_of(sound, kMostHalf)));
  std::size_t at = 0;
  while (sound.size() - at > kMostHalf) at += beginning_of(std::string_view(sound).substr(at), 1).size();
  keys.push_back('$' + sound.substr(at));
}

void add_words(const Words& words, bool said, MatchKeys& keys) {
  if (words.overflow || words.count == 0) return;
  std::vector<std::string> sounds;
  sounds.reserve(static_cast<std::size_t>(words.count));
  for (int k = 0; k < words.count; ++k) sounds.push_back(sound_of_answer(words.at[k]));
  if (sounds.size() == 1) return add_single(words.at[0], sounds[0], keys);
  if (sounds.size() <= kMostWords) {
    std::string whole;  // "north gate" is Northgate
    for (int k = 0; k < words.count; ++k) whole += words.at[k].view();
    keys.push_back(sound_of(whole));
  }
  if (said && sounds.size() <= kMostSentence) {
    for (const std::string& sound : sounds) keys.push_back(sound);
    for (std::size_t k = 1; k < sounds.size(); ++k) add_pair(sounds[k - 1], sounds[k], keys);
  }
  // The longest sounds tell most.
  std::sort(sounds.begin(), sounds.end(), [](const std::string& one, const std::string& other) {
    return one.size() != other.size() ? one.size() > other.size() : one < other;
  });
  sounds.erase(std::unique(sounds.begin(), sounds.end()), sounds.end());
  if (sounds.size() > kMostWords) sounds.resize(kMostWords);
  if (sounds.size() == 1) keys.push_back(sounds[0]);
  for (std::size_t k = 0; k < sounds.size(); ++k)
    for (std::size_t j = 0; j < k; ++j) add_pair(sounds[k], sounds[j], keys);
}

}  // namespace

void add_text_keys(Side& side, Role role, const Context& context, FormStorage& storage, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_text_said(side, context, storage) : !read_text_stored(side, context, storage)) return;
  const TextForm& form = storage.as<TextForm>();
  add_words(form.plain, said, keys);
  if (form.has_spoken) add_words(form.spoken, said, keys);
  if (form.has_whole) add_words(form.whole, said, keys);
  if (keys.empty()) keys.emplace_back(form.folded);
}

}  // namespace ablmatch
