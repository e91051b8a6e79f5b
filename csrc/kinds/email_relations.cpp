// Mailbox names and domains compared as text.
#include "email_relations.hpp"

#include <cstring>

#include "../distance.hpp"
#include "../fold.hpp"
#include "../idna.hpp"
#include "email.hpp"

namespace ablmatch {

namespace {

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

bool holds_digit(std::string_view text) {
  for (const char c : text)
    if (is_digit(static_cast<unsigned char>(c))) return true;
  return false;
}

bool is_ignored(char c, std::uint8_t ignored) {
  return (c == '.' && (ignored & kIgnoresDots)) || (c == '-' && (ignored & kIgnoresDashes)) ||
         (c == '_' && (ignored & kIgnoresUnderscores));
}

// A mailbox name without the signs that its provider ignores.
struct Key {
  char text[256];
  std::size_t size = 0;
  bool fits = true;

  Key(std::string_view mailbox, std::uint8_t ignored) {
    for (const char c : mailbox) {
      if (is_ignored(c, ignored)) continue;
      if (size == sizeof text) {
        fits = false;
        return;
      }
      text[size++] = c;
    }
  }
  std::string_view view() const { return {text, size}; }
};

// Letters that are taken for one another over the telephone: the sets of the 60 rung, identity-matching.md 1.4.
bool sound_alike(char32_t one, char32_t two) {
  static constexpr std::string_view kSets[] = {"mn", "bdptv", "sf", "cz", "iy"};
  if (one >= 0x80 || two >= 0x80) return false;
  for (const std::string_view set : kSets)
    if (set.find(static_cast<char>(one)) != std::string_view::npos &&
        set.find(static_cast<char>(two)) != std::string_view::npos)
      return true;
  return false;
}

char32_t code_point(std::string_view text, int index) {
  if (index < 0) return 0;
  for (std::size_t at = 0; at < text.size(); --index) {
    const char32_t c = decode(text.data(), at);
    if (index == 0) return c;
  }
  return 0;
}

bool other_script(char32_t one, char32_t two) {
  if (one < 0x80 && two < 0x80) return false;
  const Script a = script_of(one), b = script_of(two);
  return a != b && a != Script::none && b != Script::none;
}

MailboxRelation relate_edit(const Edit& edit, std::string_view stored) {
  char32_t first = edit.stored, second = edit.said;
  if (edit.type == EditType::swap) {
    first = code_point(stored, edit.place);
    second = code_point(stored, edit.place + 1);
  }
  if ((is_digit(first) || is_digit(second)) && holds_digit(stored)) return MailboxRelation::digit;
  switch (edit.type) {
    case EditType::substitution:
      if (other_script(first, second)) return MailboxRelation::lookalike;
      return sound_alike(first, second) ? MailboxRelation::confusable : MailboxRelation::slip;
    case EditType::deletion:
      return is_letter(first) &&
                     (code_point(stored, edit.place + 1) == first || code_point(stored, edit.place - 1) == first)
                 ? MailboxRelation::confusable
                 : MailboxRelation::slip;
    case EditType::insertion:
      return is_letter(second) &&
                     (code_point(stored, edit.place) == second || code_point(stored, edit.place - 1) == second)
                 ? MailboxRelation::confusable
                 : MailboxRelation::slip;
    default: return MailboxRelation::slip;
  }
}

bool parts_swapped(std::string_view said, std::string_view stored) {
  if (said.size() != stored.size()) return false;
  const std::size_t sign = stored.find_first_of("._-");
  if (sign == std::string_view::npos || stored.find_first_of("._-", sign + 1) != std::string_view::npos) return false;
  const std::string_view first = stored.substr(0, sign), second = stored.substr(sign + 1);
  return said.starts_with(second) && said[second.size()] == stored[sign] && said.substr(second.size() + 1) == first;
}

}  // namespace

bool teen_for_ty(std::string_view said, std::string_view stored) {
  if (said.size() != stored.size()) return false;
  std::size_t at = 0;
  while (at < said.size() && said[at] == stored[at]) ++at;
  if (at + 2 > said.size() || said.substr(at + 2) != stored.substr(at + 2)) return false;
  const auto pair = [at](std::string_view teen, std::string_view ty) {
    return teen[at] == '1' && teen[at + 1] >= '3' && teen[at + 1] <= '9' && ty[at] == teen[at + 1] && ty[at + 1] == '0';
  };
  return pair(said, stored) || pair(stored, said);
}

std::string_view without_tag(std::string_view mailbox) {
  const std::size_t plus = mailbox.find('+');
  return plus == std::string_view::npos || plus == 0 ? mailbox : mailbox.substr(0, plus);
}

MailboxRelation relate_mailboxes(std::string_view said, std::string_view stored, const EmailProvider* provider) {
  if (said == stored) return MailboxRelation::equal;
  const std::uint8_t ignored = provider ? provider->ignored : std::uint8_t{0};
  const std::string_view said_name = without_tag(said), stored_name = without_tag(stored);
  const std::string_view said_tag = said.substr(said_name.size()), stored_tag = stored.substr(stored_name.size());
  const Key said_key(said_name, ignored), stored_key(stored_name, ignored);
  const bool keys = said_key.fits && stored_key.fits && said_key.size > 0;
  if (said_name == stored_name || (keys && ignored && said_key.view() == stored_key.view())) {
    if (said_tag == stored_tag) return MailboxRelation::provider;
    if (!said_tag.empty() && !stored_tag.empty()) return MailboxRelation::tag_two;
    return MailboxRelation::tag_one;
  }
  Edit edit;
  if (within_one_edit(said, stored, edit)) return relate_edit(edit, stored);
  if (keys && ignored && said_tag == stored_tag && within_one_edit(said_key.view(), stored_key.view(), edit))
    return relate_edit(edit, stored_key.view());
  if (parts_swapped(said_name, stored_name)) return MailboxRelation::swapped;
  return MailboxRelation::differs;
}

std::string_view domain_name(std::string_view domain) {
  const std::size_t last = domain.rfind('.');
  if (last == std::string_view::npos) return domain;
  const std::string_view name = domain.substr(0, last);
  if (domain.size() - last - 1 != 2) return name;
  // co.uk, com.br: a general label under a country's.
  static constexpr std::string_view kGeneral[] = {"co", "com", "org", "net", "edu", "gov", "ac",  "or", "ne",
                                                  "go", "gob", "nom", "me",  "ltd", "plc", "sch", "nhs"};
  const std::size_t before = name.rfind('.');
  if (before == std::string_view::npos) return name;
  for (const std::string_view general : kGeneral)
    if (name.substr(before + 1) == general) return name.substr(0, before);
  return name;
}

DomainRelation relate_domains(std::string_view said, std::string_view stored) {
  if (said == stored) return DomainRelation::equal;
  const EmailProvider* one = find_provider(said);
  const EmailProvider* two = find_provider(stored);
  if (one && two && one->group == two->group) return DomainRelation::alias;
  if (said.find('.') == std::string_view::npos) {
    const std::string_view bare = bare_provider_domain(said);
    if (!bare.empty()) {
      const EmailProvider* meant = find_provider(bare);
      if (bare == stored || (meant && two && meant->group == two->group)) return DomainRelation::bare_provider;
    }
    if (said == domain_name(stored)) return DomainRelation::suffix_missing;
  } else if (domain_name(said) == domain_name(stored)) {
    return DomainRelation::suffix;
  }
  if (one && two) return DomainRelation::differs;
  char said_room[kDomainCapacity], stored_room[kDomainCapacity];
  if (said.find("xn--") != std::string_view::npos || stored.find("xn--") != std::string_view::npos) {
    const std::size_t said_size = domain_to_unicode(said, said_room, sizeof said_room);
    const std::size_t stored_size = domain_to_unicode(stored, stored_room, sizeof stored_room);
    if (said_size != SIZE_MAX && stored_size != SIZE_MAX) {
      said = {said_room, said_size};
      stored = {stored_room, stored_size};
    }
  }
  Edit edit;
  if (!within_one_edit(said, stored, edit)) return DomainRelation::differs;
  return edit.type == EditType::substitution && other_script(edit.said, edit.stored) ? DomainRelation::lookalike
                                                                                     : DomainRelation::slip;
}

namespace {

int mailbox_score(MailboxRelation relation) {
  switch (relation) {
    case MailboxRelation::equal: return 100;
    case MailboxRelation::provider: return 90;
    case MailboxRelation::tag_one: return 80;
    case MailboxRelation::tag_two: return 75;
    case MailboxRelation::confusable: return 60;
    case MailboxRelation::slip: return 50;
    case MailboxRelation::digit:
    case MailboxRelation::swapped:
    case MailboxRelation::lookalike: return 40;
    case MailboxRelation::differs: return 0;
  }
  return 0;
}

}  // namespace

std::int16_t email_ladder(MailboxRelation mailbox_relation, DomainRelation domain) {
  const int mailbox = mailbox_score(mailbox_relation);
  if (mailbox == 0) return 0;
  const bool same_mailbox = mailbox >= 75;
  const auto rung = [&] {
    switch (domain) {
      case DomainRelation::equal: return mailbox;
      case DomainRelation::alias: return mailbox < 90 ? mailbox : 90;
      case DomainRelation::bare_provider: return same_mailbox ? 75 : 40;
      case DomainRelation::suffix_missing: return same_mailbox ? 67 : 38;
      case DomainRelation::missing: return same_mailbox ? (mailbox >= 90 ? 65 : 63) : 35;
      case DomainRelation::slip:
      case DomainRelation::suffix: return same_mailbox ? (mailbox >= 90 ? 50 : 48) : 8;
      case DomainRelation::lookalike: return same_mailbox ? 40 : 6;
      case DomainRelation::differs: return same_mailbox ? 25 : 3;
    }
    return 0;
  };
  return static_cast<std::int16_t>(rung());
}

}  // namespace ablmatch
