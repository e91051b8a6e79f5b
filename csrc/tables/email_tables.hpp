// Words of spoken e-mail addresses, and mail providers; see tools/tables/emails.py.
#pragma once

#include <cstdint>
#include <string_view>

#include "../word_table.hpp"

namespace ablmatch {

enum class EmailPhraseType : std::uint8_t {
  none,     // only the beginning of longer phrases
  at,       // the sign between mailbox and domain
  weak_at,  // heard for it by mistake: counts only where one is needed and a domain follows
  text,     // stands for `written`: a sign, a provider's name
  drop,     // an instruction (all one word): stands for nothing
  label,    // the number, the letter: stands for nothing where a figure or a letter follows
};

// A phrase of folded words joined by single spaces, or the beginning of one: nothing longer begins with what has no row. Symbols - and ' between its words do not count.
struct EmailPhrase {
  EmailPhraseType type;
  std::uint8_t longest;      // words in the longest phrase that begins with these
  std::string_view written;  // for text
  std::string_view other;    // another written form, or empty
};
inline constexpr int kMaxEmailPhraseWords = 8;
inline constexpr std::size_t kMaxEmailPhrase = 64;

extern const WordTable<EmailPhrase> kEmailPhrases;

// What recognizers write for a suffix behind a dot; `written` is the text behind the dot.
extern const WordTable<EmailPhrase> kEmailSuffixes;

// Signs that a provider publishes it ignores in the mailbox name.
enum IgnoredSigns : std::uint8_t { kIgnoresDots = 1, kIgnoresDashes = 2, kIgnoresUnderscores = 4 };

// A mail provider's domain (ASCII form).
struct EmailProvider {
  std::uint16_t group;   // domains of one group are one mailbox
  std::uint8_t ignored;  // IgnoredSigns
  bool bare;             // its suffix may be left out in speech
};

extern const WordTable<EmailProvider> kEmailProviders;

// The main domain of a bare provider's name ("gmail"), or empty.
std::string_view bare_provider_domain(std::string_view name);

}  // namespace ablmatch
