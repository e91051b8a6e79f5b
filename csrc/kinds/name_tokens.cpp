// Raw tokens of a name, and the phrases around it in speech.
#include "name_tokens.hpp"

#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"

namespace ablmatch {

namespace {

constexpr std::size_t kMaxSpelled = 64;

// Reads the lexemes of one side from first to last.
class TokenReader : public RawNameWriter {
 public:
  TokenReader(const Side& side, Role role, RawName& raw, NameForm& form)
      : RawNameWriter(raw, form, [](std::string_view text) { return make_name_token(text, nullptr, 0); }),
        lexemes_(side.lexemes),
        folded_(side.folded),
        role_(role) {}

  void read() {
    raw_.overlong = lexemes_.overflow;
    for (int at = 0; at < lexemes_.count && !raw_.overlong;) {
      const Lexeme& lexeme = lexemes_.at[at];
      if (lexeme.is_word()) {
        const int behind = read_spelled(at);
        at = behind > at ? behind : read_word(at);
      } else if (lexeme.is_number()) {
        at = read_number_token(at);
      } else {
        read_symbol(lexeme);
        ++at;
      }
    }
  }

 private:
  bool symbol_at(int at, char c) const { return at < lexemes_.count && lexemes_.at[at].is_symbol(c); }
  bool word_at(int at) const { return at < lexemes_.count && lexemes_.at[at].is_word(); }

  void read_symbol(const Lexeme& symbol) {
    if (symbol.is_symbol(',')) {
      comma();
    } else if (symbol.is_symbol('-')) {
      hyphen();
    } else if (symbol.is_symbol('&') || symbol.is_symbol('+')) {
      push_text("and", nullptr, kAndToken);
    } else if (symbol.is_symbol('/') || symbol.is_symbol(';') || symbol.is_symbol('|')) {
      form_.two_people = true;
    } else if (symbol.is_symbol('@') || symbol.is_symbol('#') || symbol.is_symbol('_')) {
      form_.sentence = true;
    }
  }

  // "3rd" is a generation; any other figure makes a sentence of the value.
  int read_number_token(int at) {
    const Lexeme& number = lexemes_.at[at];
    const bool ordinal = word_at(at + 1) && !lexemes_.at[at + 1].spaced &&
                         (lexemes_.at[at + 1].is("nd") || lexemes_.at[at + 1].is("rd") || lexemes_.at[at + 1].is("th"));
    if (ordinal && number.size == 1 && raw_.count > 0 && *number.text >= '2' && *number.text <= '9') {
      if (raw_.count > 1 && raw_.at[raw_.count - 1].token.is("the")) --raw_.count;
      raw_.generation = static_cast<std::uint8_t>(*number.text - '0' + 1);
      return at + 2;
    }
    push_text(number.view(), nullptr, kSentenceToken);
    return at + 1;
  }

  // "boyd hyphen hughes", "okafor comma amara", "o apostrophe malley": a sign that was said.
  bool read_spoken_sign(const Lexeme& word) {
    if (role_ != Role::said || raw_.count == 0) return false;
    if (word.is("hyphen") || word.is("dash")) hyphen();
    else if (word.is("comma")) comma();
    else return word.is("apostrophe") || word.is("period");
    return true;
  }

  int read_word(int at) {
    const Lexeme& word = lexemes_.at[at];
    if (at + 1 < lexemes_.count && read_spoken_sign(word)) return at + 1;
    if (symbol_at(at + 1, '.') && !lexemes_.at[at + 1].spaced && word_at(at + 2) && !lexemes_.at[at + 2].spaced)
      return read_dotted(at);
    if (!symbol_at(at + 1, '\'') || lexemes_.at[at + 1].spaced || !word_at(at + 2)) {
      push_text(word.view(), alternatives_of(folded_, word), 0);
      return at + 1;
    }
    return read_apostrophes(at);
  }

  // o'malley, d'arco, n'golo; "o' malley" too, where the short first piece shows that the gap is none.
  int read_apostrophes(int at) {
    const int start = form_.pool_used;
    bool possessive = false;
    bool fits = append(lexemes_.at[at]);
    int next = at + 1;
    while (fits && symbol_at(next, '\'') && !lexemes_.at[next].spaced && word_at(next + 1) &&
           (!lexemes_.at[next + 1].spaced || lexemes_.at[next - 1].size <= 2)) {
      possessive = lexemes_.at[next + 1].is("s") && !lexemes_.at[next + 1].spaced;
      fits = append(lexemes_.at[next + 1]);
      next += 2;
    }
    raw_.overlong |= !fits;
    push_text({form_.pool + start, static_cast<std::size_t>(form_.pool_used - start)}, form_.alt_pool + start,
              possessive ? kPossessiveToken : 0);
    return next;
  }

  // ph.d, m.a, j.r.r, john.smith: one known word, or initials, or words.
  int read_dotted(int at) {
    int end = at + 1;
    while (symbol_at(end, '.') && !lexemes_.at[end].spaced && word_at(end + 1) && !lexemes_.at[end + 1].spaced) {
      end += 2;
    }
    const int start = form_.pool_used;
    for (int k = at; k < end; k += 2) raw_.overlong |= !append(lexemes_.at[k]);
    const std::string_view joined{form_.pool + start, static_cast<std::size_t>(form_.pool_used - start)};
    const NameToken token = make_name_token(joined, nullptr, kDottedToken);
    const bool known = token.knows(kTitle | kDegree) || (token.knows(kDegreeOrName) && raw_.count > 0) ||
                       (token.row && token.row->generation);
    if (known) {
      push(token);
      return end;
    }
    for (int k = at; k < end; k += 2) push_text(lexemes_.at[k].view(), alternatives_of(folded_, lexemes_.at[k]), 0);
    return end;
  }

  bool append(const Lexeme& lexeme) { return pool_piece(form_, lexeme.view(), alternatives_of(folded_, lexeme)); }

  // A run of spelled letters from `at`; the lexeme behind it, or `at` when the letters are initials or none.
  int read_spelled(int at) {
    const Lexeme& lexeme = lexemes_.at[at];
    if (lexeme.size != 1 &&
        (!lexeme.spoken || (!lexeme.spoken->letter && !lexeme.spoken->alphabet && !lexeme.spoken->roles &&
                            lexeme.spoken->number != NumberClass::multiplier)))
      return at;
    // "Frank P R I O R", "Oscar H I A T T": a given name before bare letters is said, not spelled. Behind another name
    // it may be a letter's name: "Harriet Jay A X B Y".
    const bool may_name_letter =
        role_ == Role::said && raw_.count > 0 && lexeme.spoken && lexeme.spoken->letter && !lexeme.spoken->alphabet;
    if (lexeme.size > 1 && at + 1 < lexemes_.count && lexemes_.at[at + 1].is_word() && lexemes_.at[at + 1].size == 1 &&
        names_someone(lexeme) && !may_name_letter)
      return at;
    char letters[kMaxSpelled];
    std::size_t size = 0;
    int end = read_spelled_run(lexemes_, at, false, letters, sizeof letters, size);
    if (end > at && !spells(at, end, size)) return at;
    // "g e r b e are": a letter's name that ends the value.
    if (end > at && end < lexemes_.count && role_ == Role::said) {
      char more[kMaxSpelled];
      std::size_t longer = 0;
      const int behind = read_spelled_run(lexemes_, at, true, more, sizeof more, longer);
      int value_end = lexemes_.count;
      while (value_end > 0 && lexemes_.at[value_end - 1].is_symbol('.')) --value_end;
      if (behind >= value_end && longer > size && longer <= size + 2) {
        std::memcpy(letters, more, longer);
        size = longer;
        end = behind;
      }
    }
    if (end == at && role_ == Role::said) {
      end = read_spelled_run(lexemes_, at, true, letters, sizeof letters, size);
      if (size < 4) return at;
    }
    if (end == at) return at;
    // "M A R G I E James": one alphabet word behind bare letters, at the end, is the surname.
    const Lexeme& last = lexemes_.at[end - 1];
    const bool name_last = last.size > 1 && last.is_word() && size >= 3 && names_family(last) && !ends_x_ray(end);
    if (name_last && end == lexemes_.count && end - at >= 3 && follows_letter(end - 1)) {
      --end;
      --size;
    }
    const bool first = (raw_.count == 0 || may_name_letter) && lexeme.size > 1 && size >= 3 && names_someone(lexeme);
    push_spelled({letters, size});
    if (raw_.overlong || raw_.count == 0) return end;
    const NameToken whole = raw_.at[raw_.count - 1].token;
    if (whole.view() != std::string_view{letters, size}) return end;
    if (first)
      add_split(whole, make_name_token(lexeme.view(), nullptr, 0), make_name_token(whole.view().substr(1), nullptr, 0));
    if (name_last && &lexemes_.at[end - 1] == &last)
      add_split(whole, make_name_token(whole.view().substr(0, size - 1), nullptr, 0),
                make_name_token(last.view(), nullptr, 0));
    return end;
  }

  // A single letter, or a letter's name, that is no example ("i as in ida") stands before lexeme `at`.
  bool follows_letter(int at) const {
    int before = at - 1;
    while (before > 0 && !lexemes_.at[before].is_word()) --before;
    const Lexeme& letter = lexemes_.at[before];
    if (!letter.is_word()) return false;
    for (const std::string_view connector : {"in", "as", "en", "em", "de", "of"})
      if (letter.is(connector)) return false;
    return letter.size == 1 ||
           (letter.spoken && letter.spoken->letter && !letter.spoken->alphabet && !(letter.spoken->roles & kConnector));
  }

  // "x as in x-ray": Ray is a surname, but not here.
  bool ends_x_ray(int end) const {
    int before = end - 2;
    while (before > 0 && lexemes_.at[before].is_symbol('-')) --before;
    return lexemes_.at[end - 1].is("ray") && before >= 0 && lexemes_.at[before].is("x");
  }

  static bool names_family(const Lexeme& lexeme) {
    const NameWord* row = kNameWords.find(lexeme.text, lexeme.size, lexeme.hash);
    return row && (row->flags & (kSurname | kGivenName)) && !(lexeme.spoken && lexeme.spoken->letter);
  }

  static bool names_someone(const Lexeme& lexeme) {
    const NameWord* row = kNameWords.find(lexeme.text, lexeme.size, lexeme.hash);
    return row && (row->flags & kGivenName);
  }

  // Three bare letters or fewer are initials, unless the whole value is spelled or the word was just said.
  bool spells(int at, int end, std::size_t size) const {
    bool bare = true;
    for (int k = at; k < end; ++k) bare &= !lexemes_.at[k].is_word() || lexemes_.at[k].size == 1;
    // "a as in apple l as in larry": examples leave no doubt.
    if (!bare) return size >= 3 || (size == 2 && raw_.count == 0 && end - at >= 6);
    if (size >= 4) return true;
    if (raw_.count == 0) return size == 3 && end == lexemes_.count;
    return may_spell_last({lexemes_.at[at].text, size});
  }

  const Lexemes& lexemes_;
  const Folded& folded_;
  Role role_;
};

// Behind the phrase when its words stand at `at`, else `at`.
int skip_name_phrase(const RawName& raw, int at, const NamePhrase& phrase) {
  if (at + phrase.count > raw.count) return at;
  const char* words = phrase.words;
  for (int k = 0; k < phrase.count; ++k) {
    const std::string_view text = raw.at[at + k].token.view();
    if (std::strncmp(words, text.data(), text.size()) != 0) return at;
    words += text.size();
    if (*words != (k + 1 < phrase.count ? ' ' : '\0')) return at;
    ++words;
  }
  return at + phrase.count;
}

// The longest phrase with one of `duties` (bits) at `at`; its end and duty.
int find_name_phrase(const RawName& raw, int at, unsigned duties, NameDuty& duty) {
  const NameWord* row = raw.at[at].token.row;
  if (row == nullptr) return at;
  for (int k = 0; k < row->phrases; ++k) {
    const NamePhrase& phrase = kNamePhrases[row->first_phrase + k];
    if (!(duties >> static_cast<unsigned>(phrase.duty) & 1)) continue;
    if (const int end = skip_name_phrase(raw, at, phrase); end > at) {
      duty = phrase.duty;
      return end;
    }
  }
  return at;
}

constexpr unsigned bit(NameDuty duty) { return 1u << static_cast<unsigned>(duty); }
constexpr unsigned kLabels = bit(NameDuty::label_given) | bit(NameDuty::label_middle) | bit(NameDuty::label_family);

// Words that only lead to a label or stand between two: "and", "my", "the", "is".
bool joins_labels(const NameToken& token) {
  return token.has(kAndToken) || token.is("my") || token.is("the") || token.is("is") || token.is("y") || token.is("et");
}

// "first name amara last name okafor": tells the parts, drops the labels.
void read_labels(RawName& raw, NameForm& form) {
  NamePart part = NamePart::any;
  int kept = 0;
  bool found = false;
  for (int at = 0; at < raw.count;) {
    NameDuty duty{};
    int end = find_name_phrase(raw, at, kLabels, duty);
    const NameToken& token = raw.at[at].token;
    if (end == at && token.knows(kGivenLabel | kMiddleLabel | kFamilyLabel)) {
      duty = token.knows(kGivenLabel)    ? NameDuty::label_given
             : token.knows(kMiddleLabel) ? NameDuty::label_middle
                                         : NameDuty::label_family;
      end = at + 1;
    }
    // A label names something: at the very end it is a word like another ("Anna Prenom" is a name).
    if (end == at || end == raw.count) {
      raw.at[kept] = raw.at[at++];
      raw.at[kept++].part = part;
      continue;
    }
    while (kept > 0 && joins_labels(raw.at[kept - 1].token)) --kept;
    if (end < raw.count && raw.at[end].token.is("is")) ++end;
    part = duty == NameDuty::label_given    ? NamePart::given
           : duty == NameDuty::label_middle ? NamePart::middle
                                            : NamePart::family;
    found = true;
    at = end;
  }
  if (!found || kept == 0) return;
  raw.count = kept;
  form.labelled = true;
  RawName ordered;
  ordered.count = 0;
  // "Okafor, first name Amara": what has no label is then the surname.
  bool family = false, given = false;
  for (int k = 0; k < raw.count; ++k) {
    family |= raw.at[k].part == NamePart::family;
    given |= raw.at[k].part == NamePart::given;
  }
  if (given && !family)
    for (int k = 0; k < raw.count; ++k)
      if (raw.at[k].part == NamePart::any) raw.at[k].part = NamePart::family;
  for (const NamePart wanted : {NamePart::any, NamePart::given, NamePart::middle, NamePart::family})
    for (int k = 0; k < raw.count; ++k)
      if (raw.at[k].part == wanted) ordered.at[ordered.count++] = raw.at[k];
  for (int k = 0; k < raw.count; ++k) {
    raw.at[k] = ordered.at[k];
    raw.at[k].comma = false;
  }
}

}  // namespace

RawNameWriter::RawNameWriter(RawName& raw, NameForm& form, NameToken (*make)(std::string_view text))
    : raw_(raw), form_(form), make_(make) {
  raw.count = 0;
  raw.generation = 0;
  raw.overlong = false;
}

void RawNameWriter::push(NameToken token) {
  if (raw_.count == kMaxRawTokens) {
    raw_.overlong = true;
    return;
  }
  if (hyphen_ && raw_.count > 0) token.flags |= kHyphenToken;
  raw_.at[raw_.count++] = {token, comma_, NamePart::any};
  comma_ = hyphen_ = false;
}

void RawNameWriter::add_split(const NameToken& whole, const NameToken& first, const NameToken& rest) {
  if (form_.split_count < kMaxSpelledSplits) form_.splits[form_.split_count++] = {whole, first, rest};
}

bool RawNameWriter::may_spell_last(std::string_view letters) const {
  int word = raw_.count - 1;
  while (word > 0 && announces(raw_.at[word].token)) --word;
  return raw_.at[word].token.size == letters.size() && *raw_.at[word].token.text == letters[0];
}

void RawNameWriter::push_spelled(std::string_view letters) {
  form_.spelled = true;
  bool announced = false, replaces = false;
  NameToken replaced{};
  while (raw_.count > 1 && announces(raw_.at[raw_.count - 1].token)) {
    announced |= raw_.at[raw_.count - 1].token.knows(kSpelledWord);
    --raw_.count;
  }
  for (int words = 1; words <= 4 && words <= raw_.count; ++words)
    if (spelled_words(words, letters)) return;
  if (raw_.count > 0) {
    const NameToken& last = raw_.at[raw_.count - 1].token;
    const int slips = letters.size() >= 6 ? 2 : 1;
    // "Trang T S E N G": a given name alone before the letters is more likely the given name of the spelled surname.
    const bool given = raw_.count == 1 && last.knows(kGivenName) && !last.knows(kSurname);
    if (announced || (letters.size() >= 4 && !given && osa_distance(letters, last.view(), slips) <= slips)) {
      replaced = raw_.at[--raw_.count].token;
      replaces = !announced;
    }
  }
  const int start = form_.pool_used;
  raw_.overlong |= !pool_piece(form_, letters, nullptr);
  hyphen_ = false;
  push(make_({form_.pool + start, static_cast<std::size_t>(form_.pool_used - start)}));
  // "Miles W I L E S": the letters may be another word after all.
  if (replaces && !raw_.overlong) {
    const NameToken& spelled = raw_.at[raw_.count - 1].token;
    add_split(spelled, replaced, spelled);
  }
}

bool RawNameWriter::announces(const NameToken& token) {
  return token.knows(kSpelledWord) || token.is("its") || token.is("that") || token.is("is") || token.is("which") ||
         token.is("it") || token.is("spell") || token.is("as") || token.is("and") || token.is("space");
}

// The last `words` tokens run together are just these letters: nothing new was said.
bool RawNameWriter::spelled_words(int words, std::string_view letters) const {
  std::size_t used = 0;
  for (int k = raw_.count - words; k < raw_.count; ++k) {
    const std::string_view text = raw_.at[k].token.view();
    if (letters.substr(used, text.size()) != text) return false;
    used += text.size();
  }
  return used == letters.size();
}

// One letter of Han, Hangul or Kana is a name; one letter of an alphabet is an initial.
static bool is_alphabetic(std::string_view letter) {
  std::size_t at = 0;
  const Script script = script_of(decode(letter.data(), at));
  return script == Script::latin || script == Script::greek || script == Script::cyrillic;
}

NameToken make_name_token(std::string_view text, const std::uint8_t* alt, std::uint8_t flags) {
  NameToken token{text.data(), alt, nullptr, nullptr, static_cast<std::uint16_t>(text.size()), 0, flags};
  if (alt) {
    bool any = false;
    for (std::size_t k = 0; k < text.size(); ++k) any |= alt[k] != 0;
    if (!any) token.alt = nullptr;
  }
  unsigned letters = 0;
  bool ascii = true;
  for (const char c : text) {
    letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    ascii &= static_cast<unsigned char>(c) < 0x80;
  }
  token.letters = static_cast<std::uint8_t>(letters < 255 ? letters : 255);
  if (!ascii) token.flags |= kForeignToken;
  if (letters == 1 && (ascii || is_alphabetic(text))) token.flags |= kInitialToken;
  token.row = kNameWords.find(text);
  if (token.knows(kAndWord)) token.flags |= kAndToken;
  if (token.knows(kStopWord)) token.flags |= kSentenceToken;
  return token;
}

bool pool_piece(NameForm& form, std::string_view piece, const std::uint8_t* alt) {
  if (static_cast<std::size_t>(kNamePool - form.pool_used) < piece.size()) return false;
  std::memcpy(form.pool + form.pool_used, piece.data(), piece.size());
  if (alt) std::memcpy(form.alt_pool + form.pool_used, alt, piece.size());
  else std::memset(form.alt_pool + form.pool_used, 0, piece.size());
  form.pool_used += static_cast<int>(piece.size());
  return true;
}

void RawName::remove(int from, int to) {
  if (from >= to) return;
  for (int k = to; k < count; ++k) at[k - (to - from)] = at[k];
  count -= to - from;
}

void read_raw_name(const Side& side, Role role, RawName& raw, NameForm& form) {
  TokenReader(side, role, raw, form).read();
}

void strip_name_phrases(RawName& raw, NameForm& form) {
  bool any = false;
  for (int k = 0; k < raw.count; ++k) {
    const NameWord* row = raw.at[k].token.row;
    any |= row != nullptr && (row->phrases != 0 || (row->flags & (kGivenLabel | kMiddleLabel | kFamilyLabel)) != 0);
  }
  if (!any) return;
  read_labels(raw, form);
  for (int start = 0; start < raw.count;) {
    NameDuty duty{};
    const int end = find_name_phrase(raw, start, bit(NameDuty::lead), duty);
    if (end == start || end == raw.count) break;
    raw.remove(0, end);
    form.filler = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (int at = raw.count > 4 ? raw.count - 4 : 1; at < raw.count && !again; ++at) {
      NameDuty duty{};
      if (at == 0 || find_name_phrase(raw, at, bit(NameDuty::tail), duty) != raw.count) continue;
      raw.count = at;
      form.filler = again = true;
    }
  }
}

}  // namespace ablmatch
