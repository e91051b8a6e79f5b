// Scans short Latin text with accents, typographic dashes and figures of other scripts, once it is written in ASCII.
#include "scan_marked.hpp"

#include <cstring>

#include "guards.hpp"
#include "word_table.hpp"

namespace ablmatch {
namespace {

// Longest raw value that is tried: figures of other scripts take three bytes.
constexpr std::size_t kMarkedCapacity = 3 * kScanCapacity;
// What stands for a symbol that has no ASCII form: a symbol that no kind knows.
constexpr char kOtherSymbol = 0x7F;

// U+00C0 to U+00FF as folding writes them; '\0': more than one letter, or none.
constexpr char kLatin[] = "aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0\0aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0y";
static_assert(sizeof kLatin == 65);

// One character of two or three bytes as one ASCII byte; 0: it has none here. `size`: bytes taken.
char plain(const unsigned char* text, std::size_t left, std::size_t& size) {
  size = 2;
  if (left < 2) return 0;
  const unsigned char lead = text[0], second = text[1];
  if (lead == 0xC3 && second >= 0x80 && second <= 0xBF) return kLatin[second - 0x80];
  if (lead == 0xC2 && second == 0xB7) return kOtherSymbol;  // middle dot
  if (lead == 0xD9 && second >= 0xA0 && second <= 0xA9) return static_cast<char>('0' + (second - 0xA0));
  if (lead == 0xDB && second >= 0xB0 && second <= 0xB9) return static_cast<char>('0' + (second - 0xB0));
  size = 3;
  if (left < 3) return 0;
  const unsigned char third = text[2];
  if (lead == 0xE2 && second == 0x80) {
    if (third >= 0x90 && third <= 0x95) return '-';
    if (third == 0x98 || third == 0x99) return '\'';
  }
  if (lead == 0xE0 && second == 0xA5 && third >= 0xA6 && third <= 0xAF) return static_cast<char>('0' + (third - 0xA6));
  if (lead == 0xEF && second == 0xBC) {
    if (third >= 0x90 && third <= 0x99) return static_cast<char>('0' + (third - 0x90));
    if (third == 0x8B) return '+';
    if (third == 0x8D) return '-';
  }
  return 0;
}

}  // namespace

bool scan_marked(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kMarkedCapacity || token_shapes_registered()) return false;
  // Room behind both, for whole words are copied.
  unsigned char text[kMarkedCapacity + 8];
  char written[kMarkedCapacity + 8];
  std::memcpy(text, raw.data(), raw.size());
  std::memset(text + raw.size(), 0xFF, 8);
  std::size_t at = 0, size = 0;
  for (;;) {
    const std::uint64_t word = detail::load8(reinterpret_cast<const char*>(text) + at);
    std::memcpy(written + size, text + at, 8);
    const std::uint64_t foreign = word & 0x8080808080808080u;
    const std::size_t plain_bytes = foreign == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(foreign)) / 8;
    at += plain_bytes;
    size += plain_bytes;
    if (foreign == 0) continue;
    if (at >= raw.size()) break;
    if (text[at] == 0xC3 && text[at + 1] == 0x9F) {  // sharp s
      written[size++] = 's';
      written[size++] = 's';
      at += 2;
      continue;
    }
    std::size_t taken;
    const char one = plain(text + at, raw.size() - at, taken);
    // Folding takes the dot of Catalan l·l away.
    if (one == 0 || (one == kOtherSymbol && size > 0 && (written[size - 1] | 0x20) == 'l')) return false;
    written[size++] = one;
    at += taken;
  }
  return scan({written, size}, out);
}

}  // namespace ablmatch
