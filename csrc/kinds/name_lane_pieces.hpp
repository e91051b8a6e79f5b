// The words and spelled letters of a scanned name, and what a caller says around it, by bit masks.
#pragma once

#include <cstdint>

#include "../scan.hpp"
#include "name_form.hpp"
#include "name_lane_words.hpp"

namespace ablmatch {

// A run of letters of the text, or letters that spell one word.
struct LanePiece {
  LaneWord word;
  std::uint8_t from, to;  // in the scanned text
  bool spelled;
  char letters[kMaxLaneSize + 1];  // when spelled; word.size of them
  std::uint8_t places[kMaxLaneSize + 1];  // where they stand
};

class LanePieces {
 public:
  LanePieces(const Scan& scan, NameForm& form) : scan_(scan), form_(form) {}

 protected:
  // False where a text takes the whole reading. `found`: the words that find_lane_words found, or null.
  bool read_pieces(const LaneName* found);
  // Takes off what clean_spoken takes off; false where only clean_spoken knows.
  bool clean();

  bool is_letter(int at) const { return (letters_ >> at & 1) != 0; }
  bool is_word(int k, std::uint64_t head) const {
    return k < end_ && !pieces_[k].spelled && pieces_[k].word.head == head && pieces_[k].word.size <= 8;
  }
  // The places of the signs between two pieces.
  std::uint64_t signs_between(int before, int behind) const {
    return signs_ & ((std::uint64_t{1} << pieces_[behind].from) - 1) & ~((std::uint64_t{1} << pieces_[before].to) - 1);
  }

  const Scan& scan_;
  NameForm& form_;
  std::uint64_t letters_ = 0, signs_ = 0, quotes_ = 0, hyphens_ = 0;
  int begin_ = 0, end_ = 0;  // of the pieces that are the name
  int all_ = 0;              // pieces
  static constexpr int kMaxPieces = 16;
  LanePiece pieces_[kMaxPieces];

 private:
  bool read_signs(std::uint64_t signs);
  // Separators of spelled letters (read_spelled_unit): J A, J. A, J., A, J.-A, J-A, J, A.
  bool parts_letters(int from, int to) const;
  bool drop_fillers();
  bool drop_start();
  bool drop_end();
  // Behind the phrase that leads up to the name from piece `at`, `at` when none begins there, -1 when only find_start
  // can tell.
  int behind_lead(int at, bool& led) const;

  std::uint16_t roles_ = 0;  // of all pieces
  int words_ = 0;            // each letter that is spelled counts
};

}  // namespace ablmatch
