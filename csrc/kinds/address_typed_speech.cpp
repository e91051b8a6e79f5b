// What was said with number words, told from its tokens alone: the answers that cleaning (clean_spoken) leaves as they
// are but for the commonest lead-ins in front and closers behind, whose number words are English.
#include <bit>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "../spoken.hpp"
#include "../tables/spoken_words.hpp"
#include "address_typed_tokens.hpp"

namespace ablmatch::postal {

namespace {

using Sort = TypedToken::Sort;

constexpr std::uint64_t bytes_of(std::string_view word) {
  std::uint64_t bytes = 0;
  for (std::size_t k = 0; k < word.size() && k < 8; ++k)
    bytes |= std::uint64_t{static_cast<unsigned char>(word[k])} << 8 * k;
  return bytes;
}
constexpr std::uint64_t first_bytes(std::uint64_t bytes, std::size_t size) {
  return size < 8 ? bytes & ~(~std::uint64_t{0} << 8 * size) : bytes;
}

// Each is the longest phrase of the spoken ones where it stands.
struct Fillers {
  static constexpr std::string_view all[] = {"um ", "um, ", "uh ", "uh, ", "er ", "er, ", "erm ", "erm, "};
};
struct LeadIns {
  static constexpr std::string_view all[] = {"it's ",           "i'm at ", "i live at ", "my address is ",
                                             "the address is ", "that's ", "it is "};
};
struct Greetings {
  static constexpr std::string_view all[] = {"sure ", "yes ", "okay "};
};

// The size of the phrase that the text begins with, or 0. All are compared at once.
template <class Phrases>
std::size_t leading(const char* text) {
  const std::uint64_t bytes = detail::load8(text);
  std::size_t found = 0;
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    ((found = first_bytes(bytes, Phrases::all[k].size()) == bytes_of(Phrases::all[k]) ? k + 1 : found), ...);
  }(std::make_index_sequence<std::size(Phrases::all)>());
  if (found == 0) return 0;
  const std::string_view phrase = Phrases::all[found - 1];
  return std::memcmp(text, phrase.data(), phrase.size()) == 0 ? phrase.size() : 0;
}

// Does the word go on with a phrase that one like "you" opens: you know, bear with me?
bool goes_on(const TypedToken& token) {
  return token.low == bytes_of("know") || token.low == bytes_of("sea") || token.low == bytes_of("with");
}

const SpokenWord* row(const TypedToken& token) {
  const bool word = token.sort == Sort::word || token.sort == Sort::spoken;
  return word && token.entry->spoken != 0 ? &kSpokenWords.values[token.entry->spoken - 1] : nullptr;
}
bool has_role(const TypedToken& token, unsigned roles) {
  const SpokenWord* const word = row(token);
  return word != nullptr && (word->roles & roles) != 0;
}

// Words that part or join numbers.
bool may_join(const TypedTokens& tokens, int k) {
  if (k < 0 || k >= tokens.count) return false;
  const SpokenWord* const word = row(tokens.at[k]);
  return word != nullptr && (word->number == NumberClass::conjunction || (word->roles & kGap) != 0);
}

// "one second": behind other words it is a street.
bool is_counted(const TypedTokens& tokens, int k) {
  if (k == 0) return false;
  const std::uint64_t before = tokens.at[k - 1].low;
  return before == bytes_of("one") || before == bytes_of("a") || before == bytes_of("two");
}

// What number words and figures there are, a bit for each token.
struct Numbers {
  std::uint64_t counts, weak, figures, hashes;
};

// Weak words (to, for, oh) are numbers in a run that holds a strong one or figures; others lose their bit. False where a
// run may go on behind the words around it.
bool settle_weak(const TypedTokens& tokens, Numbers& numbers) {
  const std::uint64_t runs = numbers.counts | numbers.figures | numbers.hashes;
  const std::uint64_t strong = (numbers.counts & ~numbers.weak) | numbers.figures;
  for (std::uint64_t weak = numbers.weak; weak != 0;) {
    const int at = std::countr_zero(weak);
    const int end = at + std::countr_one(runs >> at);
    int from = at + 1 - std::countl_one(runs << (63 - at));
    while ((numbers.hashes >> from & 1) != 0) ++from;
    const std::uint64_t run = ~(~std::uint64_t{0} << end) & ~std::uint64_t{0} << from;
    const bool lone = (run & strong) == 0;
    if (lone && (may_join(tokens, from - 1) || may_join(tokens, end))) return false;
    for (std::uint64_t rest = run & numbers.weak; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      // "oh" in front of figures is a state.
      const bool state = tokens.at[k].entry->address != 0 && (numbers.figures >> k >> 1 & 1) != 0 &&
                         tokens.at[k + 1].lexeme == tokens.at[k].lexeme + 1;
      if (lone || state) numbers.counts &= ~(rest & (0 - rest));
    }
    weak &= ~run;
  }
  return true;
}

}  // namespace

AnswerBounds bounds_of_answer(const Scan& scan) {
  AnswerBounds bounds{0, scan.size};
  bool led = false;
  while (!scan.digits.test(bounds.from)) {
    const char* const text = scan.text + bounds.from;
    std::size_t size = leading<Fillers>(text);
    if (size == 0) led |= (size = leading<LeadIns>(text)) != 0;
    // Behind a lead-in no greeting is one.
    if (size == 0 && !led) size = leading<Greetings>(text);
    if (size == 0) break;
    bounds.from += size;
  }
  const std::size_t end = scan.size - (scan.text[scan.size - 1] == '.' ? 1 : 0);
  for (const std::string_view closer : {" please", " thanks", " that's it"})
    if (end > closer.size() &&
        first_bytes(detail::load8(scan.text + end - closer.size()), closer.size()) == bytes_of(closer) &&
        (closer.size() <= 8 || scan.view().substr(0, end).ends_with(closer)))
      bounds.to = end - closer.size();
  return bounds;
}

bool hear(TypedTokens& tokens) {
  tokens.said = true;
  const int count = tokens.count;
  Numbers numbers{0, 0, 0, 0};
  std::uint64_t long_names = 0, glued = 0;
  unsigned all = 0;
  for (int k = 0; k < count; ++k) {
    const TypedToken& token = tokens.at[k];
    const std::uint64_t parts = token.entry->parts;
    all |= token.entry->parts;
    numbers.counts |= (parts / kCountPart & 1) << k;
    numbers.weak |= (parts / kWeakPart & 1) << k;
    numbers.figures |= std::uint64_t{token.sort == Sort::number} << k;
    numbers.hashes |= std::uint64_t{token.sort == Sort::hash} << k;
    long_names |= std::uint64_t{unsigned{token.size >= kShortestJoined} & unsigned{token.entry->spoken == 0}} << k;
    glued |= std::uint64_t{token.glued} << k;
  }
  if (tokens.led || (all & kUnclearPart) != 0 || (tokens.at[0].entry->parts & kStarterPart) != 0 ||
      (numbers.counts & glued) != 0 || has_role(tokens.at[count - 1], kCloser))
    return false;
  if ((all & (kOpenerPart | kPausePart)) != 0)
    for (int k = 0; k < count; ++k)
      if (((tokens.at[k].entry->parts & kPausePart) != 0 && is_counted(tokens, k)) ||
          ((tokens.at[k].entry->parts & kOpenerPart) != 0 && k + 1 < count && goes_on(tokens.at[k + 1])))
        return false;
  for (std::uint64_t rest = long_names & tokens.words; rest != 0; rest &= rest - 1)
    if (joins_numbers(tokens.text_of(tokens.at[std::countr_zero(rest)]))) return false;
  if (numbers.weak != 0 && !settle_weak(tokens, numbers)) return false;
  // All of these are words: a bit makes number words of them, where a branch would be as good as chance.
  static_assert(Sort{} == Sort::word && static_cast<int>(Sort::spoken) == 2);
  for (int k = 0; k < count; ++k) {
    const auto spoken = static_cast<unsigned>(numbers.counts >> k & 1) * 2;
    tokens.at[k].sort = static_cast<Sort>(static_cast<unsigned>(tokens.at[k].sort) | spoken);
  }
  tokens.words &= ~numbers.counts;
  tokens.phrases &= tokens.words & tokens.words >> 1;
  tokens.spoken = (numbers.counts & ~numbers.weak) != 0;
  return true;
}

}  // namespace ablmatch::postal
