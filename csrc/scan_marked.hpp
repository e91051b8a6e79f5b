// A scan of short text that is ASCII but for Latin accents, typographic dashes and figures of other scripts.
#pragma once

#include "scan.hpp"

namespace ablmatch {

// What stands for a symbol that has no ASCII form: a symbol that no kind knows.
inline constexpr char kOtherSymbol = 0x7F;

// Scans the folded text of such a value, with kOtherSymbol for the middle dot; false for every other value. To be asked when
// scan() refuses a value. Accents are gone from the scan: for kinds to which they mean nothing.
bool scan_marked(std::string_view raw, Scan& out);

}  // namespace ablmatch
