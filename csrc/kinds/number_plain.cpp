// One pass over the words of a plain number: what the table says of each is gathered in a few registers.
#include "number_plain.hpp"

#include <cstddef>
#include <cstring>

#include "number_packing.hpp"
#include "number_tokens.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

constexpr std::uint32_t kScales = bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand);
constexpr std::uint32_t kFiguresAndNo = bit(Kind::figures) | bit(Kind::unit) | (bit(Kind::none) - 1);
// Words whose place matters: each is looked at when it comes.
constexpr std::uint32_t kPlaced =
    kNumberEveryday | kNumberPlus | kNumberOdd | kNumberConnector | kScales | bit(Kind::conjunction);
constexpr NumberSense kFigures{Kind::figures, 0, 255, 255, kNumberCounts | bit(Kind::figures), 0, 0};
constexpr NumberSense kPlainWord{Kind::other, 0, 255, 255, bit(Kind::other), 0, 0};
// "um", the Portuguese one, as a digit.
constexpr NumberSense kUm{Kind::unit,
                          kPortuguese,
                          255,
                          255,
                          kNumberCounts | bit(Kind::unit),
                          1,
                          (bit(Kind::hundred) | bit(Kind::thousand) | bit(Kind::conjunction)) >> kNumberKindShift};
// A digit said once to four times.
constexpr std::uint64_t kRepeat[] = {0, 0x1, 0x11, 0x111, 0x1111};
constexpr std::uint32_t kNumberKinds = ~std::uint32_t{0} << kNumberKindShift;
constexpr int kMostForks = 8;

// The first fields of NumberSense in one word, so that those of all words are gathered at once: the languages that some word
// does not belong to, and all flags.
struct Gathered {
  std::uint8_t others, joints, steps, packed;
  std::uint32_t flags;
};
static_assert(sizeof(Gathered) == 8 && offsetof(NumberSense, flags) == offsetof(Gathered, flags));

std::uint64_t gather(const NumberSense& sense) {
  std::uint64_t word;
  std::memcpy(&word, &sense, sizeof word);
  return word;
}

bool touches(const ScanMask& letters, const ScanMask& digits) {
  const std::uint64_t low = letters.at[0], high = letters.at[1];
  const std::uint64_t low_near = low << 1 | low >> 1 | high << 63, high_near = high << 1 | high >> 1 | low >> 63;
  return ((low_near & digits.at[0]) | (high_near & digits.at[1])) != 0;
}

// "and" between two words, with single spaces around it.
bool is_spaced(const char* begin, const char* end) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return begin[-1] == ' ' && is_letter(begin[-2]) && *end == ' ' && is_letter(end[1]);
}

// One pass over the words: those in front of the number, its own, and those behind.
template <bool Phone, bool Symbols>
class Pass {
 public:
  // `joined`: an apostrophe is among the symbols.
  Pass(const Scan& scan, bool joined)
      : scan_(scan), joined_(joined), end_(scan.text), begin_base_(scan.text), end_base_(scan.text + 1) {
    const std::uint64_t low = scan.letters.at[0] | scan.digits.at[0], high = scan.letters.at[1] | scan.digits.at[1];
    begins_ = low & ~(low << 1);
    ends_ = low & ~(low >> 1 | high << 63);
    more_begins_ = high & ~(high << 1 | low >> 63);
    more_ends_ = high & ~(high >> 1);
  }

  bool read(PlainNumber& out) {
    return read_front() && read_number() && (ended_ || read_behind()) && are_numbers() && finish(out);
  }

 private:
  bool is(std::uint32_t flags) const { return (sense_->flags & flags) != 0; }

  // Goes on to the next word. False at the end, and where the word is not known or stands where it may not.
  [[gnu::always_inline]] bool next() {
    const char* const last_end = end_;
    if (begins_ == 0) {
      ended_ = more_begins_ == 0;
      if (ended_) return false;
      begins_ = more_begins_;
      more_begins_ = 0;
      begin_base_ = scan_.text + 64;
    }
    if (ends_ == 0) {
      ends_ = more_ends_;
      end_base_ = scan_.text + 65;
    }
    begin_ = begin_base_ + std::countr_zero(begins_);
    end_ = end_base_ + std::countr_zero(ends_);
    begins_ &= begins_ - 1;
    ends_ &= ends_ - 1;
    sense_ = *begin_ <= '9' ? &kFigures : find_number_word(begin_, static_cast<std::size_t>(end_ - begin_));
    if (sense_ == nullptr) return false;
    if (Symbols && last_end != scan_.text) {
      // it's, that's
      if (joined_ && begin_[-1] == '\'') {
        if (last_->kind != Kind::other) return false;
        if (sense_->kind == Kind::letter) sense_ = &kPlainWord;
      }
      // In telephone numbers no number goes on across a symbol.
      if (Phone && (begin_ != last_end + 1 || *last_end != ' ')) {
        if (times_ != 1) return false;
        last_ = &kPlainWord;
      }
    }
    all_ |= gather(*sense_);
    return true;
  }

  // Of a word in front, where two letters that may belong to a code say nothing.
  bool is_odd() const {
    return is(kNumberOdd) && (is(kNumberSingle | kNumberExtension) || !is(kNumberCode | kNumberLone));
  }

  // Begins anew behind "meu número é", one of whose words has just been read.
  bool skip_lead_in() {
    for (const NumberLeadIn& lead_in : kNumberLeadIns) {
      const std::size_t size = lead_in.text.size();
      if (end_ >= scan_.text + size || !scan_.view().starts_with(lead_in.text)) continue;
      begins_ &= ~std::uint64_t{0} << size;
      ends_ &= ~std::uint64_t{0} << size;
      end_ = scan_.text + size - 1;
      all_ = 0;
      last_ = &kPlainWord;
      if (lead_in.number_follows) number_at_ = end_ + 1;
      return true;
    }
    return false;
  }

  // Fillers, "plus" and "No. 8029". Ends at the first word of the number.
  bool read_front() {
    while (next()) {
      if (is(kPlaced)) {
        if (is(bit(Kind::conjunction)) && skip_lead_in()) continue;
        if (is(kNumberConnector | kScales | bit(Kind::conjunction))) return false;
        const bool no = is(kNumberEveryday) && sense_->value == 9;
        if (no ? begin_ != scan_.text || Phone || !scan_.digits.any() : is_odd()) return false;
        numbered_ |= no;
        um_in_front_ |= !Phone && is(kNumberEveryday);
        plus_ |= is(kNumberPlus);
        // "das ist", but not "das fünf"
        if (is(kNumberLone) && (!next() || is(kPlaced | kNumberLone) || sense_->kind != Kind::other)) return false;
      }
      if (is(kNumberCounts)) return number_at_ == nullptr || number_at_ == begin_;
      // "no es 8029"
      if (numbered_ && last_ != &kPlainWord) return false;
      last_ = sense_;
    }
    return false;
  }

  // One run of numbers. Ends at the first other word.
  bool read_number() {
    first_ = sense_->kind;
    // The figures of a telephone number may be typed ones.
    if (Phone && first_ == Kind::figures) return false;
    do {
      const NumberSense* as = sense_;
      if (((sense_->flags & kPlaced) | (last_->before & sense_->flags >> kNumberKindShift)) != 0) {
        if (is(bit(Kind::conjunction))) {
          if (last_->kind != Kind::hundred || sense_->languages != kEnglish || !is_spaced(begin_, end_)) return false;
          last_ = &kJoiningAnd;
          continue;
        }
        if (!Phone && is(kNumberEveryday) && sense_->value == 1) {
          um_ = true;
          as = sense_ = &kUm;
        }
        if (is(kPlaced & ~bit(Kind::hundred))) return Phone && is(kNumberExtension) && times_ == 1;
        // "one hundred" is no country code.
        if (is(bit(Kind::hundred)) && packed_.bits == 4) first_ = Kind::hundred;
        if (last_->kind == Kind::tens && is(bit(Kind::unit)) && is_tens_and_unit(*last_, *sense_)) {
          // The usual case, which follow knows, too.
          add_unit(*sense_, packed_, as);
        } else if (sense_ != &kUm || (last_->before & kUm.flags >> kNumberKindShift) != 0) {
          // Worked upon in memory here only.
          PackedWords packed = packed_;
          const bool doubled = (std::bit_cast<Gathered>(all_).flags & bit(Kind::multiplier)) != 0;
          if (!follow(*last_, *sense_, static_cast<unsigned>(end_ - begin_), doubled, packed, as)) return false;
          packed_ = packed;
        }
      }
      last_ = as;
      if (!is(kNumberCounts)) return times_ == 1;
      if (is(bit(Kind::figures)) && !add_figures()) return false;
      if (times_ != 1 && sense_->packed_bits() != 4) return false;
      const unsigned added = sense_->packed_bits() * times_;
      packed_.digits = packed_.digits << added | sense_->packed * kRepeat[times_];
      packed_.bits += added;
      times_ = sense_->times();
    } while (next());
    return ended_ && times_ == 1;
  }

  bool add_figures() {
    const auto size = static_cast<unsigned>(end_ - begin_);
    if (times_ != 1 && size != 1) return false;
    for (; times_ > 1; --times_) packed_.add_figures(begin_, 1);
    packed_.add_figures(begin_, size);
    figure_bits_ += 4 * size;
    return true;
  }

  bool read_behind() {
    bool fillers = false;
    do {
      if (Phone && is(kNumberExtension)) return !fillers && read_extension();
      if (is(kPlaced | kNumberCounts)) return false;
      fillers |= is(bit(Kind::filler));
      last_ = sense_;
    } while (next());
    return ended_;
  }

  // The word of an extension has been read, behind which digits follow at once.
  bool read_extension() {
    const std::uint64_t number = all_;
    PackedWords digits;
    all_ = 0;
    bool more = next();
    for (; more && is(kNumberCounts); more = next()) {
      if (is(kPlaced | (kNumberKinds & ~(bit(Kind::unit) | bit(Kind::figures))))) return false;
      if (is(bit(Kind::figures))) digits.add_figures(begin_, static_cast<unsigned>(end_ - begin_));
      else digits.digits = digits.digits << 4 | sense_->packed;
      digits.bits += is(bit(Kind::unit)) ? 4 : 0;
      last_ = sense_;
    }
    for (; more; more = next()) {
      if (is(kPlaced | kNumberCounts | (kNumberKinds & ~bit(Kind::other)))) return false;
      last_ = sense_;
    }
    if (!ended_ || digits.bits - 1 >= 4 * kMaxPackedNumber || !has_strong(number) || !has_strong(all_)) return false;
    extension_ = {digits.digits, digits.bits / 4};
    all_ |= number;
    return true;
  }

  // Is no number word of them weak, or some a strong one?
  static bool has_strong(std::uint64_t words) {
    const auto gathered = std::bit_cast<Gathered>(words);
    return (gathered.flags & kNumberLocal) == 0 || (gathered.flags & kNumberTelling) != 0;
  }

  // Weak words are numbers beside strong ones of their language.
  bool are_numbers() const {
    const auto gathered = std::bit_cast<Gathered>(all_);
    const std::uint32_t flags = gathered.flags;
    const unsigned shared = 255u & ~unsigned{gathered.others};
    if ((flags & (kNumberEveryday | kNumberLocal)) == 0) return true;
    const bool words = (flags & kNumberTelling) != 0, figures = scan_.digits.any() || (flags & kNumberFigures) != 0;
    if (!words && !figures) return false;
    // As PhraseReader::weigh_everyday has it.
    if (um_)
      return words && !figures && !um_in_front_ && (flags & bit(Kind::filler)) == 0 &&
             (shared & (kPortuguese | kEnglish)) == kPortuguese;
    return shared != 0 && ((words && (flags & kNumberEveryday) == 0) || (shared & kEnglish) != 0);
  }

  bool finish(PlainNumber& out) const {
    const bool figures = scan_.digits.any(), figures_only = figures && packed_.bits == figure_bits_;
    if (numbered_ && ((std::bit_cast<Gathered>(all_).flags & ~kFiguresAndNo) != 0 || !figures_only)) return false;
    out.figures_only = figures_only;
    if (figures_only) return true;
    // Written in one piece: what touches is read as a code first.
    if (figures && !scan_.spaces.any()) return false;
    if (packed_.bits > 4 * kMaxPackedNumber || packed_.forks.count > kMostForks) return false;
    out.plus = plus_;
    out.extension = extension_;
    out.figures_in_front = out.letters = 0;
    out.unit_first = first_ == Kind::unit;
    out.readings = packed_.readings();
    return true;
  }

  const Scan& scan_;
  const bool joined_;
  // The word, and where the next ones begin and end.
  const char *end_, *begin_ = nullptr;
  const char *begin_base_, *end_base_;
  std::uint64_t begins_, more_begins_, ends_, more_ends_;
  const NumberSense *sense_ = nullptr, *last_ = &kPlainWord;
  std::uint64_t all_ = 0;
  PackedWords packed_;
  unsigned figure_bits_ = 0, times_ = 1;
  PackedNumber extension_{0, 0};
  Kind first_ = Kind::none;
  const char* number_at_ = nullptr;  // where a lead-in has it begin
  bool numbered_ = false, um_in_front_ = false, um_ = false, plus_ = false, ended_ = false;
};

}  // namespace

bool has_plain_symbols(const Scan& scan, const ScanMask& symbols, NumberReader reader, ScanMask& apostrophes) {
  const bool phone = reader == NumberReader::phone;
  apostrophes = {{0, 0}};
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = symbols.at[block]; rest != 0; rest &= rest - 1) {
      const auto at = 64 * block + static_cast<std::size_t>(std::countr_zero(rest));
      const char symbol = scan.text[at];
      if (symbol == '.' || symbol == ',') continue;
      if (symbol == '\'') {
        if (at == 0 || !scan.letters.test(at - 1) || !scan.letters.test(at + 1)) return false;
        apostrophes.at[block] |= rest & -rest;
        continue;
      }
      if (symbol != '-' && symbol != '/' && symbol != ':' && symbol != '!' && symbol != '?' && (phone || symbol != '#'))
        return false;
      // Between words it may join them, or say that they are no one number.
      if (symbol == '-' && (phone || (at > 0 && scan.letters.test(at - 1) && scan.letters.test(at + 1)))) return false;
    }
  return true;
}

bool read_plain_number(const Scan& scan, NumberReader reader, PlainNumber& out) {
  // As many words as fit in the longest phrase.
  if (scan.size >= 2 * kMostNumberTokens) return false;
  ScanMask symbols = scan.symbols(), apostrophes{};
  // A full stop behind it all says nothing.
  if (scan.text[scan.size - 1] == '.')
    symbols.at[(scan.size - 1) >> 6] &= ~(std::uint64_t{1} << ((scan.size - 1) & 63));
  const bool any = symbols.any();
  if (any && !has_plain_symbols(scan, symbols, reader, apostrophes)) return false;
  if (scan.digits.any() && touches(scan.letters, scan.digits)) return false;
  const bool joined = apostrophes.any();
  if (reader == NumberReader::phone)
    return any ? Pass<true, true>(scan, joined).read(out) : Pass<true, false>(scan, joined).read(out);
  return any ? Pass<false, true>(scan, joined).read(out) : Pass<false, false>(scan, joined).read(out);
}

}  // namespace ablmatch
