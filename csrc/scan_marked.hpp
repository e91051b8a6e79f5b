// A scan of short text that is ASCII but for Latin accents, typographic dashes and figures of other scripts.
#pragma once

#include "scan.hpp"

namespace ablmatch {

// Scans the folded text of such a value, with U+007F for the middle dot; false for every other value. To be asked when
// scan() refuses a value. Accents are gone from the scan: for kinds to which they mean nothing.
bool scan_marked(std::string_view raw, Scan& out);

}  // namespace ablmatch
