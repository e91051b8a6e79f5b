// The table of kinds: one row each. Names, bands, readers and scorers are read from here by everything else.
#pragma once

#include <string_view>

#include "kind.hpp"

namespace ablmatch {

// The row of a kind; never of auto_ (resolve it first with kind_of_stored).
const KindRow& kind_row(Kind kind);

std::string_view kind_name(Kind kind);

// "person_name" and its alias "name", "auto", …; false for an unknown name. Names are lower case.
bool find_kind(std::string_view name, Kind& kind);

}  // namespace ablmatch
