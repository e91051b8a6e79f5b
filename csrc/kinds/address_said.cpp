// What a caller says twice in one answer: the address again, or a name and then its letters.
#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

constexpr int kFewestLetters = 3;  // of a name that is spelled behind itself
constexpr int kSpelledSlips = 2;   // between a name as heard and its letters

bool introduces_again(const AddressToken& token) {
  static constexpr std::string_view kWords[] = {"thats", "that", "is",   "again",   "repeat", "yes",     "so",
                                                "i",     "once", "more", "spelled", "spelt",  "spelling"};
  return std::find(std::begin(kWords), std::end(kWords), token.view()) != std::end(kWords);
}

void erase(AddressForm& form, int from, int to) {
  std::move(form.tokens + to, form.tokens + form.count, form.tokens + from);
  form.count -= to - from;
}

// "12 Main Street, that's 12 Main Street, Elko": one of the two holds the other whole, which says nothing more.
void drop_repeat(AddressForm& form) {
  const auto same = [&](int one, int other) {
    return form.tokens[one].hash == form.tokens[other].hash && form.tokens[one].view() == form.tokens[other].view();
  };
  for (int again = 3; again + 2 < form.count; ++again) {
    if (!same(0, again)) continue;
    int length = 0;
    bool number = false, word = false;
    while (length < again && again + length < form.count && same(length, again + length)) {
      number |= form.tokens[length].numeric;
      word |= form.tokens[length].type == TokenType::word && !form.tokens[length].numeric;
      ++length;
    }
    if (length < 3 || !number || !word) continue;
    int first_end = again;
    while (first_end > length && introduces_again(form.tokens[first_end - 1])) --first_end;
    if (first_end == length) {
      erase(form, 0, again);
      form.tokens[0].gap = false;
    } else if (again + length == form.count) {
      form.count = first_end;
    } else {
      continue;
    }
    return;
  }
}

// "Okafor, o k a f o r, street", "Okafor Street, that's o k a f o r": the letters are the name.
void take_spelling(AddressForm& form) {
  for (int at = 1; at + kFewestLetters <= form.count; ++at) {
    int end = at;
    char letters[32];
    while (end < form.count && form.tokens[end].is_letter() && end - at < static_cast<int>(sizeof letters)) {
      letters[end - at] = *form.tokens[end].text;
      ++end;
    }
    if (end - at < kFewestLetters) continue;
    const std::string_view spelled(letters, static_cast<std::size_t>(end - at));
    int intro = at;
    while (intro > 1 && introduces_again(form.tokens[intro - 1])) --intro;
    for (int name = intro - 1; name >= 0 && name >= intro - 2; --name) {
      AddressToken& token = form.tokens[name];
      if (token.type != TokenType::word || token.numeric || token.size < kFewestLetters) continue;
      const int slips = spelled.size() < 5 ? 0 : kSpelledSlips;
      if (osa_distance(token.view(), spelled, slips) > slips) continue;
      if (token.view() != spelled && form.texts_used + static_cast<int>(spelled.size()) <= kAddressTextCapacity) {
        char* text = form.texts + form.texts_used;
        std::memcpy(text, spelled.data(), spelled.size());
        form.texts_used += static_cast<int>(spelled.size());
        token.text = text;
        token.size = static_cast<std::uint16_t>(spelled.size());
        token.hash = word_hash(text, spelled.size());
        token.spoken = nullptr;
      }
      erase(form, intro, end);
      return;
    }
    at = end;
  }
}

}  // namespace

void drop_said_again(AddressForm& form) {
  take_spelling(form);
  drop_repeat(form);
}

}  // namespace ablmatch::postal
