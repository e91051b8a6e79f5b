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

// What a pair is at first sight.
enum class FirstLook : std::uint8_t {
  none,  // the stored value is no plain address
  equal,
  held,  // what was said holds the stored address, with one @ in all
  unrelated,  // no reading comes near the stored mailbox name: 0
  plain,  // what was said is a plain address too, or holds one among words that do not count
  typed,  // one @, or brackets that may stand for it
  several,  // more than one @
  unsigned_words,  // no @
};

// email_lane_look.cpp: looks at a pair with the vectors of the machine. `typed`: the plain address that was said; where the
// stored address is held, `at` is the place of the @ in what was said.
FirstLook look_at_emails(const Scan& said, const Scan& stored_scan, PlainAddress& stored, PlainAddress& typed);

// email_lane_look.cpp: true when no reading of said.text[0, end), words that read_speech took, can come near the stored
// mailbox name, since its letters do not occur there in their order, not even with one of them left out. `end` is below
// kScanCapacity. `literal`: no word there stands for other letters than its own, so that vowels count too.
bool lacks_letters_before(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored);

// email_lane_typed.cpp: the score when `said` holds the stored address at `begin`, between nothing but what people and
// mail programs put round an address.
std::int16_t score_wrapped(const Scan& said, std::uint32_t begin, const PlainAddress& stored);
// email_lane_typed.cpp: the plain address whose @ stands at `at`, when it is wrapped in nothing but what mail programs put
// round it, or in words that cleaning drops and that are none of its own; false when nothing stands round it.
bool find_plain_address(const Scan& said, std::uint32_t at, PlainAddress& address);
// email_lane_typed.cpp: the score of two plain addresses.
std::int16_t score_plain(const PlainAddress& said, const PlainAddress& stored);
// email_lane_typed.cpp: could `word`, of letters, be a filler or a word of correction? By its first letter and its size.
bool may_be_filler(std::string_view word);
// email_lane_typed.cpp: the score when `said` is one typed address, also one with spaces or brackets round its signs.
std::int16_t score_typed(const Scan& said, const PlainAddress& stored);

// email_lane_spoken.cpp: the score of a spoken address.
std::int16_t score_spoken(const Scan& said, const PlainAddress& stored);

}  // namespace ablmatch
