// A scanned value as the whole reading takes it: its folded text, and its lexemes cut by the masks.
#pragma once

#include "fold.hpp"
#include "lexemes.hpp"
#include "scan.hpp"

namespace ablmatch {

// What fold() gives for the value that was scanned.
void fold(const Scan& scan, Folded& out);

// What split() gives for it; `folded` holds its text.
void split(const Scan& scan, const Folded& folded, Lexemes& out);

}  // namespace ablmatch
