// The words of a plain number that depend on the one before.
#include "number_packing.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

// "four sixty" and "ten two", which no language reads as one; of twenty, and of seven and more, French does.
bool are_two_numbers(const NumberSense& one, const NumberSense& other) {
  const bool french = (one.languages & other.languages & kFrench) != 0;
  if (one.kind == Kind::unit && other.kind == Kind::tens) return other.value != 20 || !french;
  return one.kind == Kind::teen && other.kind == Kind::unit && (other.value < 7 || !french);
}

// What stands for the word before where more depends on it than on its own sense: the unit of "twenty five" or "hundred
// five", which no "hundred" follows, and the one of "hundred and five", which is apart from a digit that follows.
constexpr NumberSense stand_in(Kind kind, std::uint32_t before) {
  NumberSense sense{kind, 255, 255, 255, 0, 0, 0};
  sense.before = static_cast<std::uint16_t>(before >> kNumberKindShift);
  return sense;
}
constexpr std::uint32_t kAnyKind = ~std::uint32_t{0};
constexpr NumberSense kJoinedUnit = stand_in(Kind::unit, kAnyKind);

}  // namespace

constinit const NumberSense kEndingUnit =
    stand_in(Kind::unit, bit(Kind::tens) | bit(Kind::hundred) | bit(Kind::thousand) | bit(Kind::conjunction));
constinit const NumberSense kJoiningAnd = stand_in(Kind::conjunction, kAnyKind);

bool follow(const NumberSense& last, const NumberSense& sense, unsigned size, bool doubled, PackedWords& packed,
            const NumberSense*& next) {
  const bool digit = sense.kind == Kind::unit && sense.value != 0;
  const bool two_digits = sense.kind == Kind::teen || sense.kind == Kind::tens || sense.kind == Kind::compound;
  if (sense.kind == Kind::hundred) {
    // What is said twice is no digit of a hundred.
    if (sense.languages != kEnglish || last.kind != Kind::unit || last.value == 0 || doubled) return false;
    packed.digits <<= 8;
    packed.bits += 8;
    return (last.flags & kNumberWeak) == 0;
  }
  if (last.kind == Kind::hundred) {
    if (digit || two_digits) packed.leave_out(two_digits);
    if (digit) next = &kEndingUnit;
    return sense.kind != Kind::figures;
  }
  if (last.kind == Kind::conjunction) {
    packed.digits >>= digit ? 4 : 8;
    packed.bits -= digit ? 4 : 8;
    if (digit) next = &kJoinedUnit;
    return (digit || two_digits) && (sense.flags & kNumberWeak) == 0 && (sense.languages & kEnglish) != 0;
  }
  if (&last == &kJoinedUnit) {
    // "two hundred and one five" may be 200 1 5.
    if (sense.kind != Kind::unit && (sense.kind != Kind::figures || size != 1)) return true;
    packed.forks.add(packed.bits - 4);
    return true;
  }
  if (!is_tens_and_unit(last, sense)) return are_two_numbers(last, sense);
  add_unit(sense, packed, next);
  return true;
}

}  // namespace ablmatch
