// Cuts a spoken number into tokens by the table of number words, and refuses what needs the whole reading.
#include "number_phrase.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

// Symbols that separate in both readers, beside the apostrophe, which has its own rule.
constexpr std::string_view kQuietSymbols = "-./,():!?";
// Those that only codes ignore.
constexpr std::string_view kCodeSymbols = "#+*\"&;";

constexpr ScanMask set_of(std::string_view first, std::string_view second) {
  ScanMask set{};
  for (const std::string_view part : {first, second, std::string_view("'")})
    for (const char c : part) set.at[static_cast<unsigned char>(c) >> 6] |= std::uint64_t{1} << (c & 63);
  return set;
}
constexpr ScanMask kQuiet[] = {set_of(kQuietSymbols, kCodeSymbols), set_of(kQuietSymbols, "")};

// Lead-ins whose last letter would be one of a code, did the reading not take them away as a phrase.
struct LeadIn {
  std::string_view text;
  int tokens;
  bool number_follows;
};
constexpr LeadIn kLeadIns[] = {{"e o ", 2, true},
                               {"e a ", 2, true},
                               {"e il ", 2, true},
                               {"meu numero e ", 3, false},
                               {"il mio numero e ", 4, false}};

bool touches(const ScanMask& letters, const ScanMask& digits) {
  const std::uint64_t low = letters.at[0], high = letters.at[1];
  const std::uint64_t low_near = low << 1 | low >> 1 | high << 63, high_near = high << 1 | high >> 1 | low >> 63;
  return ((low_near & digits.at[0]) | (high_near & digits.at[1])) != 0;
}

bool only_quiet_symbols(const Scan& scan, NumberReader reader) {
  const ScanMask symbols = scan.symbols();
  if (!symbols.any()) return true;
  const ScanMask& quiet = kQuiet[reader == NumberReader::phone];
  for (std::size_t block = 0; block < 2; ++block)
    for (std::uint64_t rest = symbols.at[block]; rest != 0; rest &= rest - 1) {
      const auto at = 64 * block + static_cast<std::size_t>(std::countr_zero(rest));
      if (!quiet.test(static_cast<unsigned char>(scan.text[at]) & 127)) return false;
      // that's, c'est
      if (scan.text[at] == '\'' && (at == 0 || !scan.letters.test(at - 1) || !scan.letters.test(at + 1))) return false;
    }
  return true;
}

constexpr NumberSense kFigures{Kind::figures, 0, 255, 255, kNumberCounts | number_kind_bit(Kind::figures), 0, 0};
constexpr NumberSense kPlainWord{Kind::other, 0, 255, 255, number_kind_bit(Kind::other), 0, 0};

constexpr std::uint32_t bit(Kind kind) { return number_kind_bit(kind); }

constexpr std::uint32_t kWordsOfNumbers = bit(Kind::unit) | bit(Kind::teen) | bit(Kind::tens) | bit(Kind::compound) |
                                          bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand) |
                                          bit(Kind::multiplier);
constexpr std::uint32_t kRepeatable = bit(Kind::unit) | bit(Kind::teen) | bit(Kind::tens) | bit(Kind::compound);
constexpr std::uint32_t kScales = bit(Kind::hundreds) | bit(Kind::hundred) | bit(Kind::thousand);

// All words and runs of figures of a value, cut into the tokens of the phrase, and what they have in common.
class Words {
 public:
  Words(const Scan& scan, NumberReader reader, NumberPhrase& out)
      : at(out.at), scan_(scan), phone_(reader == NumberReader::phone) {}

  // False when some word is not known.
  bool cut();
  // Makes the phrase of plain words: one run of numbers, and harmless words in front of it and behind. False when there
  // is more to it.
  bool make_phrase(NumberPhrase& out) const;
  void skip(int tokens);

  unsigned shared() const { return strong_shared & weak_shared; }
  bool words() const { return (flags & kNumberTelling) != 0; }
  bool figures() const { return (flags & bit(Kind::figures)) != 0 || (flags & kNumberFigures) != 0; }
  bool everyday() const { return (flags & kNumberEveryday) != 0; }

  NumberToken* const at;
  int count = 0;
  unsigned strong_shared = 255;  // languages that every telling number word belongs to
  unsigned weak_shared = 255;    // and every weak one, but um and no

 private:
  void look_between(NumberToken& token, const NumberToken& last);
  bool multiplies_oddly() const;
  bool connects_oddly() const;

  const Scan& scan_;
  const bool phone_;
  std::uint32_t flags = 0;      // of all tokens
  std::uint64_t numeric_ = 0;          // tokens that read as digits, but um and no
  bool odd_ = false;                   // symbols stand where they change the meaning
};

// Symbols between a token, the last one cut, and the one before.
void Words::look_between(NumberToken& token, const NumberToken& last) {
  const std::size_t before = last.end;
  const bool words = !last.is(Kind::figures) && !token.is(Kind::figures);
  const std::size_t gap = token.begin - before;
  const bool dash = gap == 1 && scan_.text[before] == '-';
  token.hyphened = dash;
  odd_ |= dash && words;
  if (scan_.text[token.begin - 1] == '\'') {
    // that's, it's
    odd_ |= !last.is(Kind::other);
    if (token.is(Kind::letter)) token.sense = kPlainWord;
  }
  if (!phone_ || dash) return;
  int found = 0;
  bool other = false;
  for (std::size_t k = before; k < token.begin; ++k) {
    found += scan_.text[k] != ' ';
    other |= scan_.text[k] != ' ' && scan_.text[k] != '-';
  }
  token.cut = other || found > 1;
  odd_ |= !token.cut && words;
}

bool Words::cut() {
  const bool symbols = scan_.symbols().any();
  const std::uint64_t low = scan_.letters.at[0] | scan_.digits.at[0], high = scan_.letters.at[1] | scan_.digits.at[1];
  std::uint64_t starts = low & ~(low << 1), ends = low & ~(low >> 1 | high << 63);
  const std::uint64_t more_starts = high & ~(high << 1 | low >> 63);
  unsigned start_base = 0, end_base = 0;
  // What all tokens have in common, kept in registers.
  std::uint32_t all = 0;
  unsigned strong = 255, weak = 255;
  std::uint64_t numeric = 0;
  int size = 0;
  for (;; ++size) {
    if (starts == 0) {
      if (start_base != 0 || more_starts == 0) break;
      starts = more_starts;
      start_base = 64;
    }
    if (ends == 0) {
      ends = high & ~(high >> 1);
      end_base = 64;
    }
    const unsigned begin = start_base + static_cast<unsigned>(std::countr_zero(starts));
    const unsigned end = end_base + static_cast<unsigned>(std::countr_zero(ends)) + 1;
    starts &= starts - 1;
    ends &= ends - 1;
    if (size == kMostNumberTokens) return false;
    const NumberSense* sense = &kFigures;
    if (scan_.text[begin] > '9') sense = find_number_word(scan_.text + begin, end - begin);
    if (sense == nullptr) return false;
    NumberToken& token = at[size];
    token.sense = *sense;
    token.begin = static_cast<std::uint8_t>(begin);
    token.end = static_cast<std::uint8_t>(end);
    token.cut = token.hyphened = false;
    if (symbols && size > 0 && (begin != at[size - 1].end + 1u || scan_.text[begin - 1] != ' ')) {
      look_between(token, at[size - 1]);
      sense = &token.sense;
    }
    strong &= sense->strong;
    weak &= sense->weak;
    all |= sense->flags;
    numeric |= std::uint64_t{sense->flags >> kNumberCountsBit & 1} << size;
  }
  count = size;
  strong_shared = strong;
  weak_shared = weak;
  flags = all;
  numeric_ = numeric;
  return true;
}

// "double" in front of anything but a number below a hundred or a single figure.
bool Words::multiplies_oddly() const {
  for (int k = 0; k < count; ++k) {
    if (!at[k].is(Kind::multiplier)) continue;
    if (k + 1 == count) return true;
    const NumberToken& behind = at[k + 1];
    const bool figure = behind.is(Kind::figures) && behind.end - behind.begin == 1;
    const bool word = (bit(behind.sense.kind) & kRepeatable) != 0 && (behind.sense.flags & kNumberCounts) != 0;
    if (!(figure || word) || behind.cut) return true;
  }
  return false;
}

// "for" behind a word that it may explain.
bool Words::connects_oddly() const {
  for (int k = 1; k < count; ++k)
    if ((at[k].sense.flags & kNumberConnector) != 0 && (at[k - 1].sense.flags & kNumberCounts) == 0) return true;
  return false;
}

void Words::skip(int tokens) {
  weak_shared = 255;
  for (int k = tokens; k < count; ++k) weak_shared &= at[k].sense.weak;
}

bool Words::make_phrase(NumberPhrase& out) const {
  if (odd_ || numeric_ == 0 || (flags & kNumberOdd) != 0) return false;
  if ((flags & bit(Kind::multiplier)) != 0 && multiplies_oddly()) return false;
  if ((flags & kNumberConnector) != 0 && connects_oddly()) return false;
  const int first = std::countr_zero(numeric_), last = 63 - std::countl_zero(numeric_);
  // One run without gaps.
  const std::uint64_t run = numeric_ >> first;
  if ((run & (run + 1)) != 0) return false;
  if ((flags & bit(Kind::figures)) != 0 && (flags & kScales) != 0) return false;
  if (everyday() || weak_shared != 255) {
    if (everyday()) {
      // English "um" in front is a filler.
      for (int k = 0; k < count; ++k)
        if ((at[k].sense.flags & kNumberEveryday) != 0 && (k >= first || at[k].sense.value == 9)) return false;
      if ((shared() & kEnglish) == 0) return false;
    }
    if (!words() && !figures()) return false;
    if (shared() == 0 || (!words() && (shared() & kEnglish) == 0)) return false;
  }
  out.plus = false;
  if ((flags & kNumberPlus) != 0)
    for (int k = 0; k < count; ++k) {
      if ((at[k].sense.flags & kNumberPlus) == 0) continue;
      if (k > first) return false;
      out.plus = true;
    }
  out.first = first;
  out.count = out.number_end = out.extension = last + 1;
  out.at[out.count].sense = {};
  out.at[out.count].cut = false;
  out.figures_only = (flags & bit(Kind::figures)) != 0;
  if (out.figures_only && (flags & kWordsOfNumbers) != 0)
    for (int k = first; k <= last; ++k) out.figures_only &= at[k].is(Kind::figures);
  return true;
}

// Puts the tokens between the first and the last number together. Every word before, behind and between them is one
// whose place does not matter, or the phrase is refused.
class PhraseReader {
 public:
  PhraseReader(const Scan& scan, NumberReader reader, const Words& words, NumberPhrase& out)
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
  const Words& words_;
  NumberPhrase& out_;
  const bool phone_;

  bool um_counts_ = false;
  bool numbers_ = false;  // words of them
  bool leading_letter_ = false;
  bool extension_ = false;  // its word has been read
  int last_numeric_ = -1;   // in out_.at
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
    // "No. 8029"
    if (token.begin > 0 || phone_ ||
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
  if ((token.sense.flags & kNumberLone) != 0 && (at + 1 == words_.count || !words_.at[at + 1].is(Kind::other)))
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

bool read_number_phrase(const Scan& scan, NumberReader reader, NumberPhrase& out) {
  if (touches(scan.letters, scan.digits) || !only_quiet_symbols(scan, reader)) return false;
  Words words(scan, reader, out);
  if (!words.cut()) return false;
  if (words.make_phrase(out)) return true;
  int skipped = 0;
  for (const LeadIn& lead_in : kLeadIns) {
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
