// Spoken numbers of plain words, read from a scan: what the fast lanes of digits and phone share.
#pragma once

#include <cstdint>

#include "../scan.hpp"
#include "../tables/number_words.hpp"
#include "packed_digits.hpp"

namespace ablmatch {

inline constexpr int kMostNumberTokens = 48;

// A word or a run of figures. `cut`: symbols stand before it that no number goes on across; `hyphened`: one hyphen
// joins it to the word before.
struct NumberToken {
  NumberSense sense;
  std::uint8_t begin, end;  // in the text of the scan
  bool cut, hyphened;

  bool is(NumberKind kind) const { return sense.kind == kind; }
  bool is_word_of_number() const { return sense.kind >= NumberKind::unit && sense.kind < NumberKind::figures; }
  bool is_numeric() const { return sense.kind >= NumberKind::unit && sense.kind <= NumberKind::figures; }
};

// The tokens from the first to the last that reads as digits, fillers left out. `at[count]` is an empty token.
struct NumberPhrase {
  NumberToken at[kMostNumberTokens + 1];
  int first, count;
  int number_end;     // behind the last numeric token in front of the word of an extension
  int extension;      // first token of the extension; `count` when there is none
  bool figures_only;  // no token is a number word
  bool plus;          // "plus" stands in front of them
};

// Who reads: in codes symbols between words say nothing, in telephone numbers they end a number word.
enum class NumberReader : bool { digits, phone };

// Reads a value that has letters. False when anything in it may mean more than its plain sense (an unknown word, a
// correction, a letter of a code), and when nothing in it reads as digits.
bool read_number_phrase(const Scan& scan, NumberReader reader, NumberPhrase& out);

// Where each figure stands in a run of at most kMaxPackedDigits, one bit a place.
struct DigitPlaces {
  std::uint64_t of[10];
  std::size_t size;

  // The figures of a scan, at most kMaxPackedDigits.
  explicit DigitPlaces(const Scan& scan) : of{}, size(0) {
    for (std::size_t block = 0; block < 2; ++block)
      for (std::uint64_t rest = scan.digits.at[block]; rest != 0; rest &= rest - 1) {
        const char digit = scan.text[64 * block + static_cast<std::size_t>(std::countr_zero(rest))];
        of[digit - '0'] |= std::uint64_t{1} << size++;
      }
  }
  explicit DigitPlaces(PackedView digits) : of{}, size(digits.size) {
    for (std::size_t k = 0; k < size; ++k) of[digits.text[k] - '0'] |= std::uint64_t{1} << k;
  }
};

// The distance from the nearest reading of tokens [from, to) to `target`: 0, 1 (one slip), or 2: more, or no reading.
// `ones_in_front`: any run of 0 and 1 may stand in front of the target and costs nothing.
int phrase_distance(const Scan& scan, const NumberPhrase& phrase, int from, int to, NumberReader reader,
                    const DigitPlaces& target, bool ones_in_front = false);

}  // namespace ablmatch
