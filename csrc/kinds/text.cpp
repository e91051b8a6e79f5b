// Kind text (identity-matching.md 2.7): reads an answer into words.
#include "text.hpp"

#include <cstring>

#include "../spoken.hpp"
#include "text_form.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

// With room behind them, as every word of a form has.
constexpr char kAnd[16] = "and", kPercent[16] = "percent", kMinus[16] = "minus", kZero[16] = "0";

// Signs that carry meaning in a text ("C++", "#1", "50 %"); all others are punctuation.
bool is_meaningful(const Lexeme& lexeme) {
  if (static_cast<unsigned char>(*lexeme.text) >= 0x80) return true;  // emoji, currency, other symbols
  return std::strchr("+#%$=@*&<>^~|\\", *lexeme.text) != nullptr;
}

bool is_ordinal_ending(const Lexeme& lexeme) {
  return lexeme.size == 2 && (lexeme.is("st") || lexeme.is("nd") || lexeme.is("rd") || lexeme.is("th"));
}

// The parts of one word, from lexeme `at` on: brendan's, u.s.a, 1,000.
class WordReader {
 public:
  WordReader(const Lexemes& lexemes, bool spoken, TextForm& form, Words& out)
      : lexemes_(lexemes), spoken_(spoken), form_(form), out_(out) {}

  void read() {
    for (const Lexeme& lexeme : lexemes_) any_ |= lexeme.type != LexemeType::symbol;
    for (int at = 0; at < lexemes_.count && !out_.overflow;)
      at = lexemes_.at[at].type == LexemeType::symbol ? read_symbol(at) : read_word(at);
  }

 private:
  int read_symbol(int at) {
    const Lexeme& symbol = lexemes_.at[at];
    const int next = at + 1;
    if (symbol.is_symbol('&') && any_) out_.add(word_of(kAnd, 3));
    else if (symbol.is_symbol('%') && out_.count > 0 && out_.at[out_.count - 1].figure) out_.add(word_of(kPercent, 7));
    else if (symbol.is_symbol('-') && is_minus(at)) out_.add(word_of(kMinus, 5));
    else if (symbol.is_symbol('.') && leads_figures(at)) add_zero();
    else if (!any_ || is_meaningful(symbol)) out_.add(word_of(symbol.text, symbol.size));
    return next;
  }

  // A sign that stands apart from what is before it and touches the figures behind it.
  bool leads_figures(int at) const {
    return (at == 0 || lexemes_.at[at].spaced) && at + 1 < lexemes_.count && lexemes_.at[at + 1].is_number() &&
           !lexemes_.at[at + 1].spaced;
  }

  // -5, -$5, and the grade and blood group "A-" at the end of a part.
  bool is_minus(int at) const {
    if (leads_figures(at)) return true;
    const Lexeme* const behind = at + 1 < lexemes_.count ? &lexemes_.at[at + 1] : nullptr;
    if (at == 0 || lexemes_.at[at].spaced)
      return behind != nullptr && !behind->spaced && behind->type == LexemeType::symbol && is_meaningful(*behind) &&
             leads_from(at + 2);
    const Lexeme& before = lexemes_.at[at - 1];
    return before.is_word() && before.size <= 2 && (behind == nullptr || behind->type == LexemeType::symbol);
  }
  bool leads_from(int at) const {
    return at < lexemes_.count && lexemes_.at[at].is_number() && !lexemes_.at[at].spaced;
  }

  // .5 is 0.5.
  void add_zero() {
    Word zero = word_of(kZero, 1);
    zero.figure = zero.number = true;
    out_.add(zero);
  }

  int read_word(int at) {
    const Lexeme& lexeme = lexemes_.at[at];
    int end = at + 1;
    // "5th" is one word, where the two lie side by side.
    if (lexeme.is_number() && end < lexemes_.count && lexemes_.at[end].text == lexeme.text + lexeme.size &&
        is_ordinal_ending(lexemes_.at[end])) {
      Word word = word_of(lexeme.text, std::size_t{lexeme.size} + lexemes_.at[end].size);
      word.figure = word.number = true;
      out_.add(word);
      return end + 1;
    }
    if (lexeme.is_word()) {
      if (spoken_ && lexeme.is("l") && joins(end) && lexemes_.at[end].is_symbol('\'')) {
        out_.add(word_of(lexeme.text, lexeme.size));  // l'école
        return end + 1;
      }
      while (joins(end)) end += 2;
    } else {
      while (lexeme.size <= 3 && is_thousands(end)) end += 2;
    }
    if (end == at + 1) {
      add(lexeme.view(), lexeme, false);
      return end;
    }
    char joined[256];
    std::size_t size = 0;
    for (int k = at; k < end; k += 2) {
      if (size + lexemes_.at[k].size > sizeof joined) {
        out_.overflow = true;
        return end;
      }
      std::memcpy(joined + size, lexemes_.at[k].text, lexemes_.at[k].size);
      size += lexemes_.at[k].size;
    }
    const std::string_view kept = form_.keep(joined, size);
    if (kept.empty()) out_.overflow = true;
    else add(kept, lexeme, lexemes_.at[end - 1].is("s"));
    return end;
  }

  void add(std::string_view text, const Lexeme& lexeme, bool clipped) {
    Word word = word_of(text.data(), text.size());
    if (spoken_ && word.is(kContraction)) {
      const TextContraction* two = find_contraction(word.id);
      out_.add(word_of(two->first, std::strlen(two->first)));
      out_.add(word_of(two->second, std::strlen(two->second)));
      return;
    }
    word.figure = lexeme.is_number() || (*text.data() >= '0' && *text.data() <= '9');
    word.number = word.figure || word.is(kOrdinal) ||
                  (lexeme.spoken && lexeme.spoken->number != NumberClass::none && !lexeme.spoken->weak);
    word.clipped = clipped;
    out_.add(word);
  }

  bool joins(int mark) const {
    if (mark + 1 >= lexemes_.count || lexemes_.at[mark].spaced || lexemes_.at[mark + 1].spaced) return false;
    if (!lexemes_.at[mark + 1].is_word()) return false;
    if (lexemes_.at[mark].is_symbol('\'')) return true;
    return lexemes_.at[mark].is_symbol('.') && lexemes_.at[mark - 1].size == 1 && lexemes_.at[mark + 1].size == 1;
  }

  // 1,000 is 1000.
  bool is_thousands(int mark) const {
    return mark + 1 < lexemes_.count && lexemes_.at[mark].is_symbol(',') && !lexemes_.at[mark].spaced &&
           !lexemes_.at[mark + 1].spaced && lexemes_.at[mark + 1].is_number() && lexemes_.at[mark + 1].size == 3;
  }

  const Lexemes& lexemes_;
  const bool spoken_;
  TextForm& form_;
  Words& out_;
  bool any_ = false;
};

bool read(Side& side, bool said, TextForm& form) {
  form.used = 0;
  form.folded = side.folded.view();
  form.has_spoken = form.has_whole = form.corrected = false;
  look_up_spoken(side.lexemes);
  read_text_words(side.lexemes, false, form, form.plain);
  if (form.plain.count == 0 && !form.plain.overflow) return false;
  if (may_be_read_otherwise(side.lexemes, said)) read_spoken_text(side.folded, side.lexemes, said, form);
  return true;
}

}  // namespace

bool same_words(const Words& one, const Words& two) {
  if (one.count != two.count || one.overflow != two.overflow) return false;
  for (int k = 0; k < one.count; ++k)
    if (!one.at[k].same_as(two.at[k])) return false;
  return true;
}

void read_text_words(const Lexemes& lexemes, bool spoken, TextForm& form, Words& out) {
  out.count = 0;
  out.overflow = lexemes.overflow;
  WordReader(lexemes, spoken, form, out).read();
}

bool read_text_stored(Side& side, const Context&, FormStorage& storage) {
  return read(side, false, storage.make<TextForm>());
}

bool read_text_said(Side& side, const Context&, FormStorage& storage) {
  return read(side, true, storage.make<TextForm>());
}

std::size_t write_text_normal(const FormStorage& storage, Role role, const Context&, char* out, std::size_t capacity) {
  const auto& form = storage.as<TextForm>();
  const Words& words = role == Role::said && form.has_spoken && form.spoken.count > 0 ? form.spoken : form.plain;
  if (words.overflow) {
    if (form.folded.size() > capacity) return SIZE_MAX;
    std::memcpy(out, form.folded.data(), form.folded.size());
    return form.folded.size();
  }
  std::size_t size = 0;
  for (int k = 0; k < words.count; ++k) {
    if (size + words.at[k].size + 1 > capacity) return SIZE_MAX;
    if (k > 0) out[size++] = ' ';
    std::memcpy(out + size, words.at[k].text, words.at[k].size);
    size += words.at[k].size;
  }
  return size;
}

}  // namespace ablmatch
