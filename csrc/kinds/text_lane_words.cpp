// Words of a scanned text by its masks: what read_text_words makes of the shapes that are simple.
#include "text_lane_words.hpp"

namespace ablmatch {

namespace {

constexpr char kAnd[16] = "and";

// Number words that are written as one, zweihundert: the lexemes would be their parts (spoken_lookup.cpp).
bool may_join_numbers(const Word& word) {
  constexpr std::size_t kShortest = 8;
  if (word.size < kShortest) return false;
  const auto first = static_cast<unsigned>(word.head & 0xFF) - 'a',
             second = static_cast<unsigned>(word.head >> 8 & 0xFF) - 'a';
  if (first >= 26 || second >= 26 || (kJoinedNumberHeads[first] >> second & 1) == 0) return false;
  for (const std::string_view stem : {"hundert", "honderd", "cent", "tausend", "duizend", "mila", "mille"})
    if (word.view().find(stem) != std::string_view::npos) return true;
  return false;
}

class LaneReader {
 public:
  LaneReader(const Scan& scan, LaneText& out)
      : text_(scan.text), letters_(scan.letters.at[0]), digits_(scan.digits.at[0]), out_(out) {
    out.size = scan.size;
    out.symbols = ~std::uint64_t{0} >> (64 - scan.size) & ~(letters_ | digits_ | scan.spaces.at[0]);
  }

  bool read() {
    out_.quiet_symbols = 0;
    if (out_.symbols != 0 && !read_symbols()) return false;
    // 5th, b2: one word or two.
    if ((letters_ & digits_ << 1) | (digits_ & letters_ << 1)) return false;
    out_.form.used = 0;
    out_.form.plain.count = 0;
    out_.form.plain.overflow = false;
    out_.any = out_.first_letters = out_.content_letters = 0;
    out_.figures = out_.holds_n = out_.unknown = false;
    const std::uint64_t runs = letters_ | digits_ | quotes_;
    if (runs == 0) return false;
    for (std::uint64_t starts = (runs & ~(runs << 1)) | ands_; starts != 0; starts &= starts - 1) {
      const int at = std::countr_zero(starts);
      if (ands_ >> at & 1) {
        add(word_of(kAnd, 3), at, at + 1);
        continue;
      }
      const int size = std::countr_one(runs >> at);
      if (size > static_cast<int>(kMaxTextWord)) return false;
      if (quotes_ != 0 && (quotes_ >> at & ((std::uint64_t{1} << size) - 1)) != 0) {
        if (!add_clipped(at, size)) return false;
        continue;
      }
      Word word = word_of(text_ + at, static_cast<std::size_t>(size));
      word.figure = (digits_ >> at & 1) != 0;
      word.number = word.figure || word.is(kOrdinal | kNumberWord);
      if (may_join_numbers(word)) return false;
      out_.figures |= word.figure;
      add(word, at, at + size);
    }
    return true;
  }

 private:
  bool is_letter(int at) const { return at >= 0 && at < kMaxLaneSize && (letters_ >> at & 1); }
  bool is_digit(int at) const { return at >= 0 && at < kMaxLaneSize && (digits_ >> at & 1); }

  bool read_symbols() {
    for (std::uint64_t left = out_.symbols; left != 0; left &= left - 1) {
      const int at = std::countr_zero(left);
      const std::uint64_t bit = left & ~(left - 1);
      switch (text_[at]) {
        case '.':  // u.s.a
          if (is_letter(at - 1) && is_letter(at + 1)) return false;
          out_.quiet_symbols |= bit;
          break;
        case ',':  // 1,000
          if (is_digit(at - 1) && is_digit(at + 1)) return false;
          out_.quiet_symbols |= bit;
          break;
        case ':':
        case ';':
        case '!':
        case '?': out_.quiet_symbols |= bit; break;
        case '"':
        case '(':
        case ')':
        case '/': break;
        case '-':  // -5
          if (at == 0) return false;
          break;
        case '&': ands_ |= bit; break;
        case '\'':  // of the apostrophes only that of 's
          if (!is_letter(at - 2) || !is_letter(at - 1) || text_[at + 1] != 's' || is_letter(at + 2) ||
              text_[at + 2] == '\'')
            return false;
          quotes_ |= bit;
          break;
        default: return false;
      }
    }
    out_.symbols &= ~(ands_ | quotes_);
    return true;
  }

  // marlowe's
  bool add_clipped(int at, int size) {
    constexpr std::uint32_t kReadApart = kNumberWord | kOtherNumber | kSpelling | kHesitation | kStart | kClose |
                                         kNamed | kJoin | kCorrects | kSeparates | kOrdinal;
    const auto stem = static_cast<std::size_t>(size) - 2;
    const Word head = word_of(text_ + at, stem);
    // But it's and that's, whose phrases are known.
    const bool leads = head.head == head_of("it") || head.head == head_of("that");
    if ((head.is(kReadApart) && !leads) || may_join_numbers(head)) return false;
    char joined[kMaxTextWord];
    std::memcpy(joined, text_ + at, stem);
    joined[stem] = 's';
    const std::string_view kept = out_.form.keep(joined, stem + 1);
    Word word = word_of(kept.data(), kept.size());
    // Its last part is a letter on its own.
    word.number = word.is(kOrdinal);
    word.clipped = true;
    add(word, at, at + size);
    out_.any |= head.roles | kSpelling | kSureLetter;
    return true;
  }

  void add(const Word& word, int from, int to) {
    const int k = out_.form.plain.count++;
    out_.form.plain.at[k] = word;
    out_.begin[k] = static_cast<std::uint8_t>(from);
    out_.end[k] = static_cast<std::uint8_t>(to);
    out_.any |= word.roles;
    const std::uint32_t letter = std::uint32_t{1} << (word.head & 31);
    out_.first_letters |= letter;
    if (!word.is(kArticle | kSmallWord | kPreposition)) out_.content_letters |= letter;
    out_.unknown |= word.id == kNoTextWord && !word.figure;
    out_.holds_n |= word.is_letter('n');
  }

  const char* const text_;
  const std::uint64_t letters_, digits_;
  std::uint64_t ands_ = 0, quotes_ = 0;
  LaneText& out_;
};

}  // namespace

bool read_lane_words(const Scan& scan, LaneText& out) {
  return scan.size <= kMaxLaneSize && LaneReader(scan, out).read();
}

}  // namespace ablmatch
