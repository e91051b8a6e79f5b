// Reads scanned names on the fast lane that are more than words: lead-ins, spelled letters, apostrophes, titles.
#pragma once

#include "name_lane_examples.hpp"
#include "name_lane_words.hpp"
#include "name_tokens.hpp"

namespace ablmatch {

// Raw tokens of a name, and each of them looked up.
struct LaneTokens {
  RawName raw;
  LaneWord words[kMaxRawTokens];
  bool hyphens;
  // Reading may join tokens or take them apart, otherwise than by the form's splits: it may not be told from the words what
  // names it gives.
  bool changes;
};

// Gives the raw tokens that cleaning and read_raw_name would give for a side with the text of `scan`, and sets the
// form's findings; false when that takes the whole reading. Texts that have to be made go to form.pool. `words`: those that
// find_lane_words found in it, as far as they are looked up, or null. `named`: where drop_examples gave the
// scan, what it found, else null.
bool read_lane_tokens(const Scan& scan, Role role, const LaneName* words, const NamedExample* named, LaneTokens& tokens,
                      NameForm& form);

}  // namespace ablmatch
