// Keys of addresses: the mailbox name without its signs and tag. Domains are misheard and have aliases; the name decides.
#include <algorithm>
#include <memory>
#include <string>

#include "index_neighbours.hpp"
#include "kinds/email.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {
namespace {

// Readings of one spoken name that are keys; of more, the preferred one is.
constexpr std::size_t kMostReadings = 64;
constexpr std::string_view kSigns = ".-_+";
constexpr std::string_view kFreeSigns = ".-_";  // that go whatever else does

// "müller" as "muller" and as "mueller": callers know no other letters.
void add_without_marks(std::string_view name, MatchKeys& keys) {
  if (std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return;
  const auto folded = std::make_unique<Folded>();
  fold(name, *folded);
  std::string other;
  for (std::size_t at = 0; at < folded->size;) {
    const std::uint8_t code = folded->has_alt ? folded->alt[at] : std::uint8_t{0};
    if (code == 0) {
      other += folded->text[at++];
      continue;
    }
    other += alternative(code).other;
    at += alternative(code).base.size();
  }
  keys.emplace_back(folded->view());
  keys.push_back(std::move(other));
}

void add_name(std::string_view mailbox, MatchKeys& keys) {
  const std::size_t plus = mailbox.find('+');
  if (plus != std::string_view::npos && plus > 0) mailbox = mailbox.substr(0, plus);
  std::string name;
  for (const char c : mailbox)
    if (kSigns.find(c) == std::string_view::npos) name += c;
  if (name.empty()) name = mailbox;
  if (name.empty()) return;
  add_without_marks(name, keys);
  keys.push_back(std::move(name));
}

void add_spoken(const SpokenEmail& way, MatchKeys& keys) {
  for (int s = 0; s < way.split_count; ++s) {
    const int at = way.splits[s].at;
    std::vector<std::u32string> readings;
    if (list_readings(way.lattice, 0, at, kFreeSigns, 0, readings) && readings.size() <= kMostReadings) {
      for (const std::u32string& reading : readings) add_name(utf8_of(reading), keys);
      continue;
    }
    char first[kMailboxCapacity];
    const std::size_t size = first_reading(way.lattice, 0, at, first, sizeof first);
    if (size != SIZE_MAX) add_name({first, size}, keys);
  }
}

}  // namespace

void add_email_keys(Side& side, Role role, const Context& context, FormStorage& form, MatchKeys& keys) {
  const bool said = role == Role::said;
  if (said ? !read_email_said(side, context, form) : !read_email_stored(side, context, form)) return;
  const EmailForm& email = form.as<EmailForm>();
  if (email.has_address) add_name(email.mailbox(), keys);
  // Of a stored address that was taken down from speech the ways are gone: what it reads as is typed.
  if (said && email.reading == EmailForm::Reading::spoken)
    for (int w = 0; w < email.way_count; ++w) add_spoken(email.ways[w], keys);
}

}  // namespace ablmatch
