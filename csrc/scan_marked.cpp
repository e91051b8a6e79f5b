// Scans short Latin text with accents, typographic dashes and figures of other scripts, once it is written in ASCII.
#include "scan_marked.hpp"

#include <cstring>

#include "guards.hpp"

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
  char written[kMarkedCapacity];
  std::size_t size = 0;
  const auto* const text = reinterpret_cast<const unsigned char*>(raw.data());
  for (std::size_t at = 0; at < raw.size();) {
    if (text[at] < 0x80) {
      std::uint64_t word = 0;
      while (raw.size() - at >= sizeof word) {
        std::memcpy(&word, text + at, sizeof word);
        if ((word & 0x8080808080808080u) != 0) break;
        std::memcpy(written + size, &word, sizeof word);
        size += sizeof word;
        at += sizeof word;
      }
      while (at < raw.size() && text[at] < 0x80) written[size++] = raw[at++];
      continue;
    }
    if (raw.substr(at).starts_with("\xC3\x9F")) {  // sharp s
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
