// The fast lane of addresses: equal texts, and texts that share nothing.
#include <cstring>

#include "address.hpp"
#include "address_typed.hpp"
#include "address_unrelated.hpp"

namespace ablmatch {

std::int16_t judge_short_addresses(const Scan& said, const Scan& stored, const Context&) {
  if (!stored.letters.any() && !stored.digits.any()) return kUndecided;
  if (said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0) return 100;
  if (postal::share_nothing(said, stored)) return 0;
  postal::TypedAddress said_address, stored_address;
  if (!postal::read_typed(stored, stored_address) || !postal::read_typed(said, said_address)) return kUndecided;
  return postal::compare_typed(said_address, stored_address);
}

}  // namespace ablmatch
