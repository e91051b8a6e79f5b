// The fast lane of addresses: equal texts, texts that share nothing, and those of the usual shapes.
#include <bit>
#include <cstring>

#include "../guards.hpp"
#include "../scan_marked.hpp"
#include "../scan_split.hpp"
#include "../spoken.hpp"
#include "address.hpp"
#include "address_form.hpp"
#include "address_same.hpp"
#include "address_typed.hpp"
#include "address_unrelated.hpp"

namespace ablmatch {

namespace {

// Does what a caller says hold the third to sixth letter of the last long word of what is stored, which nearly always is
// its town's? No branch: it is as good as chance.
bool says_town(const Scan& said, const Scan& stored) {
  const std::uint64_t letters = stored.letters.at[0];
  const std::uint64_t thirds = letters & letters >> 1,
                      long_words = thirds & thirds >> 2 & thirds >> 4 & ~(letters << 1);
  const char* const town = stored.text + (65 - std::countl_zero(long_words | 1));
  unsigned char found = 0;
  for (std::size_t at = 0; at < kScanCapacity; ++at) {
    const char* const text = said.text + at;
    found |= static_cast<unsigned char>((text[0] == town[0]) & (text[1] == town[1]) & (text[2] == town[2]) &
                                        (text[3] == town[3]));
  }
  return found != 0;
}

// How many names both must give alike to prove that they do not share nothing, where they look like the same address: it
// is read first then. 0: they do not.
int names_of_proof(const Scan& said, const Scan& stored) {
  // The same house number contradicts nothing.
  if (said.digits.test(0)) return detail::load4(said.text) == detail::load4(stored.text) ? 1 : 0;
  return said.letters.test(0) && stored.digits.test(0) && says_town(said, stored) ? 2 : 0;
}

// The names that both sides give alike.
int shared_names(const postal::TypedAddress& said, const postal::TypedAddress& stored) {
  int shared = 0;
  for (int k = 0; k < said.street_words && k < stored.street_words; ++k)
    shared += said.street[k].plain && said.street[k] == stored.street[k];
  for (int k = 0; k < said.town_words && k < stored.town_words; ++k)
    shared += said.town[k].plain && said.town[k] == stored.town[k];
  return shared;
}

// What a caller's words are read from: 50 KiB for each thread that compares addresses.
struct Speech {
  Folded folded;
  Lexemes lexemes;
};

bool read_answer(const Scan& said, const postal::TypedAddress& stored, postal::TypedAddress& out) {
  postal::TypedTokens tokens;
  const postal::AnswerBounds bounds = postal::bounds_of_answer(said);
  const bool cut = postal::cut_tokens(said, bounds, tokens);
  if (bounds.from == 0 && bounds.to == said.size && !(cut && tokens.speech)) {
    if (cut && postal::read_typed(tokens, out)) return true;
    // Number words, a closer, or a lead-in: a word in front that is neither a unit nor a box.
    if (said.digits.test(0)) return false;
  }
  if (cut && postal::hear(tokens)) {
    if (postal::read_typed(tokens, out, &stored)) return true;
    // The tokens of all that was said are the same ones.
    if (!out.unread) return false;
  }
  static thread_local Speech speech;
  fold(said, speech.folded);
  split(said, speech.folded, speech.lexemes);
  if (postal::clean_answer(speech.lexemes).corrected) return false;
  return postal::cut_said(said, speech.folded.text, speech.lexemes, tokens) && postal::read_typed(tokens, out, &stored);
}

}  // namespace

std::int16_t judge_short_addresses(const Scan& said, const Scan& stored, const Context&) {
  if (!stored.letters.any() && !stored.digits.any()) return kUndecided;
  if (said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0) return 100;
  const int proof = names_of_proof(said, stored);
  // "Oa K St" and "Oak St" have no word in common, and are the same.
  if (proof == 0 && postal::share_nothing(said, stored)) {
    const std::int16_t same = said.text[0] == stored.text[0] ? postal::agree_by_words(said, stored) : kUndecided;
    return same != kUndecided ? same : std::int16_t{0};
  }
  if (const std::int16_t score = postal::agree_by_words(said, stored); score != kUndecided) return score;
  postal::TypedAddress said_address, stored_address;
  postal::TypedTokens tokens;
  const bool typed = postal::cut_tokens(stored, {0, stored.size}, tokens) && !tokens.speech &&
                     postal::read_typed(tokens, stored_address) && read_answer(said, stored_address, said_address);
  const std::int16_t score = typed ? postal::compare_typed(said_address, stored_address) : kUndecided;
  if (proof == 0 || (score != kUndecided && shared_names(said_address, stored_address) >= proof)) return score;
  return postal::share_nothing(said, stored) ? std::int16_t{0} : score;
}

bool scan_folded_address(std::string_view raw, Scan& out) {
  // Most at once, but for those with a middle dot, which has a stand-in there.
  if (scan_marked(raw, out) && std::memchr(out.text, kOtherSymbol, out.size) == nullptr) return true;
  static thread_local Folded folded;
  if (raw.size() > 2 * kScanCapacity || guard_raw(raw) != Guard::pass) return false;
  fold(raw, folded);
  return !folded.non_ascii && folded.size > 0 && folded.size <= kScanCapacity && scan(folded.view(), out);
}

// What was folded may be read in other ways too (Grünau is Gruenau), but its words alone tell the same.
std::int16_t judge_folded_addresses(const Scan& said, const Scan& stored, const Context&) {
  if (!stored.letters.any() && !stored.digits.any()) return kUndecided;
  if (const std::int16_t score = postal::agree_by_words(said, stored); score != kUndecided) return score;
  return postal::share_nothing(said, stored) ? std::int16_t{0} : kUndecided;
}

}  // namespace ablmatch
