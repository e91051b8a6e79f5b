// Agreement of two words of a name: equal, nickname, variant, one slip, initial.
#include "name_agreement.hpp"

#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "name_romanization.hpp"

namespace ablmatch {

namespace {

constexpr std::size_t kMaxJoined = 96;

bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'; }

// The best figure of a group that holds both words; 0 when they share none. `nickname` tells its sort.
int linked_level(const NameLink* said, int said_count, const NameLink* stored, int stored_count, bool& nickname) {
  int best = 0, of_variants = 1;
  // Which groups the words have in common cannot be foreseen: no branch depends on one.
  for (int s = 0, t = 0; s < said_count && t < stored_count;) {
    const NameLink one = said[s], two = stored[t];
    constexpr auto kFormal = static_cast<std::uint8_t>(NameLinkRole::formal),
                   kPrimary = static_cast<std::uint8_t>(NameLinkRole::primary),
                   kVariant = static_cast<std::uint8_t>(NameLinkRole::variant);
    const bool variant = one.role == kVariant;
    const bool formal = (one.role == kFormal) | (two.role == kFormal);
    // Two formal spellings agree by their variants; two call names only when both mainly belong to the group.
    const bool counts =
        variant | (formal & (one.role != two.role)) | (!formal & (one.role == kPrimary) & (two.role == kPrimary));
    const int figure = one.figure < two.figure ? one.figure : two.figure;
    const int taken = -(counts & (one.group == two.group) & (figure > best));
    best ^= (best ^ figure) & taken;
    of_variants ^= (of_variants ^ int{variant}) & taken;
    s += one.group <= two.group;
    t += two.group <= one.group;
  }
  nickname = of_variants == 0;
  return best;
}

int linked(const NameToken& said, const NameToken& stored, bool surname, bool& nickname) {
  if (!said.row || !stored.row) return 0;
  const NameWord &one = *said.row, &two = *stored.row;
  if (!surname)
    return linked_level(kNameLinks + one.first_link, one.given_links, kNameLinks + two.first_link, two.given_links,
                        nickname);
  return linked_level(kNameLinks + one.first_link + one.given_links, one.surname_links,
                      kNameLinks + two.first_link + two.given_links, two.surname_links, nickname);
}

// ---- slips -------------------------------------------------------------------------------------------------

// The letter before and behind a place of a word, 0 outside.
char letter_at(std::string_view word, int at) {
  return at >= 0 && at < static_cast<int>(word.size()) ? word[static_cast<std::size_t>(at)] : '\0';
}

// A letter that is written or left out without a change of sound: doubled, silent h, ck, dg, a final mute e.
bool silent_letter(std::string_view longer, int at, bool surname) {
  const char c = letter_at(longer, at), before = letter_at(longer, at - 1), behind = letter_at(longer, at + 1);
  if ((c == before || c == behind) && !is_vowel(c)) return true;
  switch (c) {
    case 'h':
      return at > 0 && (is_vowel(before) || before == 'g' || before == 'r' || before == 't' || before == 'k' ||
                        before == 'd' || (before == 'c' && behind == 'r'));
    case 'c': return behind == 'k';
    case 'k': return before == 'c';
    case 'd': return behind == 'g';
    case 'e': return surname && behind == '\0' && longer.size() >= 6 && !is_vowel(before);
    default: return false;
  }
}

// -sen/-son, -er/-or, -an/-en: the vowel of the last, unstressed syllable.
bool weak_last_vowel(std::string_view word, int at) {
  if (word.size() < 6 || !is_vowel(letter_at(word, at)) || is_vowel(word.back())) return false;
  for (int k = at + 1; k < static_cast<int>(word.size()); ++k)
    if (is_vowel(letter_at(word, k))) return false;
  const char behind = letter_at(word, at + 1);
  return behind == 'n' || behind == 'r' || behind == 'l';
}

bool is_pair(char32_t one, char32_t two, char a, char b) {
  return (one == static_cast<char32_t>(a) && two == static_cast<char32_t>(b)) ||
         (one == static_cast<char32_t>(b) && two == static_cast<char32_t>(a));
}

// Does the edit leave the sound as it is? Used for words that are both known names: a phonetic reason may raise
// their slip, nothing else may.
bool sounds_alike(const NameToken& said, const NameToken& stored, const Edit& edit, bool surname) {
  const std::string_view one = said.view(), two = stored.view();
  const int at = edit.place;
  switch (edit.type) {
    case EditType::insertion: return silent_letter(one, at, surname);
    case EditType::deletion: return silent_letter(two, at, surname);
    case EditType::substitution:
      if (is_pair(edit.said, edit.stored, 'i', 'y') && at > 0) return true;
      if (is_pair(edit.said, edit.stored, 'c', 'k')) {
        const char behind = letter_at(two, at + 1);
        return behind != 'e' && behind != 'i' && behind != 'y' && behind != 'h';
      }
      if (!surname) return false;
      if (is_pair(edit.said, edit.stored, 's', 'z') && at > 0) return true;
      return edit.said < 128 && is_vowel(static_cast<char>(edit.said)) && weak_last_vowel(two, at);
    case EditType::swap:
      return is_vowel(letter_at(two, at)) ? is_vowel(letter_at(two, at + 1))
                                          : letter_at(two, at + 1) == 'e' && at + 2 == static_cast<int>(two.size());
    case EditType::none: break;
  }
  return false;
}

// Maria and Mario, Robert and Roberta: an ending that makes another name. `any_vowel`: also endings other than a and o.
bool changes_gender(const NameToken& said, const NameToken& stored, const Edit& edit, bool any_vowel) {
  const int last_said = static_cast<int>(said.size) - 1, last_stored = static_cast<int>(stored.size) - 1;
  const auto ending = [any_vowel](char c) { return c == 'a' || c == 'o' || (any_vowel && (c == 'e' || c == 'i')); };
  const char one = said.text[last_said], two = stored.text[last_stored];
  if (edit.type == EditType::substitution) return edit.place == last_stored && ending(one) && ending(two);
  if (edit.type == EditType::insertion) return edit.place > last_stored && ending(one);
  return edit.type == EditType::deletion && edit.place == last_stored && ending(two);
}

bool share_gender(const NameToken& said, const NameToken& stored) {
  constexpr std::uint32_t kGenders = kMaleName | kFemaleName;
  const std::uint32_t one = said.row->flags & kGenders, two = stored.row->flags & kGenders;
  return one == 0 || two == 0 || (one & two) != 0;
}

bool is_syllabic(const NameToken& token) {
  std::size_t at = 0;
  const Script script = script_of(decode(token.text, at));
  return script == Script::han || script == Script::kana || script == Script::hangul;
}

bool is_abjad(const NameToken& token) {
  std::size_t at = 0;
  const Script script = script_of(decode(token.text, at));
  return script == Script::arabic || script == Script::hebrew;
}

// One slip between words of another script: two known names, another first letter, or another ending of a given name
// make another person, as in Latin letters.
Agreement foreign_slip(const NameToken& said, const NameToken& stored, bool surname) {
  const std::string_view one = said.view(), two = stored.view();
  if (osa_distance_utf8(one, two, 1) != 1) return kNoAgreement;
  std::size_t said_at = 0, stored_at = 0;
  if (decode(one.data(), said_at) != decode(two.data(), stored_at)) return {45, NameReason::neighbour};
  // Arabic and Hebrew write consonants alone: in a short word one of them makes another name (Mahmud and Muhammad).
  if (is_abjad(stored) && std::min(said.letters, stored.letters) < 6) return {40, NameReason::neighbour};
  const std::uint32_t kind = surname ? kSurname : kGivenName;
  const auto known = [kind](const NameToken& token) { return token.latin && token.latin->knows(kind); };
  if (known(said) && known(stored)) return {40, NameReason::neighbour};
  // All letters but the last are equal: up to the first difference nothing but one letter is left.
  const std::size_t same =
      static_cast<std::size_t>(std::mismatch(one.begin(), one.end(), two.begin(), two.end()).first - one.begin());
  const auto letters_behind = [same](std::string_view word) {
    // A difference inside a letter's bytes is one of that letter.
    std::size_t at = same;
    while (at > 0 && at < word.size() && (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80) --at;
    return std::count_if(word.begin() + static_cast<std::ptrdiff_t>(at), word.end(),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  };
  if (!surname && letters_behind(one) <= 1 && letters_behind(two) <= 1) return {40, NameReason::neighbour};
  return {75, NameReason::slip};
}

// One slip, by the length of the shorter word and the place of the slip.
Agreement slip(const NameToken& said, const NameToken& stored, bool surname) {
  const int shorter = said.letters < stored.letters ? said.letters : stored.letters;
  if (shorter < 4 || said.letters > shorter + 1 || stored.letters > shorter + 1) return kNoAgreement;
  // A sign of Han, Kana or Hangul is a syllable: another one makes another name (a sister's, often).
  if (said.has(kForeignToken) && is_syllabic(stored)) return kNoAgreement;
  if (said.has(kForeignToken)) return foreign_slip(said, stored, surname);
  Edit edit;
  if (!within_one_edit(said.view(), stored.view(), edit) || edit.type == EditType::none) return kNoAgreement;

  const std::uint32_t kind = surname ? kSurname : kGivenName;
  const bool both = said.knows(kind) && stored.knows(kind);
  if (both) {
    if (sounds_alike(said, stored, edit, surname)) {
      if (surname) return {75, NameReason::homophone};
      if (share_gender(said, stored) && !changes_gender(said, stored, edit, true)) return {85, NameReason::homophone};
    }
    return {40, NameReason::neighbour};
  }
  // Names that no list holds have such endings too.
  if (!surname && changes_gender(said, stored, edit, false)) return {40, NameReason::neighbour};
  if (edit.place == 0 && edit.type != EditType::insertion) {
    // Another first letter is another name more often than a slip, unless nobody is called what was said.
    const bool nobody = !said.knows(kGivenName | kSurname);
    return shorter >= 6 && nobody ? Agreement{75, NameReason::slip} : Agreement{45, NameReason::neighbour};
  }
  return {static_cast<std::uint8_t>(shorter >= 6 ? 85 : 75), NameReason::slip};
}

// ---- surnames ----------------------------------------------------------------------------------------------

// MacLeish, McLeish.
bool same_behind_mac(std::string_view said, std::string_view stored) {
  const auto behind = [](std::string_view word) {
    const std::size_t prefix = word.starts_with("mac") ? 3 : word.starts_with("mc") ? 2 : 0;
    return prefix && word.size() >= prefix + 3 ? word.substr(prefix) : std::string_view{};
  };
  const std::string_view one = behind(said);
  return !one.empty() && one == behind(stored);
}

// O'Malley, Malley.
bool differs_by_o(std::string_view said, std::string_view stored) {
  const std::string_view shorter = said.size() < stored.size() ? said : stored,
                         longer = said.size() < stored.size() ? stored : said;
  return shorter.size() >= 4 && longer.size() == shorter.size() + 1 && longer[0] == 'o' && !is_vowel(shorter[0]) &&
         longer.substr(1) == shorter;
}

bool equal_by_letters(const NameToken& said, const NameToken& stored) {
  return (said.alt || stored.alt) && equal_with_alternatives(said.view(), said.alt, stored.view(), stored.alt);
}

}  // namespace

bool same_text(const NameToken& said, const NameToken& stored) {
  return said.size == stored.size && *said.text == *stored.text && std::memcmp(said.text, stored.text, said.size) == 0;
}

Agreement agree_given(const NameToken& said, const NameToken& stored) {
  if (same_text(said, stored)) return {100, NameReason::equal};
  if (said.has(kInitialToken) || stored.has(kInitialToken)) {
    const bool one = said.has(kInitialToken), two = stored.has(kInitialToken);
    if (one && !two && stored.view().starts_with(said.view())) return {65, NameReason::initial};
    if (two && !one && said.view().starts_with(stored.view())) return {65, NameReason::initial};
    if (one != two && initial_across_scripts(one ? said : stored, one ? stored : said))
      return {65, NameReason::initial};
    return kNoAgreement;
  }
  if (said.has(kForeignToken) != stored.has(kForeignToken)) return agree_across_scripts(said, stored, agree_given);
  if (equal_by_letters(said, stored)) return {99, NameReason::letter_variant};
  if (const Agreement found = agree_linked(said, stored, false); found.level) return found;
  if (!said.has(kForeignToken)) return agree_unlinked_given(said, stored);
  const Agreement across = agree_across_scripts(said, stored, agree_given);
  return across.level ? across : slip(said, stored, false);
}

Agreement agree_surname(const NameToken& said, const NameToken& stored) {
  if (same_text(said, stored)) return {100, NameReason::equal};
  if (said.has(kInitialToken) || stored.has(kInitialToken)) return kNoAgreement;
  if (said.has(kForeignToken) != stored.has(kForeignToken)) return agree_across_scripts(said, stored, agree_surname);
  if (equal_by_letters(said, stored)) return {99, NameReason::letter_variant};
  if (const Agreement found = agree_linked(said, stored, true); found.level) return found;
  if (!said.has(kForeignToken)) return agree_unlinked_surname(said, stored);
  const Agreement across = agree_across_scripts(said, stored, agree_surname);
  if (across.level) return across;
  return gendered_surnames(said, stored) ? Agreement{80, NameReason::homophone} : slip(said, stored, true);
}

Agreement agree_linked(const NameToken& said, const NameToken& stored, bool surname) {
  bool nickname = false;
  const int level = linked(said, stored, surname, nickname);
  if (level == 0) return kNoAgreement;
  return {static_cast<std::uint8_t>(level), nickname && !surname ? NameReason::nickname : NameReason::homophone};
}

Agreement agree_unlinked_given(const NameToken& said, const NameToken& stored) {
  if (const int level = japanese_level(said, stored))
    return {static_cast<std::uint8_t>(level), NameReason::letter_variant};
  if (same_romanized_korean(said, stored)) return {75, NameReason::homophone};
  return slip(said, stored, false);
}

Agreement agree_unlinked_surname(const NameToken& said, const NameToken& stored) {
  if (same_behind_mac(said.view(), stored.view())) return {85, NameReason::homophone};
  if (differs_by_o(said.view(), stored.view())) return {75, NameReason::homophone};
  if (gendered_surnames(said, stored)) return {80, NameReason::homophone};
  if (const int level = japanese_level(said, stored))
    return {static_cast<std::uint8_t>(level), NameReason::letter_variant};
  return slip(said, stored, true);
}

Agreement agree_joined(const NameToken* said, int said_count, const NameToken* stored, int stored_count, bool surname) {
  const auto letters = [](const NameToken* tokens, int count) {
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += tokens[k].letters;
    return sum;
  };
  const int difference = letters(said, said_count) - letters(stored, stored_count);
  // Only equal text, another accepted spelling, or one slip can come of it: at most two letters more or less.
  // Across scripts the number of letters tells nothing, nor for the call name of a double name (Maite, María Teresa).
  const bool across = said->has(kForeignToken) != stored->has(kForeignToken);
  const NameToken& single = said_count == 1 ? *said : *stored;
  const auto known = [](const NameToken* tokens, int count) { return count < 2 || (tokens[0].row && tokens[1].row); };
  const bool call_name = !surname && known(said, said_count) && known(stored, stored_count) &&
                         ((said_count + stored_count == 3 && single.row && single.row->given_links) ||
                          (said_count == 2 && stored_count == 2));
  if ((difference > 2 || difference < -2) && !across && !call_name) return kNoAgreement;
  if (across && !may_begin_alike(*said, *stored)) return kNoAgreement;
  char text[2][kMaxJoined];
  std::uint8_t alt[2][kMaxJoined];
  const auto join = [&](int side, const NameToken* tokens, int count, NameToken& out) {
    if (count == 1) {
      out = tokens[0];
      return true;
    }
    std::size_t size = 0;
    for (int k = 0; k < count; ++k) {
      if (size + tokens[k].size > kMaxJoined) return false;
      std::memcpy(text[side] + size, tokens[k].text, tokens[k].size);
      if (tokens[k].alt) std::memcpy(alt[side] + size, tokens[k].alt, tokens[k].size);
      else std::memset(alt[side] + size, 0, tokens[k].size);
      size += tokens[k].size;
    }
    out = make_name_token({text[side], size}, alt[side], 0);
    return true;
  };
  NameToken one, two;
  if (!join(0, said, said_count, one) || !join(1, stored, stored_count, two)) return kNoAgreement;
  return surname ? agree_surname(one, two) : agree_given(one, two);
}

}  // namespace ablmatch
