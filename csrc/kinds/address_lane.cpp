// The fast lane of addresses: equal texts, and texts that share nothing.
#include <cstring>

#include "address.hpp"
#include "address_typed.hpp"
#include "address_unrelated.hpp"

namespace ablmatch {

namespace {

// Do both begin with the same figures, as the same address would?
bool begin_alike(const Scan& said, const Scan& stored) {
  return said.digits.test(0) && detail::load4(said.text) == detail::load4(stored.text);
}

// A name that both sides give alike: they do not share nothing.
bool share_name(const postal::TypedAddress& said, const postal::TypedAddress& stored) {
  for (int k = 0; k < said.street_words && k < stored.street_words; ++k)
    if (said.street[k].plain && said.street[k] == stored.street[k]) return true;
  for (int k = 0; k < said.town_words && k < stored.town_words; ++k)
    if (said.town[k].plain && said.town[k] == stored.town[k]) return true;
  return false;
}

}  // namespace

std::int16_t judge_short_addresses(const Scan& said, const Scan& stored, const Context&) {
  if (!stored.letters.any() && !stored.digits.any()) return kUndecided;
  if (said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0) return 100;
  bool related = false;
  if (!begin_alike(said, stored)) {
    if (postal::share_nothing(said, stored)) return 0;
    related = true;
  }
  postal::TypedAddress said_address, stored_address;
  const bool typed = postal::read_typed(stored, stored_address) && postal::read_typed(said, said_address);
  const std::int16_t score = typed ? postal::compare_typed(said_address, stored_address) : kUndecided;
  if (related || (score != kUndecided && share_name(said_address, stored_address))) return score;
  return postal::share_nothing(said, stored) ? std::int16_t{0} : score;
}

}  // namespace ablmatch
