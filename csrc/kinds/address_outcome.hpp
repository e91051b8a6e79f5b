// What a comparison of two addresses found, part by part; explained in words by address_explain.cpp.
#pragma once

#include "../evidence.hpp"
#include "address_form.hpp"
#include "address_match.hpp"

namespace ablmatch::postal {

enum class House : std::uint8_t { none, equal, one_slip, differs, said_missing, stored_missing };

struct Outcome {
  Verdict verdict;
  int value;  // for choosing between readings: higher is nearer
  House house;
  PartMatch unit;
  StreetMatch street;
  TownMatch town;
  bool streets;  // both sides have a street
  int said_split, stored_split;
};

// How one reading of what was said compares with the stored address (address_judge.cpp).
Outcome compare_parses(const AddressForm& said_form, const AddressParse& said, const AddressParse& stored);

// The reading of what was said that is nearest (address_readings.cpp). `chosen` points to it; `room` holds readings,
// which borrow from themselves and are never copied.
Outcome best_reading(const AddressForm& said, const AddressForm& stored, AddressParse (&room)[2],
                     const AddressParse*& chosen);

// Adds the parts of both sides and how they compare, and the reading of what was said.
void explain_address(const AddressParse& said, const AddressParse& stored, const Outcome& outcome, PartSink& parts);

}  // namespace ablmatch::postal
