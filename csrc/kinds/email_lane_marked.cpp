// Values that are not ASCII for the fast lane of e-mail addresses: a full-width sign, and accents in speech.
#include <cstring>

#include "../scan_marked.hpp"
#include "email.hpp"

namespace ablmatch {

namespace {

// Letters that are also written with other letters: ue for u with diaeresis. The lane knows nothing of that, but in words
// that it knows.
bool holds_other_spelling(std::string_view raw) {
  const auto at = [raw](std::size_t k) { return k < raw.size() ? raw[k] : ' '; };
  for (std::size_t lead = raw.find('\xC3'); lead != std::string_view::npos; lead = raw.find('\xC3', lead + 2)) {
    const char before = lead > 0 ? static_cast<char>(raw[lead - 1] | 0x20) : ' ';
    switch (static_cast<unsigned char>(at(lead + 1)) | 0x20) {
      case 0xA4:  // at
        if (before != ' ' || at(lead + 2) != 't' || at(lead + 3) != ' ') return true;
        break;
      case 0xB6:  // zwolf
        if (before != 'w' || raw.substr(lead + 2, 3) != "lf ") return true;
        break;
      case 0xBC:  // funf
        if (before != 'f' || raw.substr(lead + 2, 3) != "nf ") return true;
        break;
      case 0xA5:
      case 0xA7:
      case 0xB1:
      case 0xB8: return true;
      default: break;
    }
  }
  return false;
}

}  // namespace

bool scan_marked_email(std::string_view raw, Scan& out) {
  static constexpr std::string_view kWideSign = "\xEF\xBC\xA0";
  if (raw.size() > kScanCapacity) return false;
  if (const std::size_t sign = raw.find(kWideSign); sign != std::string_view::npos) {
    // The sign is the same in either width; any other character that is not ASCII makes scan() refuse the value.
    char written[kScanCapacity];
    std::memcpy(written, raw.data(), sign);
    written[sign] = '@';
    const std::string_view rest = raw.substr(sign + kWideSign.size());
    if (!rest.empty()) std::memcpy(written + sign + 1, rest.data(), rest.size());
    return scan({written, sign + 1 + rest.size()}, out);
  }
  // In a typed address a letter with an accent is another letter; in speech it is heard without.
  return !may_be_typed_email(raw) && !holds_other_spelling(raw) && scan_marked(raw, out);
}

}  // namespace ablmatch
