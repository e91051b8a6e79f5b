// The fast lane of kind digits: figures typed on both sides, or said in plain number words.
#include "digits.hpp"
#include "number_phrase.hpp"
#include "number_plain.hpp"
#include "number_rows.hpp"
#include "number_typed.hpp"
#include "packed_digits.hpp"
#include "packed_number.hpp"

namespace ablmatch {
namespace {

// By the number of slips: none, one, more, unknown.
constexpr std::int16_t kScores[] = {100, 50, 0, kUndecided};
static_assert(kSlipsUnknown == 3);

// Figures in the first 64 bytes alone, and few enough to be packed.
bool is_short(const Scan& scan, std::size_t count) { return count <= kMaxPackedNumber && scan.digits.at[1] == 0; }

std::int16_t compare_figures(const Scan& said, const Scan& stored, std::size_t stored_count) {
  const std::size_t said_count = count_marked(said.digits);
  if (said_count == 0 || said_count > kMaxPackedDigits) return kUndecided;
  if (said_count > stored_count + 1 || stored_count > said_count + 1) return kScores[2];
  if (is_short(said, said_count) && is_short(stored, stored_count))
    return kScores[number_slips(pack_number(said, said.digits.at[0]), pack_number(stored, stored.digits.at[0]))];
  PackedDigits said_digits, stored_digits;
  pack_digits(said, said.digits, said_digits);
  pack_digits(stored, stored.digits, stored_digits);
  return kScores[packed_slips(PackedView(said_digits), PackedView(stored_digits))];
}

// Are figures all that stands from the first of them to the last?
bool is_run_of_figures(const NumberPhrase& phrase) {
  for (int at = phrase.first; at < phrase.count; ++at)
    if (!phrase.at[at].is(NumberKind::figures)) return false;
  return true;
}

std::int16_t compare_phrase(const Scan& said, const Scan& stored, std::size_t stored_count) {
  NumberPhrase phrase;
  if (!read_number_phrase(said, NumberReader::digits, phrase)) return kUndecided;
  if (phrase.figures_only && is_run_of_figures(phrase)) return compare_figures(said, stored, stored_count);
  // Written in one piece: what touches is read as a code first.
  if (!phrase.figures_only && !said.spaces.any() && said.digits.any()) return kUndecided;
  return kScores[phrase_distance(said, phrase, phrase.first, phrase.count, NumberReader::digits, DigitPlaces(stored))];
}

std::int16_t compare_plain(const PlainNumber& plain, const Scan& said, const Scan& stored, std::size_t stored_count) {
  return plain.figures_only ? compare_figures(said, stored, stored_count)
                            : kScores[number_slips(plain.readings, pack_number(stored, stored.digits.at[0]))];
}

std::int16_t compare_spoken(const Scan& said, const Scan& stored, std::size_t stored_count) {
  if (PlainNumber plain; is_short(stored, stored_count) && read_plain_number(said, NumberReader::digits, plain)) {
    const std::int16_t score = compare_plain(plain, said, stored, stored_count);
    if (score != kUndecided) return score;
  }
  return compare_phrase(said, stored, stored_count);
}

// Scores all pairs of a block at once, and gives the bits of those whose scores hold.
ABLMATCH_TARGET_LANES std::uint32_t compare_typed(const TypedPairs& pairs, std::int16_t* scores) {
  const TypedNumbers &said = pairs.said, &stored = pairs.stored;
  std::uint64_t packed = 0, far = 0;
  for (std::uint64_t k = 0; k < kScanBlock; ++k) {
    const std::uint64_t size = said.sizes[k], stored_size = stored.sizes[k];
    scores[k] = static_cast<std::int16_t>(100 - 50 * number_slips(said.digits[k], size, stored.digits[k], stored_size));
    packed |= static_cast<std::uint64_t>((size <= kMaxPackedNumber) & (stored_size <= kMaxPackedNumber)) << k;
    far |= static_cast<std::uint64_t>((size > stored_size + 1) | (stored_size > size + 1)) << k;
  }
  // Behind a label the two are not compared at any length.
  return static_cast<std::uint32_t>(packed | (far & ~std::uint64_t{said.labelled}));
}

}  // namespace

std::int16_t digits_lane(const Scan& said, const Scan& stored, const Context&) {
  if (stored.letters.any()) return kUndecided;
  // Equal bytes are scanned once.
  if (&said == &stored && stored.digits.any()) return 100;
  const std::size_t stored_count = count_marked(stored.digits);
  if (stored_count == 0 || stored_count > kMaxPackedDigits) return kUndecided;
  return said.letters.any() ? compare_spoken(said, stored, stored_count) : compare_figures(said, stored, stored_count);
}

std::uint32_t digits_block_lane(const Value* said, const Value* stored, std::uint32_t wanted, const Context&,
                                std::int16_t* scores) {
  TypedPairs pairs;
  wanted = read_typed_pairs(said, stored, wanted, NumberReader::digits, pairs);
  return wanted == 0 ? 0 : wanted & compare_typed(pairs, scores);
}

std::uint32_t digits_scan_block_lane(const Scan* said, const Value* stored, std::uint32_t wanted, const Context&,
                                     std::int16_t* scores) {
  PlainNumber plains[kScanBlock];
  const NumberRows rows = read_number_rows(said, wanted, NumberReader::digits, plains);
  if ((rows.read | rows.refused) == 0) return 0;
  StoredNumbers numbers;
  const std::uint32_t typed = read_stored_numbers(stored, rows.read, NumberReader::digits, numbers);
  std::uint32_t decided = 0;
  for (std::uint32_t rest = typed; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const PackedNumber number = numbers.number(k);
    if (plains[k].figures_only || number.size > kMaxPackedNumber) continue;
    scores[k] = kScores[number_slips(plains[k].readings, number)];
    decided |= std::uint32_t{scores[k] != kUndecided} << k;
  }
  // Short codes, and others that are read from their scans alone.
  for (std::uint32_t rest = (rows.read | rows.refused) & ~decided; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    Scan scanned;
    if (stored[k].null || !scan(stored[k].view(), scanned) || scanned.letters.any()) continue;
    const std::size_t count = count_marked(scanned.digits);
    if (count == 0 || !is_short(scanned, count)) continue;
    scores[k] = (rows.read >> k & 1) != 0 ? compare_plain(plains[k], said[k], scanned, count)
                                          : compare_phrase(said[k], scanned, count);
    decided |= std::uint32_t{scores[k] != kUndecided} << k;
  }
  return decided;
}

}  // namespace ablmatch
