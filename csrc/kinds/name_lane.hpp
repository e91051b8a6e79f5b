// The fast lane of person_name: scanned ASCII names.
#pragma once

#include "kind.hpp"

namespace ablmatch {

std::int16_t name_lane(const Scan& said, const Scan& stored, const Context& context);

}  // namespace ablmatch
