// How two mailbox names, and two domains, stand to each other: the reasons behind the rungs of the ladder.
#pragma once

#include <cstdint>
#include <string_view>

#include "../tables/email_tables.hpp"

namespace ablmatch {

enum class MailboxRelation : std::uint8_t {
  equal,
  provider,    // the provider ignores the signs, or the tag, that differ
  tag_one,     // a +tag stands on one side only
  tag_two,     // two different +tags
  confusable,  // one letter that sounds like another, or a doubled letter
  slip,        // one other edit
  digit,       // one edit of a digit in a name that holds digits
  swapped,     // the two parts of the name stand in the other order
  lookalike,   // one letter of another script
  differs,
};

// Both names folded (lower case, NFC). `provider`: of the stored domain, or null.
MailboxRelation relate_mailboxes(std::string_view said, std::string_view stored, const EmailProvider* provider);

// One number taken for another in speech, fifteen for fifty, and nothing else different.
bool teen_for_ty(std::string_view said, std::string_view stored);

// The name without its +tag; a tag needs a name before it.
std::string_view without_tag(std::string_view mailbox);

enum class DomainRelation : std::uint8_t {
  equal,
  alias,          // another domain of the same mailboxes
  bare_provider,  // a provider that is known without its suffix
  suffix_missing,
  missing,
  slip,           // one edit
  lookalike,      // one letter of another script
  suffix,         // the same name under another suffix
  differs,
};

// Domains in ASCII form.
DomainRelation relate_domains(std::string_view said, std::string_view stored);

// The rung of the ladder for two relations, 0 for another mailbox name whatever the domain: an address is no nearer for
// being at the same provider.
std::int16_t email_ladder(MailboxRelation mailbox, DomainRelation domain);

// The domain without its public suffix (one label, or two such as co.uk).
std::string_view domain_name(std::string_view domain);

inline const EmailProvider* find_provider(std::string_view domain) { return kEmailProviders.find(domain); }

}  // namespace ablmatch
