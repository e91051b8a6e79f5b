// Kind exact: equality after NFC, full case folding and white-space trimming; nothing else.
#pragma once

#include "kind.hpp"

namespace ablmatch {

// The fast lane (kind.hpp).
std::int16_t exact_lane(const Scan& said, const Scan& stored, const Context& context);

bool read_exact(Side& side, const Context& context, FormStorage& form);
Verdict compare_exact(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_exact_normal(const FormStorage& form, Role role, const Context& context, char* out,
                               std::size_t capacity);

}  // namespace ablmatch
