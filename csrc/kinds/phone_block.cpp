// Telephone numbers typed on both sides, a block of pairs at a time: what phone_lane.cpp does with their scans, without them
// and without branches that depend on the digits.
#include <bit>

#include "number_typed.hpp"
#include "phone.hpp"
#include "phone_nanp.hpp"

namespace ablmatch {

using namespace nanp;

namespace {

// The ten digits of a stored number, as read_stored finds them.
bool find_national(const TypedNumber& number, std::size_t& at) {
  const std::size_t size = number.size();
  const unsigned first = number.digit(0);
  const bool plain = (size == kNationalSize) & !number.plus, behind_one = (size == kNationalSize + 1) & (first == 1);
  at = plain ? 0 : 1;
  const bool national = begins_national(number.digit(at));
  return (plain | behind_one) & national;
}

// As compare_typed, but for codes of other countries.
bool compare_typed(const TypedNumber& said, const PackedNumber& national, std::int16_t& score) {
  const std::size_t size = said.size();
  const unsigned first = said.digit(0);
  const std::uint64_t digits = said.reversed.digits;
  const bool behind_one = (first == 1) & (size >= 2) & begins_national(said.digit(1));
  const bool plain = begins_national(first) & !said.plus;
  // 00 1 and 011 1, the first digit lowest.
  const std::size_t exit_size = (digits & 0xFFF) == 0x100 ? 3 : (digits & 0xFFFF) == 0x1110 ? 4 : 0;
  const bool abroad =
      (exit_size != 0) & !said.plus & (size >= exit_size + kLeastAbroad) & begins_national(said.digit(exit_size));
  const int slips = number_slips(said.reversed_from(behind_one ? 1 : exit_size), national);
  // The 1 may be the second digit of ten, and the first one missing.
  const bool may_shift = behind_one & !said.plus;
  const int shifted = may_shift ? number_slips(said.reversed, national) : 2;
  score = kScores[slips < shifted ? slips : shifted];
  return (behind_one | plain | abroad) & (size <= kMaxPackedNumber);
}

// As compare_keypad.
bool compare_keypad(const TypedNumber& said, const PackedNumber& national, RegionId region, std::int16_t& score) {
  const std::size_t at = said.digit(0) == 1 ? 1 : 0;
  const PackedNumber keys = said.reversed_from(at);
  const int slips = number_slips(keys, national);
  score = kScores[2];
  // Letters are keys only in numbers that exist; the figures alone are too few.
  if (slips != 2 && keys.size == kNationalSize) {
    PhoneNumber number;
    number.region = region;
    number.nsn_size = static_cast<int>(kNationalSize);
    for (std::size_t k = 0; k < kNationalSize; ++k) number.nsn[k] = static_cast<char>('0' + said.digit(at + k));
    if (is_valid_national(number)) score = kScores[slips];
  }
  return begins_national(said.digit(at));
}

}  // namespace

std::uint32_t phone_block_lane(const Value* said, const Value* stored, std::uint32_t wanted, const Context& context,
                               std::int16_t* scores) {
  if (!is_north_american(context.region) || !reaches_nanp_plainly(context.region)) return 0;
  TypedPairs pairs;
  wanted = read_typed_pairs(said, stored, wanted, NumberReader::phone, pairs);
  if (region_code(context.region) != "US") wanted &= ~pairs.keypad;
  std::uint32_t decided = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    std::size_t stored_at;
    const bool known = find_national(pairs.stored[k], stored_at);
    const PackedNumber national = pairs.stored[k].reversed_from(stored_at);
    const bool found = (pairs.keypad >> k & 1) != 0 ? compare_keypad(pairs.said[k], national, context.region, scores[k])
                                                    : compare_typed(pairs.said[k], national, scores[k]);
    decided |= static_cast<std::uint32_t>(known & found) << k;
  }
  for (std::uint32_t rest = pairs.extended & decided; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    if (number_slips(pairs.said_extension[k], pairs.stored_extension[k]) != 0) scores[k] = kScores[2];
  }
  return decided;
}

}  // namespace ablmatch
