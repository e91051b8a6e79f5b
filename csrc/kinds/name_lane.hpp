// The fast lane of person_name: scanned ASCII names.
#pragma once

#include "kind.hpp"

namespace ablmatch {

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context& context);

// Scans Latin names that fold to ASCII (José, Müller), and Cyrillic ones; name_lane_marked.hpp says how they are told apart.
bool scan_marked_name(std::string_view raw, Scan& out);

}  // namespace ablmatch
