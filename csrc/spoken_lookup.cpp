// Looks words up in the spoken table, takes long number words apart, and decides which words are numbers here.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "spoken.hpp"
#include "spoken_pauses.hpp"
#include "tables/spoken_words.hpp"
#include "tables/text_words.hpp"

namespace ablmatch {

namespace {

using Class = NumberClass;

bool is_gap(const Lexeme& lexeme) {
  return lexeme.type == LexemeType::symbol || (lexeme.spoken && (lexeme.spoken->roles & kGap));
}

bool may_be_numeric(const Lexeme& lexeme) {
  if (lexeme.is_number()) return true;
  return lexeme.spoken && lexeme.spoken->number != Class::none && lexeme.spoken->number != Class::conjunction;
}

bool is_strong(const Lexeme& lexeme) { return lexeme.is_number() || !lexeme.spoken->weak; }

// "cinquante et un", "oitenta e um": a conjunction between number words of its language.
bool joins_words(const Lexemes& lexemes, int at) {
  const Lexeme& word = lexemes.at[at];
  if (!word.spoken || word.spoken->number != Class::conjunction) return false;
  // Hyphens may stand between: cinquante-et-un.
  const int first = lexemes.at[at - 1].is_symbol('-') && at > 1 ? at - 2 : at - 1;
  const int last = at + 1 < lexemes.count && lexemes.at[at + 1].is_symbol('-') ? at + 2 : at + 1;
  if (last >= lexemes.count) return false;
  const Lexeme& before = lexemes.at[first];
  const Lexeme& behind = lexemes.at[last];
  if (!before.is_word() || !behind.is_word() || !may_be_numeric(before) || !may_be_numeric(behind)) return false;
  return word.spoken->languages & before.spoken->languages & behind.spoken->languages;
}

// Number words that mean something else in any language's talk (um, no): numbers only among words that cannot be English.
bool is_everyday(const Lexeme& lexeme) { return (lexeme.spoken->roles & kFiller) || lexeme.is("no"); }

// ---- number words written as one word: zweitausenddreihundert, trecentotrentotto, vierhonderdvijftig ----

constexpr std::size_t kLongestJoined = 80;
constexpr std::size_t kLongestPiece = 20;
constexpr int kMaxPieces = 16;

constexpr std::string_view kScaleStems[] = {"hundert", "honderd", "cent", "tausend", "duizend", "mila", "mille"};

class JoinedNumber {
 public:
  explicit JoinedNumber(std::string_view word) : word_(word) {}

  bool split(unsigned language) {
    language_ = language;
    count_ = 0;
    std::memset(dead_, 0, sizeof dead_);
    return from(0) && count_ > 1;
  }
  int count() const { return count_; }
  std::string_view piece(int k) const { return pieces_[k]; }
  const SpokenWord* row(int k) const { return rows_[k]; }

 private:
  // Longest pieces first; a place from which the rest cannot be split is tried once.
  bool from(std::size_t at) {
    if (at == word_.size()) return true;
    if (dead_[at] || count_ == kMaxPieces) return false;
    const std::size_t most = word_.size() - at < kLongestPiece ? word_.size() - at : kLongestPiece;
    for (std::size_t size = most; size >= 2; --size) {
      const std::string_view piece = word_.substr(at, size);
      const SpokenWord* row = kSpokenWords.find(piece);
      if (!row || row->number == Class::none || row->number == Class::multiplier || !(row->languages & language_))
        continue;
      pieces_[count_] = piece;
      rows_[count_++] = row;
      if (from(at + size)) return true;
      // Italian drops the o of cento before another: centotto, novecentottanta.
      if ((language_ & kItalian) && piece.ends_with("cento") && from(at + size - 1)) return true;
      --count_;
    }
    dead_[at] = true;
    return false;
  }

  std::string_view word_;
  unsigned language_ = 0;
  bool dead_[kLongestJoined + 1] = {};
  std::string_view pieces_[kMaxPieces];
  const SpokenWord* rows_[kMaxPieces];
  int count_ = 0;
};

std::uint32_t clues_of(const SpokenWord& word) {
  return word.roles | (word.number != Class::none ? std::uint32_t{kNumberClue} : 0);
}

// Words that open a phrase and have no row (WITHOUT_ROW in tools/tables/spoken.py).
std::uint32_t clues_of_unknown(const Lexeme& word) {
  if (word.is("let")) return kFillerOpener;
  if (word.is("scratch") || word.is("strike") || word.is("make")) return kCorrectionOpener;
  return tells_pause(word) ? std::uint32_t{kPauseClue} : 0;
}

// Puts the pieces of a joined number in the place of lexeme `at`; returns how many lexemes stand there now.
int replace_joined(Lexemes& lexemes, int at, std::uint32_t& clues) {
  const std::size_t size = lexemes.at[at].size;
  if (size < kShortestJoined || size > kLongestJoined || !joins_numbers(lexemes.at[at].view())) return 1;
  JoinedNumber joined(lexemes.at[at].view());
  bool found = false;
  for (const unsigned language : {kGerman, kItalian, kDutch}) found = found || joined.split(language);
  if (!found || lexemes.count + joined.count() - 1 > kMaxLexemes) return 1;
  const int pieces = joined.count();
  std::memmove(lexemes.at + at + pieces, lexemes.at + at + 1,
               static_cast<std::size_t>(lexemes.count - at - 1) * sizeof(Lexeme));
  lexemes.count += pieces - 1;
  Lexeme piece = lexemes.at[at];
  for (int k = 0; k < pieces; ++k) {
    piece.text = joined.piece(k).data();
    piece.size = static_cast<std::uint16_t>(joined.piece(k).size());
    piece.hash = word_hash(piece.text, piece.size);
    piece.spoken = joined.row(k);
    clues |= clues_of(*piece.spoken);
    lexemes.at[at + k] = piece;
    piece.spaced = false;
  }
  return pieces;
}

// Which languages the numbers of a run may be in.
struct RunLanguages {
  unsigned any = 0;      // of its strong words; figures belong to English as much as to any other
  unsigned shared = 0;   // that every strong word belongs to, narrowed by weak words that agree; 0: mixed

  // Is a weak word of these languages a number in the run?
  bool admit(unsigned languages) const { return languages & (shared ? shared : any); }
};

RunLanguages languages_of(const Lexemes& lexemes, int from, int to) {
  RunLanguages found;
  bool words = false, figures = false;
  unsigned shared = ~0u;
  for (int at = from; at < to; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (!may_be_numeric(lexeme) || !is_strong(lexeme)) continue;
    found.any |= lexeme.is_number() ? unsigned{kEnglish} : lexeme.spoken->languages;
    // "double" and "triple" are said in more languages than English.
    figures |= lexeme.is_number();
    if (lexeme.is_number() || (lexeme.spoken->number == Class::multiplier && lexeme.spoken->languages == kEnglish))
      continue;
    words = true;
    shared &= lexeme.spoken->languages;
  }
  // "double" alone: what it repeats decides ("double teen").
  if (!words && (figures || found.any == 0)) shared = found.any;
  // "zero" is a word of five languages; "due" beside it is of one.
  for (int at = from; at < to; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (!may_be_numeric(lexeme) || is_strong(lexeme) || is_everyday(lexeme)) continue;
    if (shared & lexeme.spoken->languages) shared &= lexeme.spoken->languages;
  }
  found.shared = shared;
  return found;
}

}  // namespace

bool joins_numbers(std::string_view word) {
  const auto letter_at = [&](std::size_t k) { return static_cast<unsigned>(word[k]) & 31; };
  const std::size_t size = word.size();
  if ((kJoinedNumberHeads[letter_at(0)] >> letter_at(1) &
       kJoinedNumberEnds[letter_at(size - 1)] >> letter_at(size - 2) & 1) == 0)
    return false;
  for (std::size_t at = 0; at + 4 <= size; ++at) {
    // Few places begin with such a letter.
    constexpr std::uint32_t kFirst =
        1u << ('h' - 'a') | 1u << ('c' - 'a') | 1u << ('t' - 'a') | 1u << ('d' - 'a') | 1u << ('m' - 'a');
    const auto letter = static_cast<unsigned>(static_cast<unsigned char>(word[at]) - 'a');
    if (letter >= 26 || !(kFirst >> letter & 1)) continue;
    for (const std::string_view stem : kScaleStems)
      if (word.substr(at).starts_with(stem)) return true;
  }
  return false;
}

void look_up_spoken(Lexemes& lexemes) {
  std::uint32_t clues = 0;
  for (int at = 0; at < lexemes.count;) {
    Lexeme& lexeme = lexemes.at[at];
    if (!lexeme.is_word()) {
      ++at;
      continue;
    }
    lexeme.spoken = nullptr;
    if (may_be_spoken(lexeme.hash)) {
      lexeme.spoken = kSpokenWords.find(lexeme.text, lexeme.size, lexeme.hash);
      clues |= lexeme.spoken ? clues_of(*lexeme.spoken) : clues_of_unknown(lexeme);
    }
    at += lexeme.spoken ? 1 : replace_joined(lexemes, at, clues);
  }
  lexemes.clues = clues;
  mark_numeric(lexemes);
}

void mark_numeric(Lexemes& lexemes) {
  // Without number words the figures are the numbers, as split left it.
  if (!(lexemes.clues & kNumberClue)) return;
  for (int at = 0; at < lexemes.count;) {
    // A run: candidates with nothing but separators between them.
    int end = at, last = at;
    bool weak = false;
    for (; end < lexemes.count; ++end) {
      Lexeme& lexeme = lexemes.at[end];
      lexeme.numeric = may_be_numeric(lexeme);
      if (lexeme.numeric) {
        weak |= !is_strong(lexeme);
        last = end + 1;
      } else if (end == at || !(is_gap(lexeme) || joins_words(lexemes, end))) {
        break;
      }
    }
    const int from = at;
    at = std::max(last, at + 1);
    if (!weak) continue;
    const RunLanguages run = languages_of(lexemes, from, last);
    for (int k = from; k < last; ++k) {
      Lexeme& lexeme = lexemes.at[k];
      if (!lexeme.numeric || is_strong(lexeme)) continue;
      const bool everyday = is_everyday(lexeme) && ((run.shared ? run.shared : run.any) & kEnglish);
      lexeme.numeric = run.admit(lexeme.spoken->languages) && !everyday;
    }
  }
}

namespace {

// Where the second word of "doppelnull" or "duemila" begins; 0: the word is none of these. Longer numbers are taken apart
// for every kind.
std::size_t second_word(const Lexeme& lexeme) {
  const std::string_view word = lexeme.view();
  if (word.starts_with("doppel") || word.starts_with("dubbel")) return 6;
  return word.size() < kShortestJoined && word.ends_with("mila") ? word.size() - 4 : 0;
}

}  // namespace

void part_joined(Lexemes& lexemes) {
  bool parted = false;
  for (int at = 0; at < lexemes.count; ++at) {
    Lexeme& lexeme = lexemes.at[at];
    if (lexeme.spoken || !lexeme.is_word()) continue;
    const std::size_t cut = second_word(lexeme);
    if (cut == 0 || lexemes.count == kMaxLexemes) continue;
    const SpokenWord* first = kSpokenWords.find(lexeme.view().substr(0, cut));
    const SpokenWord* second = kSpokenWords.find(lexeme.view().substr(cut));
    const auto counts = [](const SpokenWord* row) {
      return row && row->number != Class::none && row->number != Class::conjunction;
    };
    if (!counts(first) || !counts(second) || !(first->languages & second->languages)) continue;
    std::memmove(lexemes.at + at + 2, lexemes.at + at + 1,
                 static_cast<std::size_t>(lexemes.count - at - 1) * sizeof(Lexeme));
    ++lexemes.count;
    Lexeme& behind = lexemes.at[at + 1];
    behind = lexeme;
    behind.text += cut;
    behind.size = static_cast<std::uint16_t>(behind.size - cut);
    behind.spaced = false;
    behind.spoken = second;
    lexeme.size = static_cast<std::uint16_t>(cut);
    lexeme.spoken = first;
    for (Lexeme* part : {&lexeme, &behind}) part->hash = word_hash(part->text, part->size);
    lexemes.clues |= kNumberClue;
    parted = true;
  }
  if (parted) mark_numeric(lexemes);
}

void drop_copula(Lexemes& lexemes) {
  if (lexemes.count < 3 || !lexemes.at[0].is("e")) return;
  const Lexeme& article = lexemes.at[1];
  if (!(article.is("o") || article.is("a") || article.is("il")) || !lexemes.at[2].numeric) return;
  lexemes.remove(0, 2);
  mark_numeric(lexemes);
}

namespace {

// A run of weak number words with nothing but symbols and "times" between them.
struct WeakRun {
  int end;
  int words = 0;
  unsigned shared = ~0u;
  bool everyday = true;  // nothing but um and no
  bool units = true;

  WeakRun(const Lexemes& lexemes, int at) : end(at) {
    for (; at < lexemes.count; ++at) {
      const Lexeme& lexeme = lexemes.at[at];
      if (lexeme.type == LexemeType::symbol || (words > 0 && is_times_word(lexeme))) continue;
      if (!may_be_numeric(lexeme)) break;
      shared &= lexeme.spoken->languages;
      everyday = everyday && is_everyday(lexeme);
      units = units && lexeme.spoken->number == Class::unit;
      end = at + 1;
      ++words;
    }
  }
};

// Number words that are names, or words of other languages too.
bool is_common_word(const Lexeme& lexeme) {
  constexpr std::string_view kCommon[] = {"once", "elf", "das", "do",  "no", "teen", "tin", "char",
                                          "sat",  "due", "sei", "che", "um", "bees", "tees"};
  return std::any_of(std::begin(kCommon), std::end(kCommon), [&](std::string_view word) { return lexeme.is(word); });
}

// Does the run alone tell that its words are numbers? English ones are what talk is full of. `alone`: it is the answer.
bool is_weak_number(const Lexeme& first, const WeakRun& run, bool alone) {
  constexpr int kFewestEnglish = 3, kFewest = 2;
  if (run.shared == 0 || run.everyday) return false;
  if (run.shared & kEnglish) return alone && run.units && run.words >= kFewestEnglish;
  return run.words >= kFewest || (alone && !is_common_word(first));
}

// "nine eight ek do four": Hindi digits among English ones, at least two of them together.
void mark_hindi_runs(Lexemes& lexemes) {
  const auto is_open = [&](int at) {
    const Lexeme& lexeme = lexemes.at[at];
    return lexeme.spoken && lexeme.spoken->languages == kHindi && !lexeme.numeric && may_be_numeric(lexeme) &&
           !is_everyday(lexeme);
  };
  for (int at = 0; at + 1 < lexemes.count; ++at) {
    if (!is_open(at) || !is_open(at + 1)) continue;
    int end = at + 2;
    while (end < lexemes.count && is_open(end)) ++end;
    for (int k = at; k < end; ++k) lexemes.at[k].numeric = true;
    at = end;
  }
}

// "due volte sette", "do baar ek": weak words on either side of "times".
void mark_times(Lexemes& lexemes) {
  for (int at = 1; at + 1 < lexemes.count; ++at) {
    if (!lexemes.at[at].is_word() || lexemes.at[at].spoken) continue;
    Lexeme &count = lexemes.at[at - 1], &digit = lexemes.at[at + 1];
    if (!count.is_word() || !digit.is_word() || !may_be_numeric(count) || !may_be_numeric(digit)) continue;
    if (!is_times_word(lexemes.at[at])) continue;
    if (count.spoken->languages & digit.spoken->languages) count.numeric = digit.numeric = true;
  }
}

}  // namespace

void mark_weak_answer(Lexemes& lexemes) {
  if (!(lexemes.clues & kNumberClue)) return;
  mark_times(lexemes);
  for (const Lexeme& lexeme : lexemes)
    if (may_be_numeric(lexeme) && (is_strong(lexeme) || lexeme.spoken->number == Class::multiplier))
      return mark_hindi_runs(lexemes);
  bool alone = true;
  for (const Lexeme& lexeme : lexemes)
    if (lexeme.is_word() && !may_be_numeric(lexeme)) alone = alone && is_times_word(lexeme);
  for (int at = 0; at < lexemes.count;) {
    if (!may_be_numeric(lexemes.at[at])) {
      ++at;
      continue;
    }
    const WeakRun run(lexemes, at);
    if (is_weak_number(lexemes.at[at], run, alone))
      for (int k = at; k < run.end; ++k) lexemes.at[k].numeric = may_be_numeric(lexemes.at[k]);
    at = run.end;
  }
}

}  // namespace ablmatch
