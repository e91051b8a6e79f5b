// Spoken numbers packed eight words at a time with AVX-512. All values of a block are looked up before any is packed,
// and values of one shape in one loop, as nothing is waited for then.
#include "number_rows.hpp"

#include <atomic>
#include <bit>
#include <cstddef>

#include "../cpu.hpp"
#include "number_rows_x86.hpp"
#include "number_tokens.hpp"

namespace ablmatch {

#ifdef ABLMATCH_ROWS_X86

namespace {

using namespace rows;

// Words that are in no plain number.
constexpr std::uint32_t kRefused = bit(Kind::hundreds);
constexpr std::uint32_t kScales = bit(Kind::hundred) | bit(Kind::thousand);
// Words of numbers that are more than digits and numbers below a hundred in a row.
constexpr std::uint32_t kJoining = kScales | bit(Kind::conjunction) | kNumberExtension | kNumberConnector | kNumberLone;
constexpr std::uint32_t kNumberWords = bit(Kind::figures) - bit(Kind::unit);
constexpr unsigned kJoinTens = kSpanish | kFrench | kPortuguese | kItalian;
constexpr int kMostForks = 8;

// "um", the Portuguese one, as a digit.
constexpr std::uint64_t kUmRow = row_of({Kind::unit, kPortuguese, 255, 255, kNumberCounts | bit(Kind::unit), 1, 0});

// Bits of rows: what begins or ends a joint, and what adds two digits.
constexpr std::uint64_t kDigit = std::uint64_t{kJointTens} << 8;
constexpr std::uint64_t kTens = std::uint64_t{kJointTens} << (8 + kNumberJointBits);
constexpr std::uint64_t kTwoDigits = std::uint64_t{0x80} << 16;

// A digit said once to four times.
alignas(64) constexpr std::uint64_t kRepeat[8] = {0, 0x1, 0x11, 0x111, 0x1111};

enum class Outcome { read, refused, unknown };

std::uint32_t flags_of(const ValueWords& words) { return static_cast<std::uint32_t>(words.all >> 32); }
unsigned shared_by(const ValueWords& words) { return 255u & ~static_cast<unsigned>(words.all); }

// The words with one of some flags, where few values have any.
ABLMATCH_TARGET_ROWS inline std::uint64_t words_with(const ValueWords& words, std::uint32_t flags) {
  std::uint64_t bits = 0;
  for (unsigned at = 0; at < words.count; at += 8)
    bits |= std::uint64_t{has(load(words.rows() + at), flagged(flags))} << at;
  return bits;
}

// Words as bits.
struct WordBits {
  std::uint64_t numbers = 0, multipliers = 0, units = 0, in_front = 0;
  // Of numbers with more to them: hundreds and thousands, conjunctions, the words that these join, and scales where none
  // may stand.
  std::uint64_t scales = 0, thousands = 0, conjunctions = 0, ands = 0, tens_ands = 0, misplaced = 0;
};

// What scales and conjunctions make of eight words: the zeros that a scale adds, the numbers that take the place of zeros,
// and those in front of which zeros may stand, one or so many more.
struct Joined {
  __mmask8 three, two, one, placed;
  __mmask8 optional, one_more, two_more;
};

// English "five hundred sixty nine" is 500 60 9, 500 69, 560 9 or 569, "five hundred and sixty nine" 560 9 or 569, and
// "two hundred and one five" 2015 or 200 1 5. A thousand is as a hundred is, but for this last; the zeros that a hundred
// behind it takes the place of are three. Spanish "sesenta y nueve" is 69. `last`: as far as a number goes on from it.
template <bool Phone>
ABLMATCH_TARGET_ROWS inline Joined join(const ValueWords& words, unsigned at, __m512i last, WordBits& bits) {
  const std::uint64_t* const from = words.rows() + at;
  const __m512i rows = load(from), next = _mm512_loadu_si512(from + 1), second = _mm512_loadu_si512(from + 2),
                before_last = _mm512_loadu_si512(from - 2);
  const std::uint64_t cut = words.cut >> at;
  // In telephone numbers no number goes on across a symbol.
  const auto goes_on = [&](std::uint64_t symbols) { return mask8(Phone ? ~symbols : ~std::uint64_t{0}); };
  const __mmask8 on = goes_on(cut >> 1);
  constexpr std::uint64_t kHundred = flagged(bit(Kind::hundred)), kThousand = flagged(bit(Kind::thousand)),
                          kAnd = flagged(bit(Kind::conjunction));
  const __mmask8 hundreds = has(rows, kHundred), thousands = has(rows, kThousand), scales = mask8(hundreds | thousands);
  const __mmask8 digit = has(rows, kDigit), two_digits = has(rows, kTwoDigits), number = mask8(digit | two_digits);
  const __mmask8 and_behind = mask8(has(next, kAnd) & ~(cut >> 1) & ~(cut >> 2));
  const __mmask8 behind_scale = has(last, kHundred | kThousand);
  // "six hundred" behind a thousand
  const __mmask8 hundreds_behind = mask8(has(next, kDigit) & on & has(second, kHundred) & goes_on(cut >> 2));
  // The one of "two hundred and one five"
  const __mmask8 ends = mask8(digit & has(last, kAnd) & has(before_last, kHundred) &
                              (has(next, flagged(bit(Kind::unit))) | words.singles >> (at + 1)) & on);
  Joined joined;
  joined.one = mask8(thousands & ~and_behind & hundreds_behind);
  joined.three = mask8(thousands & ~joined.one);
  joined.two = hundreds;
  joined.placed = mask8(number & has(last, kHundred | kThousand | kAnd));
  joined.optional = mask8((number & behind_scale) | ends);
  joined.one_more = mask8(two_digits & behind_scale);
  joined.two_more = mask8(digit & has(last, kThousand) & has(next, kHundred) & on);
  // In front of a hundred stands a digit, which is none of another scale or of tens itself, and of a thousand any number.
  const __mmask8 ended = mask8(has(before_last, kHundred | kAnd | flagged(bit(Kind::tens))) &
                               goes_on(at == 0 ? cut << 1 : words.cut >> (at - 1)));
  const __mmask8 counted =
      mask8((has(last, kDigit) & ~(hundreds & ended)) | (thousands & has(last, kTwoDigits | kHundred)));
  const __mmask8 figures = mask8(has(next, flagged(bit(Kind::figures))) & on), weak = has(last, flagged(kNumberWeak));
  const __mmask8 digit_behind = has(second, kDigit), weak_behind = has(second, flagged(kNumberWeak));
  bits.scales |= std::uint64_t{scales} << at;
  bits.thousands |= std::uint64_t{thousands} << at;
  bits.conjunctions |= std::uint64_t{has(rows, kAnd)} << at;
  bits.ands |= std::uint64_t{mask8(scales & and_behind & ~weak_behind & (digit_behind | has(second, kTwoDigits)))}
               << at;
  bits.tens_ands |= std::uint64_t{mask8(has(rows, kTens) & and_behind & digit_behind)} << at;
  bits.misplaced |= std::uint64_t{mask8(scales & (~counted | weak | figures))} << at;
  return joined;
}

// Are the scales and conjunctions where they may be? Adds the conjunctions to the numbers.
ABLMATCH_TARGET_ROWS inline bool join_numbers(const ValueWords& words, WordBits& bits) {
  const unsigned shared = shared_by(words);
  const std::uint64_t joining = (bits.ands | bits.tens_ands) << 1;
  bits.numbers |= joining;
  // What is said twice is no digit of a hundred. Of two thousands the first may end in front of the second's number.
  return (bits.misplaced | (bits.conjunctions & ~joining) | (bits.scales & bits.multipliers << 2) |
          (bits.thousands & (bits.thousands - 1))) == 0 &&
         (bits.scales == 0 || shared == kEnglish) && (bits.tens_ands == 0 || (shared & kJoinTens) != 0);
}

// Is what stands behind the word of an extension as plain as read_plain_number has it, and what stands around it?
ABLMATCH_TARGET_ROWS inline bool is_plain_extension(const ValueWords& words, const WordBits& bits, std::uint64_t at) {
  const std::uint64_t behind = ~(at | (at - 1)), used = _bzhi_u64(~std::uint64_t{0}, words.count);
  const std::uint64_t number = bits.numbers & behind, run = number >> std::countr_zero(at) >> 1;
  const std::uint64_t from_first = ~(bits.numbers & (~bits.numbers + 1)) + 1;
  const std::uint64_t local = words_with(words, kNumberLocal), telling = words_with(words, kNumberTelling);
  // Is no number word of them weak, or some a strong one?
  const auto has_strong = [&](std::uint64_t some) { return (local & some) == 0 || (telling & some) != 0; };
  return (at & (at - 1)) == 0 && (words_with(words, bit(Kind::filler)) & from_first) == 0 && number != 0 &&
         (run & (run + 1)) == 0 && (run & 1) != 0 && (number & ~(bits.units | words.figures)) == 0 &&
         (behind & used & ~(bits.numbers | words_with(words, bit(Kind::other)))) == 0 && has_strong(~behind) &&
         has_strong(behind);
}

// So many letters and figures have the words from `first` to `last`.
ABLMATCH_TARGET_ROWS inline unsigned letters_of(const Scan& scan, const ValueWords& words, unsigned first,
                                                unsigned last) {
  const auto low = static_cast<unsigned>(_mm_popcnt_u64(words.begins.at[0]));
  // What stands in front of a word.
  const auto in_front = [&](unsigned word) ABLMATCH_TARGET_ROWS -> ScanMask {
    const std::uint64_t all = ~std::uint64_t{0};
    if (word < low) return {{_blsmsk_u64(_pdep_u64(std::uint64_t{1} << word, words.begins.at[0])) >> 1, 0}};
    return {{all, _blsmsk_u64(_pdep_u64(std::uint64_t{1} << (word - low), words.begins.at[1])) >> 1}};
  };
  const ScanMask taken = either(scan.letters, scan.digits);
  const ScanMask those = both(taken, without(last + 1 < words.count ? in_front(last + 1) : taken, in_front(first)));
  return static_cast<unsigned>(_mm_popcnt_u64(those.at[0]) + _mm_popcnt_u64(those.at[1]));
}

// Packs what the words of a value add up to, and weighs them as read_plain_number does. `Joining`: there are hundreds,
// conjunctions, extensions or figures.
template <bool Phone, bool Joining>
ABLMATCH_TARGET_ROWS inline Outcome pack(const Scan& scan, const ValueWords& words, bool um, PlainNumber& out) {
  __m512i meeting = zeros(), packed = zeros(), forks = zeros(), more_of_all = zeros(), size_of_all = zeros();
  WordBits bits;
  for (unsigned at = 0; at < words.count; at += 8) {
    const __m512i rows = load(words.rows() + at);
    __m512i last = _mm512_loadu_si512(words.rows() + at - 1);
    const auto add = [at, rows](std::uint64_t& to, std::uint32_t flags)
                         ABLMATCH_TARGET_ROWS { to |= std::uint64_t{has(rows, flagged(flags))} << at; };
    add(bits.numbers, kNumberCounts);
    add(bits.in_front, kNumberPlus | kNumberEveryday | kNumberCode | kNumberLone);
    add(bits.multipliers, bit(Kind::multiplier));
    add(bits.units, bit(Kind::unit));
    // In telephone numbers no number goes on across a symbol.
    if constexpr (Phone) last = _mm512_mask_mov_epi64(last, eight(words.cut, at), all_of(kPlainRow));
    const __m512i meets = _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, last, kNumberJointBits), rows);
    meeting = _mm512_or_si512(meeting, meets);
    const __m512i times = _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, last, 16), all_of(15));
    const __m512i digits =
        _mm512_maskz_mul_epu32(kAll, _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, rows, 24), all_of(255)),
                               _mm512_maskz_permutexvar_epi64(kAll, times, load(kRepeat)));
    // The unit of "twenty five" takes the place of a zero, and adds none.
    __mmask8 placed = has(meets, kDigit), optional = placed;
    Joined joined;
    if constexpr (Joining) {
      joined = join<Phone>(words, at, last, bits);
      placed |= joined.placed;
      optional |= joined.optional;
    }
    __m512i added = _mm512_maskz_mul_epu32(
        mask8(~placed), _mm512_and_si512(_mm512_maskz_srli_epi64(kAll, rows, 20), all_of(15)), times);
    __m512i zero = _mm512_maskz_mov_epi64(optional, all_of(1));
    __m512i more = zeros();
    if constexpr (Joining) {
      added = _mm512_mask_mov_epi64(added, joined.three, all_of(12));
      added = _mm512_mask_mov_epi64(added, joined.two, all_of(8));
      added = _mm512_mask_mov_epi64(added, joined.one, all_of(4));
      // Of two digits the first stands behind the zeros.
      zero = _mm512_mask_mov_epi64(zero, joined.one_more, all_of(16));
      more = _mm512_maskz_mov_epi64(joined.one_more, all_of(16));
      more = _mm512_mask_mov_epi64(more, joined.two_more, all_of(2));
    }
    // How many bits this word and those behind it add.
    __m512i sum = added;
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 1));
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 2));
    sum = _mm512_add_epi64(sum, _mm512_maskz_alignr_epi64(kAll, zeros(), sum, 4));
    const __m512i behind = _mm512_sub_epi64(sum, added), whole = _mm512_maskz_permutexvar_epi64(kAll, zeros(), sum);
    const auto move = [&](__m512i front, __m512i back) ABLMATCH_TARGET_ROWS {
      return _mm512_or_si512(_mm512_maskz_sllv_epi64(kAll, front, whole), _mm512_maskz_sllv_epi64(kAll, back, behind));
    };
    packed = move(packed, digits);
    forks = move(forks, zero);
    if constexpr (Joining) more_of_all = move(more_of_all, more);
    size_of_all = _mm512_add_epi64(size_of_all, whole);
  }
  const std::uint32_t flags = flags_of(words);
  const unsigned shared = shared_by(words);
  const auto joints = static_cast<unsigned>(any_of(meeting) >> 8);
  if ((joints & kJointTwenty) != 0) return Outcome::unknown;
  // In German and Dutch the unit comes first.
  if ((shared & ~unsigned{kGerman | kDutch}) == 0 && (joints & kJointTens) != 0) return Outcome::unknown;
  const std::uint64_t figures = Joining ? words.figures : 0;
  if (Joining && !join_numbers(words, bits)) return Outcome::refused;
  const bool everyday = !um && (flags & kNumberEveryday) != 0, telling = (flags & kNumberTelling) != 0;
  const std::uint64_t first = bits.numbers & (~bits.numbers + 1), from_first = ~first + 1;
  const auto first_at = static_cast<unsigned>(std::countr_zero(bits.numbers)) & 63;
  std::uint64_t number = bits.numbers;
  const bool extended = Phone && Joining && (flags & kNumberExtension) != 0;
  if (extended) {
    const std::uint64_t extension = words_with(words, kNumberExtension);
    if (!is_plain_extension(words, bits, extension)) return Outcome::refused;
    number &= extension - 1;
  }
  if ((bits.in_front & from_first) != 0) return !Phone && everyday ? Outcome::unknown : Outcome::refused;
  const std::uint64_t run = number >> first_at;
  std::uint64_t wrong = run & (run + 1);
  // "double" in front of what is not said twice
  wrong |= bits.multipliers << 1 & ~(bits.units | (Joining ? words.singles : 0));
  if constexpr (Phone) wrong |= bits.multipliers << 1 & words.cut;
  // "for" behind a word that it may explain, and in front of one: "for sure"
  if (Joining && (flags & kNumberConnector) != 0) {
    const std::uint64_t connectors = words_with(words, kNumberConnector),
                        all = _bzhi_u64(~std::uint64_t{0}, words.count);
    wrong |= (connectors & ~(bits.numbers << 1)) | (connectors << 1 & all & ~bits.numbers);
  }
  // "das ist", but not "das fünf"
  if (Joining && (flags & kNumberLone) != 0) {
    const std::uint64_t other = words_with(words, bit(Kind::other)) &
                                ~words_with(words, kNumberLone | kNumberCode | kNumberPlus | kNumberEveryday);
    wrong |= words_with(words, kNumberLone) << 1 & ~other;
  }
  if (Joining && words.number_follows) wrong |= first & ~std::uint64_t{1};
  if (wrong != 0 || number == 0 || (joints & (kJointSixty | kJointTen)) != 0) return Outcome::refused;
  // Weak words are numbers beside strong ones of their language.
  const bool weak = (flags & kNumberLocal) != 0 && !um, english = (shared & kEnglish) != 0;
  if ((everyday | weak) & ((!telling & ((flags & kNumberFigures) == 0) & (figures == 0)) | (shared == 0) |
                           ((!telling | everyday) & !english)))
    return Outcome::refused;
  auto size = static_cast<std::size_t>(_mm_cvtsi128_si64(_mm512_maskz_extracti32x4_epi32(15, size_of_all, 0))) / 4;
  std::uint64_t optional = any_of(forks), digits = any_of(packed), more = Joining ? any_of(more_of_all) : 0;
  out.figures_only = !Phone && Joining && (bits.numbers & ~figures) == 0;
  if (out.figures_only) return Outcome::read;
  if (extended && size > kMaxPackedNumber) return Outcome::unknown;
  if (size > kMaxPackedNumber || _mm_popcnt_u64(optional) > kMostForks) return Outcome::refused;
  out.plus = (flags & kNumberPlus) != 0;
  out.extension = {0, 0};
  out.unit_first = ((bits.units | (Joining ? words.singles : 0)) & first) != 0;
  out.figures_in_front = out.letters = 0;
  if constexpr (Joining && Phone) {
    // "one hundred"
    out.unit_first &= (bits.scales & first << 1) == 0;
    if ((figures & first) != 0) {
      out.figures_in_front = static_cast<unsigned>(std::countr_one(figures >> first_at));
      out.letters = letters_of(scan, words, first_at, first_at + static_cast<unsigned>(std::countr_one(run)) - 1);
    }
    const auto behind = static_cast<std::size_t>(_mm_popcnt_u64(bits.numbers & ~number));
    if (behind != 0) {
      out.extension = {digits & ~std::uint64_t{0} >> (64 - 4 * behind), behind};
      digits >>= 4 * behind;
      optional >>= 4 * behind;
      more >>= 4 * behind;
      size -= behind;
    }
  }
  out.readings = {{digits, size}, optional, more};
  return Outcome::read;
}

// ---- a block ---------------------------------------------------------------------------------------------------------

constexpr std::uint64_t first_letters(std::string_view text) {
  std::uint64_t letters = 0;
  for (std::size_t k = 0; k < text.size(); ++k) letters |= std::uint64_t{static_cast<unsigned char>(text[k])} << 8 * k;
  return letters;
}

// May a value begin with "meu número é", words whose last letter would be one of a code?
bool may_lead_in(const Scan& scan) {
  const std::uint64_t front = detail::load8(scan.text);
  return (front & 0xFFFF) == first_letters("e ") || front == first_letters("meu nume") ||
         front == first_letters("il mio n");
}

void skip_lead_in(const Scan& scan, ValueWords& words) {
  for (const NumberLeadIn& lead_in : kNumberLeadIns) {
    if (!scan.view().starts_with(lead_in.text) || scan.size == lead_in.text.size()) continue;
    words.skipped = static_cast<unsigned>(lead_in.text.size());
    words.number_follows = lead_in.number_follows;
  }
}

// "um" where it is a digit, among Portuguese number words alone.
bool reads_um(const ValueWords& words) {
  const std::uint32_t flags = flags_of(words);
  return (flags & kNumberEveryday) != 0 && (flags & kNumberTelling) != 0 &&
         (flags & (kNumberFigures | bit(Kind::filler) | bit(Kind::figures))) == 0 &&
         (shared_by(words) & (kPortuguese | kEnglish)) == kPortuguese;
}

// False when it is what a lead-in is followed by: it may be a filler.
ABLMATCH_TARGET_ROWS bool make_um_digits(ValueWords& words) {
  const bool first = has(load(words.rows()), flagged(kNumberEveryday)) & 1;
  for (unsigned at = 0; at < words.count; at += 8) {
    const __m512i rows = load(words.rows() + at);
    const __mmask8 here = has(rows, flagged(kNumberEveryday));
    _mm512_store_si512(words.rows() + at, _mm512_mask_mov_epi64(rows, here, all_of(kUmRow)));
  }
  return !first || !words.number_follows;
}

template <class Of>
ABLMATCH_TARGET_ROWS void look_up_alike(const Scan* scans, std::uint32_t wanted, ValueWords* words) {
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    look_up<Of>(scans[k], words[k]);
  }
}

// Has a value words, and not too many, and beside figures enough for some of them to be of its number, apart from those?
template <bool Phone>
ABLMATCH_TARGET_ROWS inline bool may_be_spoken(const Scan& scan) {
  const auto count = [](const ScanMask& mask)
                         ABLMATCH_TARGET_ROWS { return _mm_popcnt_u64(mask.at[0]) + _mm_popcnt_u64(mask.at[1]); };
  const auto words = count(without(scan.letters, behind(scan.letters)));
  if (words > kMostNumberTokens) return false;
  return !scan.digits.any() ||
         (words > (Phone ? 1 : 0) && scan.spaces.any() && count(scan.digits) <= static_cast<int>(kMostFigures) &&
          !both(scan.digits, either(behind(scan.letters), in_front_of(scan.letters))).any());
}

template <bool Phone>
ABLMATCH_TARGET_ROWS NumberRows read_rows(const Scan* scans, std::uint32_t wanted, PlainNumber* out) {
  ValueWords words[kScanBlock];
  std::uint32_t longs = 0, symbols = 0, figures = 0, spoken = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    spoken |= std::uint32_t{may_be_spoken<Phone>(scans[k])} << k;
    longs |= std::uint32_t{scans[k].size > 64} << k;
    symbols |= std::uint32_t{scans[k].symbols().any()} << k;
    figures |= std::uint32_t{scans[k].digits.any()} << k;
    words[k].rows()[-1] = words[k].rows()[-2] = kPlainRow;
    words[k].skipped = 0;
    words[k].number_follows = false;
    if (!Phone && may_lead_in(scans[k])) skip_lead_in(scans[k], words[k]);
  }
  wanted &= spoken;
  if (const auto some = wanted & ~figures & ~longs & ~symbols; some != 0)
    look_up_alike<Shape<Phone, false, false, false>>(scans, some, words);
  if (const auto some = wanted & ~figures & ~longs & symbols; some != 0)
    look_up_alike<Shape<Phone, false, true, false>>(scans, some, words);
  if (const auto some = wanted & ~figures & longs; some != 0)
    look_up_alike<Shape<Phone, true, true, false>>(scans, some, words);
  if (const auto some = wanted & figures & ~longs; some != 0)
    look_up_alike<Shape<Phone, false, true, true>>(scans, some, words);
  if (const auto some = wanted & figures & longs; some != 0)
    look_up_alike<Shape<Phone, true, true, true>>(scans, some, words);
  NumberRows found{0, 0};
  std::uint32_t left = 0, wrongs = 0, joining = 0, ums = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const std::uint32_t flags = flags_of(words[k]);
    const auto at_k = [k](bool is) { return std::uint32_t{is} << k; };
    // Typed telephone numbers, and words that take another look.
    const bool typed = Phone & ((flags & kNumberWords) == 0), unknown = words[k].longer | words[k].odd | typed;
    const bool wrong = words[k].wrong | ((flags & kRefused) != 0);
    const bool joins = ((flags & kJoining) != 0) | ((figures >> k & 1) != 0) | words[k].number_follows;
    left |= at_k(unknown);
    wrongs |= at_k(wrong);
    joining |= at_k(joins);
    if constexpr (!Phone) ums |= at_k(reads_um(words[k]));
  }
  left = wanted & ~left;
  ums &= left & ~wrongs;
  for (std::uint32_t rest = ums; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    wrongs |= std::uint32_t{!make_um_digits(words[k])} << k;
  }
  found.refused = left & wrongs;
  joining |= ums;
  left &= ~wrongs;
  const auto note = [&found](int k, Outcome outcome) {
    found.read |= std::uint32_t{outcome == Outcome::read} << k;
    found.refused |= std::uint32_t{outcome == Outcome::refused} << k;
  };
  for (std::uint32_t rest = left & ~joining; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    note(k, pack<Phone, false>(scans[k], words[k], false, out[k]));
  }
  for (std::uint32_t rest = left & joining; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    note(k, pack<Phone, true>(scans[k], words[k], (ums >> k & 1) != 0, out[k]));
  }
  return found;
}

NumberRows read_vbmi2(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  return reader == NumberReader::phone ? read_rows<true>(scans, wanted, out) : read_rows<false>(scans, wanted, out);
}

NumberRows read_none(const Scan*, std::uint32_t, NumberReader, PlainNumber*) { return {0, 0}; }

using Read = NumberRows (*)(const Scan*, std::uint32_t, NumberReader, PlainNumber*);

NumberRows find_read(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out);

// Starts as the function that puts the machine's own in its place.
std::atomic<Read> machine_read{find_read};

NumberRows find_read(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  const Read found = cpu_compresses_bytes() ? read_vbmi2 : read_none;
  machine_read.store(found, std::memory_order_relaxed);
  return found(scans, wanted, reader, out);
}

}  // namespace

NumberRows read_number_rows(const Scan* scans, std::uint32_t wanted, NumberReader reader, PlainNumber* out) {
  std::uint32_t words = 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    words |= std::uint32_t{scans[k].letters.any()} << k;
  }
  return words == 0 ? NumberRows{0, 0} : machine_read.load(std::memory_order_relaxed)(scans, words, reader, out);
}

#else

NumberRows read_number_rows(const Scan*, std::uint32_t, NumberReader, PlainNumber*) { return {0, 0}; }

#endif

}  // namespace ablmatch
