// Guards: the checks that come before any kind looks at a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evidence.hpp"
#include "fold.hpp"

namespace ablmatch {

enum class Guard : std::uint8_t { pass, blank, invalid, too_long, token };

// Blank, well-formed, not too long? Cheap for short ASCII.
Guard guard_raw(std::string_view raw);

// Is the folded value a PII vault token (matching.md section 1), or does it hold one? Letter case and
// compatibility form do not matter. The scan is skipped when no character that a token needs occurs.
bool is_vault_token(std::string_view folded);

// True once register_token_pattern has added a shape, which may hold other characters than the built-in ones.
bool token_shapes_registered();

// Registers one more token shape for the whole process. In `pattern`, '*' stands for one or more characters other
// than white space, '#' for one digit, everything else for itself (letter case ignored). `anywhere`: the shape counts
// inside a longer value too. Returns an error message, or null. Thread-safe; shapes cannot be removed.
const char* register_token_pattern(std::string_view pattern, bool anywhere);

// Where the registered shapes are kept. A second copy of the core in the process, built of the same sources, is given
// those of the first, so that both know the same shapes from then on.
struct TokenShapes;
TokenShapes* token_shapes();
void share_token_shapes(TokenShapes* shapes);

}  // namespace ablmatch
