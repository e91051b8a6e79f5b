// Keys of the words of a name: whatever makes two words agree gives both of them one key.
#include "name_near.hpp"

#include <cstring>

#include "name_romanization.hpp"

namespace ablmatch {

namespace {

// Longest word that is written down with each of its letters left out; longer ones by their first and last letters,
// one of which a slip leaves whole.
constexpr std::size_t kMaxDropped = 7;
constexpr std::size_t kMaxWord = 96;
constexpr int kMaxRun = 4;

// `dropped`: three letters of a word of four, which are not near a word of three letters.
enum class Sort : std::uint8_t {
  word = 1,
  dropped,
  first_letter,
  initial,
  link,
  head,
  tail,
  japanese,
  korean,
  mac,
  gendered,
  roman
};

// A word of an order, and its bit.
struct OrderWord {
  const NameToken* token;
  std::uint32_t bit;
};

class KeyWriter {
 public:
  KeyWriter(Role role, std::uint32_t* keys, std::uint32_t* words) : role_(role), keys_(keys), words_(words) {}

  int count() const { return any_ ? kNearAny : count_; }

  // The words of an order, then its neighbours run together. Orders turn a name round, so the last word has the first
  // one behind it.
  void add_order(const OrderWord* words, int count) {
    for (int k = 0; k < count; ++k) {
      bits_ = words[k].bit;
      add_word(*words[k].token);
    }
    for (int from = 0; from < count; ++from)
      for (int size = 2; size <= kMaxRun && size <= count; ++size) add_run(words, count, from, size);
    if (count > kMaxRun) add_run(words, count, 0, count);
  }

 private:
  void add(Sort sort, std::string_view text) {
    std::uint64_t hash = static_cast<std::uint64_t>(sort) * 0x9E3779B97F4A7C15u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
    if (count_ == kMaxNearKeys) {
      any_ = true;
      return;
    }
    const bool initial = sort == Sort::initial || sort == Sort::first_letter;
    if (words_ != nullptr) words_[count_] = bits_ | (initial ? kByInitial : 0);
    keys_[count_++] = static_cast<std::uint32_t>(hash >> 32);
  }
  // A sort of key that the two sides of a relation hold the other way round.
  Sort as(Sort said, Sort stored) const { return role_ == Role::said ? said : stored; }

  void add_run(const OrderWord* words, int count, int from, int size) {
    char text[kMaxWord];
    std::uint8_t alt[kMaxWord];
    std::size_t used = 0;
    bits_ = 0;
    for (int k = 0; k < size; ++k) {
      const NameToken& word = *words[(from + k) % count].token;
      bits_ |= words[(from + k) % count].bit;
      if (used + word.size > kMaxWord) return;
      std::memcpy(text + used, word.text, word.size);
      if (word.alt) std::memcpy(alt + used, word.alt, word.size);
      else std::memset(alt + used, 0, word.size);
      used += word.size;
    }
    add_word(make_name_token({text, used}, alt, 0));
  }

  void add_word(const NameToken& word) {
    const std::string_view text = word.view();
    if (text.size() > kMaxWord) {
      any_ = true;
      return;
    }
    if (word.has(kForeignToken)) return add_foreign(word);
    add(Sort::word, text);
    if (word.has(kInitialToken)) return add(as(Sort::first_letter, Sort::initial), text);
    add(as(Sort::initial, Sort::first_letter), text.substr(0, 1));
    if (word.alt) add_spellings(word, 0, 0);
    if (word.row)
      for (int k = 0; k < word.row->given_links + word.row->surname_links; ++k) {
        const std::uint16_t group = kNameLinks[word.row->first_link + k].group;
        const char bytes[] = {static_cast<char>(group & 0xFF), static_cast<char>(group >> 8)};
        add(Sort::link, {bytes, sizeof bytes});
      }
    add_slips(text);
    add_sounds(word);
    char key[kMaxWord];
    if (role_ == Role::said)
      if (const std::size_t size = roman_spelling(text, key, sizeof key)) add(Sort::roman, {key, size});
  }

  // A stored name in Cyrillic or Greek is near names that its Latin letters are near to, or sound like. What was said in
  // another script may be near anything.
  void add_foreign(const NameToken& word) {
    std::size_t at = 0;
    const Script script = script_of(decode(word.text, at));
    // Words of two scripts run together, Latin letters in front: agree_across_scripts asks for the first script alone,
    // so that only an initial agrees with them.
    if (role_ == Role::stored && script == Script::latin) return add(Sort::first_letter, word.view().substr(0, 1));
    if (role_ == Role::said || (script != Script::cyrillic && script != Script::greek)) {
      any_ = true;
      return;
    }
    char latin[kMaxWord], key[kMaxWord];
    const std::size_t size = transliterate(word.view(), latin, sizeof latin);
    if (size == 0) return;
    add_word(make_name_token({latin, size}, nullptr, 0));
    if (word.has(kInitialToken)) add(Sort::initial, {latin, 1});
    if (const std::size_t spelled = roman_spelling({latin, size}, key, sizeof key)) add(Sort::roman, {key, spelled});
  }

  // The spellings that a letter such as ü allows, from byte `at` on; the first `size` bytes are in spelling_.
  void add_spellings(const NameToken& word, std::size_t at, std::size_t size) {
    while (at < word.size && word.alt[at] == 0 && size < kMaxWord) spelling_[size++] = word.text[at++];
    if (at == word.size) {
      if (++spellings_ > 64) any_ = true;
      else add(Sort::word, {spelling_, size});
      return;
    }
    if (size + 8 > kMaxWord || any_) {
      any_ = true;
      return;
    }
    const std::size_t base = alternative(word.alt[at]).base.size();
    for (std::uint8_t code = word.alt[at];; ++code) {
      const std::string_view other = alternative(code).other;
      std::memcpy(spelling_ + size, other.data(), other.size());
      add_spellings(word, at + base, size + other.size());
      if (!alternative(code).more) break;
    }
    std::memcpy(spelling_ + size, word.text + at, base);
    add_spellings(word, at + base, size + base);
  }

  // A slip leaves one of the ends of a long word whole; two short words that are a slip apart are equal once a letter
  // of one or of both is left out.
  void add_slips(std::string_view text) {
    if (text.size() < 4) return;
    if (text.size() <= kMaxDropped) {
      char rest[kMaxDropped];
      for (std::size_t k = 0; k < text.size(); ++k) {
        std::memcpy(rest, text.data(), k);
        std::memcpy(rest + k, text.data() + k + 1, text.size() - k - 1);
        add(text.size() == 4 ? Sort::dropped : Sort::word, {rest, text.size() - 1});
      }
    }
    // `shorter` is the size of the shorter one of two words that are a slip apart.
    for (std::size_t shorter = text.size() - 1; shorter <= text.size(); ++shorter) {
      if (shorter < kMaxDropped) continue;
      const std::size_t head = (shorter - 1) / 2, tail = shorter - 1 - head;
      add_end(Sort::head, text.substr(0, head), shorter);
      add_end(Sort::tail, text.substr(text.size() - tail), shorter);
    }
  }
  void add_end(Sort sort, std::string_view end, std::size_t shorter) {
    char key[kMaxWord];
    std::memcpy(key, end.data(), end.size());
    key[end.size()] = static_cast<char>(shorter);
    add(sort, {key, end.size() + 1});
  }

  void add_sounds(const NameToken& word) {
    const std::string_view text = word.view();
    char key[kMaxWord];
    if (const std::size_t size = japanese_spelling(word, key, sizeof key)) add(Sort::japanese, {key, size});
    if (word.letters >= 4)
      if (const std::size_t size = korean_spelling(text, key, sizeof key)) add(Sort::korean, {key, size});
    if (const std::size_t prefix = text.starts_with("mac") ? 3 : text.starts_with("mc") ? 2 : 0)
      add(Sort::mac, text.substr(prefix));
    // Endings of men's and women's surnames that are more than a slip apart.
    static constexpr std::string_view kEndings[] = {"skaya", "skaja", "skiy", "skii", "skij", "skyi", "skyy",
                                                    "ski",   "sky",   "ska",  "oy",   "aya",  "idis", "idou"};
    for (const std::string_view ending : kEndings)
      if (text.ends_with(ending)) add(Sort::gendered, text.substr(0, text.size() - ending.size()));
    if (text.ends_with("ova")) add(Sort::word, text.substr(0, text.size() - 3));
  }

  Role role_;
  std::uint32_t* keys_;
  std::uint32_t* words_;
  std::uint32_t bits_ = 0;  // of the words that keys are being written of
  int count_ = 0;
  int spellings_ = 0;
  bool any_ = false;
  char spelling_[kMaxWord];
};

}  // namespace

int near_keys(const NameForm& form, Role role, std::uint32_t* keys, std::uint32_t* words) {
  if (form.overlong) return kNearAny;
  KeyWriter writer(role, keys, words);
  const auto word = [&form](int k) { return OrderWord{&form.at[k], std::uint32_t{1} << k}; };
  OrderWord order[kMaxNameTokens + 1] = {};
  int count = 0;
  for (; count < form.count; ++count) order[count] = word(count);
  writer.add_order(order, count);
  // Vietnamese names may be read with the last word in front: given, middle, family.
  if (count >= 3) {
    order[0] = word(count - 1);
    for (int k = 1; k + 1 < count; ++k) order[k] = word(k);
    order[count - 1] = word(0);
    writer.add_order(order, count);
  }
  static_assert(kMaxNameTokens + 2 * kMaxSpelledSplits <= 31);
  for (int split = 0; split < form.split_count; ++split) {
    const SpelledSplit& reading = form.splits[split];
    const std::uint32_t first = std::uint32_t{1} << (kMaxNameTokens + 2 * split);
    count = 0;
    bool found = false;
    for (int k = 0; k < form.count; ++k) {
      const bool here = !found && same_text(form.at[k], reading.whole);
      order[count++] = here ? OrderWord{&reading.first, first} : word(k);
      if (here) order[count++] = {&reading.rest, first << 1};
      found |= here;
    }
    if (found) writer.add_order(order, count);
  }
  return writer.count();
}

}  // namespace ablmatch
