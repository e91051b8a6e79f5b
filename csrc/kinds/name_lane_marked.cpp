// Scans names that are not ASCII, and tells which letters their words may begin with.
#include "name_lane_marked.hpp"

#include <cstring>

#include "../guards.hpp"
#include "name_lane_cyrillic.hpp"

namespace ablmatch {

namespace {

void mark(Scan& scan, NameScript script) { scan.text[sizeof scan.text - 1] = static_cast<char>(script); }

}  // namespace

bool scan_marked_name(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kScanCapacity) return false;
  // A first letter of U+0400 to U+047F.
  if ((raw[0] & 0xFE) == 0xD0) {
    const bool scanned = scan_cyrillic(raw, out);
    if (scanned) mark(out, NameScript::cyrillic);
    return scanned;
  }
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    // Latin letters and typographic signs begin with these; most other text is turned away unread.
    if (byte >= 0xC0 && byte != 0xE1 && byte != 0xE2 && byte > 0xCD) return false;
  }
  if (guard_raw(raw) != Guard::pass) return false;
  Folded folded;
  fold(raw, folded);
  if (folded.size == 0 || folded.mixed_scripts || folded.non_ascii) return false;
  if (!scan(folded.view(), out)) return false;
  if (!folded.has_alt) return true;
  // Scanning folds nothing more: a byte of the scan has the code of the same byte of the folded text.
  if (folded.size > kMaxLaneSize || out.size != folded.size) return false;
  std::memcpy(out.text + kScanCapacity, folded.alt, folded.size);
  mark(out, NameScript::alternatives);
  return true;
}

std::uint32_t beginnings(const Scan& scan, const LaneWord* words, int count) {
  const bool marked = script_of_scan(scan) == NameScript::alternatives;
  std::uint32_t letters = 0;
  for (int k = 0; k < count; ++k) {
    letters |= 1u << (*words[k].text & 31);
    std::uint8_t code = marked ? alternatives_of_scan(scan)[words[k].from] : std::uint8_t{0};
    for (bool more = code != 0; more; ++code) {
      const std::string_view other = alternative(code).other;
      more = alternative(code).more;
      // A letter that may be left out: any other may begin the word.
      letters |= other.empty() ? ~std::uint32_t{0} : 1u << (other[0] & 31);
    }
  }
  return letters;
}

}  // namespace ablmatch
