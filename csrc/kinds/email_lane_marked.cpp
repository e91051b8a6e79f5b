// Values that are not ASCII for the fast lane of e-mail addresses: a full-width sign, and accents in speech.
#include <cstring>

#include "../scan_marked.hpp"
#include "email.hpp"

namespace ablmatch {

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
  // In a typed address a letter with an accent is another letter; in speech it is heard without. Of those that are also
  // written with other consonants (ny for n with tilde, s for c with cedilla) the lane knows nothing.
  if (raw.find_first_of("@%([{<\xEF") != std::string_view::npos) return false;
  for (const std::string_view letter : {"\xC3\xB1", "\xC3\x91", "\xC3\xA7", "\xC3\x87"})
    if (raw.find(letter) != std::string_view::npos) return false;
  return scan_marked(raw, out);
}

}  // namespace ablmatch
