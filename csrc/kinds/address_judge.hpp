// The state of one comparison of two read addresses.
#pragma once

#include <algorithm>

#include "address_outcome.hpp"

namespace ablmatch::postal {

class Judge {
 public:
  Judge(const AddressForm& said_form, const AddressParse& said, const AddressParse& stored)
      : said_form_(said_form), said_parse_(&said), stored_parse_(&stored) {}

  Outcome run();

 private:
  // address_judge_codes.cpp
  void numbers();
  void units();
  void codes();
  // address_judge_splits.cpp
  void state_or_town();
  void find_premise(NamePairs& pairs);
  bool shares_word() const;
  void choose_splits(NamePairs& pairs);
  bool premise_differs(NamePairs& pairs, bool& one_sided) const;
  // address_judge.cpp
  void score(NamePairs& pairs);
  void cap(int limit, Evidence reason) {
    score_ = std::min(score_, limit);
    out_.verdict.evidence.add(reason);
  }
  void less(int points, Evidence reason) {
    score_ -= points;
    out_.verdict.evidence.add(reason);
  }
  static bool has_street(const AddressParse& parse, int split) { return split > parse.premise; }

  const AddressParse& said() const { return *said_parse_; }
  const AddressParse& stored() const { return *stored_parse_; }

  const AddressForm& said_form_;
  const AddressParse* said_parse_;
  const AddressParse* stored_parse_;
  // Of a side whose state turned out to be its town, or whose first words are the other side's premise.
  AddressParse copies_[2];
  AddressParse& change(bool of_said) {
    const AddressParse*& parse = of_said ? said_parse_ : stored_parse_;
    AddressParse& copy = copies_[of_said];
    if (parse != &copy) {
      // Names from count on hold nothing and are copied as they are.
      copy = *parse;
      parse = &copy;
    }
    return copy;
  }
  Outcome out_{};
  House box_ = House::none;
  bool has_postcodes_ = false;
  PostcodeMatch postcode_ = PostcodeMatch::equal;
  int score_ = 100;
  int floor_ = 0;
};

}  // namespace ablmatch::postal
