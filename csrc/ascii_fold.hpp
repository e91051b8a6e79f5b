// Folding of ASCII text, the common case: one loop, eight bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ablmatch {

// Tab to carriage return, and U+001C to space: white space for Unicode or for Python's str.isspace.
inline bool is_ascii_space(unsigned char c) { return c - 9u < 5u || c - 0x1Cu < 5u; }

inline unsigned char lower_ascii(unsigned char c) { return static_cast<unsigned char>(c + ((c - 0x41u < 26u) << 5)); }

// Lower-cases, writes every run of white space as one ' ' and trims; with `quotes`, ` becomes '.
// Returns the number of bytes written, or SIZE_MAX when `raw` is not ASCII. `out` has raw.size() + 8 bytes,
// because whole words are stored.
std::size_t fold_ascii(std::string_view raw, bool quotes, char* out);

// The first bytes of ASCII text that change by letter case alone: letters, digits, symbols and single spaces, up to a
// second space, a control character, ` or a byte that is not ASCII.
struct PlainRun {
  std::size_t size;    // 0..8
  std::uint64_t text;  // lower case, in the order of memory; the bytes behind `size` mean nothing
  bool letters;        // a letter is among them
};
// `left` bytes, one at least, may be read at `text`; `after_space`: a space was written in front, or nothing.
PlainRun plain_run(const char* text, std::size_t left, bool after_space);

}  // namespace ablmatch
