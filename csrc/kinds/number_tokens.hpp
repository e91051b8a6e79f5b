// The words of a value on their way to a number phrase: what number_phrase.cpp and number_mixed.cpp share.
#pragma once

#include <string_view>

#include "../scan.hpp"
#include "number_parts.hpp"

namespace ablmatch {

// All words and runs of figures of a value, cut into the tokens of the phrase, and what they have in common.
class NumberWords {
 public:
  NumberWords(const Scan& scan, NumberReader reader, NumberPhrase& out)
      : at(out.at), scan_(scan), phone_(reader == NumberReader::phone) {}

  // False when some word is not known.
  bool cut();
  // Makes the phrase of plain words: one run of numbers, and harmless words in front of it and behind. False when there
  // is more to it.
  bool make_phrase(NumberPhrase& out) const;
  void skip(int tokens);

  unsigned shared() const { return strong_shared & weak_shared; }
  bool words() const { return (flags_ & kNumberTelling) != 0; }
  bool figures() const {
    return (flags_ & number_kind_bit(NumberKind::figures)) != 0 || (flags_ & kNumberFigures) != 0;
  }
  bool everyday() const { return (flags_ & kNumberEveryday) != 0; }

  NumberToken* const at;
  int count = 0;
  unsigned strong_shared = 255;  // languages that every telling number word belongs to
  unsigned weak_shared = 255;  // and every weak one, but um and no

 private:
  void look_between(NumberToken& token, const NumberToken& last);
  bool multiplies_oddly() const;
  bool connects_oddly() const;

  const Scan& scan_;
  const bool phone_;
  std::uint32_t flags_ = 0;  // of all tokens
  std::uint64_t numeric_ = 0;  // tokens that read as digits, but um and no
  bool odd_ = false;  // symbols stand where they change the meaning
};

// Words in front of a number whose last letter would be one of a code, did the reading not take them away as a phrase.
struct NumberLeadIn {
  std::string_view text;
  int tokens;
  bool number_follows;
};
inline constexpr NumberLeadIn kNumberLeadIns[] = {{"e o ", 2, true},
                                                  {"e a ", 2, true},
                                                  {"e il ", 2, true},
                                                  {"meu numero e ", 3, false},
                                                  {"il mio numero e ", 4, false}};

// Makes the phrase of words that make_phrase refuses: numbers with conjunctions and separators between them, fillers,
// letters, an extension. False when they may mean more than their plain sense.
bool read_mixed_phrase(const Scan& scan, NumberReader reader, NumberWords& words, NumberPhrase& out);

}  // namespace ablmatch
