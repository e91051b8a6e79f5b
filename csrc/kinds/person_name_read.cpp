// Reads a side into a NameForm: sets aside titles, degrees and generations, resolves "Surname, Given".
#include "../spoken.hpp"
#include "../spoken_pauses.hpp"
#include "name_reason.hpp"
#include "name_remarks.hpp"
#include "name_tokens.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

// Letters of Han, Kana and Hangul titles that are written behind the name without a gap.
constexpr std::string_view kAttachedTitles[] = {"先生", "女士",   "小姐", "様", "さん", "さま",
                                                "くん", "ちゃん", "殿",   "氏", "씨",   "님"};

class NameReader {
 public:
  NameReader(RawName& raw, Role role, NameForm& form) : role_(role), form_(form), raw_(raw) {}

  bool read() {
    form_.generation = raw_.generation;
    if (role_ == Role::said) {
      take_letter_remarks(raw_, form_);
      strip_name_phrases(raw_, form_);
    }
    if (raw_.count == 0) return false;
    if (!holds_letters()) return false;
    join_prefixes();
    drop_repetition();
    if (!sets_aside()) return finish();
    drop_name_at_birth();
    // Each step may uncover what an earlier one would take ("Dr. Lund Jr., MD"), and a canonical text must not
    // change when it is read again, so they run until nothing is left to take.
    for (int before = 0; before != raw_.count;) {
      before = raw_.count;
      drop_titles();
      take_generation();
      drop_degrees();
    }
    return finish();
  }

 private:
  // Does any word have a duty, so that reading may set it aside? Initials may make up a degree.
  bool sets_aside() const {
    constexpr std::uint32_t kDuties = kTitle | kTitleOrName | kTitleAfter | kDegree | kDegreeOrName | kBornWord;
    int initials = 0;
    for (int k = 0; k < raw_.count; ++k) {
      const NameToken& word = raw_.at[k].token;
      if (word.knows(kDuties) || (word.row && (word.row->generation | word.row->ordinal) != 0)) return true;
      if (word.has(kForeignToken)) return true;
      initials += word.has(kInitialToken);
    }
    return initials >= 2;
  }

  bool finish() {
    if (!holds_letters()) return false;
    split_initials();
    for (int k = 0; k < raw_.count; ++k) strip_attached(raw_.at[k].token);
    order();
    fill();
    return form_.count > 0 || form_.overlong;
  }

  NameToken& token(int at) { return raw_.at[at].token; }
  bool holds_letters() const {
    for (int k = 0; k < raw_.count; ++k)
      if (static_cast<unsigned char>(*raw_.at[k].token.text) > '9') return true;
    return false;
  }
  int segment_start(int at) const {
    while (at > 0 && !raw_.at[at].comma) --at;
    return at;
  }
  int segment_end(int at) const {
    do ++at;
    while (at < raw_.count && !raw_.at[at].comma);
    return at;
  }

  // Drops tokens; a comma in front of them stays in front of what follows, unless they began the value.
  void drop(int from, int to) {
    const bool comma = raw_.at[from].comma && from > 0;
    raw_.remove(from, to);
    if (from < raw_.count) raw_.at[from].comma = comma || (from > 0 && raw_.at[from].comma);
  }

  bool pool_join(int from, int to, std::string_view instead = {}) {
    const int start = form_.pool_used;
    bool fits = true;
    if (!instead.empty()) fits = pool_piece(form_, instead, nullptr);
    for (int k = from; k < to && instead.empty(); ++k) fits = fits && pool_piece(form_, token(k).view(), token(k).alt);
    if (!fits) {
      raw_.overlong = true;
      return false;
    }
    const std::uint8_t kept = token(from).flags & kHyphenToken;
    const bool comma = raw_.at[from].comma;
    token(from) = make_name_token({form_.pool + start, static_cast<std::size_t>(form_.pool_used - start)},
                                  form_.alt_pool + start, kept);
    raw_.remove(from + 1, to);
    raw_.at[from].comma = comma;
    return true;
  }

  // Mc Leish, O Malley, D Arco, Abd al-Rahman: pieces that are no words of their own.
  void join_prefixes() {
    for (int at = 0; at + 1 < raw_.count && !raw_.overlong; ++at) {
      if (raw_.at[at + 1].comma || token(at + 1).letters < 2) continue;
      const NameToken& first = token(at);
      const NameToken& second = token(at + 1);
      if (first.is("mc") || (first.is("mac") && at > 0)) {
        pool_join(at, at + 2);
      } else if (first.size == 1 && (first.is("o") || first.is("d") || first.is("l")) && second.letters >= 3) {
        if (joins_letter(first, second)) pool_join(at, at + 2);
      } else if (first.is("abd") && at + 2 < raw_.count && second.letters == 2 && !raw_.at[at + 2].comma) {
        pool_join(at, at + 2, "abdul");
      }
    }
  }

  // "O Malley" is O'Malley when the joined word is a known surname, or the second word alone is none.
  static bool joins_letter(const NameToken& first, const NameToken& second) {
    char joined[64];
    if (second.size + 1u > sizeof joined || second.has(kForeignToken)) return false;
    joined[0] = *first.text;
    for (std::size_t k = 0; k < second.size; ++k) joined[k + 1] = second.text[k];
    const NameWord* row = kNameWords.find({joined, second.size + 1u});
    if (row && (row->flags & kSurname)) return true;
    return first.is("o") && !second.knows(kSurname | kGivenName | kParticle | kTitle | kDegree) &&
           !(second.row && second.row->generation);
  }

  // "Peter Lund, Peter Lund": one name, said twice.
  void drop_repetition() {
    const int half = raw_.count / 2;
    if (raw_.count < 4 || raw_.count != 2 * half) return;
    for (int k = 0; k < half; ++k)
      if (!same_text(token(k), token(half + k))) return;
    raw_.count = half;
  }

  void drop_name_at_birth() {
    for (int at = 2; at + 1 < raw_.count; ++at)
      if (token(at).knows(kBornWord)) raw_.count = at;
  }

  void drop_titles() {
    for (int at = 0; at < raw_.count; ++at) {
      if (at > 0 && !raw_.at[at].comma) continue;
      while (raw_.count > 1 && is_title(at)) {
        drop(at, at + 1);
        form_.titled = true;
        if (at == raw_.count || (at > 0 && !raw_.at[at].comma)) break;
      }
    }
    while (raw_.count > 1 && is_attached_title(token(raw_.count - 1))) {
      --raw_.count;
      form_.titled = true;
    }
    // "Ramesh ji", "Tanaka-san".
    while (raw_.count > 1 && token(raw_.count - 1).knows(kTitleAfter) && is_title_after(raw_.count - 1)) {
      --raw_.count;
      form_.titled = true;
    }
  }

  bool is_title(int at) const {
    const NameToken& word = raw_.at[at].token;
    const int behind = segment_end(at) - at - 1;  // tokens of the same segment that follow
    // "de heer", "el señor", "the reverend"
    if (behind >= 2 && raw_.at[at + 1].token.knows(kTitle) && word.letters <= 3 &&
        (word.knows(kParticle) || word.is("the")))
      return true;
    if (word.knows(kTitle)) return behind >= 1 || at > 0;
    if (!word.knows(kTitleOrName) || behind < 1) return false;
    const NameToken& next = raw_.at[at + 1].token;
    // "Judge Bennett", "Sir Lund": never a given name, so one word behind is enough.
    if (!word.knows(kGivenName | kSurname) && !word.row->given_links) return behind >= 2 || !word.is("sri");
    if (behind < 2 || !next.knows(kGivenName)) return false;
    if (word.is("don") || word.is("dona")) return (next.row->given_cultures & kIberianNames) != 0;
    return true;
  }

  bool is_title_after(int at) const {
    if (raw_.at[at].token.has(kHyphenToken)) return true;
    if (raw_.at[at].token.is("san")) return false;
    const NameWord* first = raw_.at[0].token.row;
    return at >= 2 ||
           (first && ((first->given_cultures | first->surname_cultures) & (kIndianNames | kSouthIndianNames)));
  }

  void take_generation() {
    // "the third Peter Lund"
    if (raw_.count >= 4 && token(0).is("the") && token(1).row && token(1).row->ordinal && !form_.generation) {
      form_.generation = token(1).row->ordinal;
      drop(0, 2);
    }
    for (int at = raw_.count - 1; at > 0; --at) {
      const NameWord* row = token(at).row;
      // A second, different generation stays a word of the name: nobody is junior and senior at once.
      if (row == nullptr || (form_.generation && row->generation && form_.generation != row->generation)) continue;
      if (row->ordinal && (token(at - 1).is("the") || token(at - 1).is("den")) && at > 1) {
        form_.generation = row->ordinal;
        drop(at - 1, at + 1);
      } else if (row->generation && is_generation(at)) {
        form_.generation = row->generation;
        drop(at, at + 1);
      }
    }
  }

  // jr, sr, ii, iii stand anywhere behind the first word; words that are names too (Neto, V) only at the end.
  bool is_generation(int at) const {
    const NameToken& word = raw_.at[at].token;
    if (word.row->generation <= 4 && word.size <= 3 && !word.knows(kGivenName)) return true;
    if (word.is("senior")) return true;
    const bool last = segment_end(at) == at + 1;
    if (word.is("junior") || word.is("iv")) return at >= 2 || (last && !raw_.at[at].comma);
    if (word.size == 1) return last && at >= 2 && raw_.at[at - 1].token.size > 1 && at + 1 == raw_.count;
    return last && at >= 2;
  }

  // "Silas Penhallow M D": letters behind two whole words that make up a degree.
  void drop_lettered_degree() {
    int from = raw_.count, words = 0;
    while (from > 0 && token(from - 1).has(kInitialToken)) --from;
    for (int k = 0; k < from; ++k) words += !token(k).has(kInitialToken);
    const int letters = raw_.count - from;
    if (letters < 2 || letters > 4 || words < 2) return;
    char degree[4];
    for (int k = 0; k < letters; ++k) degree[k] = *token(from + k).text;
    const NameWord* row = kNameWords.find({degree, static_cast<std::size_t>(letters)});
    if (row == nullptr || !(row->flags & (kDegree | kDegreeOrName))) return;
    raw_.count = from;
    form_.titled = true;
  }

  void drop_degrees() {
    drop_lettered_degree();
    for (int at = raw_.count - 1; at > 0; --at) {
      const NameToken& word = token(at);
      const int end = segment_end(at);
      const bool alone = raw_.at[at].comma && end == at + 1;  // ", MD"
      if (word.knows(kDegree) && end == at + 1) {
        drop(at, at + 1);
        form_.titled = true;
      } else if (word.knows(kDegreeOrName) && end == at + 1) {
        const int before = at - segment_start(at - 1);
        const bool after_name = alone && before >= 2 && !word.knows(kGivenName);
        if (after_name || (word.has(kDottedToken) && at >= 2)) {
          drop(at, at + 1);
          form_.titled = true;
        } else if (at + 1 == raw_.count && at >= 2 && !raw_.at[at].comma) {
          token(at).flags |= kMaybeDegree;
          return;
        } else {
          return;
        }
      } else {
        return;
      }
    }
  }

  // "Anna MW Smits", "JQ Portman": two or three letters that no language reads as a name.
  void split_initials() {
    if (raw_.count < 2) return;
    for (int at = 0; at < raw_.count; ++at) {
      const NameToken word = token(at);
      if (word.size < 2 || word.size > 3 || !are_initials(word) || raw_.count + word.size > kMaxRawTokens) continue;
      const int more = word.size - 1;
      for (int k = raw_.count - 1; k > at; --k) raw_.at[k + more] = raw_.at[k];
      raw_.count += more;
      for (int k = 0; k <= more; ++k) {
        raw_.at[at + k].token = make_name_token({word.text + k, 1}, nullptr, k == 0 ? word.flags & kHyphenToken : 0);
        if (k > 0) raw_.at[at + k].comma = false;
      }
      at += more;
    }
  }

  static bool are_initials(const NameToken& word) {
    if (word.has(kForeignToken) || word.has(kSentenceToken) || word.has(kAndToken) || word.has(kMaybeDegree))
      return false;
    constexpr std::uint32_t kWord =
        kGivenName | kSurname | kParticle | kTitle | kDegree | kTitleOrName | kSpelledWord | kOrWord;
    // Behind the first word "mw" are two initials more often than mevrouw.
    if ((word.knows(kWord) && !word.is("mw")) || (word.row && (word.row->given_links || word.row->surname_links)))
      return false;
    int vowels = 0;
    for (std::size_t k = 0; k < word.size; ++k)
      vowels += std::string_view("aeiouy").find(word.text[k]) != std::string_view::npos;
    if (word.size == 2)
      return vowels == 0 || (word.is("aj") || word.is("ej") || word.is("aw") || word.is("ac") || word.is("ar"));
    return vowels == 0;
  }

  // 김민준 씨: a title that a gap parts from the name.
  static bool is_attached_title(const NameToken& word) {
    if (!word.has(kForeignToken)) return false;
    for (const std::string_view title : kAttachedTitles)
      if (word.is(title)) return true;
    return false;
  }

  static void strip_attached(NameToken& word) {
    if (!word.has(kForeignToken)) return;
    for (const std::string_view title : kAttachedTitles) {
      if (word.size <= title.size() || !word.view().ends_with(title)) continue;
      word = make_name_token(word.view().substr(0, word.size - title.size()), word.alt, word.flags & kHyphenToken);
      return;
    }
  }

  // One comma means "Surname, Given". More commas, or labels, carry no order.
  void order() {
    int commas = 0, split = 0;
    for (int k = 1; k < raw_.count; ++k)
      if (raw_.at[k].comma) {
        ++commas;
        split = split ? split : k;
      }
    const bool swap = commas == 1 || (commas > 1 && role_ == Role::stored);
    form_.comma = swap;
    form_.given_count = swap ? raw_.count - split : 0;
    if (form_.labelled)
      for (int k = 0; k < raw_.count; ++k) form_.given_count += raw_.at[k].part != NamePart::family;
    if (!swap) return;
    RawName swapped;
    int at = 0;
    for (int k = split; k < raw_.count; ++k) swapped.at[at++] = raw_.at[k];
    for (int k = 0; k < split; ++k) swapped.at[at++] = raw_.at[k];
    for (int k = 0; k < raw_.count; ++k) raw_.at[k] = swapped.at[k];
  }

  static bool is_iberian_given(const NameToken& word) {
    return word.knows(kGivenName) && (word.row->given_cultures & kIberianNames);
  }

  void fill() {
    form_.overlong = raw_.overlong || raw_.count > kMaxNameTokens;
    if (raw_.count >= kMaxNameTokens) form_.split_count = 0;  // a split needs one place more
    form_.count = form_.overlong ? 0 : raw_.count;
    for (int k = 0; k < form_.count; ++k) {
      NameToken& word = form_.at[k] = token(k);
      if (word.has(kForeignToken)) add_latin(form_, word, form_.latin[k]);
      form_.two_people |= word.knows(kOrWord) && k > 0 && k + 1 < raw_.count;  // Ou is a surname too
      form_.sentence |= word.has(kSentenceToken) || word.has(kPossessiveToken);
      // "Ana y Luis Ortega": between two given names "y" and "e" join people, not surnames (and are no initials).
      if (k == 1 && raw_.count > 3 && (word.is("y") || word.is("e")))
        form_.two_people |= is_iberian_given(token(0)) && is_iberian_given(token(2));
    }
  }

  Role role_;
  NameForm& form_;
  RawName& raw_;
};

bool is_western_given(const Lexeme& lexeme) {
  const NameWord* row = kNameWords.find(lexeme.text, lexeme.size, lexeme.hash);
  constexpr std::uint16_t kEastAsian = kChineseNames | kKoreanNames | kJapaneseNames | kVietnameseNames;
  return row && (row->flags & kGivenName) && !((row->given_cultures | row->surname_cultures) & kEastAsian);
}

// Cleaning would take surnames such as So, Um and No for fillers and corrections, so a short value of which every
// word is a name stays as it is.
bool needs_cleaning(const Lexemes& lexemes) {
  constexpr unsigned kRoles = kFiller | kCorrection | kEither | kCloser | kStarter;
  int words = 0;
  bool doubtful = false, unknown = false, filler_first = false, given_next = false;
  for (const Lexeme& lexeme : lexemes) {
    if (!lexeme.is_word()) continue;
    ++words;
    if (words == 1) filler_first = lexeme.spoken && (lexeme.spoken->roles & kFiller);
    if (words == 2) given_next = is_western_given(lexeme);
    if (lexeme.spoken && (lexeme.spoken->roles & kRoles)) {
      doubtful = true;
      const NameWord* row = kNameWords.find(lexeme.text, lexeme.size, lexeme.hash);
      unknown |= row == nullptr || (!(row->flags & (kGivenName | kSurname)) && row->surname_links == 0);
    }
  }
  // "Um Laurence Abbot", but Um Ji Won.
  return holds_pause(lexemes) || (doubtful && (unknown || words > 3 || (words == 3 && filler_first && given_next)));
}

}  // namespace

void clear_name(NameForm& form) {
  form.count = form.given_count = form.pool_used = form.remark_count = form.split_count = 0;
  form.generation = 0;
  form.comma = form.labelled = form.titled = form.two_people = form.sentence = false;
  form.spelled = form.overlong = false;
}

void add_latin(NameForm& form, NameToken& word, NameToken& latin) {
  char* const text = form.pool + form.pool_used;
  const std::size_t size = transliterate(word.view(), text, static_cast<std::size_t>(kNamePool - form.pool_used));
  if (size == 0) return;
  form.pool_used += static_cast<int>(size);
  latin = make_name_token({text, size}, nullptr, 0);
  word.latin = &latin;
}

bool read_name(const Side& side, Role role, NameForm& form) {
  clear_name(form);
  form.mixed_scripts = side.folded.mixed_scripts;
  form.folded = side.folded.view();
  RawName raw;
  read_raw_name(side, role, raw, form);
  return read_raw_tokens(raw, role, form);
}

bool read_raw_tokens(RawName& raw, Role role, NameForm& form) { return NameReader(raw, role, form).read(); }

bool read_name_stored(Side& side, const Context&, FormStorage& storage) {
  NameForm& form = storage.make<NameForm>();
  form.filler = form.corrected = form.two_answers = false;
  look_up_spoken(side.lexemes);
  return read_name(side, Role::stored, form);
}

bool read_name_said(Side& side, const Context&, FormStorage& storage) {
  NameForm& form = storage.make<NameForm>();
  form.filler = form.corrected = form.two_answers = false;
  look_up_spoken(side.lexemes);
  if (needs_cleaning(side.lexemes)) {
    const Cleaned cleaned = clean_spoken(side.lexemes);
    form.filler = cleaned.removed;
    form.corrected = cleaned.corrected;
    form.two_answers = cleaned.two_answers;
  }
  return read_name(side, Role::said, form);
}

}  // namespace ablmatch
