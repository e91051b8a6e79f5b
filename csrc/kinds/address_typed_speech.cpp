// Cutting what was said with number words into tokens from its masks alone: the answers that cleaning (clean_spoken) leaves
// as they are but for the commonest lead-ins in front and closers behind, whose number words are English.
#include <string_view>

#include "../spoken.hpp"
#include "../tables/spoken_words.hpp"
#include "address_typed_tokens.hpp"

namespace ablmatch::postal {

namespace {

using Sort = TypedToken::Sort;

constexpr std::string_view kFillers[] = {"um", "uh", "er", "erm"};
// Each is the longest phrase of the spoken ones where it stands. Behind a lead-in no greeting is one.
constexpr std::string_view kGreetings[] = {"sure ", "yes ", "okay "};
constexpr std::string_view kLeadIns[] = {"it's ",           "i'm at ", "i live at ", "my address is ",
                                         "the address is ", "that's ", "it is "};
constexpr std::string_view kClosers[] = {" please", " thanks", " that's it"};

constexpr std::uint64_t bytes_of(std::string_view word) {
  std::uint64_t bytes = 0;
  for (std::size_t k = 0; k < word.size(); ++k) bytes |= std::uint64_t{static_cast<unsigned char>(word[k])} << 8 * k;
  return bytes;
}

// Where the answer begins, behind lead-ins that a space ends.
std::size_t begin_of_answer(std::string_view text) {
  const auto behind_filler = [&](std::size_t at) {
    for (const std::string_view filler : kFillers) {
      if (!text.substr(at).starts_with(filler)) continue;
      std::size_t next = at + filler.size();
      if (next < text.size() && text[next] == ',') ++next;
      if (next < text.size() && text[next] == ' ') return next + 1;
    }
    return at;
  };
  bool led = false;
  const auto behind_phrase = [&](std::size_t at) {
    const auto stands = [&](std::string_view phrase) {
      return text[at] == phrase[0] && text.substr(at).starts_with(phrase);
    };
    for (const std::string_view phrase : kLeadIns)
      if (stands(phrase)) {
        led = true;
        return at + phrase.size();
      }
    for (const std::string_view phrase : kGreetings)
      if (!led && stands(phrase)) return at + phrase.size();
    return at;
  };
  std::size_t at = 0;
  for (;;) {
    const std::size_t next = behind_phrase(behind_filler(at));
    if (next == at) return at;
    at = next;
  }
}

std::size_t end_of_answer(std::string_view text) {
  const std::string_view words = text.substr(0, text.size() - (text.ends_with('.') ? 1 : 0));
  for (const std::string_view closer : kClosers)
    if (words.ends_with(closer)) return words.size() - closer.size();
  return text.size();
}

// Does the word go on with a phrase that one like "you" opens: you know, bear with me?
bool goes_on(const TypedToken& token) {
  return token.low == bytes_of("know") || token.low == bytes_of("sea") || token.low == bytes_of("with");
}

// Words that belong to a phrase of corrections or fillers: scratch that, let me see.
bool tells_phrase(const TypedToken& token) { return token.low == bytes_of("that") || token.low == bytes_of("let"); }

class Cutter {
 public:
  Cutter(const Scan& scan, TypedTokens& out) : scan_(scan), out_(out) {}

  bool run() {
    const std::string_view text = scan_.view();
    from_ = begin_of_answer(text);
    to_ = end_of_answer(text);
    out_.start(scan_.text);
    out_.said = true;
    if (!each_start(scan_, [&](std::size_t at) { return at < from_ || at >= to_ || see(at); })) return false;
    return out_.count >= 3 && !has_role(out_.count - 1, kCloser) && mark_weak();
  }

 private:
  const SpokenWord* row(int k) const {
    const TypedToken& token = out_.at[k];
    const bool word = token.sort == Sort::word || token.sort == Sort::spoken;
    return word && token.entry->spoken != 0 ? &kSpokenWords.values[token.entry->spoken - 1] : nullptr;
  }
  bool has_role(int k, unsigned roles) const {
    const SpokenWord* const word = row(k);
    return word != nullptr && (word->roles & roles) != 0;
  }
  static bool counts(const SpokenWord* word) {
    return word != nullptr && word->number != NumberClass::none && word->number != NumberClass::conjunction;
  }

  // "one second": behind other words it is a street.
  bool is_counted(int k) const {
    if (k == 0) return false;
    const std::uint64_t before = out_.at[k - 1].low;
    return before == bytes_of("one") || before == bytes_of("a") || before == bytes_of("two");
  }

  bool see(std::size_t at) {
    const char c = scan_.text[at];
    std::size_t end = at + 1;
    Sort sort = Sort::hash;
    if (scan_.letters.test(at) || scan_.digits.test(at)) {
      sort = scan_.letters.test(at) ? Sort::word : Sort::number;
      end = Scan::end_of_run(sort == Sort::word ? scan_.letters : scan_.digits, at);
    } else if (out_.count == 0) {
      return false;
    } else if (c == ',') {
      ++lexeme_;
      return gap_ = true;
    } else if (c == '.') {
      ++lexeme_;
      return is_quiet_stop(scan_, at);
    } else if (c != '#') {
      return false;
    }
    TypedToken* const token = add_token(out_, at, end - at, sort);
    if (token == nullptr) return false;
    token->lexeme = static_cast<std::uint16_t>(lexeme_++);
    token->gap = gap_;
    token->glued = at == behind_;
    gap_ = false;
    behind_ = end;
    return sort != Sort::word || see_word(*token);
  }

  // False where cleaning may take words away, or the word is a number of another sort.
  bool see_word(TypedToken& token) {
    const int k = out_.count - 1;
    if (tells_phrase(token) || (k > 0 && has_role(k - 1, kFillerOpener) && goes_on(token))) return false;
    if ((token.entry->parts & kPausePart) != 0 && (token.entry->address == 0 || is_counted(k))) return false;
    const SpokenWord* const word = row(k);
    if (word == nullptr) return token.size < kShortestJoined || !joins_numbers(out_.text_of(token));
    constexpr unsigned kCleaned = kFiller | kCorrection | kCorrectionOpener;
    if ((word->roles & (k == 0 ? kCleaned | kStarter : kCleaned)) != 0) return false;
    if (!counts(word)) return true;
    if (!is_plain_number(*word) || token.glued) return false;
    token.sort = Sort::spoken;
    return true;
  }

  // Weak words (to, for, oh) are numbers in a run that holds a strong one or figures.
  bool mark_weak() {
    for (int k = 0; k < out_.count;) {
      int end = k;
      bool weak = false, strong = false;
      for (; end < out_.count && (out_.at[end].sort == Sort::spoken || out_.at[end].sort == Sort::number ||
                                  (end > k && out_.at[end].sort == Sort::hash));
           ++end) {
        if (out_.at[end].sort == Sort::hash) continue;
        const bool is_weak = out_.at[end].sort == Sort::spoken && row(end)->weak;
        weak |= is_weak;
        strong |= !is_weak;
        out_.spoken |= !is_weak && out_.at[end].sort == Sort::spoken;
      }
      // Words that part or join numbers may stand between two parts of a run.
      if (weak && !strong && ((k > 0 && may_join(k - 1)) || (end < out_.count && may_join(end)))) return false;
      if (weak)
        for (int at = k; at < end; ++at)
          if (out_.at[at].sort == Sort::spoken && row(at)->weak && !is_number(at, strong))
            out_.at[at].sort = Sort::word;
      k = end + 1;
    }
    return true;
  }
  bool may_join(int k) const {
    const SpokenWord* const word = row(k);
    return word != nullptr && (word->number == NumberClass::conjunction || (word->roles & kGap) != 0);
  }
  // "oh" in front of figures is a state.
  bool is_number(int k, bool strong) const {
    const bool state = out_.at[k].entry->address != 0 && k + 1 < out_.count && out_.at[k + 1].sort == Sort::number &&
                       out_.at[k + 1].lexeme == out_.at[k].lexeme + 1;
    return strong && !state;
  }

  const Scan& scan_;
  TypedTokens& out_;
  std::size_t from_ = 0, to_ = 0;
  std::size_t behind_ = kScanCapacity;  // the place behind the last token, or none
  int lexeme_ = 0;
  bool gap_ = false;
};

}  // namespace

bool cut_plainly_said(const Scan& scan, TypedTokens& out) { return Cutter(scan, out).run(); }

}  // namespace ablmatch::postal
