// Texts as speech gives them: lead-ins dropped, letters spelled, numbers and ordinals in words, contractions.
#include <algorithm>

#include "../spoken.hpp"
#include "text_form.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

std::string_view ordinal_ending(int value) {
  if (value % 100 >= 11 && value % 100 <= 13) return "th";
  switch (value % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
  }
}

const TextWord* text_word(const Lexeme& lexeme) {
  return find_text_word(text_head(lexeme.text, lexeme.size), text_tail(lexeme.text, lexeme.size), lexeme.size);
}

// The mark of decimals as it is said; between two numbers only.
bool names_decimal_mark(const Lexeme& lexeme) {
  for (const std::string_view mark :
       {"point", "dot", "decimal", "punto", "coma", "virgule", "komma", "virgula", "ponto", "virgola"})
    if (lexeme.is(mark)) return true;
  return false;
}

class SpokenReader {
 public:
  // `pairs`: "twenty second" is the 22nd; otherwise twenty, and a second.
  SpokenReader(Lexemes& lexemes, bool pairs, TextForm& form) : lexemes_(lexemes), pairs_(pairs), form_(form) {}

  // Replaces what is spelled or counted by letters and figures; true when "second" could be read in two ways.
  bool read() {
    int at = 0;
    while (at < lexemes_.count && !lexemes_.overflow) {
      const int end = read_letters(at);
      at = end > at ? end : read_figures(at);
    }
    if (!lexemes_.overflow) lexemes_.count = kept_;
    return ambiguous_;
  }

 private:
  void put(int at, std::string_view text, LexemeType type) {
    const std::string_view kept = form_.keep(text.data(), text.size());
    if (kept.empty()) {
      lexemes_.overflow = true;
      return;
    }
    Lexeme& lexeme = lexemes_.at[kept_];
    lexeme = lexemes_.at[at];
    lexeme.text = kept.data();
    lexeme.size = static_cast<std::uint16_t>(kept.size());
    lexeme.type = type;
    lexeme.spoken = nullptr;
    ++kept_;
  }

  int read_letters(int at) {
    char letters
        [kMaxCodePoints];  // the longest run fits: one that did not would be tried again from each of its letters
    std::size_t size = 0;
    const int end = read_spelled_run(lexemes_, at, false, letters, sizeof letters, size);
    if (end - at < 2) return at;
    put(at, {letters, size}, LexemeType::word);
    return end;
  }

  int end_of_number(int at, bool with_conjunctions) const {
    int end = at;
    for (; end < lexemes_.count; ++end) {
      const Lexeme& lexeme = lexemes_.at[end];
      const bool joins = with_conjunctions && lexeme.spoken && lexeme.spoken->number == NumberClass::conjunction &&
                         end + 1 < lexemes_.count && lexemes_.at[end + 1].numeric;
      if (!lexeme.numeric && !lexeme.is_symbol('-') && !joins) break;
    }
    return end;
  }

  int read_figures(int at) {
    const Lexeme& lexeme = lexemes_.at[at];
    // "three point five" is 3.5, whose point is punctuation like any other.
    if (kept_ > 0 && lexemes_.at[kept_ - 1].is_number() && at + 1 < lexemes_.count && lexemes_.at[at + 1].numeric &&
        names_decimal_mark(lexeme))
      return at + 1;
    if (lexeme.is_word())
      if (const int value = ordinal_value(text_word(lexeme)); value > 0) {
        put_ordinal(at, "", value);
        return at + 1;
      }
    if (lexeme.numeric && !lexeme.is_number()) {
      char digits[256];
      // "one hundred and twenty four" is one number; "two and three" are two.
      int end = end_of_number(at, true);
      std::size_t size = read_number(lexemes_, at, end, digits, sizeof digits);
      if (size == 0) {
        end = end_of_number(at, false);
        size = read_number(lexemes_, at, end, digits, sizeof digits);
      }
      if (size > 0) {
        if (const int behind = read_ordinal_pair(at, end, {digits, size}); behind > at) return behind;
        put(at, {digits, size}, LexemeType::number);
        return end;
      }
    }
    lexemes_.at[kept_++] = lexeme;
    return at + 1;
  }

  // "twenty first": the number ends in tens, and a unit follows. Behind both, or `at`.
  int read_ordinal_pair(int at, int end, std::string_view digits) {
    if (end >= lexemes_.count || digits.size() < 2 || digits.back() != '0') return at;
    int last = end - 1;
    while (last > at && lexemes_.at[last].is_symbol('-')) --last;
    const SpokenWord* tens = lexemes_.at[last].spoken;
    const int unit = lexemes_.at[end].is_word() ? ordinal_value(text_word(lexemes_.at[end])) : 0;
    if (!tens || tens->number != NumberClass::tens || unit < 1 || unit > 9) return at;
    constexpr int kSecond = 2;  // also a unit of time: a twenty second delay
    if (unit == kSecond && end - 1 == last) {
      ambiguous_ = true;
      if (!pairs_) {
        put(at, digits, LexemeType::number);
        lexemes_.at[kept_++] = lexemes_.at[end];
        return end + 1;
      }
    }
    digits.remove_suffix(1);
    put_ordinal(at, digits, unit);
    return end + 1;
  }

  // The digits before the ordinal's own, which end in tens, then those, then the ending: 4 2 nd.
  void put_ordinal(int at, std::string_view before, int value) {
    char text[272];
    std::size_t size = before.copy(text, sizeof text - 4);
    if (value >= 10) text[size++] = static_cast<char>('0' + value / 10);
    text[size++] = static_cast<char>('0' + value % 10);
    size += ordinal_ending(value).copy(text + size, 2);
    put(at, {text, size}, LexemeType::word);
  }

  Lexemes& lexemes_;
  const bool pairs_;
  TextForm& form_;
  int kept_ = 0;
  bool ambiguous_ = false;
};

// The first word of a phrase that cleaning knows in any place (spoken_phrases.cpp).
bool opens_cleaned_phrase(const Lexeme& lexeme) {
  for (const std::string_view head : {"you", "bear", "let", "scratch", "strike", "make", "no"})
    if (lexeme.is(head)) return true;
  return false;
}

// Has the first word (or the last) this role? Punctuation round the answer does not count.
bool has_role(const Lexemes& lexemes, bool first, SpokenRole role) {
  const int step = first ? 1 : -1;
  int at = first ? 0 : lexemes.count - 1;
  while (at >= 0 && at < lexemes.count && lexemes.at[at].type == LexemeType::symbol) at += step;
  if (at < 0 || at >= lexemes.count) return false;
  const SpokenWord* word = lexemes.at[at].spoken;
  return word != nullptr && (word->roles & role);
}

// Some lead-ins are of one word; those that a possessive or an article begins name what they lead to.
bool opens_lead_in_phrase(const Lexemes& lexemes) {
  if (lexemes.count > 1 && lexemes.at[0].is("oh")) return true;  // "oh, it's …"
  if (!has_role(lexemes, true, kStarter)) return false;
  const Lexeme* first = lexemes.begin();
  while (first->type == LexemeType::symbol) ++first;
  for (const std::string_view head : {"my", "the", "our", "mi", "mon", "ma", "mein", "meine", "meu", "minha", "il",
                                      "la", "le", "mijn", "o", "a", "el", "die", "der"})
    if (first->is(head))
      return std::any_of(first + 1, lexemes.end(),
                         [](const Lexeme& word) { return word.spoken && (word.spoken->roles & kSlot); });
  return true;
}

}  // namespace

bool may_be_read_otherwise(const Lexemes& lexemes, bool said) {
  constexpr unsigned kCleaned = kFiller | kCorrection | kEither;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_symbol('\'')) return true;
    if (!lexeme.is_word()) continue;
    if (lexeme.size == 1 || lexeme.numeric) return true;
    if (at > 0 && lexemes.at[at - 1].numeric && names_decimal_mark(lexeme)) return true;
    if (const SpokenWord* word = lexeme.spoken) {
      if (word->alphabet || (word->roles & kCase) || word->number == NumberClass::multiplier) return true;  // letters
      if (said && (word->roles & kCleaned)) return true;
    }
    if (said && opens_cleaned_phrase(lexeme)) return true;
    if (const TextWord* word = text_word(lexeme); word && (word->roles & (kOrdinal | kContraction))) return true;
  }
  return said &&
         ((lexemes.clues & kPauseClue) != 0 || opens_lead_in_phrase(lexemes) || has_role(lexemes, false, kCloser));
}

void read_spoken_text(const Folded& folded, Lexemes& lexemes, bool said, TextForm& form) {
  Cleaned cleaned{false, false, false};
  if (said) cleaned = clean_spoken(lexemes, true);
  form.corrected = cleaned.corrected;
  const bool ambiguous = SpokenReader(lexemes, true, form).read();
  read_text_words(lexemes, true, form, form.spoken);
  form.has_spoken = !same_words(form.spoken, form.plain);
  if (!cleaned.removed && !cleaned.corrected && !ambiguous) return;
  split(folded, lexemes);
  look_up_spoken(lexemes);
  SpokenReader(lexemes, false, form).read();
  read_text_words(lexemes, true, form, form.whole);
  form.has_whole = !same_words(form.whole, form.plain);
}

}  // namespace ablmatch
