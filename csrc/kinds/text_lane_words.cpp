// Words of a scanned text by its masks: what read_text_words makes of the shapes that are simple.
#include "text_lane_words.hpp"

#include <algorithm>

#include "../spoken.hpp"

namespace ablmatch {

namespace {

// What the symbols of a text are; `valid`: none that makes words, or belongs to one, in a way not known here.
struct Symbols {
  std::uint64_t quiet, ands, quotes;
  bool valid;
};

enum SymbolClass : unsigned char { kOther, kDot, kComma, kQuiet, kBreak, kDash, kSign, kQuote, kSymbolClasses };

struct SymbolTable {
  unsigned char class_of[128] = {};

  constexpr SymbolTable() {
    set(".", kDot), set(",", kComma), set("-", kDash), set("&", kSign), set("'", kQuote);
    set(":;!?", kQuiet), set("\"()/", kBreak);
  }
  constexpr void set(std::string_view signs, SymbolClass to) {
    for (const char sign : signs) class_of[static_cast<unsigned char>(sign)] = to;
  }
};
constexpr SymbolTable kSymbols;

// All of a class at once: which of them a text has, cannot be foreseen.
Symbols read_symbols(const char* text, std::uint64_t symbols, std::uint64_t letters, std::uint64_t digits) {
  std::uint64_t of[kSymbolClasses] = {};
  for (std::uint64_t left = symbols; left != 0; left &= left - 1)
    of[kSymbols.class_of[text[std::countr_zero(left)] & 127]] |= left & ~(left - 1);
  const auto between = [](std::uint64_t mask) { return mask << 1 & mask >> 1; };
  const std::uint64_t runs = letters | digits;
  const std::uint64_t leads = runs >> 1 & ~(runs << 1);  // -5, .5, and -five
  std::uint64_t unknown = of[kOther];
  unknown |= of[kDot] & (between(letters) | leads);  // u.s.a
  unknown |= of[kComma] & between(digits);           // 1,000
  unknown |= of[kDash] & (leads | (letters << 1 & ~(runs >> 1)) | 1);  // A-
  // Of the apostrophes only that of 's, behind two letters.
  unknown |= of[kQuote] & ~(between(letters) & letters << 2 & ~(letters >> 2));
  for (std::uint64_t left = of[kQuote] & ~unknown; left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    if (text[at + 1] != 's' || text[at + 2] == '\'') unknown = 1;
  }
  return {of[kDot] | of[kComma] | of[kQuiet], of[kSign], of[kQuote], unknown == 0};
}

// marlowe's, from `text` on: one word, read apart only where no part of it is said in another way.
bool cut_clipped(const char* text, std::size_t size, LaneText& out, Word& word) {
  constexpr std::uint32_t kReadApart = kNumberWord | kOtherNumber | kSpelling | kHesitation | kStart | kClose | kNamed |
                                       kJoin | kCorrects | kSeparates | kOrdinal;
  const std::size_t stem = size - 2;
  const Word head = word_of(text, stem);
  // But it's and that's, whose phrases are known.
  const bool leads = head.head == head_of("it") || head.head == head_of("that");
  if ((head.is(kReadApart) && !leads) || (stem >= kShortestJoined && joins_numbers({text, stem}))) return false;
  char joined[kMaxTextWord + 1];
  std::memcpy(joined, text, stem);
  joined[stem] = 's';
  const std::string_view kept = out.keep(joined, stem + 1);
  word = word_of(kept.data(), kept.size());
  word.clipped = true;
  // The s is a letter on its own.
  out.any |= head.roles | kSpelling | kSureLetter;
  out.clipped = true;
  return true;
}

constexpr char kAnd[32] = "and";

// Is there a run of more than kMaxTextWord bits?
constexpr bool has_long_run(std::uint64_t runs) {
  std::uint64_t from = runs;
  for (std::size_t width = 1; width < kMaxTextWord; width *= 2) from &= from >> width;
  return (from & runs >> kMaxTextWord) != 0;
}

// Takes in the row of the word, whose text is known, without a branch: whether a word has one is anybody's guess.
struct RoleSums {
  std::uint32_t any = 0, twice = 0, letters = 0, content_letters = 0, joined = 0, lasting = 0;

  void look_up(Word& word, bool figure, bool written) {
    constexpr std::uint32_t kMayGo = kSaysLittle | kLegalForm | kNumberWord | kOtherNumber | kContraction;
    const std::uint64_t head = word.head, tail = word.tail, hash = text_hash(head, tail);
    // Words without a row look at the first one, so that the others stay near.
    const std::uint64_t seen = std::uint64_t{0} - row_bit(hash);
    const std::uint64_t move = tables::text_moves[hash >> 22 & ((1u << tables::kTextMoveBits) - 1)];
    const std::uint64_t at = (hash ^ move) & ((1u << tables::kTextSlotBits) - 1) & seen;
    const TextWord& row = tables::text_words[at];
    const std::uint64_t has_tail = std::uint64_t{0} - std::uint64_t{tail != 0};
    const std::uint64_t differs = (row.head ^ head) | ((tables::text_tails[at & has_tail] ^ tail) & has_tail) |
                                  static_cast<std::uint64_t>(row.size ^ word.size);
    const std::uint32_t found = std::uint32_t{0} - std::uint32_t{differs == 0};
    const std::uint32_t roles = row.roles & found;
    const std::uint32_t letter = std::uint32_t{1} << (head & 31);
    word.roles = roles;
    word.id = static_cast<std::uint16_t>(static_cast<std::uint32_t>(at) | ~found);
    word.figure = figure;
    // The stem before 's is no number, and the sign & none that joins some.
    word.number = figure | ((roles & (written ? kOrdinal | kNumberWord : kOrdinal)) != 0);
    twice |= any & roles;
    any |= roles;
    letters |= letter;
    content_letters |= (roles & kSaysLittle) != 0 ? 0 : letter;
    lasting |= static_cast<std::uint32_t>(((roles & kMayGo) == 0) & !figure);
    joined |= kJoinedNumberHeads[head & 31] >> (head >> 8 & 31) & static_cast<std::uint32_t>(head >> 56 != 0);
  }
};

// Makes a word of each run and, with `marks`, of each sign & and each run with an apostrophe.
template <bool marks>
bool cut_runs(const Scan& scan, const TextShape& shape, LaneText& out) {
  const std::uint64_t runs = shape.runs;
  RoleSums sums;
  Word* word = out.words;
  int k = 0;
  for (std::uint64_t starts = shape.starts; starts != 0; starts &= starts - 1, ++word, ++k) {
    const int at = std::countr_zero(starts);
    auto size = static_cast<unsigned>(std::countr_one(runs >> at));
    const char* text = scan.text + at;
    bool written = true;
    out.begin[k] = static_cast<std::uint8_t>(at);
    word->clipped = false;
    if constexpr (marks) {
      if (shape.signs >> at & 1) {
        text = kAnd, size = 3;
        written = false;
      } else if (shape.quotes >> at & ((std::uint64_t{1} << size) - 1)) {
        if (!cut_clipped(text, size, out, *word)) return false;
        text = word->text, size = word->size;
        written = false;
      }
    }
    word->text = text;
    word->head = detail::load8(text) & kWordMasks.head[size];
    word->tail = detail::load8(text + 8) & kWordMasks.tail[size];
    word->size = static_cast<std::uint16_t>(size);
    sums.look_up(*word, (shape.digits >> at & 1) != 0, written);
  }
  out.any |= sums.any;
  out.letters = sums.letters;
  out.content_letters = sums.content_letters;
  out.joined = (sums.joined & 1) != 0;
  out.lasting = sums.lasting != 0;
  out.spelled = (sums.twice & kSureLetter) != 0 || ((sums.any & kLetterName) != 0 && (sums.any & kJoin) != 0);
  if constexpr (marks) out.spelled = out.spelled || out.clipped;
  out.words_count = k;
  return true;
}

}  // namespace

bool read_shape(const Scan& scan, TextShape& shape) {
  if (scan.size > kMaxLaneSize) return false;
  const std::uint64_t letters = scan.letters.at[0], digits = scan.digits.at[0];
  const std::uint64_t symbols = (~std::uint64_t{0} >> (64 - scan.size)) & ~(letters | digits | scan.spaces.at[0]);
  // 5th, b2: one word or two.
  if ((letters & digits << 1) | (digits & letters << 1)) return false;
  shape = {letters | digits, 0, digits, symbols, 0, 0, 0, false};
  if (shape.runs == 0) return false;
  if (symbols != 0) {
    const Symbols found = read_symbols(scan.text, symbols, letters, digits);
    if (!found.valid) return false;
    shape.signs = found.ands;
    shape.quotes = found.quotes;
    shape.quiet_symbols = found.quiet;
    shape.symbols &= ~(found.ands | found.quotes);
    shape.runs |= found.quotes;
  }
  const std::uint64_t starts = shape.runs & ~(shape.runs << 1);
  shape.single = (letters & starts & ~(shape.runs >> 1)) != 0;
  shape.starts = starts | shape.signs;
  return !has_long_run(shape.runs);
}

bool cut_lane_words(const Scan& scan, const TextShape& shape, LaneText& out) {
  out.used = 0;
  out.any = 0;
  out.clipped = false;
  out.single = shape.single;
  out.quiet_symbols = shape.quiet_symbols;
  out.symbols = shape.symbols;
  out.digits = shape.digits;
  out.raw = scan.text;
  out.signs = shape.signs;
  return (shape.signs | shape.quotes) == 0 ? cut_runs<false>(scan, shape, out) : cut_runs<true>(scan, shape, out);
}

bool joins_number_words(const LaneText& text) {
  return text.joined && std::any_of(text.begin_words(), text.end_words(), [](const Word& word) {
           return word.size >= kShortestJoined && joins_numbers(word.view());
         });
}

}  // namespace ablmatch
