// The sound of a word, as blocking needs it: what spellings and slips of the ear leave alone.
#include <algorithm>
#include <string>

#include "match_key_kinds.hpp"
#include "utf8.hpp"

namespace ablmatch {
namespace {

constexpr std::size_t kMostLetters = 512;  // of a Latin spelling; longer words of other scripts stay as they are

// Letters that are taken for each other, behind the one that stands for them; 0: vowels, and what is not heard.
constexpr std::string_view kClasses[] = {"pb", "td", "fvw", "kgcqj", "szx", "nm"};

char class_of(char letter) {
  for (const std::string_view letters : kClasses)
    if (letters.find(letter) != std::string_view::npos) return letters[0];
  return letter == 'l' || letter == 'r' || (letter >= '0' && letter <= '9') ? letter : '\0';
}

bool is_front(char letter) { return letter == 'e' || letter == 'i' || letter == 'y'; }

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string sound_of_latin(std::string_view word) {
  std::string sound;
  bool vowel = false;  // since the last consonant: "bob" has two of them, "abbey" one
  for (std::size_t at = 0; at < word.size(); ++at) {
    const char letter = word[at];
    const char next = at + 1 < word.size() ? word[at + 1] : '\0';
    const char behind = at + 2 < word.size() ? word[at + 2] : '\0';
    char found = class_of(letter);
    if (letter == 'p' && next == 'h') found = 'f';
    else if (letter == 'c' && next == 'h') found = behind == 'r' || behind == 'l' ? 'k' : 's';
    else if (letter == 'c' && is_front(next)) found = 's';
    else if (letter == 'g' && next == 'h' && at > 0) found = 0;
    else if (letter == 'w' && vowel) found = 0;
    else if (at == 0 && next == 'n' && (letter == 'k' || letter == 'g')) continue;
    else if (at == 0 && next == 'r' && letter == 'w') continue;
    else if (at == 0 && next == 's' && letter == 'h') continue;
    if (found == 0 && at == 0 && letter >= 'a') found = 'a';
    if (found == 0) {
      vowel |= letter != 'h';
      continue;
    }
    if (sound.empty() || sound.back() != found || vowel) sound += found;
    vowel = found == 'a';
  }
  return sound;
}

}  // namespace

std::string sound_of(std::string_view word) {
  std::string sound;
  if (is_ascii(word)) {
    sound = sound_of_latin(word);
  } else {
    char latin[kMostLetters];
    const std::string_view spelled(latin, transliterate(word, latin, sizeof latin));
    if (is_ascii(spelled)) sound = sound_of_latin(spelled);
  }
  return sound.empty() ? std::string(word) : sound;
}

std::string_view beginning_of(std::string_view sound, std::size_t count) {
  std::size_t at = 0;
  while (count-- > 0 && at < sound.size()) decode(sound.data(), at);
  return sound.substr(0, at);
}

}  // namespace ablmatch
