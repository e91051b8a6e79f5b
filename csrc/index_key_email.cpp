// Keys of addresses: a score of 10 and more needs mailbox names that are near; the domain alone never gives it.
//
// Signs (. - _ +) are left out of names, with and without what follows a +. Names that are equal, differ by one edit,
// by signs that a provider ignores or by a tag are then at most one slip apart, and names whose two parts are swapped
// equal the stored name's second part and first.
#include <algorithm>
#include <string>

#include "index_key_kinds.hpp"
#include "kinds/email.hpp"
#include "kinds/email_relations.hpp"

namespace ablmatch {
namespace {

constexpr std::uint32_t kMailboxSeed = 5;
constexpr std::u32string_view kSigns = U".-_+";
constexpr std::string_view kFreeSigns = ".-_";  // that go whatever else does

std::u32string without_signs(std::u32string_view name) {
  std::u32string out;
  for (const char32_t c : name)
    if (kSigns.find(c) == std::u32string_view::npos) out.push_back(c);
  return out;
}

std::u32string_view before_tag(std::u32string_view name) {
  const std::size_t plus = name.find(U'+');
  return plus == std::u32string_view::npos || plus == 0 ? name : name.substr(0, plus);
}

// "Fifteen" for "fifty" and the other way round.
void add_teens(const std::u32string& name, std::vector<IndexKey>& keys) {
  std::u32string other = name;
  const auto try_pair = [&](std::size_t at, char32_t first, char32_t second) {
    other[at] = first;
    other[at + 1] = second;
    keys.push_back(text_key(kMailboxSeed, other));
    other[at] = name[at];
    other[at + 1] = name[at + 1];
  };
  for (std::size_t at = 0; at + 1 < name.size(); ++at) {
    const char32_t first = name[at], second = name[at + 1];
    if (first == U'1' && second >= U'3' && second <= U'9') try_pair(at, second, U'0');
    if (second == U'0' && first >= U'3' && first <= U'9') try_pair(at, U'1', first);
  }
}

struct SaidNames {
  std::vector<std::u32string> names;

  void add(std::u32string_view mailbox) {
    names.push_back(without_signs(mailbox));
    names.push_back(without_signs(before_tag(mailbox)));
  }
  void drop_doubles() {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
};

}  // namespace

Standing add_stored_email(Side& side, const Context& context, Scratch& scratch, CharSet& characters,
                          std::vector<IndexKey>& keys, bool& same_said) {
  if (!read_email_stored(side, context, scratch.stored_form)) return Standing::never;
  const EmailForm& stored = scratch.stored_form.as<EmailForm>();
  if (!note_characters(stored.mailbox(), characters)) return Standing::loose;
  // One that was taken down from speech is equal to the same words, whatever they read as.
  same_said = stored.reading == EmailForm::Reading::typed;
  const std::u32string mailbox = code_points(stored.mailbox());
  const std::u32string_view name = before_tag(mailbox);
  keys.push_back(text_key(kMailboxSeed, without_signs(mailbox)));
  if (name.size() < mailbox.size()) keys.push_back(text_key(kMailboxSeed, without_signs(name)));
  constexpr std::u32string_view kPartSigns = U".-_";
  const std::size_t sign = name.find_first_of(kPartSigns);
  if (sign != std::u32string_view::npos && name.find_first_of(kPartSigns, sign + 1) == std::u32string_view::npos) {
    std::u32string swapped(name.substr(sign + 1));
    swapped.append(name.substr(0, sign));
    keys.push_back(text_key(kMailboxSeed, without_signs(swapped)));
  }
  return Standing::keyed;
}

bool add_said_email(Side& side, const Context& context, Scratch& scratch, const CharSet& characters,
                    std::vector<IndexKey>& keys) {
  if (!read_email_said(side, context, scratch.said_form)) return true;
  const EmailForm& said = scratch.said_form.as<EmailForm>();
  SaidNames found;
  if (said.reading == EmailForm::Reading::several) return false;  // any address among them counts
  if (said.reading == EmailForm::Reading::typed) {
    found.add(code_points(said.mailbox()));
    found.drop_doubles();
    for (const std::u32string& name : found.names) add_neighbour_keys(kMailboxSeed, name, characters, 0, keys);
    return true;
  }
  std::vector<std::u32string> readings;
  for (int w = 0; w < said.way_count; ++w) {
    const SpokenEmail& way = said.ways[w];
    for (int s = 0; s < way.split_count; ++s) {
      if (!list_readings(way.lattice, 0, way.splits[s].at, kFreeSigns, 0, readings)) return false;
      for (const std::u32string& reading : readings) found.add(reading);
    }
    if (way.split_count > 0) continue;
    if (!list_readings(way.lattice, 0, way.lattice.nodes - 1, kFreeSigns, 0, readings)) return false;
    for (const std::u32string& reading : readings) {
      found.add(reading);
      // The whole address without its sign: the name is any beginning of it.
      const std::u32string whole = without_signs(reading);
      for (std::size_t size = 1; size < whole.size(); ++size)
        keys.push_back(text_key(kMailboxSeed, std::u32string_view(whole).substr(0, size)));
    }
  }
  found.drop_doubles();
  for (const std::u32string& name : found.names) {
    add_neighbour_keys(kMailboxSeed, name, characters, 0, keys);
    add_teens(name, keys);
  }
  return true;
}

}  // namespace ablmatch
