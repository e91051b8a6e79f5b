// Spelled letters: single letters, letter names, spelling alphabets, "n as in nancy", "double l".
#include "spoken.hpp"
#include "tables/spoken_words.hpp"

namespace ablmatch {

namespace {

bool is_single_letter(const Lexeme& lexeme) {
  return lexeme.is_word() && lexeme.size == 1 && *lexeme.text >= 'a' && *lexeme.text <= 'z';
}

bool has_role(const Lexeme& lexeme, SpokenRole role) { return lexeme.spoken && (lexeme.spoken->roles & role); }

// "de" and "of" stand in many names, so they explain a letter only beside another one that they explain too:
// "r de ramon e de enrique", but not "J. M. de Mendoza". `at` is the connector's place.
bool explains_in_a_row(const Lexemes& lexemes, int at) {
  const auto explains = [&](int k) {
    return k > 0 && k + 1 < lexemes.count && lexemes.at[k].is(lexemes.at[at].view()) && lexemes.at[k + 1].is_word() &&
           is_single_letter(lexemes.at[k - 1]) && *lexemes.at[k + 1].text == *lexemes.at[k - 1].text;
  };
  return explains(at) && (explains(at - 3) || explains(at + 3));
}

// Behind "as in", "is for", "wie in", "for", "like", …; `at` itself when none stands there.
int skip_connector(const Lexemes& lexemes, int at) {
  if (at + 1 >= lexemes.count) return at;
  const Lexeme& one = lexemes.at[at];
  const Lexeme& two = lexemes.at[at + 1];
  if (one.size == 1) return has_role(one, kConnector) ? at + 1 : at;
  const bool two_words = (one.is("as") && (two.is("in") || two.is("for"))) ||
                         (one.is("is") && (two.is("for") || two.is("as"))) || (one.is("wie") && two.is("in")) ||
                         ((one.is("como") || one.is("come") || one.is("comme")) &&
                          (two.is("en") || two.is("em") || two.is("in") || two.is("dans"))) ||
                         (one.is("like") && two.is("in"));
  if (two_words) return at + 2 < lexemes.count && lexemes.at[at + 2].is("in") && two.is("as") ? at + 3 : at + 2;
  if (one.is("in") || one.is("is")) return at;
  if (one.is("de") || one.is("of")) return explains_in_a_row(lexemes, at) ? at + 1 : at;
  return has_role(one, kConnector) ? at + 1 : at;
}

// Has it the first letter of x, fox, double, doble, uve or i?
bool begins_two_words(const Lexeme& lexeme) {
  constexpr std::uint32_t kFirst =
      1u << ('d' - 'a') | 1u << ('f' - 'a') | 1u << ('i' - 'a') | 1u << ('u' - 'a') | 1u << ('x' - 'a');
  const unsigned letter = static_cast<unsigned char>(*lexeme.text) - unsigned{'a'};
  return letter < 26 && (kFirst >> letter & 1) != 0;
}

// "x ray", "fox trot", "double u": letters named by two words.
char two_word_letter(const Lexemes& lexemes, int at, bool names, bool alphabet, int& next) {
  if (at + 1 >= lexemes.count) return 0;
  if (!begins_two_words(lexemes.at[at])) return 0;
  int second = at + 1;
  if (lexemes.at[second].is_symbol('-') && second + 1 < lexemes.count) ++second;
  const Lexeme& one = lexemes.at[at];
  const Lexeme& two = lexemes.at[second];
  next = second + 1;
  if (alphabet && one.is("x") && two.is("ray")) return 'x';
  if (alphabet && one.is("fox") && two.is("trot")) return 'f';
  if (one.is("double") && (two.is("u") || (names && (two.is("you") || two.is("yew"))))) return 'w';
  if (names &&
      ((one.is("uve") && two.is("doble")) || (one.is("doble") && two.is("ve")) || (one.is("doble") && two.is("u"))))
    return 'w';
  if (names && one.is("i") && (two.is("griega") || two.is("grec") || two.is("greca"))) return 'y';
  return 0;
}

// Can a spelled letter, or what is said before one, begin with this lexeme? Most words are nothing of the sort.
bool may_be_spelled(const Lexeme& lexeme) {
  if (!lexeme.is_word()) return false;
  if (lexeme.size == 1) return true;
  // The words that two_word_letter begins with are words of the table, but a reader may have taken their row away.
  const SpokenWord* word = lexeme.spoken;
  if (word == nullptr) return *lexeme.text == 'd' || *lexeme.text == 'f' || *lexeme.text == 'u';
  return word->letter || word->alphabet || (word->roles & kCase) || word->number == NumberClass::multiplier ||
         word->number == NumberClass::unit;
}

// A letter without multiplier at `at`; letter 0 when none.
SpelledUnit plain_unit(const Lexemes& lexemes, int at, bool names, bool alphabet) {
  SpelledUnit unit{0, 1, static_cast<std::uint16_t>(at), false};
  if (at >= lexemes.count || !lexemes.at[at].is_word()) return unit;
  int next = at;
  if (const char letter = two_word_letter(lexemes, at, names, alphabet, next)) {
    unit = {letter, 1, static_cast<std::uint16_t>(next), true};
    return unit;
  }
  const Lexeme& lexeme = lexemes.at[at];
  next = at + 1;
  if (is_single_letter(lexeme)) {
    unit.letter = *lexeme.text;
    unit.strong = true;
  } else if (names && lexeme.spoken && lexeme.spoken->letter) {
    unit.letter = lexeme.spoken->letter;
  } else if (alphabet && lexeme.spoken && lexeme.spoken->alphabet) {
    unit.letter = lexeme.spoken->alphabet;
    unit.strong = !(lexeme.spoken->roles & kNameLetter);
    unit.next = static_cast<std::uint16_t>(next);
    return unit;
  }
  // "n as in nancy": the word must begin with the letter that it explains.
  const bool letter_word = unit.letter || (lexeme.spoken && lexeme.spoken->letter);
  if (letter_word) {
    const char letter = unit.letter ? unit.letter : lexeme.spoken->letter;
    const int word = skip_connector(lexemes, next);
    if (word > next && word < lexemes.count && lexemes.at[word].is_word() && *lexemes.at[word].text == letter) {
      int behind = word + 1;
      const bool two_words = two_word_letter(lexemes, word, names, true, behind) == letter;
      if (two_words || lexemes.at[word].size > 1) {
        unit.letter = letter;
        unit.strong = true;
        next = two_words ? behind : word + 1;
      }
    }
  }
  unit.next = static_cast<std::uint16_t>(next);
  return unit;
}

// A letter before another one, as most are: nothing explains it. (x and i may go on as words: x ray, i griega.)
bool is_unexplained(const Lexemes& lexemes, int at) {
  const Lexeme& lexeme = lexemes.at[at];
  return is_single_letter(lexeme) && *lexeme.text != 'x' && *lexeme.text != 'i' &&
         (at + 1 >= lexemes.count || is_single_letter(lexemes.at[at + 1]));
}

}  // namespace

SpelledUnit read_spelled_unit(const Lexemes& lexemes, int at, bool names, bool alphabet) {
  const SpelledUnit none{0, 1, static_cast<std::uint16_t>(at), false};
  if (at >= lexemes.count || !may_be_spelled(lexemes.at[at])) return none;
  int start = at;
  // "capital j": an instruction, not a letter.
  while (start < lexemes.count && has_role(lexemes.at[start], kCase) && !is_single_letter(lexemes.at[start])) ++start;
  if (start >= lexemes.count) return none;
  std::uint8_t repeat = 1;
  int next = start;
  if (const char letter = two_word_letter(lexemes, start, names, alphabet, next); letter == 'w')
    return {letter, 1, static_cast<std::uint16_t>(next), true};
  const SpokenWord* word = lexemes.at[start].spoken;
  int base = start;
  if (word && word->number == NumberClass::multiplier && !lexemes.at[start].is("twice")) {
    repeat = static_cast<std::uint8_t>(word->value);
    base = start + 1;
    if (base < lexemes.count && lexemes.at[base].is_symbol('-')) ++base;
  }
  SpelledUnit unit = plain_unit(lexemes, base, names, alphabet);
  if (!unit.letter) {
    // "two x's"
    if (word && word->number == NumberClass::unit && word->value >= 2 && word->value <= 4 &&
        start + 1 < lexemes.count && is_single_letter(lexemes.at[start + 1])) {
      const int quote = start + 2;
      if (quote + 1 < lexemes.count && lexemes.at[quote].is_symbol('\'') && lexemes.at[quote + 1].is("s"))
        return {*lexemes.at[start + 1].text, static_cast<std::uint8_t>(word->value),
                static_cast<std::uint16_t>(quote + 2), true};
    }
    return none;
  }
  unit.repeat = repeat;
  next = unit.next;
  if (repeat == 1 && next < lexemes.count && lexemes.at[next].is("twice")) {
    unit.repeat = 2;
    ++next;
  }
  // "b b for boy" names one b: the letter is said and then explained.
  if (repeat == 1 && next == base + 1 && next < lexemes.count && !is_unexplained(lexemes, next)) {
    const SpelledUnit again = plain_unit(lexemes, next, names, alphabet);
    if (again.letter == unit.letter && again.next > next + 1) {
      next = again.next;
      unit.strong = true;
    }
  }
  // Separators between letters belong to the spelling: J-A-N-E, J. A. N. E.
  if (next < lexemes.count && lexemes.at[next].type == LexemeType::symbol) {
    const Lexeme& symbol = lexemes.at[next];
    if (symbol.is_symbol('.') && is_single_letter(lexemes.at[base]) && next == base + 1) {
      ++next;
      if (next < lexemes.count && (lexemes.at[next].is_symbol(',') || lexemes.at[next].is_symbol('-')) &&
          plain_unit(lexemes, next + 1, false, alphabet).letter)
        ++next;
    } else if ((symbol.is_symbol('-') || symbol.is_symbol(',') || symbol.is_symbol('.')) &&
               plain_unit(lexemes, next + 1, names, alphabet).letter) {
      ++next;
    }
  }
  unit.next = static_cast<std::uint16_t>(next);
  return unit;
}

int read_spelled_run(const Lexemes& lexemes, int at, bool loose, char* out, std::size_t capacity, std::size_t& size) {
  size = 0;
  int strong = 0, units = 0;
  int end = at;
  std::size_t sure_size = 0;  // up to the last unit that may end a run
  for (int next = at; next < lexemes.count;) {
    const SpelledUnit unit = read_spelled_unit(lexemes, next, true, true);
    if (!unit.letter) break;
    const SpokenWord* word = lexemes.at[next].spoken;
    const bool everyday = !unit.strong && word && (word->roles & kCommonWord);
    if (everyday && !loose && units == 0) break;
    if (size + unit.repeat > capacity) return at;
    for (int k = 0; k < unit.repeat; ++k) out[size++] = unit.letter;
    ++units;
    strong += unit.strong;
    next = unit.next;
    if (loose || !everyday) {
      end = next;
      sure_size = size;
    }
  }
  size = sure_size;
  if ((loose && size >= 3) || (strong >= 2 && size >= 2)) return end;
  size = 0;
  return at;
}

}  // namespace ablmatch
