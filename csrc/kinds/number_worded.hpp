// Telephone numbers with a word in them, read from their bytes.
#pragma once

#include <cstdint>

#include "../value.hpp"
#include "typed_number.hpp"

namespace ablmatch::typed {

// What a word makes of the telephone number that it stands in.
enum class Worded : std::uint8_t {
  no,        // it may mean anything
  extended,  // figures stand behind "ext", which is an extension
  keypad     // its letters stand for figures
};

// Reads a telephone number of 4 bytes and more with one word in it, if it has no more than 32; `extension` is set where there is one.
Worded read_worded(const Value& value, TypedNumber& out, PackedNumber& extension);

}  // namespace ablmatch::typed
