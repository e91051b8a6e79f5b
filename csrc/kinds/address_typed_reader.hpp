// The state of one pass over the tokens of a typed address (address_typed.cpp, address_typed_tail.cpp).
#pragma once

#include <string_view>

#include "../tables/spoken_words.hpp"
#include "address_form.hpp"
#include "address_typed_form.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

inline const SpokenWord& spoken_row(const TypedToken& token) { return kSpokenWords.values[token.entry->spoken - 1]; }

class TypedReader {
 public:
  using Token = TypedToken;
  using Sort = TypedToken::Sort;

  TypedReader(const TypedTokens& tokens, TypedAddress& out, const TypedAddress* stored)
      : all_(tokens), tokens_(tokens.at), out_(out), stored_(stored), count_(tokens.count), end_(tokens.count) {
    out.spoken = tokens.spoken;
    out.unread = false;
  }

  bool run() { return house() && tail() && street() && unit() && town(); }

 private:
  int number_end(int at) const;
  bool read_figures(int from, int to, TypedNumber& out);
  std::size_t write_digits(int from, int to, char (&figures)[kIdCapacity]) const;
  std::size_t write_cardinal(int from, int to, char (&figures)[kIdCapacity]) const;
  std::size_t write_number(int from, int to, char (&figures)[kIdCapacity]) const;
  int parted_flat() const;
  int spoken_ordinal(int at, TypedWord& word) const;
  bool says(int k, std::string_view word) const;
  int box_number() const;
  int road_words() const;
  bool road();
  bool has_letter(int at) const;
  bool add_letter(char letter);
  bool house();
  bool british_code();
  bool said_british_code();
  const AddressWord* phrase_row(int at, int words) const;
  bool starts_phrase(int at) const;
  bool tail();
  bool state_of_two_words(int at);
  bool street();
  bool read_unit(int at, int& behind);
  bool unit();
  bool town();
  // False in front of the first one, too.
  bool is_word(int k) const {
    const auto at = static_cast<unsigned>(k);
    return at < static_cast<unsigned>(end_) && (all_.words >> at & 1) != 0;
  }
  bool has(int k, unsigned parts) const { return is_word(k) && (tokens_[k].entry->parts & parts) != 0; }
  const AddressWord& row(int k) const { return kAddressWords.values[tokens_[k].entry->address - 1]; }
  bool is_name(int k) const;
  // "82nd": figures and the ending behind them.
  bool is_ordinal(int k) const {
    return k + 1 < end_ && tokens_[k].sort == Sort::number && is_word(k + 1) && tokens_[k + 1].glued &&
           tokens_[k + 1].size == 2 && is_ordinal_ending(tokens_[k + 1].low);
  }
  bool is_common_type(int k) const { return has(k, kTypeAlwaysPart); }
  bool names_ordinal(int k) const { return is_word(k) && (tokens_[k].entry->roles & kOrdinalRole) != 0; }
  // The name of a letter: jay, kay.
  static bool may_be_letter(const Token& token) { return token.entry->spoken != 0 && spoken_row(token).letter != 0; }
  static TypedWord text_row(std::uint16_t text) { return {text, std::uint64_t{1} << 63, nullptr, 0, false}; }
  TypedWord written(const Token& token) const {
    if (token.entry->text != 0) return text_row(token.entry->text);
    const bool plain = token.entry->address == 0 && token.entry->spoken == 0 && token.entry->roles == 0;
    return {token.low, token.high, all_.text + token.at, token.size, plain};
  }
  TypedNumber number_of(const Token& token) const { return {token.low, all_.text + token.at, token.size}; }
  bool add_word(TypedWord (&words)[kMostTypedWords], int& count, TypedWord word) {
    if (count == kMostTypedWords) return false;
    words[count++] = word;
    return true;
  }

  const TypedTokens& all_;
  const Token* const tokens_;
  TypedAddress& out_;
  const TypedAddress* const stored_;
  int count_, end_;
  int start_ = 1, cursor_ = 1;
  int rooms_used_ = 0;
  int road_ = 0;  // words of a road with a number, from start_ on
  bool doubtful_state_ = false;  // NE, CT behind no comma
};

}  // namespace ablmatch::postal
