// Kind digits: account numbers, cards, PINs, codes; every digit counts, leading zeros included.
#pragma once

#include "../lattice.hpp"
#include "kind.hpp"

namespace ablmatch {

// The codes that a form stands for: what an index looks it up by.
struct DigitsCodes {
  std::string_view code, written;  // the preferred reading; a spoken form in one piece as it stands, or empty
  const Lattice* readings;         // null: `code` alone
};
DigitsCodes digits_codes(const FormStorage& form);

bool read_digits_stored(Side& side, const Context& context, FormStorage& form);
bool read_digits_said(Side& side, const Context& context, FormStorage& form);
Verdict compare_digits(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_digits_normal(const FormStorage& form, Role role, const Context& context, char* out,
                                std::size_t capacity);

// Decides figures typed with any separators.
std::int16_t digits_lane(const Scan& said, const Scan& stored, const Context& context);
// Decides what is short and typed on both sides.
std::uint32_t digits_block_lane(const Value* said, const Value* stored, std::uint32_t wanted, const Context& context,
                                std::int16_t* scores);
std::uint32_t digits_scan_block_lane(const Scan* said, const Value* stored, std::uint32_t wanted,
                                     const Context& context, std::int16_t* scores);

}  // namespace ablmatch
