// The state of one parse of an address: which tokens are used, and for what.
#pragma once

#include <algorithm>

#include "address_form.hpp"

namespace ablmatch::postal {

class Parser {
 public:
  Parser(const AddressForm& form, const ParseChoice& choice, AddressParse& out)
      : form_(form), choice_(choice), out_(out), end_(form.count) {}

  void run();

 private:
  const AddressToken& token(int at) const { return form_.tokens[at]; }
  const AddressWord* row(int at) const { return form_.tokens[at].row; }
  bool roles(int at, unsigned wanted) const { return row(at) && (row(at)->roles & wanted); }
  void use(int from, int to) { std::fill(used_ + from, used_ + to, true); }
  // Nothing of the street or town follows directly behind token `at - 1`.
  bool boundary(int at) const { return at >= end_ || token(at).gap || used_[at]; }
  bool is_type(int at) const { return row(at) && row(at)->types[0] && (row(at)->place & kTrailing); }
  // "2ª Seção"
  bool ranks(int at) const {
    return token(at).is_figures() && at + 1 < end_ && token(at + 1).glued &&
           (token(at + 1).view() == "a" || token(at + 1).view() == "o");
  }
  bool is_common_type(int at) const { return is_type(at) && (row(at)->place & kCommon); }
  int segment_end(int at) const {
    int k = at + 1;
    while (k < end_ && !token(k).gap) ++k;
    return k;
  }
  bool has_type(int from, int to) const;
  // The row of the longest phrase or word at `at` with `field` set, and its tokens.
  template <class Wanted>
  const AddressWord* longest(int at, Wanted wanted, int& tokens) const {
    const AddressToken& first = token(at);
    for (int words = first.phrase; words > 1; --words) {
      if (at + words > end_) continue;
      const AddressWord* found = first.phrase_row(words);
      if (!found || !wanted(*found) || std::find(used_ + at, used_ + at + words, true) != used_ + at + words) continue;
      tokens = words;
      return found;
    }
    tokens = 1;
    return first.row && wanted(*first.row) ? first.row : nullptr;
  }
  // Do any words or phrases of the value have one of these roles or traits?
  bool occurs(unsigned roles) const { return (form_.roles & roles) != 0; }
  bool has_trait(unsigned traits) const { return (form_.traits & traits) != 0; }

  void chosen_run();
  void country();
  void persons_and_landmarks();
  void last_unit();
  void tail();
  bool state_at_tail();
  bool is_state(int from, int tokens, const AddressWord& row) const;
  void estates();
  void boxes();
  bool box_at(int at);
  int unit_at(int at, bool leading);
  int floor_before(int at, Code& id) const;
  int ordinal_end(int at, int end, Code& id) const;
  bool bare_unit_stands(int at, int behind) const;
  void leading_units();
  void house();
  bool town_first(int at);
  void units();
  void middle_postcode();
  void house_behind();
  void units_behind();
  bool add_unit(const AddressWord& word, const Code& id);
  void set_house(const Code& code) {
    out_.house = code;
    out_.has_house = true;
    use(code.from, code.to);
  }

  const AddressForm& form_;
  const ParseChoice& choice_;
  AddressParse& out_;
  int end_;          // behind the street and the town
  int cursor_ = 0;   // behind leading units and the house number
  bool behind_ = false;  // the house number stands behind the street
  bool town_first_ = false;
  bool used_[kMaxAddressTokens] = {};
};

}  // namespace ablmatch::postal
