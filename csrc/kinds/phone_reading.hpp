// Reading one value, typed or spoken, as a telephone number.
#pragma once

#include "phone_form.hpp"

namespace ablmatch {

// Reads a value. A stored value may hold a number among other words; a said one must be a number but for words
// around it. Returns false when there is no digit, or (said) when words stand in the way.
bool read_phone(Side& side, Role role, const Context& context, PhoneReading& out);

}  // namespace ablmatch
