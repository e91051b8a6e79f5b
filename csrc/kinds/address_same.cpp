// Whether two addresses say the same, told token by token without reading either.
#include "address_same.hpp"

#include <bit>
#include <string_view>

#include "../tables/address_lexicon.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

namespace {

// The places where a word, a number or a symbol starts.
class Starts {
 public:
  explicit Starts(const Scan& scan) : scan_(scan) {
    const std::uint64_t* const letters = scan.letters.at;
    const std::uint64_t* const digits = scan.digits.at;
    const ScanMask symbols = scan.symbols();
    rest_[0] = symbols.at[0] | (letters[0] & ~(letters[0] << 1)) | (digits[0] & ~(digits[0] << 1));
    rest_[1] = symbols.at[1] | (letters[1] & ~(letters[1] << 1 | letters[0] >> 63)) |
               (digits[1] & ~(digits[1] << 1 | digits[0] >> 63));
  }
  // The next one that counts, kScanCapacity at the end.
  std::size_t next() {
    for (;;) {
      const std::size_t half = rest_[0] == 0;
      if (rest_[half] == 0) return kScanCapacity;
      const std::size_t at = 64 * half + static_cast<std::size_t>(std::countr_zero(rest_[half]));
      rest_[half] &= rest_[half] - 1;
      const char c = scan_.text[at];
      // A full stop between two figures is more than the end of an abbreviation.
      if (c != ',' && (c != '.' || (at > 0 && scan_.digits.test(at - 1) && scan_.digits.test(at + 1)))) return at;
    }
  }

 private:
  const Scan& scan_;
  std::uint64_t rest_[2];
};

const AddressWord& row(const LexiconEntry& entry) { return kAddressWords.values[entry.address - 1]; }

bool share_type(const AddressWord& one, const AddressWord& other) {
  for (const std::uint16_t type : one.types)
    for (const std::uint16_t found : other.types)
      if (type != 0 && type == found) return true;
  return false;
}

// An abbreviation and its word, or two abbreviations of one. Single letters are types only by their place.
bool say_the_same(const LaneWord& said, const LaneWord& stored) {
  if (said.size > kLexiconLetters || stored.size > kLexiconLetters) return false;
  const LexiconEntry& one = find_in_lexicon(said.low, said.high);
  const LexiconEntry& other = find_in_lexicon(stored.low, stored.high);
  if (one.address == 0 || other.address == 0) return false;
  const unsigned parts = one.parts & other.parts;
  const unsigned any = one.parts | other.parts;
  if (parts & kDirectionPart) return !(any & kStatePart) && row(one).direction == row(other).direction;
  if (said.size == 1 || stored.size == 1) return false;
  if (share_type(row(one), row(other))) return true;
  if (parts & kStatePart) return row(one).state == row(other).state;
  return (parts & kUnitPart) && row(one).unit == row(other).unit;
}

}  // namespace

bool same_words(const Scan& said, const Scan& stored) {
  Starts one(said), other(stored);
  for (;;) {
    const std::size_t at = one.next(), there = other.next();
    if (at == kScanCapacity || there == kScanCapacity) return at == there;
    if (said.letters.test(at) && stored.letters.test(there)) {
      const std::size_t size = Scan::end_of_run(said.letters, at) - at;
      const std::size_t size_there = Scan::end_of_run(stored.letters, there) - there;
      const LaneWord word = word_at(said.text + at, size), word_there = word_at(stored.text + there, size_there);
      if (size == size_there && word.low == word_there.low &&
          (size <= 8 || std::string_view(word.text, size) == std::string_view(word_there.text, size)))
        continue;
      if (!say_the_same(word, word_there)) return false;
    } else if (said.digits.test(at) && stored.digits.test(there)) {
      const std::size_t size = Scan::end_of_run(said.digits, at) - at;
      if (size != Scan::end_of_run(stored.digits, there) - there ||
          std::string_view(said.text + at, size) != std::string_view(stored.text + there, size))
        return false;
    } else if (said.text[at] != stored.text[there]) {
      return false;
    }
  }
}

}  // namespace ablmatch::postal
