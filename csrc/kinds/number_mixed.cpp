// Reads spoken numbers with other words among them, by the rules of speech that spoken_phrases.cpp and digits.cpp follow.
#include "number_tokens.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

// Puts the tokens between the first and the last number together. Every word before, behind and between them is one
// whose place does not matter, or the phrase is refused.
class PhraseReader {
 public:
  PhraseReader(const Scan& scan, NumberReader reader, const NumberWords& words, NumberPhrase& out)
      : scan_(scan), words_(words), out_(out), phone_(reader == NumberReader::phone) {}

  bool read(int from);

 private:
  bool add_before(int at);
  bool add(int at);
  bool add_numeric(const NumberToken& token);
  bool close_segment();
  bool joins(int at) const;
  // "a hundred"
  bool is_behind_article(int at) const {
    return at > 0 && (words_.at[at].is(Kind::hundred) || words_.at[at].is(Kind::thousand)) &&
           words_.at[at - 1].is(Kind::letter) && scan_.text[words_.at[at - 1].begin] == 'a';
  }
  bool weigh_everyday();
  bool is_space(std::size_t from, std::size_t to) const { return to == from + 1 && scan_.text[from] == ' '; }
  bool behind_apostrophe(const NumberToken& token) const {
    return token.begin > 0 && scan_.text[token.begin - 1] == '\'';
  }

  const Scan& scan_;
  const NumberWords& words_;
  NumberPhrase& out_;
  const bool phone_;

  bool um_counts_ = false;
  bool numbers_ = false;  // words of them
  bool leading_letter_ = false;
  bool extension_ = false;  // its word has been read
  int last_numeric_ = -1;  // in out_.at
  int runs_ = 0;
  bool fillers_ = false;
  bool need_english_ = false;
  // The words since the last one that is no number, among which weak words are numbers beside strong ones.
  bool weak_ = false, strong_ = false, telling_ = false;
};

// "um" and "no" are what English talk is full of, and digits in other languages.
bool PhraseReader::weigh_everyday() {
  if (!words_.everyday() || (words_.shared() & kEnglish) != 0) return true;
  um_counts_ = words_.words() && !words_.figures() && (words_.shared() & kPortuguese) != 0;
  return um_counts_;
}

bool PhraseReader::close_segment() {
  if (weak_ && !strong_) return false;
  need_english_ |= weak_ && !telling_;
  weak_ = strong_ = telling_ = false;
  return true;
}

// A conjunction between number words of its language, as mark_numeric asks.
bool PhraseReader::joins(int at) const {
  if (at == 0 || at + 1 >= words_.count) return false;
  const NumberToken &before = words_.at[at - 1], &token = words_.at[at], &behind = words_.at[at + 1];
  return before.is_word_of_number() && behind.is_word_of_number() && is_space(before.end, token.begin) &&
         is_space(token.end, behind.begin) &&
         (token.sense.languages & before.sense.languages & behind.sense.languages) != 0;
}

bool PhraseReader::add_numeric(const NumberToken& token) {
  runs_ += !weak_ && !strong_;
  if (token.is(Kind::figures)) {
    strong_ = true;
  } else {
    numbers_ = true;
    if ((token.sense.flags & kNumberWeak) != 0) {
      weak_ = true;
    } else {
      strong_ = true;
      telling_ |= (token.sense.flags & kNumberFigures) == 0;
    }
  }
  if (!extension_) out_.number_end = out_.count + 1;
  last_numeric_ = out_.count;
  out_.at[out_.count++] = token;
  return true;
}

// A token in front of the first number.
bool PhraseReader::add_before(int at) {
  const NumberToken& token = words_.at[at];
  const bool everyday = (token.sense.flags & kNumberEveryday) != 0;
  const bool no = everyday && token.sense.value == 9;
  if (token.is_numeric() && !no && (!everyday || um_counts_)) {
    if (leading_letter_ && !phone_) return false;
    if (is_behind_article(at)) return false;
    if ((token.sense.flags & kNumberConnector) != 0 && at > 0) return false;
    return add_numeric(token);
  }
  if (everyday) {
    if (!no) return true;
    // "No. 8029", and "no es 8029", which is none
    if (token.begin > 0 || phone_ || (at + 1 < words_.count && words_.at[at + 1].is(Kind::other)) ||
        (words_.words() && (words_.shared() & kEnglish) == 0 && (words_.strong_shared & kHindi) != 0))
      return false;
    leading_letter_ = false;
    return true;
  }
  if (token.is(Kind::filler)) {
    fillers_ = true;
    return true;
  }
  if ((token.sense.flags & kNumberSingle) != 0) {
    if (phone_ && scan_.text[token.begin] == 'x') return false;
    const char letter = scan_.text[token.begin];
    if (behind_apostrophe(token)) leading_letter_ = false;
    else if (letter != 'a' && letter != 'i') leading_letter_ = true;
    return true;
  }
  if ((token.sense.flags & kNumberLone) != 0 && (at + 1 == words_.count || !words_.at[at + 1].is(Kind::other) ||
                                                 (words_.at[at + 1].sense.flags & kNumberLone) != 0))
    return false;
  out_.plus |= (token.sense.flags & kNumberPlus) != 0;
  if ((token.sense.flags & kNumberCode) == 0) leading_letter_ = false;
  return true;
}

// A token behind the first number.
bool PhraseReader::add(int at) {
  NumberToken token = words_.at[at];
  const NumberToken& before = words_.at[at - 1];
  const NumberToken& last = out_.at[out_.count - 1];
  const std::size_t gap = token.begin - before.end;
  bool symbols = gap > 1 || scan_.text[before.end] != ' ';
  if (symbols) {
    const bool dash = gap == 1 && scan_.text[before.end] == '-';
    token.hyphened = dash;
    if (phone_ && !dash) {
      int found = 0;
      bool other = false;
      for (std::size_t k = before.end; k < token.begin; ++k) {
        found += scan_.text[k] != ' ';
        other |= scan_.text[k] != ' ' && scan_.text[k] != '-';
      }
      token.cut = other || found > 1;
    }
  }
  // Telephone numbers keep the hyphen of forty-nine, by rules of its own.
  const auto counts = [](const NumberToken& one) { return one.is_word_of_number() || one.is(Kind::conjunction); };
  if (phone_ && symbols && !token.cut && counts(last) && counts(token)) return false;
  const bool after_filler = before.is(Kind::filler) || (before.sense.flags & kNumberEveryday) != 0;
  if (phone_ && symbols && after_filler) return false;
  if (behind_apostrophe(token) && !last.is(Kind::other) && !last.is(Kind::letter)) return false;
  if (last.is(Kind::multiplier) && !token.is(Kind::filler)) {
    const bool repeatable = token.sense.kind >= Kind::unit && token.sense.kind <= Kind::compound;
    const bool figure = token.is(Kind::figures) && token.end - token.begin == 1;
    if (!(repeatable || figure) || token.cut) return false;
  }

  if (token.is_numeric()) {
    if ((token.sense.flags & kNumberEveryday) != 0 && !um_counts_)  // um is as any filler
      return token.sense.value != 9 && !(phone_ && symbols) && !last.is(Kind::conjunction);
    if ((token.sense.flags & kNumberEveryday) != 0 && token.sense.value == 9) return false;
    if ((token.sense.flags & kNumberConnector) != 0 && !last.is_numeric()) return false;
    if ((token.is(Kind::figures) || last.is(Kind::figures)) &&
        (token.sense.kind == Kind::hundred || token.sense.kind == Kind::thousand || last.is(Kind::hundreds) ||
         last.is(Kind::hundred) || last.is(Kind::thousand)))
      return false;
    if ((token.is(Kind::figures) && last.is(Kind::conjunction)) || is_behind_article(at)) return false;
    return add_numeric(token);
  }
  switch (token.sense.kind) {
    case Kind::filler: fillers_ = true; return !(phone_ && symbols) && !last.is(Kind::conjunction);
    case Kind::conjunction:
      if (after_filler) return false;
      if (!joins(at) && !close_segment()) return false;
      break;
    case Kind::gap: break;
    case Kind::letter:
      if (phone_ && scan_.text[token.begin] == 'x') return false;
      if (!(last.is(Kind::other) && (last.sense.flags & kNumberCode) == 0) && !last.is(Kind::letter)) return false;
      break;
    default:
      if (!close_segment()) return false;
      if ((token.sense.flags & kNumberLone) != 0) return false;
      if (phone_ && (token.sense.flags & kNumberExtension) != 0) {
        // A number follows at once, or the whole reading knows what it is.
        if (extension_ || at + 1 == words_.count || !words_.at[at + 1].is_numeric()) return false;
        extension_ = true;
        out_.extension = out_.count + 1;
      }
  }
  out_.at[out_.count++] = token;
  return true;
}

bool PhraseReader::read(int from) {
  if (!weigh_everyday()) return false;
  out_.count = out_.number_end = 0;
  out_.extension = kMostNumberTokens + 1;
  out_.first = 0;
  out_.plus = false;
  int at = from;
  for (; at < words_.count && out_.count == 0; ++at)
    if (!add_before(at)) return false;
  if (out_.count == 0) return false;
  for (; at < words_.count; ++at)
    if (!add(at)) return false;
  if (!close_segment()) return false;
  const unsigned shared = words_.shared();
  if (words_.weak_shared != 255 && shared == 0) return false;
  if (need_english_ && (shared & kEnglish) == 0) return false;
  // One run of words, in which all that they share decides.
  if (um_counts_ && (runs_ > 1 || fillers_)) return false;
  if (out_.at[last_numeric_].is(Kind::multiplier)) return false;
  // "45 e": a letter of the code.
  const int behind = last_numeric_ + 1;
  if (!phone_ && behind < out_.count && (out_.at[behind].sense.flags & (kNumberSingle | kNumberCode)) != 0)
    return false;
  out_.count = behind;
  out_.at[behind].sense = {};
  out_.at[behind].cut = false;
  if (out_.extension > out_.count) out_.extension = out_.count;
  out_.figures_only = !numbers_;
  return true;
}

}  // namespace

bool read_mixed_phrase(const Scan& scan, NumberReader reader, NumberWords& words, NumberPhrase& out) {
  int skipped = 0;
  for (const NumberLeadIn& lead_in : kNumberLeadIns) {
    if (!scan.view().starts_with(lead_in.text)) continue;
    skipped = lead_in.tokens;
    words.skip(skipped);
    if (!lead_in.number_follows) continue;
    if (words.count <= skipped || words.at[skipped].begin != lead_in.text.size() || !words.at[skipped].is_numeric() ||
        (words.at[skipped].sense.flags & kNumberEveryday) != 0)
      return false;
  }
  return PhraseReader(scan, reader, words, out).read(skipped);
}

}  // namespace ablmatch
