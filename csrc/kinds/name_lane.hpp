// The fast lane of person_name: scanned ASCII names.
#pragma once

#include "kind.hpp"

namespace ablmatch {

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context& context);

// Scans Latin names that fold to ASCII and have but one spelling (José, not Müller).
bool scan_accented_name(std::string_view raw, Scan& out);

}  // namespace ablmatch
