// Words of a scanned text by its masks: what read_text_words makes of the shapes that are simple.
#include "text_lane_words.hpp"

namespace ablmatch {

namespace {

// Number words that are written as one, zweihundert: the lexemes would be their parts (spoken_lookup.cpp).
bool may_join_numbers(const Word& word) {
  const auto letter_of = [&](std::size_t k) {
    return static_cast<unsigned>(static_cast<unsigned char>(word.text[k])) - 'a';
  };
  const unsigned first = letter_of(0), second = letter_of(1), last = letter_of(word.size - 1u);
  if (first >= 26 || second >= 26 || last >= 26 || (kJoinedNumberHeads[first] >> second & 1) == 0 ||
      (kJoinedNumberEnds >> last & 1) == 0)
    return false;
  for (const std::string_view stem : {"hundert", "honderd", "cent", "tausend", "duizend", "mila", "mille"})
    if (word.view().find(stem) != std::string_view::npos) return true;
  return false;
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
  if ((head.is(kReadApart) && !leads) || (stem >= kShortestJoined && may_join_numbers(head))) return false;
  char joined[kMaxTextWord + 1];
  std::memcpy(joined, text, stem);
  joined[stem] = 's';
  const std::string_view kept = out.form.keep(joined, stem + 1);
  word = word_of(kept.data(), kept.size());
  word.clipped = true;
  // The s is a letter on its own.
  out.any |= head.roles | kSpelling | kSureLetter;
  return true;
}

constexpr char kAnd[16] = "and";

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
  out.form.used = 0;
  out.any = 0;
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
  out.signs = ands;
  std::uint64_t starts = runs & ~(runs << 1);
  out.single = (letters & starts & ~(runs >> 1)) != 0;
  starts |= ands;
  Word* word = out.form.plain.at;
  std::uint8_t* begin = out.begin;
  int longest = 0;
  for (; starts != 0; starts &= starts - 1, ++word) {
    const int at = std::countr_zero(starts);
    *begin++ = static_cast<std::uint8_t>(at);
    int size = std::countr_one(runs >> at);
    word->clipped = false;
    word->text = scan.text + at;
    if ((ands | quotes) != 0) {
      if (ands >> at & 1) word->text = kAnd, size = 3;
      else if (quotes >> at & ((std::uint64_t{1} << (size & 63)) - 1)) {
        if (size > static_cast<int>(kMaxTextWord) ||
            !cut_clipped(word->text, static_cast<std::size_t>(size), out, *word))
          return false;
        continue;
      }
    }
    longest = size > longest ? size : longest;
    word->size = static_cast<std::uint16_t>(size);
    word->head = text_head(word->text, static_cast<std::size_t>(size));
    word->tail = text_tail(word->text, static_cast<std::size_t>(size));
  }
  out.form.plain.count = static_cast<int>(word - out.form.plain.at);
  out.form.plain.overflow = false;
  return longest <= static_cast<int>(kMaxTextWord);
}

bool look_up_lane_words(LaneText& text) {
  std::uint32_t any = text.any, first_letters = 0, content_letters = 0;
  constexpr std::uint32_t kMayGo = kSaysLittle | kLegalForm | kNumberWord | kOtherNumber | kContraction;
  bool lasting = false;
  const std::uint8_t* begin = text.begin;
  const Word* const end = text.form.plain.at + text.form.plain.count;
  for (Word* word = text.form.plain.at; word != end; ++word, ++begin) {
    const TextWord* const row = find_text_word(word->head, word->tail, word->size);
    const bool figure = (text.digits >> *begin & 1) != 0;
    const std::uint32_t roles = row ? row->roles : 0;
    word->roles = roles;
    word->id = row ? id_of(*row) : kNoTextWord;
    word->figure = figure;
    // The stem before 's is no number, and the sign & none that joins some.
    const bool written = !word->clipped && (text.signs >> *begin & 1) == 0;
    word->number = figure || (roles & (written ? kOrdinal | kNumberWord : kOrdinal)) != 0;
    any |= roles;
    lasting |= (roles & kMayGo) == 0 && !figure;
    if (word->size >= kShortestJoined && may_join_numbers(*word)) return false;
    const std::uint32_t letter = std::uint32_t{1} << (word->head & 31);
    first_letters |= letter;
    content_letters |= (roles & kSaysLittle) != 0 ? 0 : letter;
  }
  text.any = any;
  text.first_letters = first_letters;
  text.content_letters = content_letters;
  text.lasting = lasting;
  return true;
}

}  // namespace ablmatch
