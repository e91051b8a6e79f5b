// The fast lane of e-mail addresses: a plain stored address against what was typed or said.
#include "email_lane.hpp"

#include "email.hpp"

namespace ablmatch {

std::int16_t email_lane(const Scan& said, const Scan& stored_scan, const Context&) {
  PlainAddress stored, typed;
  switch (look_at_emails(said, stored_scan, stored, typed)) {
    case FirstLook::none:
    case FirstLook::several: return kUndecided;
    case FirstLook::equal: return 100;
    case FirstLook::unrelated: return 0;
    case FirstLook::held:
      if (const std::int16_t score = score_wrapped(said, typed.at - stored.at, stored); score != kUndecided)
        return score;
      if (find_plain_address(said, typed.at, typed)) return score_plain(typed, stored);
      return score_typed(said, stored);
    case FirstLook::plain: return score_plain(typed, stored);
    case FirstLook::typed: return score_typed(said, stored);
    case FirstLook::unsigned_words: return score_spoken(said, stored);
  }
  return kUndecided;
}

}  // namespace ablmatch
