// Reading e-mail addresses: typed when a sign was typed, spoken otherwise; and writing the canonical form.
#include "email.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "../spoken.hpp"

namespace ablmatch {

namespace {

bool is_any(const Lexeme& lexeme, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (lexeme.is(word)) return true;
  return false;
}

// The words beside an address are only a lead-in, fillers or a closing word when cleaning leaves no white space that
// the address itself cannot hold (join_spaces in email_typed.cpp).
bool is_one_token(const Lexemes& lexemes) {
  bool in_domain = false;
  for (int at = 1; at < lexemes.count; ++at) {
    const Lexeme& before = lexemes.at[at - 1];
    in_domain |= before.is_symbol('@');
    // A comma parts the address from a word that belongs to it or not: no token.
    if (is_any(before, {",", ";", ":"})) return false;
    if (!lexemes.at[at].spaced || lexemes.at[at].is_symbol('@') || lexemes.at[at].is_symbol('.') ||
        before.is_symbol('@'))
      continue;
    if (!before.is_symbol('.') || (!in_domain && !before.spaced)) return false;
  }
  return true;
}

void start(const Side& side, EmailForm& form) {
  form.reading = EmailForm::Reading::typed;
  form.has_address = form.corrected = form.two_answers = form.removed = false;
  form.ascii = side.folded.ascii_source;
  form.raw = side.raw;
  form.folded = side.folded.view();
  form.chatter = {};
  form.at = form.size = 0;
  form.way_count = 0;
}

// Words that name the answer where cleaning does not expect them: "email: …", "my name is … and my email is …",
// "… is my email address".
bool drop_labels(Lexemes& lexemes) {
  const int before = lexemes.count;
  for (int at = lexemes.count - 2; at >= 0; --at) {
    const SpokenWord* word = lexemes.at[at].spoken;
    if (word == nullptr || !(word->roles & kSlot)) continue;
    if (!is_any(lexemes.at[at],
                {"email", "mail", "address", "correo", "courriel", "adresse", "mailadresse", "indirizzo"}))
      continue;
    int verb = at + 1;
    while (verb + 1 < lexemes.count && is_any(lexemes.at[verb], {"address", "id", "electronico"})) ++verb;
    if (!is_any(lexemes.at[verb], {":", "is", "es", "ist", "lautet", "est", "e", "would"}) || verb + 1 >= lexemes.count)
      continue;
    if (lexemes.at[verb].is("would") && lexemes.at[verb + 1].is("be")) ++verb;
    lexemes.remove(0, verb + 1);
    break;
  }
  // "you can email me at …", "send it to …", and an "at" before everything, when the sign follows later.
  for (int at = std::min(lexemes.count, 8) - 2; at >= 0; --at) {
    const bool lead = (at == 0 && lexemes.at[0].is("at")) ||
                      (at >= 2 && ((lexemes.at[at].is("at") && is_any(lexemes.at[at - 1], {"me", "us"})) ||
                                   (lexemes.at[at].is("to") && lexemes.at[at - 1].is("it"))));
    if (!lead) continue;
    bool sign = false;
    for (int k = at + 1; k < lexemes.count; ++k) sign |= is_any(lexemes.at[k], {"at", "@", "arroba", "arobase"});
    if (sign) lexemes.remove(0, at + 1);
    break;
  }
  for (int at = lexemes.count - 3; at > 0; --at) {
    if (!lexemes.at[at].is("is") || !is_any(lexemes.at[at + 1], {"my", "the"})) continue;
    bool named = false;
    for (int k = at + 2; k < lexemes.count; ++k) named |= is_any(lexemes.at[k], {"email", "mail", "address"});
    if (!named || lexemes.count - at > 6) continue;
    lexemes.remove(at, lexemes.count);
    break;
  }
  return lexemes.count < before;
}

void clean(Side& side, EmailForm& form) {
  look_up_spoken(side.lexemes);
  const Cleaned cleaned = clean_spoken(side.lexemes, true);
  form.corrected = cleaned.corrected;
  form.removed = drop_labels(side.lexemes) || cleaned.removed;
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

void read_spoken(Side& side, EmailForm& form) {
  form.reading = EmailForm::Reading::spoken;
  clean(side, form);
  for (const Lexeme& lexeme : side.lexemes)
    form.two_answers |= lexeme.spoken && (lexeme.spoken->roles & kEither) && !lexeme.is("or");
  read_spoken_email(side.lexemes, side.folded, form.ways[0]);
  form.way_count = 1;
}

// The words that cleaning dropped may belong to the address ("no reply", "well done"): read it again with them.
void read_uncleaned(Side& side, EmailForm& form) {
  if (!form.removed && !form.corrected) return;
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

}  // namespace

bool read_email_stored(Side& side, const Context&, FormStorage& storage) {
  EmailForm& form = storage.make<EmailForm>();
  switch (read_typed(side, form)) {
    case Found::address: return true;
    case Found::several: return false;
    default: break;
  }
  read_spoken(side, form);
  if (form.ways[0].split_count == 0 || !form.ways[0].splits[0].plausible) return false;
  // What was read must be an address when it is typed too: the canonical form is read again by everybody.
  char text[2 * kAddressCapacity];
  std::uint16_t at, size;
  if (!write_reading(form.ways[0], form.text, at, size)) return false;
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
      form.reading = EmailForm::Reading::spoken;
      read_spoken_email(side.lexemes, side.folded, form.ways[0]);
      form.way_count = 1;
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
  const SpokenEmail& way = form.ways[0];
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
