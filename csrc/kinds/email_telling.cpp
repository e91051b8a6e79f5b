// Words of a spoken e-mail address that tell letters, or nothing, in one place only: "m de madrid", "deux n", "like".
#include "email_telling.hpp"

namespace ablmatch {

namespace {

class Telling {
 public:
  Telling(const Lexemes& lexemes, const bool* in_run) : lexemes_(lexemes), in_run_(in_run) {}

  TellingWord at(int at) const {
    const Lexeme& word = lexeme(at);
    if (is_single_letter(word)) {
      if (word.is("i") && in_bounds(at + 2) && (lexeme(at + 1).is("think") || lexeme(at + 1).is("believe")))
        return {at + 2, false, false, {}};
      const int end = behind_example(at);
      return end > at ? TellingWord{end, true, false, word.view()} : TellingWord{};
    }
    if (word.is("like")) {
      // Behind a letter it explains this one.
      const bool pause = at > 0 && in_bounds(at + 1) && !in_run_[at - 1] && !in_run_[at + 1];
      return pause && !is_single_letter(lexeme(at - 1)) ? TellingWord{at + 1, false, false, {}} : TellingWord{};
    }
    if (word.is("deux") || word.is("dois")) {
      const bool letter = in_bounds(at + 1) && is_single_letter(lexeme(at + 1));
      return letter ? TellingWord{at + 2, true, true, lexeme(at + 1).view()} : TellingWord{};
    }
    if (word.is("ve"))
      return in_bounds(at + 1) && lexeme(at + 1).is("corta") ? TellingWord{at + 2, true, false, "v"} : TellingWord{};
    return read_cluster(at);
  }

 private:
  // Words of spelling alphabets that are more than one letter.
  TellingWord read_cluster(int at) const {
    struct Cluster {
      std::string_view word, letters;
    };
    static constexpr Cluster kClusters[] = {
        {"schule", "sch"}, {"eszett", "ss"}, {"chocolate", "ch"}, {"llobregat", "ll"}};
    for (const Cluster& row : kClusters)
      if (lexeme(at).is(row.word) && (tells_letter(at - 1) || tells_letter(at + 1)))
        return {at + 1, true, false, row.letters};
    return {};
  }

  // "m de madrid", "m of mike": connectors that are words of an address, too. `at` when nothing explains the letter.
  int behind_example(int at) const {
    int example = at + 2;
    if (!in_bounds(example)) return at;
    const Lexeme& connector = lexeme(at + 1);
    if (connector.is("comme") && lexeme(example).is("dans")) ++example;
    else if (!(connector.is("de") || connector.is("of") || connector.is("come"))) return at;
    if (!in_bounds(example)) return at;
    const Lexeme& told = lexeme(example);
    // "e de ele" are three letters.
    const bool explains =
        told.is_word() && told.size > 1 && *told.text == *lexeme(at).text && !(told.spoken && told.spoken->letter);
    return explains ? example + 1 : at;
  }

  bool tells_letter(int at) const {
    return in_bounds(at) && (is_single_letter(lexeme(at)) || (lexeme(at).spoken && lexeme(at).spoken->alphabet));
  }
  const Lexeme& lexeme(int at) const { return lexemes_.at[at]; }
  bool in_bounds(int at) const { return at >= 0 && at < lexemes_.count; }
  static bool is_single_letter(const Lexeme& lexeme) { return lexeme.is_word() && lexeme.size == 1; }

  const Lexemes& lexemes_;
  const bool* in_run_;
};

}  // namespace

TellingWord read_telling_word(const Lexemes& lexemes, int at, const bool* in_run) {
  return Telling(lexemes, in_run).at(at);
}

}  // namespace ablmatch
