// Guards: blank, malformed, too long, and vault tokens.
#include "guards.hpp"

#include <atomic>
#include <cstring>
#include <string>

namespace ablmatch {

Guard guard_raw(std::string_view raw) {
  if (raw.empty()) return Guard::blank;
  // Four bytes a character at most: anything longer cannot be within the limit.
  if (raw.size() > 4 * static_cast<std::size_t>(kMaxCodePoints)) return Guard::too_long;
  const int length = count_code_points(raw);
  if (length < 0) return Guard::invalid;
  return length > kMaxCodePoints ? Guard::too_long : Guard::pass;
}

namespace {

bool is_letter_or_underscore(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_id(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '-'; }

// Entity words of the usual detectors of personal data, as they stand in tokens (PERSON_353fcd26).
constexpr std::string_view kEntities[] = {
    "account",
    "account_number",
    "address",
    "age",
    "bank_account",
    "card",
    "card_number",
    "city",
    "company",
    "country",
    "credit_card",
    "customer",
    "date",
    "date_of_birth",
    "date_time",
    "dob",
    "driver_license",
    "email",
    "email_address",
    "first_name",
    "full_name",
    "iban",
    "iban_code",
    "id",
    "id_number",
    "ip",
    "ip_address",
    "last_name",
    "license",
    "loc",
    "location",
    "name",
    "nrp",
    "number",
    "org",
    "organization",
    "passport",
    "password",
    "per",
    "person",
    "person_name",
    "phone",
    "phone_number",
    "pii",
    "pin",
    "postal_code",
    "secret",
    "ssn",
    "state",
    "street",
    "street_address",
    "tax_id",
    "token",
    "url",
    "us_ssn",
    "user",
    "username",
    "zip",
    "zip_code",
};

bool is_entity(std::string_view word) {
  for (const std::string_view entity : kEntities)
    if (entity == word) return true;
  return false;
}

// "email_2", "person_353fcd26": a word, an underscore, an id with a digit in it or six hexadecimal letters.
bool is_entity_id(std::string_view text, bool any_word) {
  const std::size_t split = text.rfind('_');
  if (split == std::string_view::npos || split == 0 || split + 1 == text.size()) return false;
  const std::string_view word = text.substr(0, split), id = text.substr(split + 1);
  bool digit = false, hexadecimal = id.size() >= 6;
  for (const char c : id) {
    if (!is_id(c)) return false;
    digit |= is_digit(c);
    hexadecimal &= is_digit(c) || (c >= 'a' && c <= 'f');
  }
  if (!digit && !hexadecimal) return false;
  if (!any_word) return is_entity(word);
  for (const char c : word)
    if (!is_letter_or_underscore(c)) return false;
  return true;
}

bool is_whole_token(std::string_view text) {
  const auto rest_is_id = [&](std::size_t from) {
    if (text.size() <= from) return false;
    for (const char c : text.substr(from))
      if (!is_id(c)) return false;
    return true;
  };
  if (text.starts_with("tok_") || text.starts_with("pii_")) return rest_is_id(4);
  if (text.starts_with("vault:v")) {
    std::size_t at = 7;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > 7 && at + 1 < text.size() && text[at] == ':' && text.find(' ') == std::string_view::npos;
  }
  if (text.size() > 2 && ((text.front() == '[' && text.back() == ']') || (text.front() == '<' && text.back() == '>')))
    return is_entity_id(text.substr(1, text.size() - 2), true);
  return is_entity_id(text, false);
}

// {{pii:type:id}}, [[pii:type:id]], <pii:type:id> somewhere in the text.
bool holds_marked_token(std::string_view text) {
  for (std::size_t at = text.find("pii:"); at != std::string_view::npos; at = text.find("pii:", at + 1)) {
    std::string_view close;
    if (at >= 2 && text[at - 1] == '{' && text[at - 2] == '{') close = "}}";
    else if (at >= 2 && text[at - 1] == '[' && text[at - 2] == '[') close = "]]";
    else if (at >= 1 && text[at - 1] == '<') close = ">";
    else continue;
    const std::size_t colon = text.find(':', at + 4);
    const std::size_t end = text.find(close, at + 4);
    if (colon != std::string_view::npos && end != std::string_view::npos && colon > at + 4 && colon + 1 < end)
      return true;
  }
  return false;
}

}  // namespace

// Registered shapes: a list that only grows, so that readers need no lock.
struct TokenShapes {
  struct Shape {
    std::string pattern;
    bool anywhere;
    const Shape* next;
  };
  std::atomic<const Shape*> first{nullptr};
  // Characters whose presence makes the full check worth while, one bit each; letters and digits never.
  std::atomic<std::uint64_t> trigger_low{0};   // 0..63
  std::atomic<std::uint64_t> trigger_high{0};  // 64..127
};

namespace {

TokenShapes own_shapes;
std::atomic<TokenShapes*> known_shapes{&own_shapes};

// '*': one or more characters but white space; '#': a digit; '\\' takes the next one literally. Returns where a
// match that starts at text[at] ends at the latest, or npos.
std::size_t match_shape(std::string_view pattern, std::string_view text, std::size_t at, bool to_end) {
  std::size_t p = 0, star = std::string_view::npos, star_at = 0;
  for (;;) {
    if (p == pattern.size()) {
      if (!to_end || at == text.size()) return at;
    } else if (at < text.size()) {
      const bool escaped = pattern[p] == '\\' && p + 1 < pattern.size();
      const char wanted = pattern[escaped ? p + 1 : p];
      if (!escaped && wanted == '*') {
        if (text[at] != ' ') {
          star = p++;
          star_at = ++at;
          continue;
        }
      } else if ((!escaped && wanted == '#') ? is_digit(text[at]) : text[at] == wanted) {
        p += escaped ? 2 : 1;
        ++at;
        continue;
      }
    }
    // Let the last star take one more character.
    if (star == std::string_view::npos || star_at >= text.size() || text[star_at] == ' ') return std::string_view::npos;
    at = ++star_at;
    p = star + 1;
  }
}

bool matches_registered(std::string_view text) {
  for (const auto* shape = token_shapes()->first.load(std::memory_order_acquire); shape; shape = shape->next) {
    if (!shape->anywhere) {
      if (match_shape(shape->pattern, text, 0, true) != std::string_view::npos) return true;
      continue;
    }
    for (std::size_t at = 0; at < text.size(); ++at)
      if (match_shape(shape->pattern, text, at, false) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

TokenShapes* token_shapes() { return known_shapes.load(std::memory_order_acquire); }

void share_token_shapes(TokenShapes* shapes) { known_shapes.store(shapes, std::memory_order_release); }

bool token_shapes_registered() { return token_shapes()->first.load(std::memory_order_acquire) != nullptr; }

bool is_vault_token(std::string_view text) {
  const TokenShapes& shapes = *token_shapes();
  const std::uint64_t low = shapes.trigger_low.load(std::memory_order_relaxed);
  const std::uint64_t high = shapes.trigger_high.load(std::memory_order_relaxed);
  const auto holds = [text](char c) { return std::memchr(text.data(), c, text.size()) != nullptr; };
  // '_' and ':' occur in every built-in shape.
  const bool colon = holds(':');
  bool found = colon || holds('_');
  if (low | high) {
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      found |= byte < 128 && ((byte < 64 ? low >> byte : high >> (byte - 64)) & 1) != 0;
    }
  }
  if (!found) return false;
  // Ids and entity words hold no '@', so that e-mail addresses need not be looked through.
  const bool may_be_whole = text.front() == 'v' || !holds('@');
  return (may_be_whole && is_whole_token(text)) || (colon && holds_marked_token(text)) || matches_registered(text);
}

const char* register_token_pattern(std::string_view pattern, bool anywhere) {
  if (pattern.size() > 128) return "a token pattern has at most 128 bytes";
  if (guard_raw(pattern) != Guard::pass) return "a token pattern must be valid, not empty text";
  auto* folded = new Folded;
  fold(pattern, *folded);
  std::string text(folded->view());
  delete folded;
  int stars = 0;
  char mark = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (c == '\\') {
      ++k;
      continue;
    }
    if (c == '*') ++stars;
    const bool plain =
        (c >= 'a' && c <= 'z') || is_digit(static_cast<char>(c)) || c == '*' || c == '#' || c == ' ' || c >= 128;
    if (!plain && !mark) mark = static_cast<char>(c);
  }
  if (stars > 4) return "a token pattern has at most four '*'";
  if (!mark)
    return "a token pattern needs a punctuation character such as '_', ':' or '[', so that ordinary values cannot look "
           "like it";
  const auto bit = static_cast<unsigned char>(mark);
  TokenShapes& shapes = *token_shapes();
  (bit < 64 ? shapes.trigger_low : shapes.trigger_high).fetch_or(std::uint64_t{1} << (bit & 63));
  auto* shape = new TokenShapes::Shape{std::move(text), anywhere, shapes.first.load()};
  while (!shapes.first.compare_exchange_weak(shape->next, shape, std::memory_order_release)) {
  }
  return nullptr;
}

}  // namespace ablmatch
