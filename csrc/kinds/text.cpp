// Kind text (identity-matching.md 2.7): reads an answer into words.
#include "text.hpp"

#include <cstring>

#include "../spoken.hpp"
#include "text_form.hpp"

namespace ablmatch {

namespace {

// Signs that carry meaning in a text ("C++", "#1", "50 %"); all others are punctuation.
bool is_meaningful(const Lexeme& lexeme) {
  if (static_cast<unsigned char>(*lexeme.text) >= 0x80) return true;  // emoji, currency, other symbols
  return std::strchr("+#%$=@*&<>^~|\\", *lexeme.text) != nullptr;
}

bool is_ordinal_ending(const Lexeme& lexeme) { return lexeme.is("st") || lexeme.is("nd") || lexeme.is("rd") || lexeme.is("th"); }

// Joins what punctuation splits inside one word (brendan's, u.s.a) and leaves out punctuation. When nothing else is there,
// the symbols are the words.
void read_words(const Lexemes& lexemes, TextForm& form, Words& out) {
  out.count = 0;
  out.overflow = lexemes.overflow;
  bool any = false;
  for (const Lexeme& lexeme : lexemes) any |= lexeme.type != LexemeType::symbol;
  for (int at = 0; at < lexemes.count && !out.overflow; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.type == LexemeType::symbol) {
      if (lexeme.is_symbol('&') && any) out.add("and", false);
      else if (lexeme.is_symbol('%') && out.count > 0 && out.at[out.count - 1].figure) out.add("percent", false);
      else if (!any || is_meaningful(lexeme)) out.add(lexeme.view(), false);
      continue;
    }
    int end = at + 1;
    // "5th" is one word, where the two lie side by side.
    if (lexeme.is_number() && end < lexemes.count && lexemes.at[end].text == lexeme.text + lexeme.size &&
        is_ordinal_ending(lexemes.at[end])) {
      out.add({lexeme.text, static_cast<std::size_t>(lexeme.size + lexemes.at[end].size)}, true);
      at = end;
      continue;
    }
    const auto joins = [&](int mark) {
      if (mark + 1 >= lexemes.count || lexemes.at[mark].spaced || lexemes.at[mark + 1].spaced) return false;
      if (!lexemes.at[mark + 1].is_word()) return false;
      if (lexemes.at[mark].is_symbol('\'')) return true;
      return lexemes.at[mark].is_symbol('.') && lexemes.at[mark - 1].size == 1 && lexemes.at[mark + 1].size == 1;
    };
    // 1,000 is 1000.
    const auto is_thousands = [&](int mark) {
      return mark + 1 < lexemes.count && lexemes.at[mark].is_symbol(',') && !lexemes.at[mark].spaced &&
             !lexemes.at[mark + 1].spaced && lexemes.at[mark + 1].is_number() && lexemes.at[mark + 1].size == 3;
    };
    while (lexeme.is_word() && joins(end)) end += 2;
    while (lexeme.is_number() && lexeme.size <= 3 && is_thousands(end)) end += 2;
    if (end == at + 1) {
      const bool number = lexeme.spoken && lexeme.spoken->number != NumberClass::none && !lexeme.spoken->weak;
      out.add(lexeme.view(), lexeme.is_number(), number);
      continue;
    }
    char joined[256];
    std::size_t size = 0;
    bool fits = true;
    for (int k = at; k < end; k += 2) {
      fits = size + lexemes.at[k].size <= sizeof joined;
      if (!fits) break;
      std::memcpy(joined + size, lexemes.at[k].text, lexemes.at[k].size);
      size += lexemes.at[k].size;
    }
    const std::string_view kept = fits ? form.keep(joined, size) : std::string_view{};
    if (kept.empty()) {
      out.overflow = true;
      return;
    }
    out.add(kept, lexeme.is_number());
    at = end - 1;
  }
}

// The same words after reading speech. Edits the lexemes, which were looked up.
void read_spoken_words(Lexemes& lexemes, bool said, TextForm& form) {
  if (said) {
    const Cleaned cleaned = clean_spoken(lexemes, true);
    form.corrected = cleaned.corrected;
  }
  int kept = 0;
  for (int at = 0; at < lexemes.count;) {
    char room[256];
    std::size_t size = 0;
    int end = read_spelled_run(lexemes, at, false, room, sizeof room, size);
    if (end > at && end - at > 1) {
      const std::string_view text = form.keep(room, size);
      if (text.empty()) {
        lexemes.overflow = true;
        break;
      }
      lexemes.at[kept] = lexemes.at[at];
      lexemes.at[kept].text = text.data();
      lexemes.at[kept].size = static_cast<std::uint16_t>(text.size());
      lexemes.at[kept++].type = LexemeType::word;
      at = end;
      continue;
    }
    end = at;
    size = 0;  // a run of one letter was read, and is none
    if (lexemes.at[at].numeric && !lexemes.at[at].is_number()) {
      while (end < lexemes.count && (lexemes.at[end].numeric || lexemes.at[end].is_symbol('-'))) ++end;
      size = read_number(lexemes, at, end, room, sizeof room);
    }
    const std::string_view text = size > 0 ? form.keep(room, size) : std::string_view{};
    if (!text.empty()) {
      lexemes.at[kept] = lexemes.at[at];
      lexemes.at[kept].text = text.data();
      lexemes.at[kept].size = static_cast<std::uint16_t>(text.size());
      lexemes.at[kept++].type = LexemeType::number;
      at = end;
      continue;
    }
    lexemes.at[kept++] = lexemes.at[at++];
  }
  lexemes.count = kept;
  read_words(lexemes, form, form.spoken);
  form.has_spoken = true;
}

bool read(Side& side, bool said, TextForm& form) {
  form.used = 0;
  form.folded = side.folded.view();
  form.has_spoken = form.corrected = form.two_answers = false;
  look_up_spoken(side.lexemes);
  read_words(side.lexemes, form, form.plain);
  if (form.plain.count == 0) return false;
  read_spoken_words(side.lexemes, said, form);
  return true;
}

}  // namespace

bool read_text_stored(Side& side, const Context&, FormStorage& storage) {
  return read(side, false, storage.make<TextForm>());
}

bool read_text_said(Side& side, const Context&, FormStorage& storage) {
  return read(side, true, storage.make<TextForm>());
}

std::size_t write_text_normal(const FormStorage& storage, Role role, const Context&, char* out, std::size_t capacity) {
  const auto& form = storage.as<TextForm>();
  const Words& words = role == Role::said && form.spoken.count > 0 ? form.spoken : form.plain;
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
