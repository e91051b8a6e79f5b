// Lexemes to address tokens: punctuation becomes flags, words get their rows of the address table.
#include <algorithm>
#include <cstring>

#include "../tables/spoken_word.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kPhraseCapacity = 64;

bool ends_ordinal(const Lexeme& lexeme) {
  static constexpr std::string_view kEndings[] = {"st", "nd", "rd", "th", "er", "eme", "ere"};
  return std::find(std::begin(kEndings), std::end(kEndings), lexeme.view()) != std::end(kEndings);
}

// A word that names a mark, as a caller says it.
char spoken_mark(const Lexeme& lexeme) {
  if (lexeme.is("dash") || lexeme.is("hyphen")) return '-';
  if (lexeme.is("slash") || lexeme.is("barra") || lexeme.is("schragstrich")) return '/';
  if (lexeme.is("comma")) return ',';
  if (lexeme.is("hashtag") || lexeme.is("pound")) return '#';
  return 0;
}

struct Before {
  bool gap, hyphen, slash, postal;
};

constexpr std::string_view kPostalMark = "\u3012";

void note_symbol(const Lexemes& lexemes, int at, Before& before) {
  const Lexeme& lexeme = lexemes.at[at];
  const bool spaced_behind = at + 1 >= lexemes.count || lexemes.at[at + 1].spaced;
  before.postal |= lexeme.is(kPostalMark);
  if (lexeme.size != 1) return;
  switch (*lexeme.text) {
    case ',':
    case ';':
    case ':':
    case '(':
    case ')':
    case '[':
    case ']':
    case '|':
    case '"': before.gap = true; return;
    case '-':
      if (lexeme.spaced || spaced_behind || at == 0) before.gap = true;
      else before.hyphen = true;
      return;
    case '/': before.slash = true; return;
    default: return;
  }
}

// "34½" folds to "341/2": only the raw text tells it from a number 341 and a 2.
bool has_joined_fraction(std::string_view raw) {
  for (const char* sign : {"\u00BC", "\u00BD", "\u00BE"}) {
    const std::size_t at = raw.find(sign);
    if (at != std::string_view::npos && at > 0 && raw[at - 1] >= '0' && raw[at - 1] <= '9') return true;
  }
  return false;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view raw, bool ascii, const Lexemes& lexemes, AddressForm& form)
      : raw_(raw),
        ascii_(ascii),
        lexemes_(lexemes),
        form_(form),
        joined_fraction_(!ascii && has_joined_fraction(raw)) {}

  bool run();

 private:
  bool add(const Lexeme& lexeme, int at, TokenType type);
  bool join(int at, int end);
  void split_fraction();

  const std::string_view raw_;
  const bool ascii_;
  const Lexemes& lexemes_;
  AddressForm& form_;
  const bool joined_fraction_;
  Before before_{};
  bool symbols_ = false;  // something stands before the next token
  int previous_ = -2;  // lexeme of the last token
};

bool Tokenizer::add(const Lexeme& lexeme, int at, TokenType type) {
  if (form_.count == kMaxAddressTokens) return false;
  AddressToken& token = form_.tokens[form_.count];
  const bool first = form_.count++ == 0;
  token = {};
  token.text = lexeme.text;
  token.size = lexeme.size;
  token.lexeme = static_cast<std::uint16_t>(at);
  token.hash = lexeme.hash;
  token.type = type;
  token.numeric = lexeme.numeric;
  token.spoken = lexeme.spoken;
  token.glued = previous_ == at - 1 && !lexeme.spaced;
  const Lexeme* const behind = lexemes_.at + at + 1;
  token.dot = behind < lexemes_.end() && behind->is_symbol('.') && !behind->spaced;
  if (symbols_) {
    token.gap = before_.gap && !first;
    token.hyphen = before_.hyphen && !before_.gap && !first;
    token.slash = before_.slash && !first;
    token.postal = before_.postal;
    before_ = {};
    symbols_ = false;
  }
  // "3.º": the sign belongs to the number.
  if (form_.ordinal_sign && at > 1 && previous_ == at - 2 && lexemes_.at[at - 1].is_symbol('.') && !lexeme.spaced &&
      lexemes_.at[at - 2].is_number() && (lexeme.is("o") || lexeme.is("a")))
    token.glued = true;
  previous_ = at;
  return true;
}

// O'Malley, King's, l'Église: one word without the apostrophe, written over the last token.
bool Tokenizer::join(int at, int end) {
  std::size_t size = 0;
  for (int k = at; k < end; k += 2) size += lexemes_.at[k].size;
  if (form_.texts_used + static_cast<int>(size) > kAddressTextCapacity) return false;
  char* text = form_.texts + form_.texts_used;
  form_.texts_used += static_cast<int>(size);
  char* p = text;
  for (int k = at; k < end; k += 2) {
    std::memcpy(p, lexemes_.at[k].text, lexemes_.at[k].size);
    p += lexemes_.at[k].size;
  }
  AddressToken& token = form_.tokens[form_.count - 1];
  token.text = text;
  token.size = static_cast<std::uint16_t>(size);
  token.hash = word_hash(text, size);
  token.numeric = false;
  token.spoken = nullptr;
  previous_ = end - 1;
  return true;
}

// Moves the numerator of a vulgar fraction off the house number's figures.
void Tokenizer::split_fraction() {
  for (int at = 0; at + 1 < form_.count && form_.count < kMaxAddressTokens; ++at) {
    AddressToken& token = form_.tokens[at];
    const AddressToken& below = form_.tokens[at + 1];
    if (!token.is_figures() || token.size < 2 || !below.is_figures() || !below.slash) continue;
    std::memmove(form_.tokens + at + 1, form_.tokens + at,
                 static_cast<std::size_t>(form_.count - at) * sizeof(AddressToken));
    ++form_.count;
    AddressToken& numerator = form_.tokens[at + 1];
    numerator.text += numerator.size - 1;
    numerator.size = 1;
    numerator.hash = word_hash(numerator.text, 1);
    numerator.gap = numerator.glued = numerator.hyphen = numerator.slash = false;
    token.size -= 1;
    token.hash = word_hash(token.text, token.size);
    return;
  }
}

bool Tokenizer::run() {
  form_.count = 0;
  form_.texts_used = 0;
  form_.ordinal_sign =
      !ascii_ && (raw_.find("\u00BA") != std::string_view::npos || raw_.find("\u00AA") != std::string_view::npos);
  for (int at = 0; at < lexemes_.count; ++at) {
    const Lexeme& lexeme = lexemes_.at[at];
    TokenType type = lexeme.is_number() ? TokenType::number : TokenType::word;
    if (lexeme.type == LexemeType::symbol) {
      if (!lexeme.is_symbol('#')) {
        note_symbol(lexemes_, at, before_);
        symbols_ = true;
        continue;
      }
      type = TokenType::hash;
    } else if (form_.said && type == TokenType::word) {
      const char mark = spoken_mark(lexeme);
      if (mark == '#') type = TokenType::hash;
      if (mark != 0 && mark != '#' && form_.count > 0) {
        before_.hyphen |= mark == '-';
        before_.slash |= mark == '/';
        before_.gap |= mark == ',';
        symbols_ = true;
        continue;
      }
    }
    if (!add(lexeme, at, type)) return false;
    AddressToken& token = form_.tokens[form_.count - 1];
    if (type == TokenType::hash) {
      token.numeric = false;
      continue;
    }
    if (at + 1 == lexemes_.count || lexemes_.at[at + 1].spaced) continue;
    if (type == TokenType::number) {
      token.ordinal = ends_ordinal(lexemes_.at[at + 1]);
      continue;
    }
    int end = at + 1;
    while (end + 1 < lexemes_.count && lexemes_.at[end].is_symbol('\'') && !lexemes_.at[end].spaced &&
           lexemes_.at[end + 1].is_word() && !lexemes_.at[end + 1].spaced)
      end += 2;
    if (end == at + 1) continue;
    if (!join(at, end)) return false;
    at = end - 1;
  }
  if (joined_fraction_) split_fraction();
  return true;
}

// "〒100-0001 東京都…", "100-0001 東京都…": the postal code goes to the end, as everywhere else.
void put_japanese_code_last(AddressForm& form) {
  for (int at = 0; at + 1 < form.count; ++at) {
    const AddressToken& first = form.tokens[at];
    if (!first.is_figures()) continue;
    const bool pair = first.size == 3 && form.tokens[at + 1].is_figures() && form.tokens[at + 1].hyphen &&
                      form.tokens[at + 1].size == 4;
    const int end = at + (pair ? 2 : 1);
    if (!pair && (first.size != 7 || !first.postal)) continue;
    // Without its mark only before a word of Han, Kana or Hangul.
    const bool leads = at == 0 && end < form.count && static_cast<unsigned char>(*form.tokens[end].text) >= 0xE3;
    if (!first.postal && !leads) continue;
    if (end < form.count && at > 0) form.tokens[end].gap = true;
    form.tokens[at].gap = true;
    std::rotate(form.tokens + at, form.tokens + end, form.tokens + form.count);
    form.tokens[0].gap = false;
    return;
  }
}

// "Dover, DE 19901, 22 Birch Lane": the street goes in front, as everywhere else.
void put_street_first(AddressForm& form) {
  if (form.count < 4) return;
  const auto is_state = [&](int k) { return form.tokens[k].row && form.tokens[k].row->state; };
  const auto is_code = [&](int k) { return form.tokens[k].is_figures() && form.tokens[k].size == 5; };
  // "44011 Riverton, Ohio, 12 Main Street"
  const bool code_first = is_code(0) && form.tokens[1].type == TokenType::word && !form.tokens[1].glued;
  if (form.tokens[0].type != TokenType::word && !code_first) return;
  // "oh" is Ohio in front of a postal code.
  const bool ohio = form.tokens[0].row && form.tokens[0].row->state && form.tokens[1].is_figures();
  if (form.tokens[0].numeric && !ohio && !code_first) return;
  const auto has_type = [&](int from, int to) {
    for (int at = from; at < to; ++at)
      if (form.tokens[at].row && form.tokens[at].row->types[0] && (form.tokens[at].row->place & kCommon)) return true;
    return false;
  };
  for (int at = 2; at + 2 < form.count; ++at) {
    if (!(form.tokens[at].gap || (code_first && is_state(at - 1))) || !form.tokens[at].numeric ||
        form.tokens[at].ordinal)
      continue;
    const bool state_first = is_state(0) && is_code(1) && at > 2;
    const bool place_known = is_code(at - 1) || state_first || code_first || (is_state(at - 1) && at > 1);
    if (!place_known) return;
    if (has_type(1, at) || !has_type(at + 1, form.count)) return;
    if (code_first) {
      std::rotate(form.tokens, form.tokens + 1, form.tokens + at);
      form.tokens[at - 1].gap = false;
    }
    if (state_first) std::rotate(form.tokens, form.tokens + 2, form.tokens + at);
    for (int k = 0; k < at; ++k) form.tokens[k].gap = k > 0 && form.tokens[k].gap && !state_first;
    form.tokens[0].gap = true;
    std::rotate(form.tokens, form.tokens + at, form.tokens + form.count);
    form.tokens[0].gap = false;
    return;
  }
}

// The row of the phrase made of the words of `tokens` tokens from `at`, plus 1, or 0.
std::uint16_t look_up_phrase(const AddressForm& form, int at, int tokens) {
  char room[kPhraseCapacity];
  std::size_t size = 0;
  for (int k = at; k < at + tokens; ++k) {
    const AddressToken& token = form.tokens[k];
    if (token.type != TokenType::word || (k > at && token.gap)) return 0;
    if (size + token.size + 1 > sizeof room) return 0;
    if (k > at) room[size++] = ' ';
    std::memcpy(room + size, token.text, token.size);
    size += token.size;
  }
  const AddressWord* row = kAddressWords.find({room, size});
  return row ? static_cast<std::uint16_t>(row - kAddressWords.values + 1) : 0;
}

void note(const AddressWord& row, AddressForm& form) {
  form.roles |= row.roles;
  form.traits |= (row.unit != 0 ? kUnitTrait : 0) | (row.box != 0 ? kBoxTrait : 0) | (row.state != 0 ? kStateTrait : 0);
}

// False when there is no word or number.
bool look_up(AddressForm& form) {
  form.roles = form.traits = 0;
  for (ReadNumber& number : form.numbers) number.to = 0;
  bool found = false, phrases = false;
  for (int at = 0; at < form.count; ++at) {
    AddressToken& token = form.tokens[at];
    if (token.type != TokenType::word) {
      if (token.type == TokenType::hash) form.traits |= kHashTrait;
      found |= token.type == TokenType::number;
      continue;
    }
    found = true;
    form.spoken |= token.numeric && !token.spoken->weak;
    if (names_estate(token)) form.traits |= kEstateTrait;
    if (token.size < 256) token.row = kAddressWords.find(token.text, token.size, token.hash);
    if (!token.row) continue;
    if (token.row->ordinal) token.ordinal = true;
    phrases |= token.row->phrase > 1;
    note(*token.row, form);
  }
  put_street_first(form);
  if (!form.folded->ascii_source) put_japanese_code_last(form);
  if (!phrases) return found;
  for (int at = 0; at < form.count; ++at) {
    AddressToken& token = form.tokens[at];
    if (!token.row || token.row->phrase < 2) continue;
    const int longest = std::min({int{token.row->phrase}, kLongestPhrase, form.count - at});
    for (int words = longest; words > 1; --words) {
      const std::uint16_t row = look_up_phrase(form, at, words);
      token.phrases[words - 2] = row;
      if (row == 0) continue;
      note(kAddressWords.values[row - 1], form);
      if (token.phrase == 0) token.phrase = static_cast<std::uint8_t>(words);
    }
  }
  return found;
}

}  // namespace

bool make_address_tokens(std::string_view raw, const Folded& folded, const Lexemes& lexemes, AddressForm& form) {
  form.too_long = lexemes.overflow || !Tokenizer(raw, folded.ascii_source, lexemes, form).run();
  if (form.too_long) return true;
  if (form.said) drop_said_again(form);
  return look_up(form);
}

}  // namespace ablmatch::postal
