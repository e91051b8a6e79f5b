// The fast lane of e-mail addresses: its parts, each of which answers exactly as reading and comparing would, or not at
// all.
#pragma once

#include <cstdint>
#include <string_view>

#include "../scan.hpp"

namespace ablmatch {

// An address of letters, digits and . _ - + and one @, no two signs side by side and none at an end: every reader takes it as
// it is written, whatever stands round it. Longer ones are left to the whole reading, so that one word of bits holds them.
struct PlainAddress {
  const char* text;  // kScanSlack bytes behind it may be read
  std::uint32_t size;
  std::uint32_t at;  // place of the @
  std::uint32_t name;  // bytes of the mailbox name before its +tag
  std::uint64_t signs;  // places of everything but letters and digits
  std::uint64_t digits;

  std::string_view view() const { return {text, size}; }
  std::string_view mailbox() const { return {text, at}; }
  std::string_view domain() const { return {text + at + 1, size - at - 1}; }
};
inline constexpr std::uint32_t kMaxPlainAddress = 63;
bool take_plain_address(const Scan& scan, PlainAddress& address);

// email_lane_letters.cpp: true when no reading of what was said can come near the stored mailbox name: its consonants do
// not occur in the said text in their order, not even with one of them left out. Such a pair scores 0.
bool lacks_letters(const Scan& said, const PlainAddress& stored);

// The same for words that read_speech took, where only said.text[0, end) can give the mailbox name, with `end` below
// kScanCapacity. `literal`: no word there stands for other letters than its own, so that vowels count too.
bool lacks_letters_before(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored);

// Where a byte stands in a scanned text.
ScanMask places_of(const Scan& scan, char c);

// Are the first `size` <= 64 bytes equal? Reads whole blocks: both texts have kScanSlack bytes behind them.
bool same_bytes(const char* one, const char* other, std::uint32_t size);

// email_lane_typed.cpp: the score when `said` holds the stored address at `begin`, between nothing but what people and
// mail programs put round an address.
std::int16_t score_wrapped(const Scan& said, std::uint32_t begin, const PlainAddress& stored);
// email_lane_typed.cpp: the score when `said` is one typed address, also one with spaces or brackets round its signs.
std::int16_t score_typed(const Scan& said, const PlainAddress& stored);

// email_lane_spoken.cpp: the score of a spoken address.
std::int16_t score_spoken(const Scan& said, const PlainAddress& stored);

}  // namespace ablmatch
