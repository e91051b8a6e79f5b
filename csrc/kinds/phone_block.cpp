// Telephone numbers typed on both sides, a block of pairs at a time: what phone_lane.cpp does with their scans, without them
// and without branches that depend on the digits.
#include <array>
#include <bit>

#include "number_typed.hpp"
#include "phone.hpp"
#include "phone_nanp.hpp"

namespace ablmatch {

using namespace nanp;

namespace {

// A condition as a mask: compilers keep those of many pairs in vectors.
constexpr std::uint64_t ones_if(bool set) { return set ? ~std::uint64_t{0} : 0; }

// The bits of the pairs: read from a table, as not all compilers shift by the number of a lane.
constexpr auto kPlaces = [] {
  std::array<std::uint64_t, kScanBlock> places{};
  for (std::size_t k = 0; k < kScanBlock; ++k) places[k] = std::uint64_t{1} << k;
  return places;
}();

// The ten digits of each stored number, as read_stored finds them.
struct Nationals {
  std::uint64_t digits[kScanBlock], sizes[kScanBlock];
};

// Compares all pairs of a block at once, as read_stored and compare_typed do, but for codes of other countries; gives the bits
// of those whose scores hold. `known`: those whose stored number is national.
ABLMATCH_TARGET_LANES std::uint32_t compare_typed(const TypedPairs& pairs, Nationals& nationals, std::uint32_t& known,
                                                  std::int16_t* scores) {
  const TypedNumbers &saids = pairs.said, &storeds = pairs.stored;
  std::uint64_t all_known = 0, all_found = 0;
  for (std::size_t k = 0; k < kScanBlock; ++k) {
    const std::uint64_t stored = storeds.digits[k], stored_size = storeds.sizes[k];
    const std::uint64_t alone = ones_if(stored_size == kNationalSize) & ones_if(storeds.plus[k] == 0);
    const std::uint64_t behind_country = ones_if(stored_size == kNationalSize + 1) & ones_if((stored & 15) == 1);
    const std::uint64_t national = (stored & alone) | (stored >> 4 & ~alone),
                        national_size = stored_size - (1 & ~alone);
    nationals.digits[k] = national;
    nationals.sizes[k] = national_size;

    const std::uint64_t said = saids.digits[k], size = saids.sizes[k];
    const std::uint64_t first = said & 15, no_plus = ones_if(saids.plus[k] == 0);
    const std::uint64_t behind_one =
        ones_if(first == 1) & ones_if(size >= 2) & ones_if(begins_national(said >> 4 & 15));
    const std::uint64_t plain = ones_if(begins_national(first)) & no_plus;
    // 00 1 and 011 1, the first digit lowest.
    const std::uint64_t three = ones_if((said & 0xFFF) == 0x100), four = ones_if((said & 0xFFFF) == 0x1110);
    const std::uint64_t prefix = (three & 3) | (four & 4) | (behind_one & 1);
    const std::uint64_t rest =
        (three & said >> 12) | (four & said >> 16) | (behind_one & said >> 4) | (ones_if(prefix == 0) & said);
    const std::uint64_t abroad =
        (three | four) & no_plus & ones_if(size >= prefix + kLeastAbroad) & ones_if(begins_national(rest & 15));
    const std::uint64_t slips = number_slips(rest, size - prefix, national, national_size);
    // The 1 may be the second digit of ten, and the first one missing.
    const std::uint64_t shifted = number_slips(said, size, national, national_size) | ~(behind_one & no_plus);
    scores[k] = static_cast<std::int16_t>(100 - 50 * (shifted < slips ? shifted : slips));
    all_known |= (alone | behind_country) & ones_if(begins_national(national & 15)) & kPlaces[k];
    all_found |= (behind_one | plain | abroad) & ones_if(size <= kMaxPackedNumber) & kPlaces[k];
  }
  known = static_cast<std::uint32_t>(all_known);
  return static_cast<std::uint32_t>(all_found & all_known);
}

// As compare_keypad.
bool compare_keypad(PackedNumber keys, const PackedNumber& national, RegionId region, std::int16_t& score) {
  const auto digit = [&keys](std::size_t at) { return static_cast<unsigned>(keys.digits >> 4 * at & 15); };
  if (digit(0) == 1) keys = {keys.digits >> 4, keys.size - 1};
  const int slips = number_slips(keys, national);
  score = kScores[2];
  // Letters are keys only in numbers that exist; the figures alone are too few.
  if (slips != 2 && keys.size == kNationalSize) {
    PhoneNumber number;
    number.region = region;
    number.nsn_size = static_cast<int>(kNationalSize);
    for (std::size_t k = 0; k < kNationalSize; ++k) number.nsn[k] = static_cast<char>('0' + digit(k));
    if (is_valid_national(number)) score = kScores[slips];
  }
  return begins_national(digit(0));
}

}  // namespace

std::uint32_t phone_block_lane(const Value* said, const Value* stored, std::uint32_t wanted, const Context& context,
                               std::int16_t* scores) {
  if (!is_north_american(context.region) || !reaches_nanp_plainly(context.region)) return 0;
  TypedPairs pairs;
  wanted = read_typed_pairs(said, stored, wanted, NumberReader::phone, pairs);
  if (region_code(context.region) != "US") wanted &= ~pairs.keypad;
  if (wanted == 0) return 0;
  Nationals nationals;
  std::uint32_t known;
  std::uint32_t decided = compare_typed(pairs, nationals, known, scores) & wanted & ~pairs.keypad;
  for (std::uint32_t rest = pairs.keypad & wanted & known; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const PackedNumber keys{pairs.said.digits[k], static_cast<std::size_t>(pairs.said.sizes[k])};
    const PackedNumber national{nationals.digits[k], static_cast<std::size_t>(nationals.sizes[k])};
    const bool found = compare_keypad(keys, national, context.region, scores[k]);
    decided |= std::uint32_t{found} << k;
  }
  for (std::uint32_t rest = pairs.extended & decided; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    if (number_slips(pairs.said_extension[k], pairs.stored_extension[k]) != 0) scores[k] = kScores[2];
  }
  return decided;
}

}  // namespace ablmatch
