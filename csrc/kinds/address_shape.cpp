// The shape by which kind `auto` takes a stored value for an address.
#include <cstring>

#include "../tables/address_words.hpp"
#include "../tables/spoken_words.hpp"
#include "address.hpp"

namespace ablmatch {

namespace {

constexpr int kLongestLine = 96;  // lexemes looked at

const AddressWord* find_row(const Lexeme& lexeme) {
  return lexeme.is_word() && lexeme.size < 256 ? kAddressWords.find(lexeme.text, lexeme.size, lexeme.hash) : nullptr;
}

// The row of the words at[from, to), dots between them aside.
const AddressWord* find_phrase(const Lexemes& lexemes, int from, int to) {
  char room[64];
  std::size_t size = 0;
  for (int at = from; at < to; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_symbol('.')) continue;
    if (!lexeme.is_word() || size + lexeme.size + 1 > sizeof room) return nullptr;
    if (size > 0) room[size++] = ' ';
    std::memcpy(room + size, lexeme.text, lexeme.size);
    size += lexeme.size;
  }
  return kAddressWords.find({room, size});
}

// A state that is no given name: "Woolf, Virginia" and "Smith, Al" are people.
bool names_state(const Lexemes& lexemes, int from, int to) {
  const AddressWord* row = find_phrase(lexemes, from, to);
  if (!row || row->state == 0) return false;
  for (const std::string_view name :
       {"virginia", "georgia", "dakota", "montana", "carolina", "al", "ma", "la", "jo", "mo", "sc"})
    if (lexemes.at[from].is(name) && to == from + 1) return false;
  return true;
}

bool ends_like_a_street(std::string_view word) {
  for (int k = 0; k < kCompoundEndingCount; ++k)
    if (word.size() >= kCompoundEndings[k].text.size() + 3 && word.ends_with(kCompoundEndings[k].text)) return true;
  return false;
}

}  // namespace

bool looks_like_address(const Side& stored) {
  const Lexemes& lexemes = stored.lexemes;
  const int count = lexemes.count < kLongestLine ? lexemes.count : kLongestLine;
  bool number = false, street = false, box = false, postcode = false;
  int words = 0, last_comma = -1;
  for (int at = 0; at < count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_number()) {
      number = true;
      postcode |= lexeme.size == 5 && (at == 0 || lexeme.spaced);
      continue;
    }
    if (lexeme.is_symbol(',')) last_comma = at;
    if (!lexeme.is_word()) continue;
    ++words;
    // The ending of "3rd" is no road.
    if (at > 0 && !lexeme.spaced && lexemes.at[at - 1].is_number() && lexeme.is("rd")) continue;
    const AddressWord* row = find_row(lexeme);
    if (!row) {
      if (const SpokenWord* spoken = kSpokenWords.find(lexeme.text, lexeme.size, lexeme.hash))
        number |= !spoken->weak && spoken->number != NumberClass::none && spoken->number != NumberClass::conjunction &&
                  words == 1;
      street |= ends_like_a_street(lexeme.view());
      continue;
    }
    const bool leads = row->place & (kLeading | kSometimesLeading | kNumbered);
    if (row->types[0] && lexeme.size > 1 && !(row->roles & kParticle)) street |= words > 1 || leads;
    if (row->types[0] && lexeme.size == 1 && leads && at + 1 < count &&
        (lexemes.at[at + 1].is_symbol('/') || lexemes.at[at + 1].is_symbol('.')))
      street = true;
    for (int to = at + 1; to <= count && to < at + 8 && row->phrase > 1 && !box; ++to) {
      const AddressWord* phrase = find_phrase(lexemes, at, to);
      box = phrase && phrase->box != 0 && to > at + 1;
    }
    box |= row->box != 0 && lexeme.size > 2;
  }
  if (number && (street || box)) return true;
  // 50667 Köln; Riverton OH 44011; Durham, NC
  if (words == 0) return false;
  int end = count;
  if (postcode) {
    if (lexemes.at[0].is_number() && words <= 4 && count == words + 1) return true;
    if (lexemes.at[end - 1].is_number()) --end;
    for (int from = end - 1; from > 0 && from >= end - 6; --from)
      if (names_state(lexemes, from, end)) return true;
    return false;
  }
  return last_comma > 0 && last_comma + 1 < count && names_state(lexemes, last_comma + 1, count);
}

}  // namespace ablmatch
