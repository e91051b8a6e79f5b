// Words of a scanned text by its masks: what read_text_words makes of the shapes that are simple.
#include "text_lane_words.hpp"

namespace ablmatch {

namespace {

// Number words that are written as one, zweihundert: the lexemes would be their parts (spoken_lookup.cpp).
bool joins_numbers(std::string_view word) {
  for (const std::string_view stem : {"hundert", "honderd", "cent", "tausend", "duizend", "mila", "mille"})
    if (word.find(stem) != std::string_view::npos) return true;
  return false;
}
// Whether it begins and ends like one, without a branch: 1 for few words.
std::uint32_t may_join_numbers(const char* text, std::size_t size) {
  const auto letter_at = [&](std::size_t k) { return static_cast<unsigned>(text[k]) & 31; };
  return kJoinedNumberHeads[letter_at(0)] >> letter_at(1) &
         kJoinedNumberEnds[letter_at(size - 1)] >> letter_at(size - 2) & 1;
}
constexpr std::size_t kShortestJoined = 8;

// What the symbols of a text are; `valid`: none that makes words, or belongs to one, in a way not known here.
struct Symbols {
  std::uint64_t quiet = 0, ands = 0, quotes = 0;
  bool valid = true;
};

Symbols read_symbols(const char* text, std::uint64_t symbols, std::uint64_t letters, std::uint64_t digits) {
  Symbols found;
  for (std::uint64_t left = symbols; left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    const std::uint64_t bit = left & ~(left - 1);
    const auto between = [&](std::uint64_t mask) { return (mask & bit << 1) != 0 && (mask & bit >> 1) != 0; };
    switch (text[at]) {
      case '.':  // u.s.a
        found.valid = found.valid && !between(letters);
        found.quiet |= bit;
        break;
      case ',':  // 1,000
        found.valid = found.valid && !between(digits);
        found.quiet |= bit;
        break;
      case ':':
      case ';':
      case '!':
      case '?': found.quiet |= bit; break;
      case '"':
      case '(':
      case ')':
      case '/': break;
      case '-':  // -5
        found.valid = found.valid && at != 0;
        break;
      case '&': found.ands |= bit; break;
      case '\'':  // of the apostrophes only that of 's, behind two letters
        found.valid = found.valid && between(letters) && (letters & bit >> 2) != 0 && text[at + 1] == 's' &&
                      (letters & bit << 2) == 0 && text[at + 2] != '\'';
        found.quotes |= bit;
        break;
      default: found.valid = false;
    }
  }
  return found;
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
  return true;
}

constexpr char kAnd[32] = "and";

// What a load of eight bytes at a word, and of the next eight, keeps of them.
struct WordMasks {
  std::uint64_t head[kMaxLaneSize + 1] = {}, tail[kMaxLaneSize + 1] = {};

  constexpr WordMasks() {
    const std::uint64_t all = ~std::uint64_t{0};
    for (int size = 1; size <= kMaxLaneSize; ++size) {
      head[size] = size >= 8 ? all : all >> (64 - 8 * size);
      tail[size] = size <= 8 ? 0 : size >= 16 ? all : all >> (128 - 8 * size);
    }
  }
};
constexpr WordMasks kMasks;

// Bits from which on at least `least` bits of `runs` are set, a power of two.
constexpr std::uint64_t runs_of(std::uint64_t runs, int least) {
  for (int width = 1; width < least; width *= 2) runs &= runs >> width;
  return runs;
}

// Makes a word of each run and, with `marks`, of each sign & and each run with an apostrophe.
template <bool marks>
bool cut_runs(const Scan& scan, std::uint64_t starts, std::uint64_t runs, std::uint64_t ands, std::uint64_t quotes,
              LaneText& out) {
  out.runs = runs;
  out.joined = starts & runs_of(runs, kShortestJoined);
  const std::uint64_t sixteen = runs_of(runs, kMaxTextWord), too_long = sixteen & runs >> kMaxTextWord;
  if (too_long != 0) return false;
  Word* word = out.words;
  std::uint32_t known = 0, first_letters = 0, content_letters = 0;
  int k = 0;
  for (; starts != 0; starts &= starts - 1, ++word, ++k) {
    const int at = std::countr_zero(starts);
    auto size = static_cast<unsigned>(std::countr_one(runs >> at));
    const char* text = scan.text + at;
    out.begin[k] = static_cast<std::uint8_t>(at);
    word->clipped = false;
    if constexpr (marks) {
      if (ands >> at & 1) {
        text = kAnd, size = 3;
      } else if (quotes >> at & ((std::uint64_t{1} << (size & 63)) - 1)) {
        if (!cut_clipped(text, size, out, *word)) return false;
        out.clipped |= std::uint32_t{1} << k;
        text = word->text, size = word->size;
      }
    }
    out.initials[k] = *text;
    const std::uint64_t head = detail::load8(text) & kMasks.head[size];
    const std::uint64_t tail = detail::load8(text + 8) & kMasks.tail[size];
    const std::uint32_t seen = row_bit(text_hash(head, tail)), letter = std::uint32_t{1} << (head & 31);
    known |= seen << k;
    first_letters |= letter;
    content_letters |= letter & (seen - 1);
    word->text = text;
    word->head = head;
    word->tail = tail;
    word->roles = 0;
    word->size = static_cast<std::uint16_t>(size);
    word->id = kNoTextWord;
    word->figure = word->number = (out.digits >> at & 1) != 0;
  }
  out.known = known;
  out.first_letters = first_letters;
  out.content_letters = content_letters;
  out.words_count = k;
  return true;
}

}  // namespace

bool cut_lane_words(const Scan& scan, LaneText& out) {
  if (scan.size > kMaxLaneSize) return false;
  const std::uint64_t letters = scan.letters.at[0], digits = scan.digits.at[0];
  std::uint64_t symbols = (~std::uint64_t{0} >> (64 - scan.size)) & ~(letters | digits | scan.spaces.at[0]);
  // 5th, b2: one word or two.
  if ((letters & digits << 1) | (digits & letters << 1)) return false;
  std::uint64_t runs = letters | digits, ands = 0, quotes = 0;
  if (runs == 0) return false;
  out.quiet_symbols = 0;
  out.used = 0;
  out.any = out.clipped = 0;
  if (symbols != 0) {
    const Symbols found = read_symbols(scan.text, symbols, letters, digits);
    if (!found.valid) return false;
    ands = found.ands, quotes = found.quotes;
    out.quiet_symbols = found.quiet;
    symbols &= ~(ands | quotes);
    runs |= quotes;
  }
  out.symbols = symbols;
  out.digits = digits;
  out.raw = scan.text;
  out.signs = ands;
  std::uint64_t starts = runs & ~(runs << 1);
  out.single = (letters & starts & ~(runs >> 1)) != 0;
  starts |= ands;
  return (ands | quotes) == 0 ? cut_runs<false>(scan, starts, runs, 0, 0, out)
                              : cut_runs<true>(scan, starts, runs, ands, quotes, out);
}

bool look_up_lane_words(LaneText& text) {
  constexpr std::uint32_t kMayGo = kSaysLittle | kLegalForm | kNumberWord | kOtherNumber | kContraction;
  std::uint32_t any = text.any, content_letters = text.content_letters, gone = 0, little = 0, sure = text.clipped,
                named = text.clipped, joins = 0;
  for (std::uint32_t left = text.known; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    Word& word = text.words[k];
    const TextWord* const row = find_text_row(text_hash(word.head, word.tail), word.head, word.tail, word.size);
    const std::uint32_t roles = row ? row->roles : 0, bit = left & ~(left - 1);
    content_letters |= (roles & kSaysLittle) != 0 ? 0 : std::uint32_t{1} << (word.head & 31);
    if (row == nullptr) continue;
    little |= (roles & kSaysLittle) != 0 ? bit : 0;
    word.roles = roles;
    word.id = id_of(*row);
    any |= roles;
    // The stem before 's is no number, and the sign & none that joins some.
    const bool written = !word.clipped && (text.signs >> text.begin[k] & 1) == 0;
    word.number |= (roles & (written ? kOrdinal | kNumberWord : kOrdinal)) != 0;
    gone |= (roles & kMayGo) != 0 ? bit : 0;
    sure |= (roles & kSureLetter) != 0 ? bit : 0;
    named |= (roles & kLetterName) != 0 ? bit : 0;
    joins |= (roles & kJoin) != 0 ? bit : 0;
  }
  const int count = text.words_count;
  const std::uint32_t all = ~std::uint32_t{0} >> (32 - count);
  std::uint32_t lasting = all & ~gone;
  if (text.has_figures())
    for (int k = 0; k < count; ++k)
      if (text.words[k].figure) lasting &= ~(std::uint32_t{1} << k);
  text.any = any;
  text.little = little;
  text.spelled = (sure & (sure - 1)) != 0 || (named << 1 & joins) != 0;
  text.content_letters = content_letters;
  text.lasting = lasting != 0;
  std::uint32_t suspect = 0;
  for (std::uint64_t left = text.joined; left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    suspect |= may_join_numbers(text.raw + at, static_cast<std::size_t>(std::countr_one(text.runs >> at)));
  }
  if (suspect != 0)
    for (int k = 0; k < count; ++k)
      if (text.word(k).size >= kShortestJoined && joins_numbers(text.word(k).view())) return false;
  return true;
}

}  // namespace ablmatch
