// Reading e-mail addresses: typed when a sign was typed, spoken otherwise; and writing the canonical form.
#include "email.hpp"

#include <algorithm>
#include <cstring>

#include "../spoken.hpp"

namespace ablmatch {

namespace {

// The words beside an address are only a lead-in, fillers or a closing word when cleaning leaves no white space that
// the address itself cannot hold (join_spaces in email_typed.cpp).
bool is_one_token(const Lexemes& lexemes) {
  bool in_domain = false;
  for (int at = 1; at < lexemes.count; ++at) {
    const Lexeme& before = lexemes.at[at - 1];
    in_domain |= before.is_symbol('@');
    // A comma parts the address from a word that belongs to it or not: no token.
    if ((before.is_symbol(',') || before.is_symbol(';') || before.is_symbol(':'))) return false;
    if (!lexemes.at[at].spaced || lexemes.at[at].is_symbol('@') || lexemes.at[at].is_symbol('.') ||
        before.is_symbol('@'))
      continue;
    if (!before.is_symbol('.') || (!in_domain && !before.spaced)) return false;
  }
  return true;
}

void start(const Side& side, EmailForm& form) {
  form.reading = EmailForm::Reading::typed;
  form.has_address = form.restated = form.corrected = form.two_answers = form.removed = false;
  form.ascii = side.folded.ascii_source;
  form.raw = side.raw;
  form.folded = side.folded.view();
  form.chatter = {};
  form.at = form.size = 0;
  form.way_count = 0;
}

void clean(Side& side, EmailForm& form) {
  look_up_spoken(side.lexemes);
  // So that cleaning keeps it; at the start it is a filler all the same.
  if (holds_portuguese_dot(side.lexemes))
    for (int at = 1; at < side.lexemes.count; ++at) side.lexemes.at[at].numeric |= side.lexemes.at[at].is("um");
  const Cleaned cleaned = clean_spoken(side.lexemes, true);
  form.corrected = drop_corrected_email(side.lexemes) || cleaned.corrected;
  form.removed = drop_email_labels(side.lexemes) || cleaned.removed;
  form.removed |= drop_email_repeat(side.lexemes);
  if (form.removed) mark_numeric(side.lexemes);
}

enum class Found : std::uint8_t { nothing, address, several, words };

// The typed reading; cleans the lexemes when the address stands among other words.
Found read_typed(Side& side, EmailForm& form) {
  start(side, form);
  if (read_plain_email(side.raw, form)) {
    form.has_address = true;
    return Found::address;
  }
  const TypedEmail typed = read_typed_email(side.raw, form);
  if (typed == TypedEmail::one) {
    form.has_address = true;
    return Found::address;
  }
  if (typed == TypedEmail::none) return Found::nothing;
  clean(side, form);
  // Behind a self-correction only the last address counts.
  if (typed == TypedEmail::several) return form.corrected && is_one_token(side.lexemes) ? Found::words : Found::several;
  if (!is_one_token(side.lexemes)) return Found::words;
  form.has_address = true;
  return Found::address;
}

// Are the first `to` lexemes all letters, which spell what `words` reads?
bool spells_again(const Lexemes& lexemes, int to, const SpokenEmail& words) {
  char letters[kLatticePool];
  std::size_t size;
  return read_spelled_run(lexemes, 0, false, letters, sizeof letters, size) == to &&
         reading_distance(words.lattice, {letters, size}) == 0;
}

// An address and behind it the same one, spelled or said again: each is read by itself. False when it is nothing of the
// sort; the lexemes are as they were then.
bool read_restated(Side& side, EmailForm& form) {
  const auto is_address = [](const SpokenEmail& way) { return way.split_count > 0 && way.splits[0].plausible; };
  const Restatement found = find_email_restatement(side.lexemes);
  if (found.begin == 0) return false;
  const int count = side.lexemes.count;
  side.lexemes.count = found.end;
  read_spoken_email(side.lexemes, side.folded, form.ways[0]);
  side.lexemes.count = count;
  const bool first = is_address(form.ways[0]);
  if (!first && form.ways[0].split_count > 0) return false;
  side.lexemes.remove(0, found.begin);
  SpokenEmail& second = form.ways[1];
  read_spoken_email(side.lexemes, side.folded, second);
  // "jane smith, that's j a n e s m i t h at …": letters alone before the sign.
  const bool spelled = is_address(second) && spells_again(side.lexemes, second.splits[0].at, form.ways[0]);
  if (first ? is_address(second) || second.spelled : spelled) {
    form.restated = true;
    form.way_count = 2;
    return true;
  }
  if (first && second.split_count == 0 && reading_distance(second.lattice, {}) == 0) {  // that's all lower case
    form.way_count = 1;
    return true;
  }
  split(side.folded, side.lexemes);
  clean(side, form);
  return false;
}

// The readings of lexemes that were cleaned.
void read_ways(Side& side, EmailForm& form) {
  form.reading = EmailForm::Reading::spoken;
  if (read_restated(side, form)) return;
  read_spoken_email(side.lexemes, side.folded, form.ways[0]);
  form.way_count = 1;
}

void read_spoken(Side& side, EmailForm& form) {
  clean(side, form);
  for (const Lexeme& lexeme : side.lexemes)
    form.two_answers |= lexeme.spoken && (lexeme.spoken->roles & kEither) && !lexeme.is("or");
  read_ways(side, form);
}

// The words that cleaning dropped may belong to the address ("no reply", "well done"): read it again with them.
void read_uncleaned(Side& side, EmailForm& form) {
  if (form.restated || (!form.removed && !form.corrected)) return;
  split(side.folded, side.lexemes);
  look_up_spoken(side.lexemes);
  read_spoken_email(side.lexemes, side.folded, form.ways[1]);
  form.way_count = 2;
}

// The preferred reading of a way as mailbox@domain.
bool write_reading(const SpokenEmail& way, char* out, std::uint16_t& at, std::uint16_t& size) {
  if (way.split_count == 0) return false;
  const EmailSplit& split = way.splits[0];
  const std::size_t mailbox = first_reading(way.lattice, 0, split.at, out, kMailboxCapacity);
  if (mailbox == SIZE_MAX || mailbox == 0) return false;
  out[mailbox] = '@';
  char heard[kDomainCapacity];
  const std::size_t heard_size = first_reading(way.lattice, split.domain, way.lattice.nodes - 1, heard, sizeof heard);
  if (heard_size == SIZE_MAX || heard_size == 0) return false;
  std::string_view domain(heard, heard_size);
  while (!domain.empty() && domain.back() == '.') domain.remove_suffix(1);
  if (domain.empty() || domain.front() == '.' || domain.find("..") != std::string_view::npos) return false;
  const std::size_t domain_size = domain_to_ascii(domain, out + mailbox + 1, kDomainCapacity);
  if (domain_size == SIZE_MAX) return false;
  at = static_cast<std::uint16_t>(mailbox);
  size = static_cast<std::uint16_t>(mailbox + 1 + domain_size);
  return true;
}

// The way that holds a whole address.
const SpokenEmail& whole_way(const EmailForm& form) {
  return form.ways[form.restated && form.ways[0].split_count == 0 ? 1 : 0];
}

// A restated address that is two different ones.
bool contradicts_itself(const EmailForm& form) {
  if (!form.restated || form.ways[0].split_count == 0 || form.ways[1].split_count == 0) return false;
  char first[kAddressCapacity], second[kAddressCapacity];
  std::uint16_t at, first_size, second_size;
  return !write_reading(form.ways[0], first, at, first_size) || !write_reading(form.ways[1], second, at, second_size) ||
         std::string_view(first, first_size) != std::string_view(second, second_size);
}

}  // namespace

bool read_email_stored(Side& side, const Context&, FormStorage& storage) {
  EmailForm& form = storage.make<EmailForm>();
  switch (read_typed(side, form)) {
    case Found::address: return true;
    case Found::several: return false;
    default: break;
  }
  read_spoken(side, form);
  const SpokenEmail& way = whole_way(form);
  if (way.split_count == 0 || !way.splits[0].plausible || contradicts_itself(form)) return false;
  // What was read must be an address when it is typed too: the canonical form is read again by everybody.
  char text[2 * kAddressCapacity];
  std::uint16_t at, size;
  if (!write_reading(way, form.text, at, size)) return false;
  const std::size_t written = write_email_normal_parts(
      {form.text, at}, {form.text + at + 1, static_cast<std::size_t>(size - at - 1)}, text, sizeof text);
  if (written == SIZE_MAX) return false;
  form.has_address =
      read_plain_email({text, written}, form) || read_typed_email({text, written}, form) == TypedEmail::one;
  return form.has_address;
}

bool read_email_said(Side& side, const Context&, FormStorage& storage) {
  EmailForm& form = storage.make<EmailForm>();
  switch (read_typed(side, form)) {
    case Found::address: return true;
    case Found::several: form.reading = EmailForm::Reading::several; return true;
    case Found::words:
      // Cleaned already; cleaning is not repeated.
      read_ways(side, form);
      read_uncleaned(side, form);
      return true;
    case Found::nothing: break;
  }
  if (side.lexemes.count == 0) return false;
  read_spoken(side, form);
  read_uncleaned(side, form);
  return true;
}

std::size_t write_email_normal(const FormStorage& storage, Role, const Context&, char* out, std::size_t capacity) {
  const EmailForm& form = storage.as<EmailForm>();
  if (form.has_address) return write_email_normal_parts(form.mailbox(), form.domain(), out, capacity);
  if (form.reading == EmailForm::Reading::several) {
    if (form.chatter.size() > capacity) return 0;
    std::memcpy(out, form.chatter.data(), form.chatter.size());
    return form.chatter.size();
  }
  const SpokenEmail& way = whole_way(form);
  char text[kAddressCapacity];
  std::uint16_t at = 0, size = 0;
  if (write_reading(way, text, at, size)) {
    const std::size_t written =
        write_email_normal_parts({text, at}, {text + at + 1, static_cast<std::size_t>(size - at - 1)}, out, capacity);
    return written == SIZE_MAX ? 0 : written;
  }
  const std::size_t written = first_reading(way.lattice, out, capacity);
  return written == SIZE_MAX ? 0 : written;
}

}  // namespace ablmatch
