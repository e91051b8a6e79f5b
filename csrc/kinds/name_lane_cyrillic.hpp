// Stored names in Cyrillic on the fast lane: their letters, folded and in Latin, and whose words agree with them.
#pragma once

#include "name_lane_words.hpp"

namespace ablmatch {

// Scans words of the letters U+0400 to U+045F with one space between: `out` holds their folded text, whose masks of
// letters and spaces are those of its bytes, and from kScanCapacity on what transliterate() gives for it, then zeros.
bool scan_cyrillic(std::string_view raw, Scan& out);

// Reads such a name into a form as reading would, when it is nothing but words; else false.
bool read_cyrillic_name(const Scan& scan, NameForm& form);

// The score of a plain name of two words, looked up, against such a name of two words; kUndecided where it takes
// more to tell.
std::int16_t score_cyrillic_words(LaneName& said, const Scan& stored);

// False when no word in Latin letters agrees with a word of a Cyrillic name, run together or not.
bool may_be_near_cyrillic(const LaneWord* said, int said_count, const NameForm& stored);

}  // namespace ablmatch
