// Typed addresses in the fast lane: what may stand round one, spaces and brackets round its signs, and the ladder.
#include <array>
#include <bit>
#include <cstring>

#include "../tables/spoken_words.hpp"
#include "email.hpp"
#include "email_lane.hpp"
#include "email_relations.hpp"

namespace ablmatch {

namespace {

// Words before and behind a typed address that cleaning drops to the last one; a test holds each against the reading.
constexpr std::string_view kBefore[] = {"my email is ",
                                        "my email address is ",
                                        "the email is ",
                                        "my e-mail is ",
                                        "the email address is ",
                                        "my e-mail address is ",
                                        "it's ",
                                        "it is ",
                                        "its ",
                                        "sure it's ",
                                        "yes it's ",
                                        "email: ",
                                        "e-mail: "};
constexpr std::string_view kBehind[] = {".",           ", thanks",   " thanks",    ", please",   " please",
                                        ", thank you", " thank you", " that's it", ", that's it"};

constexpr std::string_view kScheme = "mailto:";

template <std::size_t kCount>
bool is_any(std::string_view text, const std::string_view (&texts)[kCount]) {
  for (const std::string_view one : texts)
    if (text == one) return true;
  return false;
}

// Where the first byte stands that is no letter, digit or space.
std::size_t first_symbol(const Scan& said) {
  const ScanMask symbols = said.symbols();
  return static_cast<std::size_t>(symbols.at[0] != 0 ? std::countr_zero(symbols.at[0])
                                                     : 64 + std::countr_zero(symbols.at[1]));
}

std::int16_t score_addresses(std::string_view mailbox, std::string_view domain, const PlainAddress& stored) {
  return email_ladder(relate_mailboxes(mailbox, stored.mailbox(), find_provider(stored.domain())),
                      relate_domains(domain, stored.domain()));
}

// An address whose signs may stand between spaces and in brackets, written without them.
struct Compact {
  alignas(16) char text[2 * kScanSlack];
  std::uint32_t size, at;
};

// Signs that may stand in brackets, and the sign itself with spaces round it.
bool read_sign(std::string_view rest, char& sign, std::size_t& length) {
  struct Form {
    std::string_view text;
    char sign;
  };
  static constexpr Form kForms[] = {{"(at)", '@'}, {"[at]", '@'}, {"(dot)", '.'}, {"[dot]", '.'}, {"@", '@'}};
  for (const Form& form : kForms) {
    if (!rest.starts_with(form.text)) continue;
    sign = form.sign;
    length = form.text.size();
    return true;
  }
  return false;
}

// The sizes of fillers and words of correction by their first letter: bit k for k letters. A test holds them against the
// table.
constexpr std::array<std::uint16_t, 26> kFillerSizes = [] {
  std::array<std::uint16_t, 26> sizes{};
  for (const std::string_view word :
       {"ah",     "ahm",    "actually",       "correction", "desculpe", "eh",  "em",  "er",
        "erm",    "euh",    "entschuldigung", "hm",         "hmm",      "mm",  "mmm", "pardon",
        "perdon", "rather", "scusi",          "sorry",      "uh",       "uhm", "um",  "wait"})
    sizes[static_cast<std::size_t>(word[0] - 'a')] |= static_cast<std::uint16_t>(1u << word.size());
  return sizes;
}();

// Does cleaning take a word of the address for a filler or a correction? Then the words round it do not decide alone.
bool holds_filler(const PlainAddress& address) {
  std::uint64_t letters = ~(address.signs | address.digits) & ((std::uint64_t{1} << address.size) - 1);
  while (letters != 0) {
    const int begin = std::countr_zero(letters);
    const int size = std::countr_one(letters >> begin);
    letters &= ~(((std::uint64_t{1} << size) - 1) << begin);
    const std::string_view word{address.text + begin, static_cast<std::size_t>(size)};
    if (size < 2 || !may_be_filler(word)) continue;
    const SpokenWord* row = kSpokenWords.find(word);
    if (row != nullptr && (row->roles & (kFiller | kCorrection))) return true;
  }
  return false;
}

// Compacts the bytes [begin, end) of what was said.
bool make_compact(const Scan& said, std::size_t begin, std::size_t end, Compact& out) {
  out.size = out.at = 0;
  if (begin < end && said.text[end - 1] == '.') --end;
  const std::string_view text{said.text, end};
  const ScanMask plain{{said.letters.at[0] | said.digits.at[0], said.letters.at[1] | said.digits.at[1]}};
  for (std::size_t at = begin;;) {
    // Letters and figures, then a sign: none stands at an end or beside another.
    const std::size_t run = Scan::end_of_run(plain, at), size = (run < end ? run : end) - at;
    if (run <= at || size == 0 || out.size + size > kMaxPlainAddress) return false;
    for (std::size_t k = 0; k < size; k += 16) std::memcpy(out.text + out.size + k, said.text + at + k, 16);
    out.size += static_cast<std::uint32_t>(size);
    at += size;
    if (at >= end) return out.at != 0;
    char c = text[at];
    std::size_t length = 1;
    const bool spaced = c == ' ';
    if (c == '+' && out.at != 0) return false;
    if (c != '.' && c != '-' && c != '_' && c != '+') {
      if (!read_sign(text.substr(at + spaced), c, length)) return false;
      length += spaced;
      if (at + length < end && text[at + length] == ' ') ++length;
    }
    if ((c == '@' && out.at != 0) || out.size == kMaxPlainAddress) return false;
    if (c == '@') out.at = out.size;
    out.text[out.size++] = c;
    at += length;
  }
}

// Where the address begins that wrapping ends before: behind "mailto:", "<" with or without its owner's name.
bool find_wrapped(const Scan& said, std::size_t& begin, std::size_t& end) {
  const std::string_view text = said.view();
  begin = 0;
  end = text.size();
  if (text.back() == '>') {
    begin = first_symbol(said) + 1;
    --end;
    return text[begin - 1] == '<';
  }
  if (text.starts_with(kScheme)) begin = kScheme.size();
  return true;
}

// The 64 bits of `mask` from bit `begin` on.
std::uint64_t bits_from(const ScanMask& mask, std::uint32_t begin) {
  if (begin >= 64) return mask.at[1] >> (begin - 64);
  return begin == 0 ? mask.at[0] : mask.at[0] >> begin | mask.at[1] << (64 - begin);
}

// Where the word begins that holds byte `at`.
std::uint32_t word_begin(const ScanMask& spaces, std::uint32_t at) {
  if (at > 64) {
    const std::uint64_t high = spaces.at[1] & ((std::uint64_t{1} << (at - 64)) - 1);
    if (high != 0) return static_cast<std::uint32_t>(128 - std::countl_zero(high));
  }
  const std::uint64_t low = at >= 64 ? spaces.at[0] : spaces.at[0] & ((std::uint64_t{1} << at) - 1);
  return static_cast<std::uint32_t>(64 - std::countl_zero(low));
}

}  // namespace

bool may_be_filler(std::string_view word) {
  return word.size() < 16 && (kFillerSizes[static_cast<std::size_t>(word[0] - 'a')] >> word.size() & 1) != 0;
}

bool find_plain_address(const Scan& said, std::uint32_t at, PlainAddress& address) {
  std::uint32_t begin = word_begin(said.spaces, at);
  auto end = static_cast<std::uint32_t>(Scan::end_of_run({{~said.spaces.at[0], ~said.spaces.at[1]}}, at));
  if (end > said.size) end = said.size;
  bool words = false;
  if (said.text[begin] == '<') {
    if (end != said.size || said.text[end - 1] != '>' || first_symbol(said) != begin) return false;
    ++begin;
    --end;
  } else if (begin == 0 && end == said.size) {
    if (!said.view().starts_with(kScheme)) return false;
    begin = kScheme.size();
  } else {
    if (said.text[end - 1] == ',' || said.text[end - 1] == '.') --end;
    const std::string_view before{said.text, begin}, behind = said.view().substr(end);
    if ((begin != 0 && !is_any(before, kBefore)) || (!behind.empty() && !is_any(behind, kBehind))) return false;
    words = true;
  }
  if (end <= at || end - begin > kMaxPlainAddress) return false;
  const std::uint32_t size = end - begin;
  const std::uint64_t signs = bits_from(said.symbols(), begin) & ((std::uint64_t{1} << size) - 1);
  if ((signs & (signs << 1 | 1 | std::uint64_t{1} << (size - 1))) != 0) return false;
  address = {said.text + begin, size, at - begin, at - begin, signs, bits_from(said.digits, begin)};
  for (std::uint64_t rest = signs; rest != 0; rest &= rest - 1) {
    const auto place = static_cast<std::uint32_t>(std::countr_zero(rest));
    const char c = address.text[place];
    if (c == '+' && place < address.name) address.name = place;
    if (c == '+' ? place > address.at : c != '.' && c != '-' && c != '_' && place != address.at) return false;
  }
  return !words || !holds_filler(address);
}

std::int16_t score_plain(const PlainAddress& said, const PlainAddress& stored) {
  return score_addresses(said.mailbox(), said.domain(), stored);
}

std::int16_t score_wrapped(const Scan& said, std::uint32_t begin, const PlainAddress& stored) {
  const std::string_view before{said.text, begin};
  const std::string_view behind = said.view().substr(begin + stored.size);
  if (behind.empty() && before == kScheme) return 100;
  if (before.empty() && behind == ".") return 100;
  if (behind == ">" && begin > 0 && before.back() == '<' && first_symbol(said) == begin - 1) return 100;
  if ((!before.empty() && !is_any(before, kBefore)) || (!behind.empty() && !is_any(behind, kBehind))) return kUndecided;
  return holds_filler(stored) ? kUndecided : 100;
}

std::int16_t score_typed(const Scan& said, const PlainAddress& stored) {
  Compact address;
  std::size_t begin, end;
  if (!find_wrapped(said, begin, end) || !make_compact(said, begin, end, address)) return kUndecided;
  if (std::string_view(address.text, address.size) == stored.view()) return 100;
  const std::string_view text{address.text, address.size};
  return score_addresses(text.substr(0, address.at), text.substr(address.at + 1), stored);
}

}  // namespace ablmatch
