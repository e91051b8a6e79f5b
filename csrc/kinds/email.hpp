// E-mail addresses: typed and spoken readings, and the ladder of identity-matching.md 1.4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../idna.hpp"
#include "../lattice.hpp"
#include "kind.hpp"

namespace ablmatch {

// Room for an address: 1,024 code points of a mailbox name, folded, and a domain.
inline constexpr std::size_t kMailboxCapacity = 6 * kMaxCodePoints;
inline constexpr std::size_t kAddressCapacity = kMailboxCapacity + 1 + kDomainCapacity;

// Places of the sign in a spoken address: lexemes before `at` are the mailbox name, those from `domain` on the domain.
struct EmailSplit {
  std::uint16_t at;
  std::uint16_t domain;
  bool plausible;  // a dot or a provider's name follows
  bool sign;       // it was typed as @
};
inline constexpr int kMaxEmailSplits = 4;

// The readings of one way to take the lexemes. Node k stands before lexeme k.
struct SpokenEmail {
  Lattice lattice;
  EmailSplit splits[kMaxEmailSplits];  // the last place first
  int split_count;
  bool joins[kMaxNodes];    // lexeme k and the one before it are whole words, so that a space between them goes
  bool spelled;             // letters were spelled somewhere
  bool one_word;            // "all one word" was said
};

// Room that the typed reading works in; it is done before a spoken one begins.
struct TypedEmailScratch {
  char decoded[4 * kMaxCodePoints];
  char text[kFoldCapacity];
  char work[kFoldCapacity];
  char second[kAddressCapacity];
};

struct EmailForm {
  enum class Reading : std::uint8_t { typed, spoken, several };
  Reading reading;
  bool has_address;  // `text` holds mailbox@domain
  bool restated;     // the two ways are the address and the same one said or spelled again
  bool corrected;    // the caller corrected himself
  bool two_answers;
  bool removed;      // fillers or a lead-in were dropped
  bool ascii;        // the raw value was ASCII
  std::string_view raw;
  std::string_view folded;
  std::uint16_t at;    // where @ stands in `text`
  std::uint16_t size;  // of `text`
  char text[kAddressCapacity];  // lower case; the domain in its ASCII form; the mailbox without quotes
  std::string_view chatter;     // for `several`: the text that holds the addresses
  int way_count;  // for `spoken`: one, or two when words were dropped that may belong to the address
  union {
    TypedEmailScratch scratch;
    SpokenEmail ways[2];
  };

  std::string_view mailbox() const { return {text, at}; }
  std::string_view domain() const { return {text + at + 1, static_cast<std::size_t>(size - at - 1)}; }
};

bool read_email_stored(Side& side, const Context& context, FormStorage& form);
bool read_email_said(Side& side, const Context& context, FormStorage& form);
Verdict compare_emails(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
std::size_t write_email_normal(const FormStorage& form, Role role, const Context& context, char* out,
                               std::size_t capacity);

// email_lane.cpp
std::int16_t email_lane(const Scan& said, const Scan& stored, const Context& context);
// email_lane_marked.cpp: scans a value with a full-width sign, or a spoken one with accents.
bool scan_marked_email(std::string_view raw, Scan& out);

// ---- between the files of this kind --------------------------------------------------------------------------

// What a typed reading found. `words`: one address among other words. `several`: different addresses.
enum class TypedEmail : std::uint8_t { none, one, words, several };

// email_typed.cpp: reads a plain ASCII address, the usual case, in one pass; false when it is anything else.
bool read_plain_email(std::string_view raw, EmailForm& form);
// email_typed.cpp: without a sign, or what may stand for one (wide forms begin with 0xEF), a value is not typed.
bool may_be_typed_email(std::string_view raw);
// email_typed.cpp: every other typed form (mailto, display names, comments, quotes, IDN domains, (at), (dot)).
TypedEmail read_typed_email(std::string_view raw, EmailForm& form);
// email_address.cpp: reads `token` (mailbox@domain without spaces around) into `out`; false when it is no address.
bool parse_email_address(std::string_view token, TypedEmailScratch& scratch, char* out, std::uint16_t& at,
                         std::uint16_t& size);
// email_address.cpp: mailbox@domain, the mailbox quoted where it must be. SIZE_MAX when it does not fit.
std::size_t write_email_normal_parts(std::string_view mailbox, std::string_view domain, char* out,
                                     std::size_t capacity);
// email_address.cpp: folds case and characters; spaces, quotes, dashes and wide forms become ASCII.
std::size_t fold_email_characters(std::string_view raw, char* out, std::size_t capacity);

// email_surroundings.cpp: drops words that name the answer where cleaning does not expect them ("email: …", "my name is
// … and my email is …", "… is my email address"); true when there were any.
bool drop_email_labels(Lexemes& lexemes);
// email_surroundings.cpp: drops a whole address in front of "no" or "wait" and another one; true when there was one. A
// mailbox name may hold these words.
bool drop_corrected_email(Lexemes& lexemes);
// email_surroundings.cpp: an answer that is said twice in the same words becomes one.
bool drop_email_repeat(Lexemes& lexemes);
// email_surroundings.cpp: lexemes before `end` and those from `begin` on are joined by "that's", "spelled", "again":
// the same address twice, or a word and its spelling. Both 0 when there is nothing of the sort.
struct Restatement {
  int end, begin;
};
Restatement find_email_restatement(const Lexemes& lexemes);

// Beside a Portuguese dot, "um" is one and no filler.
bool holds_portuguese_dot(const Lexemes& lexemes);

// email_spoken.cpp: builds the readings of `lexemes` (looked up in the spoken table).
void read_spoken_email(const Lexemes& lexemes, const Folded& folded, SpokenEmail& out);

}  // namespace ablmatch
