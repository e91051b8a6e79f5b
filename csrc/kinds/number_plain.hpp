// The plainest spoken numbers: digits and numbers below a hundred in a row, read into a register in one pass.
#pragma once

#include "number_parts.hpp"
#include "packed_number.hpp"

namespace ablmatch {

struct PlainNumber {
  PackedReadings readings;
  bool figures_only;  // nothing but the figures of the value reads as digits; `readings` is not set
  bool plus;          // "plus" stands in front
  bool unit_first;    // the first digit is a word of its own
  PackedNumber extension;  // behind a telephone number; without digits where there is none
  // So many figures stand in front of the first number word of a telephone number, and where there are some, the number has
  // so many letters and figures in all.
  unsigned figures_in_front, letters;
};

// Do the symbols of a value change nothing, wherever they stand? `apostrophes`: those among them, between letters all.
bool has_plain_symbols(const Scan& scan, const ScanMask& symbols, NumberReader reader, ScanMask& apostrophes);

// Reads what read_number_phrase would read, where it is as plain as this (in telephone numbers: has no figures, either).
// False where it is not: nothing is known then.
bool read_plain_number(const Scan& scan, NumberReader reader, PlainNumber& out);

}  // namespace ablmatch
