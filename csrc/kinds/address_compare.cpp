// Two addresses compared: by their words alone where these settle it, else part by part.
#include <algorithm>

#include "address.hpp"
#include "address_outcome.hpp"
#include "address_same.hpp"
#include "address_unrelated.hpp"

namespace ablmatch::postal {

namespace {

constexpr int kRetryCap = 65, kTwoAnswersCap = 45;

// An answer too long for one scan, taken in two.
bool share_nothing_long(std::string_view said, const Scan& stored) {
  const std::size_t space = said.rfind(' ', kScanCapacity);
  if (space == std::string_view::npos) return false;
  Scan start, rest;
  return scan(said.substr(0, space), start) && scan(said.substr(space + 1), rest) && share_nothing(start, stored) &&
         (lacks_names(rest) || share_nothing(rest, stored));
}

// What the words alone tell, asked of the scans of what is ASCII; kUndecided: nothing.
std::int16_t settle_by_words(const Side& said, const Side& stored) {
  if (stored.scan == nullptr) return kUndecided;
  if (said.folded.size > kScanCapacity)
    return share_nothing_long(said.folded.view(), *stored.scan) ? std::int16_t{0} : kUndecided;
  if (said.scan == nullptr) return kUndecided;
  if (const std::int16_t score = agree_by_words(*said.scan, *stored.scan); score != kUndecided) return score;
  return share_nothing(*said.scan, *stored.scan) ? std::int16_t{0} : kUndecided;
}

}  // namespace

}  // namespace ablmatch::postal

namespace ablmatch {

Verdict compare_addresses(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                          PartSink* parts) {
  using namespace postal;
  const auto& said_reading = said_storage.as<AddressReading>();
  const auto& stored_reading = stored_storage.as<AddressReading>();
  const std::int16_t settled = settle_by_words(*said_reading.side, *stored_reading.side);
  const Verdict by_words = verdict(settled, settled == 0     ? Evidence::unrelated
                                            : settled == 100 ? Evidence::equal
                                            : settled == 99  ? Evidence::spacing
                                                             : Evidence::street_slip);
  if (settled != kUndecided && !parts) return by_words;
  read_form(stored_reading);
  if (!read_form(said_reading)) return settled != kUndecided ? by_words : verdict(0, Evidence::said_unreadable);
  const AddressForm& said = *said_reading.form;
  const AddressForm& stored = *stored_reading.form;
  // Too long to be parsed: judged by equality, which the caller has tested.
  if (said.too_long || stored.too_long) return settled > 0 ? by_words : verdict(0, Evidence::unrelated);
  AddressParse room[2];
  const AddressParse* chosen = nullptr;
  Outcome outcome = best_reading(said, stored, room, chosen);
  Verdict& found = outcome.verdict;
  if (said.lead_in) found.evidence.add(Evidence::filler_ignored);
  if (said.corrected) {
    found.score = std::min<std::int16_t>(found.score, kRetryCap);
    found.evidence.add(Evidence::self_corrected);
  }
  if (said.two_answers) {
    found.score = std::min<std::int16_t>(found.score, kTwoAnswersCap);
    found.evidence.add(Evidence::two_answers);
  }
  // Unless the record holds such words itself (Via Salvo D'Acquisto).
  if (said.stance != Stance::asserts && stance_of_address(*stored.lexemes) != said.stance) {
    found.score = std::min<std::int16_t>(found.score, kTwoAnswersCap);
    found.evidence.add(said.stance == Stance::denies ? Evidence::negation_differs : Evidence::two_answers);
  }
  if (settled != kUndecided) found = by_words;
  if (parts) explain_address(*chosen, stored.parse, outcome, *parts);
  return found;
}

}  // namespace ablmatch
