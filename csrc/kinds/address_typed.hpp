// Typed addresses of the usual shape, read in one pass, and those that are said in that shape.
#pragma once

#include "address_typed_form.hpp"
#include "kind.hpp"

namespace ablmatch::postal {

// False for every value whose reading the words and their places do not make plain. `stored`: of a said value, where the
// flat and the house of "flat nineteen eighteen wren avenue" part.
bool read_typed(const TypedTokens& tokens, TypedAddress& out, const TypedAddress* stored = nullptr);

// The score that the whole reading gives for two such addresses, or kUndecided.
std::int16_t compare_typed(const TypedAddress& said, const TypedAddress& stored);

}  // namespace ablmatch::postal
