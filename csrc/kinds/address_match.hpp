// How far the names of two addresses agree: two words, two runs of words, two streets, two towns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "address_form.hpp"

namespace ablmatch::postal {

// ---- address_word_match.cpp ------------------------------------------------------------------------------------

// A name as a word of a town is written out in its own way: Philly.
inline std::string_view text_of(const AddressName& name, bool town) {
  return town && name.row && name.row->town ? kAddressTexts[name.row->town] : name.text;
}

bool share_type(const std::uint16_t (&said)[3], const std::uint16_t (&stored)[3]);

// The same word, short or in full; not `whole`: a street's type was cut off one of them.
bool same_word(const AddressName& said, std::string_view said_text, const AddressName& stored,
               std::string_view stored_text, bool whole);

// Is the caller's word the name of the letter that is stored (jay for J)?
inline bool names_letter(const AddressName& said, std::string_view stored_text) {
  return said.letter != 0 && stored_text.size() == 1 && stored_text[0] == said.letter;
}

// Slips between two words: 0, 1, …, or -1 when they are two words; `near`: one slip in a word too short for it.
int slips_between(std::string_view said, std::string_view stored, bool& near);

// One word in Latin letters, the other in another script.
bool romanized_agree(std::string_view said, std::string_view stored);

// ---- address_run_match.cpp -------------------------------------------------------------------------------------

// Names [from, to) of a side; `stem` bytes of the last one when a street's type is joined to it, else 0.
struct NameRun {
  int from, to;
  std::size_t stem = 0;

  int count() const { return to - from; }
};

// Junior, and the title of Martin Luther King: left out as often as not.
bool is_honor(const AddressName* names, int at, int to);

// What any run of a side's names comes to without looking at each of them: a sum and a bit for each name.
class NameSums {
 public:
  void fill(const AddressName* names, int count);
  bool filled() const { return names_ != nullptr; }

  // Figures, letters and directions never slip.
  bool holds_exact(NameRun run) const { return (exact_ & bits_of(run) & ~honors_in(run)) != 0; }
  // "three fourth street" is not 34th.
  bool holds_two_numbers(NameRun run) const { return (second_numbers_ & bits_of({run.from + 1, run.to})) != 0; }

  // The run's text, joined without spaces and honors: its bytes, and its ends, one of which an edit leaves as it is.
  struct Ends {
    char first = 0, last = 0;

    bool operator==(const Ends&) const = default;
  };
  std::size_t size(NameRun run, bool town) const;
  std::size_t raw_size(NameRun run, bool town) const;
  Ends ends(NameRun run, bool town) const;
  Ends raw_ends(NameRun run, bool town) const;

 private:
  static std::uint64_t bits_of(NameRun run) {
    return run.from >= run.to ? 0 : (~std::uint64_t{0} >> (64 - run.count())) << run.from;
  }
  // A doctor is one in front of his name only.
  std::uint64_t honors_in(NameRun run) const {
    return juniors_ | (doctors_ & ~(run.to > run.from ? std::uint64_t{1} << (run.to - 1) : 0));
  }
  std::string_view raw_text(int k, bool town) const {
    return names_[k].to == names_[k].from + 1 ? names_[k].raw : text_of(names_[k], town);
  }
  template <class Text>
  std::size_t size_of(NameRun run, const std::uint16_t* before, Text text) const;
  template <class Text>
  Ends ends_of(NameRun run, Text text) const;

  const AddressName* names_ = nullptr;
  std::uint16_t before_[2][kMaxAddressTokens + 1], raw_before_[2][kMaxAddressTokens + 1];  // sizes; [1]: as a town
  std::uint64_t juniors_ = 0, doctors_ = 0, exact_ = 0, second_numbers_ = 0;
};

// Each name of one side against each of the other, compared once however many boundaries are tried.
class NamePairs {
 public:
  NamePairs(const AddressParse& said, const AddressParse& stored);

  const AddressName* said() const { return said_; }
  const AddressName* stored() const { return stored_; }

  struct Slips {
    int slips;  // -1: two words
    bool near, romanized;
  };
  // Names as whole words; `letters`: a caller's word may be a letter's name.
  bool same(int said, int stored, bool town, bool letters = true) {
    Cell& cell = cell_of(said, stored, town);
    if (!(cell & kKnown)) find_same(said, stored, town, cell);
    return (cell & (letters ? kSame | kLetter : kSame)) != 0;
  }
  Slips slips(int said, int stored, bool town);

  const NameSums& said_sums() { return filled(said_sums_, said_, said_count_); }
  const NameSums& stored_sums() { return filled(stored_sums_, stored_, stored_count_); }
  // Figures or single letters among the names from `from` on?
  bool said_figures(int from) const { return said_figures_ >> from != 0; }
  bool stored_figures(int from) const { return stored_figures_ >> from != 0; }

 private:
  using Cell = std::uint16_t;
  static constexpr Cell kKnown = 1, kSame = 2, kLetter = 4, kSlipsKnown = 8, kNear = 16, kRomanized = 32;
  static constexpr int kSlipsShift = 6;
  void find_same(int said, int stored, bool town, Cell& cell) const;
  Cell& cell_of(int said, int stored, bool town) { return cells_[town][said * stored_count_ + stored]; }
  static const NameSums& filled(NameSums& sums, const AddressName* names, int count) {
    if (!sums.filled()) sums.fill(names, count);
    return sums;
  }

  const AddressName* said_;
  const AddressName* stored_;
  int said_count_, stored_count_;
  NameSums said_sums_, stored_sums_;
  std::uint64_t said_figures_ = 0, stored_figures_ = 0;
  Cell cells_[2][kMaxAddressTokens * kMaxAddressTokens];  // [1]: as words of towns
};

// Slips between two runs of names, words that are written otherwise counted as equal; -1 when they differ.
struct NameMatch {
  int slips;  // -1: they differ
  bool near, spacing, particle, romanized;
};
NameMatch compare_names(NamePairs& pairs, NameRun said, NameRun stored, bool town);

// ---- address_street_match.cpp ----------------------------------------------------------------------------------

enum class PartMatch : std::uint8_t { equal, said_missing, stored_missing, differs };

struct StreetMatch {
  bool name;          // the names agree, with at most `slips`
  bool near;          // they do not, but are one slip apart in a word too short for slips
  int slips;
  bool spacing;       // words joined or split otherwise
  bool particle;      // a particle on one side only
  bool romanized;     // equal after writing one script in another
  PartMatch type;
  PartMatch direction;
  bool direction_moved;

  int value() const;  // for choosing between readings
};
StreetMatch compare_streets(NamePairs& pairs, const Street& said, const Street& stored);

// ---- address_town_match.cpp ------------------------------------------------------------------------------------

struct TownMatch {
  enum Way : std::uint8_t { equal, slip, partial, said_missing, stored_missing, both_missing, differs } way;
  int slips;
  bool figures;  // differs: there are figures or single letters on a side
  bool leads;  // partial: what is over stands at the start, next to the street
  int value() const;
};
// The towns are the names from so many on.
TownMatch compare_towns(NamePairs& pairs, const AddressParse& said, int said_from, const AddressParse& stored,
                        int stored_from);

}  // namespace ablmatch::postal
