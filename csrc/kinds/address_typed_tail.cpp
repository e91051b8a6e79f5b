// The end of a typed address: postal code and state, and the phrases that its words must not form.
#include <bit>
#include <cstring>

#include "address_form.hpp"
#include "address_typed_reader.hpp"

namespace ablmatch::postal {

// The row of the phrase of the words [at, at + words), or null.
const AddressWord* TypedReader::phrase_row(int at, int words) const {
  constexpr int kMostWords = 5;
  char room[kMostWords * (kLexiconLetters + 1)];
  std::size_t size = 0;
  if (words > kMostWords || at + words > end_) return nullptr;
  for (int k = at; k < at + words; ++k) {
    if (tokens_[k].sort != Sort::word || (k > at && tokens_[k].gap)) return nullptr;
    if (k > at) room[size++] = ' ';
    const std::string_view word = all_.text_of(tokens_[k]);
    std::memcpy(room + size, word.data(), word.size());
    size += word.size();
  }
  return kAddressWords.find({room, size});
}

bool TypedReader::starts_phrase(int at) const {
  if ((all_.phrases >> at & 1) == 0) return false;
  for (int words = 2; words <= row(at).phrase; ++words)
    if (phrase_row(at, words) != nullptr) return true;
  return false;
}

// A state of two words at `at`: "south carolina".
bool TypedReader::state_of_two_words(int at) {
  const AddressWord* found = phrase_row(at, 2);
  if (!found || found->state == 0 || found->roles != 0 || found->types[0] != 0) return false;
  out_.state = found->state;
  return true;
}

// "n g one six eight j z": a British code as it is said, letter by letter.
bool TypedReader::said_british_code() {
  int at = end_;
  const auto letter = [&](int k) {
    // The letter o reads as a number beside others.
    return k > start_ && (is_word(k) || tokens_[k].sort == Sort::spoken) && tokens_[k].size == 1 && !tokens_[k].glued;
  };
  if (!letter(at - 1) || !letter(at - 2)) return false;
  at -= 2;
  int digits = 0;
  for (; at > start_ && tokens_[at - 1].sort == Sort::spoken && tokens_[at - 1].size > 1; --at, ++digits)
    if (spoken_row(tokens_[at - 1]).number != NumberClass::unit) return false;
  if (digits < 2 || digits > 3 || !letter(at - 1)) return false;
  --at;
  if (letter(at - 1)) --at;
  for (int k = at + 1; k < end_; ++k)
    if (tokens_[k].gap) return false;
  std::uint64_t code = 0;
  std::size_t size = 0;
  for (int k = at; k < end_; ++k, ++size)
    code |= (tokens_[k].size > 1 ? std::uint64_t{'0'} + spoken_row(tokens_[k]).value : tokens_[k].low) << 8 * size;
  out_.postcode = {code, nullptr, static_cast<std::uint8_t>(size)};
  end_ = at;
  return true;
}

// "ng16 8jz", "b132nq": British codes, the only ones with letters that are taken here.
bool TypedReader::british_code() {
  const int last = end_ - 1;
  if (last < 3 || !is_word(last) || tokens_[last].size != 2 || !tokens_[last].glued) return false;
  const bool apart = tokens_[last - 1].sort == Sort::number && tokens_[last - 1].size == 1 && !tokens_[last - 1].glued;
  const int letters = last - (apart ? 3 : 2);
  if (letters < start_ || !is_word(letters) || tokens_[letters].glued || tokens_[letters].size > 2) return false;
  const Token& outward = tokens_[letters + 1];
  const std::size_t digits = outward.size + std::size_t{apart};
  if (outward.sort != Sort::number || !outward.glued || digits < 2 || digits > 3 || tokens_[last - 1].gap) return false;
  // Letters beside figures are no fillers (clean_answer), but may be a number.
  for (const int k : {letters, last})
    if (tokens_[k].size == 2 && tokens_[k].entry->spoken != 0 && spoken_row(tokens_[k]).number != NumberClass::none)
      return false;
  std::size_t size = tokens_[letters].size;
  std::uint64_t code = tokens_[letters].low;
  const auto append = [&](const Token& token) {
    code |= token.low << 8 * size;
    size += token.size;
  };
  append(outward);
  if (apart) append(tokens_[last - 1]);
  append(tokens_[last]);
  out_.postcode = {code, nullptr, static_cast<std::uint8_t>(size)};
  end_ = letters;
  return true;
}

// Postal code and state.
bool TypedReader::tail() {
  out_.postcode = {0, nullptr, 0};
  out_.state = 0;
  bool four_figures = false;
  if (const Token& number = tokens_[end_ - 1]; number.sort == Sort::number) {
    const int before = end_ - 2;
    if (tokens_[before].sort != Sort::hash && !has(before, kUnitPart | kNumberPart)) {
      if (number.glued || (number.size != 5 && number.size != 4)) return false;
      four_figures = number.size == 4;
      out_.postcode = number_of(number);
      --end_;
    }
  } else if (number.sort == Sort::spoken) {
    int from = end_ - 1;
    while (from > start_ && tokens_[from - 1].sort == Sort::spoken && !tokens_[from].gap) --from;
    if (from <= start_ || from + 2 > end_ || !is_word(from - 1) || tokens_[from - 1].size < 4) return false;
    // Letters in front of it would be a part of the code.
    const LexiconEntry& before = *tokens_[from - 1].entry;
    if (before.spoken != 0) {
      const SpokenWord& word = spoken_row(tokens_[from - 1]);
      if (word.alphabet != 0 && !(word.roles & kNameLetter)) return false;
    }
    if (before.seconds & bit_of_second(tokens_[from].low)) return false;
    if (!read_figures(from, end_, out_.postcode) || out_.postcode.size != 5) return false;
    end_ = from;
  } else if (!british_code() && all_.said) {
    said_british_code();
  }
  const int last = end_ - 1;
  if (last <= start_) return false;
  if (is_word(last) && !tokens_[last].glued) {
    // Two words of a state, or of any other phrase.
    if (starts_phrase(last - 1)) {
      if (!state_of_two_words(last - 1)) return false;
      end_ -= 2;
    } else if (has(last, kStatePart)) {
      const AddressWord& state = row(last);
      // "5th fl" is a floor.
      if (state.unit && (four_figures || tokens_[last - 1].glued)) return false;
      // "or 2315" stands between two answers.
      if (four_figures && (state.types[0] || says(last, "or"))) return false;
      out_.state = state.state;
      doubtful_state_ = (state.direction != 0 || state.types[0] != 0) && !tokens_[last].gap;
      --end_;
    }
  }
  const bool british = out_.postcode.size != 0 && out_.postcode.text == nullptr;
  if (four_figures ? out_.state == 0 : british && out_.state != 0) return false;
  const std::uint64_t inside = ~(~std::uint64_t{0} << (end_ - 1)) & ~std::uint64_t{0} << (start_ + road_);
  for (std::uint64_t rest = all_.phrases & inside; rest != 0; rest &= rest - 1)
    if (starts_phrase(std::countr_zero(rest))) return false;
  return true;
}

}  // namespace ablmatch::postal
