// Kind digits: account numbers, cards, PINs, codes; every digit counts, leading zeros included.
#pragma once

#include "kind.hpp"

namespace ablmatch {

bool read_digits_stored(Side& side, const Context& context, FormStorage& form);
bool read_digits_said(Side& side, const Context& context, FormStorage& form);
Verdict compare_digits(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_digits_normal(const FormStorage& form, Role role, const Context& context, char* out,
                                std::size_t capacity);

}  // namespace ablmatch
