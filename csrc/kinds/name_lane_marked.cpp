// Scans names that are not ASCII, and tells which letters their words may begin with.
#include "name_lane_marked.hpp"

#include <cstring>

#include "../guards.hpp"
#include "name_lane_cyrillic.hpp"

namespace ablmatch {

namespace {

void mark(Scan& scan, NameScript script) { scan.text[sizeof scan.text - 1] = static_cast<char>(script); }

// Latin letters of two bytes, U+00C0 to U+017F: the one letter that folding writes for each, and the code of its other
// spellings; '\0': it writes none, or more.
constexpr char32_t kFirstLatin = 0xC0, kLastLatin = 0x17F;
struct LatinLetters {
  char folded[kLastLatin - kFirstLatin + 1];
  std::uint8_t code[kLastLatin - kFirstLatin + 1];
};

LatinLetters fold_latin_letters() {
  LatinLetters letters{};
  Folded folded;
  for (char32_t c = kFirstLatin; c <= kLastLatin; ++c) {
    char text[4];
    fold({text, static_cast<std::size_t>(encode(c, text))}, folded);
    if (folded.size != 1 || folded.non_ascii) continue;
    letters.folded[c - kFirstLatin] = folded.text[0];
    letters.code[c - kFirstLatin] = folded.has_alt ? folded.alt[0] : std::uint8_t{0};
  }
  return letters;
}

// A name of ASCII and such letters, as folding writes it but for what scanning does; `codes` beside the text, zeros but for
// those of letters.
struct LatinText {
  char text[kScanCapacity];
  std::uint8_t codes[kScanCapacity];
  std::size_t size = 0;
  bool any_code = false;

  bool write(std::string_view raw) {
    static const LatinLetters letters = fold_latin_letters();
    std::memset(codes, 0, sizeof codes);
    for (std::size_t k = 0; k < raw.size(); ++k) {
      const auto byte = static_cast<unsigned char>(raw[k]);
      if (byte < 0x80) {
        text[size++] = raw[k];
        continue;
      }
      ++k;
      if (byte < 0xC3 || byte > 0xC5 || k == raw.size() || (raw[k] & 0xC0) != 0x80) return false;
      const std::size_t at = (byte - 0xC3u) << 6 | (static_cast<unsigned char>(raw[k]) & 0x3Fu);
      if (letters.folded[at] == '\0') return false;
      codes[size] = letters.code[at];
      any_code |= letters.code[at] != 0;
      text[size++] = letters.folded[at];
    }
    return true;
  }
};

// Scans what folding has written; `codes`: of its bytes, or null.
bool scan_folded(std::string_view folded, const std::uint8_t* codes, Scan& out) {
  if (!scan(folded, out)) return false;
  if (codes == nullptr) return true;
  // Scanning folds nothing more: a byte of the scan has the code of the same byte of the folded text.
  if (folded.size() > kMaxLaneSize || out.size != folded.size()) return false;
  std::memcpy(out.text + kScanCapacity, codes, folded.size());
  mark(out, NameScript::alternatives);
  return true;
}

}  // namespace

bool scan_marked_name(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kScanCapacity) return false;
  // A first letter of U+0400 to U+047F.
  if ((raw[0] & 0xFE) == 0xD0) {
    const bool scanned = scan_cyrillic(raw, out);
    if (scanned) mark(out, NameScript::cyrillic);
    return scanned;
  }
  if (LatinText latin; latin.write(raw))
    return scan_folded({latin.text, latin.size}, latin.any_code ? latin.codes : nullptr, out);
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    // Latin letters and typographic signs begin with these; most other text is turned away unread.
    if (byte >= 0xC0 && byte != 0xE1 && byte != 0xE2 && byte > 0xCD) return false;
  }
  if (guard_raw(raw) != Guard::pass) return false;
  Folded folded;
  fold(raw, folded);
  if (folded.size == 0 || folded.mixed_scripts || folded.non_ascii) return false;
  return scan_folded(folded.view(), folded.has_alt ? folded.alt : nullptr, out);
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
