// Remarks about letters beside a name, and whether the stored spelling bears them out.
#include "name_remarks.hpp"

#include "name_agreement.hpp"

namespace ablmatch {

namespace {

template <std::size_t N>
bool is_one_of(const NameToken& token, const std::string_view (&words)[N]) {
  for (const std::string_view word : words)
    if (token.is(word)) return true;
  return false;
}

// Words in front of a remark that only lead to it: "… that's with a K", "… but without an e".
constexpr std::string_view kOpeners[] = {"that", "thats",   "is",    "its",     "it",    "and",
                                         "but",  "spelled", "spelt", "written", "spell", "just"};
constexpr std::string_view kArticles[] = {"a",      "an",     "the",   "just",    "only", "single",
                                          "silent", "letter", "final", "capital", "small"};

class RemarkReader {
 public:
  RemarkReader(RawName& raw, NameForm& form) : raw_(raw), form_(form) {}

  void run() {
    for (int at = 1; at < raw_.count;) {
      int from = at, end = read_with(at);
      if (end > at) {
        while (from > 1 && is_one_of(token(from - 1), kOpeners)) --from;
      } else {
        end = read_example(at);
        // At the very end the letter repeats one of the name; in the middle it is an initial that is explained.
        if (end > at && end < raw_.count) from = ++at;
        else if (end > at) claim(*token(at).text, 1, false, at - 1);
      }
      if (end == at) {
        ++at;
        continue;
      }
      raw_.remove(from, end);
      form_.filler = true;
      at = from;
    }
  }

 private:
  const NameToken& token(int at) const { return raw_.at[at].token; }
  bool has(int at, std::string_view word) const { return at < raw_.count && token(at).is(word); }
  bool has_room() const { return form_.remark_count < kMaxLetterRemarks; }

  // "k", "k's", and "ks" behind a number.
  char letter(int at, bool several) const {
    if (at >= raw_.count) return '\0';
    const NameToken& word = token(at);
    const bool plural = word.size == 2 && word.text[1] == 's' && (several || word.has(kPossessiveToken));
    const char c = *word.text;
    return (word.size == 1 || plural) && c >= 'a' && c <= 'z' ? c : '\0';
  }

  void claim(char c, int count, bool absent, int about) {
    form_.remarks[form_.remark_count++] = {c, static_cast<std::uint8_t>(count), absent, token(about)};
  }

  // "[the] [two] K[s]" at `at`, as a claim about word `about`; the end, or `at` when there is no letter.
  int read_letter(int at, bool absent, int about) {
    int count = 1, end = at;
    bool only = false;
    for (; end < raw_.count; ++end) {
      const NameToken& word = token(end);
      const bool number = word.is("one") || word.is("two") || word.is("double");
      if (!number && !is_one_of(word, kArticles)) break;
      if (word.is("a") && !letter(end + 1, false) && end + 1 < raw_.count && !is_one_of(token(end + 1), kArticles))
        break;
      if (word.is("two") || word.is("double")) count = 2;
      only |= word.is("one") || word.is("single") || word.is("only");
    }
    const char c = letter(end, count > 1);
    if (c == '\0' || !has_room()) return at;
    claim(c, count == 1 && only ? 0 : count, absent, about);
    return end + 1;
  }

  // "with a K", "without an h", then "not a C", "instead of a C", "as in kilo", "at the end".
  int read_with(int at) {
    const bool absent = has(at, "without") || has(at, "minus");
    if (!absent && !has(at, "with")) return at;
    int about = at - 1;
    while (about > 0 && is_one_of(token(about), kOpeners)) --about;
    int end = read_letter(at + 1, absent, about);
    if (end == at + 1) return at;
    end = behind_example(end);
    const int more = has(end, "not") ? end + 1 : has(end, "instead") && has(end + 1, "of") ? end + 2 : end;
    if (more > end) {
      const int other = read_letter(more, !absent, about);
      if (other > more) end = other;
    }
    if (has(end, "at") || has(end, "on") || has(end, "in")) {
      if (has(end + 1, "it")) return end + 2;
      if (has(end + 1, "the") && (has(end + 2, "end") || has(end + 2, "middle") || has(end + 2, "beginning") ||
                                  has(end + 2, "start") || has(end + 2, "front")))
        return end + 3;
    }
    return end;
  }

  // Behind "as in kilo", "like kilo", "for kilo" when it stands at `at`, else `at`.
  int behind_example(int at) const {
    const int word = has(at, "as") && has(at + 1, "in") ? at + 2 : has(at, "like") || has(at, "for") ? at + 1 : at;
    return word > at && word < raw_.count ? word + 1 : at;
  }

  // "h as in harry": the letter begins the example. The end, or `at`.
  int read_example(int at) const {
    const char c = letter(at, false);
    if (c == '\0' || token(at).size != 1 || !has_room()) return at;
    const int end = behind_example(at + 1);
    return end > at + 1 && *token(end - 1).text == c ? end : at;
  }

  RawName& raw_;
  NameForm& form_;
};

bool bears_out(const LetterRemark& remark, const NameToken& word) {
  if (word.has(kForeignToken)) return true;  // the letters are those of another script
  int found = 0;
  bool doubled = false;
  for (std::size_t k = 0; k < word.size; ++k) {
    if (word.text[k] != remark.letter) continue;
    ++found;
    doubled |= k > 0 && word.text[k - 1] == remark.letter;
  }
  if (remark.absent) return remark.count > 1 ? !doubled : found == 0;
  return remark.count == 0 ? found > 0 && !doubled : found >= remark.count;
}

}  // namespace

void take_letter_remarks(RawName& raw, NameForm& form) { RemarkReader(raw, form).run(); }

bool letter_remark_contradicts(const NameForm& said, const NameForm& stored) {
  for (int k = 0; k < said.remark_count; ++k) {
    const LetterRemark& remark = said.remarks[k];
    bool found = false, agreed = false, anywhere = false;
    for (int at = 0; at < stored.count; ++at) {
      const NameToken& word = stored.at[at];
      const bool fits = bears_out(remark, word);
      anywhere |= fits;
      if (!agree_given(remark.about, word).found() && !agree_surname(remark.about, word).found()) continue;
      found = true;
      agreed |= fits;
    }
    if (found ? !agreed : !anywhere) return true;
  }
  return false;
}

}  // namespace ablmatch
