// Kind phone: telephone numbers compared by country code, national number and extension (matching.md section 3).
#pragma once

#include "kind.hpp"

namespace ablmatch {

bool read_phone_stored(Side& side, const Context& context, FormStorage& form);
bool read_phone_said(Side& side, const Context& context, FormStorage& form);

// 100: a reading of what was said is a way of giving the stored number. 50: one digit slip in the national number,
// same country, no other extension; or equal after a self-correction. 0: everything else.
Verdict compare_phone(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);

// E.164 and, when there is one, ";ext=45" (RFC 3966). A number that no plan accepts is written as its bare digits,
// with "+" when it had one. SIZE_MAX when there were two answers, or when it does not fit.
std::size_t write_phone_normal(const FormStorage& form, Role role, const Context& context, char* out,
                               std::size_t capacity);

// Decides most pairs whose stored number is of the North American plan.
std::int16_t phone_lane(const Scan& said, const Scan& stored, const Context& context);
// Decides most of those that are typed on both sides.
std::uint32_t phone_block_lane(const Value* said, const Value* stored, std::uint32_t wanted, const Context& context,
                               std::int16_t* scores);
std::uint32_t phone_scan_block_lane(const Scan* said, const Value* stored, std::uint32_t wanted, const Context& context,
                                    std::int16_t* scores);

}  // namespace ablmatch
