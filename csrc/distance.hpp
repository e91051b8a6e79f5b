// Edit distances with a cutoff, on bytes or code points. Knows no kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ablmatch {

// Edits that are counted at most: a larger cutoff is taken for this one.
inline constexpr int kMaxCutoff = 512;

// Optimal string alignment (restricted Damerau-Levenshtein: insertion, deletion, substitution, swap of two
// neighbours, no substring edited twice). Returns the distance, or cutoff + 1 when it is larger.
// Cost: O(cutoff * length), no allocation; texts of any length.
int osa_distance(std::string_view said, std::string_view stored, int cutoff);

// The same on code points of valid UTF-8 (bytes when both are ASCII).
int osa_distance_utf8(std::string_view said, std::string_view stored, int cutoff);

// The one edit that turns `stored` into `said`.
enum class EditType : std::uint8_t { none, substitution, insertion, deletion, swap };
struct Edit {
  EditType type;
  std::uint16_t place;   // index in `stored` (code points), of the first affected character
  char32_t said;         // the character said (substitution, insertion), or 0
  char32_t stored;       // the character stored (substitution, deletion), or 0
};

// True when the texts are equal (type none) or exactly one edit apart; `edit` then says which.
// Among several possible places of an insertion or deletion (doubled letters) the first is named.
bool within_one_edit(std::string_view said, std::string_view stored, Edit& edit);

// Jaro-Winkler similarity of two short texts (at most 64 code points each, else 0 unless equal), 0..1,
// prefix weight 0.1 over at most 4 characters, boost threshold 0.7 (Winkler 1990).
double jaro_winkler(std::string_view said, std::string_view stored);

// Number of code points of valid UTF-8.
int length_utf8(std::string_view text);

}  // namespace ablmatch
