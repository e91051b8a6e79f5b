// Kind person_name: a person's name, heard, spelled or typed, against the name on file (identity-matching.md 2.6).
#pragma once

#include "kind.hpp"
#include "name_form.hpp"

namespace ablmatch {

bool read_name_stored(Side& side, const Context& context, FormStorage& form);
bool read_name_said(Side& side, const Context& context, FormStorage& form);
Verdict compare_names(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
// The same, of the forms themselves.
Verdict compare_forms(const NameForm& said, const NameForm& stored, PartSink* parts);
// "given middle surname generation" in folded letters, one space between, titles dropped.
std::size_t write_name_normal(const FormStorage& form, Role role, const Context& context, char* out,
                              std::size_t capacity);

}  // namespace ablmatch
