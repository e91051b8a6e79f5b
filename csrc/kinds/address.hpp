// Postal addresses: parts found by word tables, numbers judged like digits, streets and towns like names.
#pragma once

#include "kind.hpp"

namespace ablmatch {

// The row of kind `address` (registry.cpp). Anchors: identity-matching.md 1.4, forms and tables: 2.5.
bool read_address_stored(Side& side, const Context& context, FormStorage& form);
bool read_address_said(Side& side, const Context& context, FormStorage& form);
Verdict compare_addresses(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_address_normal(const FormStorage& form, Role role, const Context& context, char* out,
                                 std::size_t capacity);

// Its lane (address_lane.cpp).
std::int16_t judge_short_addresses(const Scan& said, const Scan& stored, const Context& context);
// For values that fold to short ASCII texts (Café): their scan, and the lane that sees it.
bool scan_folded_address(std::string_view raw, Scan& out);
std::int16_t judge_folded_addresses(const Scan& said, const Scan& stored, const Context& context);

// For kind `auto`: a number with a street word, a box, a postal code with a town, or a line with a comma that ends
// in a state (identity-matching.md 2.7). Needs the lexemes of the folded value, looks nothing else up.
bool looks_like_address(const Side& stored);

}  // namespace ablmatch
