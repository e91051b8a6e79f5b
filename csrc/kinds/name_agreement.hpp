// How far two words of a name agree, and why: the rungs below the level of whole names.
#pragma once

#include "name_reason.hpp"

namespace ablmatch {

Agreement agree_given(const NameToken& said, const NameToken& stored);
Agreement agree_surname(const NameToken& said, const NameToken& stored);

// What they ask one after the other of two words that are not equal, are no initials and are written in ASCII with one
// spelling each: whether a list holds them as one name, and all the rest.
Agreement agree_linked(const NameToken& said, const NameToken& stored, bool surname);
Agreement agree_unlinked_given(const NameToken& said, const NameToken& stored);
Agreement agree_unlinked_surname(const NameToken& said, const NameToken& stored);

// The same for words that may have been joined or split ("Mary Ann" / "Maryann", "mark us" / Marcus): tokens
// said[0, said_count) as one word against stored[0, stored_count) as one word.
Agreement agree_joined(const NameToken* said, int said_count, const NameToken* stored, int stored_count, bool surname);

}  // namespace ablmatch
