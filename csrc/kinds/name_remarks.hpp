// Remarks about letters that speech puts beside a name: "Catherine with a K", "Sara without an h", "h as in Harry".
#pragma once

#include "name_tokens.hpp"

namespace ablmatch {

// Takes the remarks out of `raw` and keeps what they claim in form.remarks. What does not read as a remark stays, and
// makes a sentence of the value.
void take_letter_remarks(RawName& raw, NameForm& form);

// Does a remark of `said` deny the spelling that `stored` has? A remark about a word is checked on the word of `stored`
// that agrees with it, and on every word when none does.
bool letter_remark_contradicts(const NameForm& said, const NameForm& stored);

}  // namespace ablmatch
