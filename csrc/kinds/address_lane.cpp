// The fast lane of addresses: equal texts, texts that share nothing, and those of the usual shapes.
#include <cstring>

#include "../guards.hpp"
#include "../scan_split.hpp"
#include "../spoken.hpp"
#include "address.hpp"
#include "address_form.hpp"
#include "address_same.hpp"
#include "address_typed.hpp"
#include "address_unrelated.hpp"

namespace ablmatch {

namespace {

// Do both begin with the same figures, as the same address would?
bool begin_alike(const Scan& said, const Scan& stored) {
  return said.digits.test(0) && detail::load4(said.text) == detail::load4(stored.text);
}

// A name that both sides give alike: they do not share nothing.
bool share_name(const postal::TypedAddress& said, const postal::TypedAddress& stored) {
  for (int k = 0; k < said.street_words && k < stored.street_words; ++k)
    if (said.street[k].plain && said.street[k] == stored.street[k]) return true;
  for (int k = 0; k < said.town_words && k < stored.town_words; ++k)
    if (said.town[k].plain && said.town[k] == stored.town[k]) return true;
  return false;
}

// What a caller's words are read from: 50 KiB for each thread that compares addresses.
struct Speech {
  Folded folded;
  Lexemes lexemes;
};

// Thanks, please, that's it: the word behind an address that was typed in speech.
bool closes(const Scan& said) {
  const std::string_view text = said.view().substr(0, said.size - (said.text[said.size - 1] == '.' ? 1 : 0));
  return text.ends_with(" thanks") || text.ends_with(" please") || text.ends_with(" that's it");
}

bool read_answer(const Scan& said, const postal::TypedAddress& stored, postal::TypedAddress& out) {
  postal::TypedTokens tokens;
  const bool cut = postal::cut_typed(said, tokens);
  if (cut && postal::read_typed(tokens, out)) return true;
  // Number words, a closer, or a lead-in: a word in front that is neither a unit nor a box.
  if (!tokens.speech && said.digits.test(0) && !closes(said)) return false;
  if (postal::cut_plainly_said(said, tokens) && postal::read_typed(tokens, out, &stored)) return true;
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
  const bool related = !begin_alike(said, stored);
  // "Oa K St" and "Oak St" have no word in common, and are the same.
  if (related && postal::share_nothing(said, stored)) {
    const std::int16_t same = said.text[0] == stored.text[0] ? postal::agree_by_words(said, stored) : kUndecided;
    return same != kUndecided ? same : std::int16_t{0};
  }
  if (const std::int16_t score = postal::agree_by_words(said, stored); score != kUndecided) return score;
  postal::TypedAddress said_address, stored_address;
  postal::TypedTokens tokens;
  const bool typed = postal::cut_typed(stored, tokens) && postal::read_typed(tokens, stored_address) &&
                     read_answer(said, stored_address, said_address);
  const std::int16_t score = typed ? postal::compare_typed(said_address, stored_address) : kUndecided;
  if (related || (score != kUndecided && share_name(said_address, stored_address))) return score;
  return postal::share_nothing(said, stored) ? std::int16_t{0} : score;
}

bool scan_folded_address(std::string_view raw, Scan& out) {
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
