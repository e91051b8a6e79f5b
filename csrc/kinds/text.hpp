// Kind text: free answers (a pet's name, a plan, a school), compared word by word.
#pragma once

#include "kind.hpp"

namespace ablmatch {

bool read_text_stored(Side& side, const Context& context, FormStorage& form);
bool read_text_said(Side& side, const Context& context, FormStorage& form);
// The fast lane (kind.hpp).
std::int16_t text_lane(const Scan& said, const Scan& stored, const Context& context);
Verdict compare_text(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_text_normal(const FormStorage& form, Role role, const Context& context, char* out,
                              std::size_t capacity);

}  // namespace ablmatch
