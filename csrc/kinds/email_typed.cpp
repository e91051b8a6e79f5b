// Typed e-mail addresses: the plain one in one pass, and every wrapping that mail programs and people put round it.
#include <array>
#include <cstring>

#include "../fold.hpp"
#include "../tables/email_tables.hpp"
#include "../utf8.hpp"
#include "email.hpp"

namespace ablmatch {

namespace {

enum ByteClass : std::uint8_t { kOtherByte = 0, kMailboxByte = 1, kDomainByte = 2, kCapital = 4, kSign = 8 };

// The bytes of a plain address: atoms of RFC 5322 without the apostrophe, which may be a quotation mark.
constexpr std::array<std::uint8_t, 256> kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kMailboxByte | kDomainByte;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kMailboxByte | kDomainByte | kCapital;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kMailboxByte | kDomainByte;
  for (const unsigned char c : {'.', '-', '_'}) classes[c] = kMailboxByte | kDomainByte;
  for (const unsigned char c : {'!', '#', '$', '%', '&', '*', '+', '/', '=', '?', '^', '{', '|', '}', '~'})
    classes[c] = kMailboxByte;
  classes['@'] = kSign;
  return classes;
}();

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

}  // namespace

bool read_plain_email(std::string_view raw, EmailForm& form) {
  while (!raw.empty() && is_blank(raw.front())) raw.remove_prefix(1);
  while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
  if (raw.size() > kDomainCapacity) return false;
  const void* sign = raw.empty() ? nullptr : std::memchr(raw.data(), '@', raw.size());
  if (sign == nullptr) return false;
  const std::size_t at = static_cast<std::size_t>(static_cast<const char*>(sign) - raw.data());
  std::uint8_t mailbox = kMailboxByte, domain = kDomainByte;
  for (std::size_t k = 0; k < at; ++k) {
    const auto c = static_cast<unsigned char>(raw[k]);
    const std::uint8_t found = kByteClasses[c];
    mailbox &= found;
    form.text[k] = static_cast<char>(c | (found & kCapital) << 3);
  }
  form.text[at] = '@';
  for (std::size_t k = at + 1; k < raw.size(); ++k) {
    const auto c = static_cast<unsigned char>(raw[k]);
    const std::uint8_t found = kByteClasses[c];
    domain &= found;
    if (c == '.' && form.text[k - 1] == '.') return false;
    form.text[k] = static_cast<char>(c | (found & kCapital) << 3);
  }
  if (mailbox == 0 || domain == 0 || at == 0) return false;
  std::size_t size = raw.size();
  if (form.text[size - 1] == '.') --size;
  if (size <= at + 1 || form.text[at + 1] == '.') return false;
  form.at = static_cast<std::uint16_t>(at);
  form.size = static_cast<std::uint16_t>(size);
  return true;
}

namespace {

// ---- mailto --------------------------------------------------------------------------------------------------

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::size_t find_scheme(std::string_view raw) {
  static constexpr std::string_view kScheme = "mailto:";
  for (std::size_t at = 0; at + kScheme.size() <= raw.size(); ++at) {
    std::size_t k = 0;
    while (k < kScheme.size() && (raw[at + k] | 0x20) == (kScheme[k] | 0x20)) ++k;
    if (k == kScheme.size() && (at == 0 || is_blank(raw[at - 1]) || std::strchr("<([\"'", raw[at - 1]))) return at;
  }
  return std::string_view::npos;
}

// Replaces a mailto URL (RFC 6068) by its address, percent-decoded; false when that gives no valid text.
bool read_mailto(std::string_view& raw, char* room, std::size_t capacity) {
  static constexpr std::size_t kSchemeSize = 7;
  const std::size_t scheme = find_scheme(raw);
  if (scheme == std::string_view::npos) return true;
  std::string_view url = raw.substr(scheme + kSchemeSize);
  url = url.substr(0, url.find_first_of("?|>\"\n\r"));
  std::size_t size = 0;
  for (std::size_t k = 0; k < url.size(); ++k) {
    if (size == capacity) return false;
    if (url[k] == '%' && k + 2 < url.size() && hex_value(url[k + 1]) >= 0 && hex_value(url[k + 2]) >= 0) {
      room[size++] = static_cast<char>(hex_value(url[k + 1]) * 16 + hex_value(url[k + 2]));
      k += 2;
    } else {
      room[size++] = url[k];
    }
  }
  raw = {room, size};
  return count_code_points(raw) >= 0;
}

// ---- text ----------------------------------------------------------------------------------------------------

// Text that is rewritten into a buffer that is never longer than its source.
struct Text {
  char* bytes;
  std::size_t size;

  std::string_view view() const { return {bytes, size}; }
  void add(char c) { bytes[size++] = c; }
  void trim_space() {
    while (size > 0 && bytes[size - 1] == ' ') --size;
  }
};

// The sign that a bracketed word stands for: "(at)", "[ dot ]", "{arroba}"; 0 for others.
char bracketed_sign(std::string_view text, std::size_t at, std::size_t& end) {
  static constexpr std::string_view kOpen = "([{<", kClose = ")]}>";
  const std::size_t kind = kOpen.find(text[at]);
  if (kind == std::string_view::npos) return 0;
  constexpr std::size_t kLongest = 24;
  const std::size_t length = text.substr(at + 1, kLongest).find(kClose[kind]);
  if (length == std::string_view::npos) return 0;
  std::string_view word = text.substr(at + 1, length);
  while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
  while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
  end = at + length + 2;
  if (word == "@" || word == "ät" || word == "a") return '@';
  if (word == ".") return '.';
  if (word.size() == 1 && word != "_" && word != "-") return 0;
  if (word.size() == 1) return word[0];
  const EmailPhrase* phrase = kEmailPhrases.find(word);
  if (phrase == nullptr) return 0;
  if (phrase->type == EmailPhraseType::at) return '@';
  if (phrase->type == EmailPhraseType::text && phrase->written.size() == 1) return phrase->written[0];
  return 0;
}

void replace_bracketed_signs(std::string_view in, Text& out) {
  for (std::size_t at = 0; at < in.size();) {
    std::size_t end;
    const char sign = bracketed_sign(in, at, end);
    if (sign == 0) {
      out.add(in[at++]);
      continue;
    }
    out.trim_space();
    out.add(sign);
    at = end;
    while (at < in.size() && in[at] == ' ') ++at;
  }
}

// Index behind the quoted string that begins at `at`, or npos when it does not end.
std::size_t behind_quoted(std::string_view text, std::size_t at) {
  for (std::size_t k = at + 1; k < text.size(); ++k) {
    if (text[k] == '\\') ++k;
    else if (text[k] == '"') return k + 1;
  }
  return std::string_view::npos;
}

std::size_t behind_comment(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t k = at; k < text.size(); ++k) {
    if (text[k] == '\\') ++k;
    else if (text[k] == '(') ++depth;
    else if (text[k] == ')' && --depth == 0) return k + 1;
  }
  return std::string_view::npos;
}

bool holds_sign(std::string_view text) { return text.find('@') != std::string_view::npos; }

// Collects the addresses of one text. Different ones: several.
class Addresses {
 public:
  explicit Addresses(EmailForm& form) : form_(form) {}

  void add(std::string_view token) {
    static constexpr std::string_view kBefore = "('<[{,;:", kBehind = ")'>]},;:!?.\"";
    while (!token.empty() && kBefore.find(token.front()) != std::string_view::npos) token.remove_prefix(1);
    const bool literal = token.find("@[") != std::string_view::npos;
    while (!token.empty() && kBehind.find(token.back()) != std::string_view::npos) {
      if (literal && token.back() == ']') break;
      token.remove_suffix(1);
    }
    TypedEmailScratch& scratch = form_.scratch;
    if (count_ == 0) {
      if (!parse_email_address(token, scratch, form_.text, form_.at, form_.size)) broken_ = true;
      count_ = 1;
      return;
    }
    std::uint16_t at, size;
    if (!parse_email_address(token, scratch, scratch.second, at, size) || at != form_.at || size != form_.size ||
        std::memcmp(scratch.second, form_.text, size) != 0)
      count_ = 2;
  }

  TypedEmail found(bool words) const {
    if (count_ == 0) return TypedEmail::none;
    if (count_ > 1) return TypedEmail::several;
    if (broken_) return TypedEmail::none;
    return words ? TypedEmail::words : TypedEmail::one;
  }

 private:
  EmailForm& form_;
  int count_ = 0;
  bool broken_ = false;
};

// "Name <a@b>": adds what stands in angle brackets and takes it out of the text. False when there is none.
bool read_angles(std::string_view in, Addresses& addresses, Text& rest) {
  bool found = false, open_quote = false;
  for (std::size_t at = 0; at < in.size();) {
    if (in[at] == '"' && !open_quote) {
      const std::size_t end = behind_quoted(in, at);
      open_quote = end == std::string_view::npos;
      if (end != std::string_view::npos) {
        for (; at < end; ++at) rest.add(in[at]);
        continue;
      }
    }
    if (in[at] == '<') {
      const std::size_t close = in.find('>', at);
      const std::size_t end = close == std::string_view::npos ? in.size() : close;
      std::string_view inside = in.substr(at + 1, end - at - 1);
      if (holds_sign(inside)) {
        // Spaces inside mean nothing (RFC 5322 lets mail programs fold lines there).
        const std::size_t begin = rest.size;
        for (const char c : inside)
          if (c != ' ') rest.add(c);
        addresses.add(rest.view().substr(begin));
        rest.size = begin;
        rest.add(' ');
        found = true;
        at = close == std::string_view::npos ? in.size() : close + 1;
        continue;
      }
    }
    rest.add(in[at++]);
  }
  return found;
}

// Display names and comments go; quotation marks and brackets round an address go; a quoted mailbox stays, its
// spaces written as U+0001 so that it stays one token. `angles`: an address stood in angle brackets, so that what is
// quoted is a name, whatever it holds.
void unwrap(std::string_view in, bool angles, Text& out) {
  int unclosed = 0;  // brackets and quotes that end nowhere; each costs a scan, so that only a few are tried
  for (std::size_t at = 0; at < in.size();) {
    const char c = in[at];
    if (c == '"' && unclosed < 8) {
      const std::size_t end = behind_quoted(in, at);
      unclosed += end == std::string_view::npos;
      if (end != std::string_view::npos) {
        const bool mailbox = end < in.size() && in[end] == '@';
        const std::string_view inside = in.substr(at + 1, end - at - 2);
        if (mailbox) {
          for (std::size_t k = at; k < end; ++k) out.add(in[k] == ' ' ? '\1' : in[k]);
        } else if (holds_sign(inside) && !angles) {
          out.add(' ');
          for (const char q : inside) out.add(q);
        } else {
          out.add(' ');
        }
        at = end;
        continue;
      }
    }
    if (c == '(' && unclosed < 8) {
      const std::size_t end = behind_comment(in, at);
      unclosed += end == std::string_view::npos;
      if (end != std::string_view::npos && !holds_sign(in.substr(at, end - at))) {
        at = end;
        continue;
      }
    }
    const bool literal =
        (c == '[' && at > 0 && in[at - 1] == '@') || (c == ']' && out.view().rfind("@[") != std::string_view::npos);
    out.add(!literal && std::strchr("()<>[],;:", c) ? ' ' : c);
    ++at;
  }
}

// Spaces next to the sign go. Next to a dot they go where one stands before it too, and in a domain that has no dot
// yet, so that it ends no sentence. Behind a dot in the mailbox they stay: letters may be spelled there (T. E. S. S.).
void join_spaces(std::string_view in, Text& out) {
  bool in_domain = false, dotted = false;
  for (std::size_t at = 0; at < in.size(); ++at) {
    const char c = in[at];
    if (c == ' ') {
      const char next = at + 1 < in.size() ? in[at + 1] : '\0';
      const char before = out.size > 0 ? out.bytes[out.size - 1] : '\0';
      if (next == '@' || before == '@') continue;
      if (next == '.' && at + 2 < in.size()) continue;
      if (before == '.') {
        const bool spaced = at >= 2 && in[at - 2] == ' ';
        if (spaced || (in_domain && !dotted)) {
          dotted = in_domain;
          continue;
        }
      }
      in_domain = dotted = false;
    } else if (c == '@') {
      in_domain = true;
      dotted = false;
    } else if (in_domain && c == '.' && at + 1 < in.size() && in[at + 1] != ' ') {
      dotted = true;
    }
    out.add(c);
  }
}

}  // namespace

bool may_be_typed_email(std::string_view raw) {
  for (const char sign : std::string_view("@%([{<\xEF"))
    if (raw.find(sign) != std::string_view::npos) return true;
  return false;
}

TypedEmail read_typed_email(std::string_view raw, EmailForm& form) {
  if (!may_be_typed_email(raw)) return TypedEmail::none;
  TypedEmailScratch& scratch = form.scratch;
  if (!read_mailto(raw, scratch.decoded, sizeof scratch.decoded)) return TypedEmail::none;
  const std::size_t folded = fold_email_characters(raw, scratch.text, sizeof scratch.text);
  if (folded == SIZE_MAX) return TypedEmail::none;
  Text work{scratch.work, 0};
  replace_bracketed_signs({scratch.text, folded}, work);
  if (!holds_sign(work.view())) return TypedEmail::none;

  // Two buffers, each step from one into the other; unwrapping adds at most one space per quoted string, which
  // loses two quotes.
  Addresses addresses(form);
  Text rest{scratch.text, 0};
  const bool angles = read_angles(work.view(), addresses, rest);
  work.size = 0;
  unwrap(rest.view(), angles, work);
  rest.size = 0;
  join_spaces(work.view(), rest);
  form.chatter = rest.view();
  bool words = false;
  for (std::size_t at = 0; at < rest.size;) {
    const std::size_t space = rest.view().find(' ', at);
    const std::size_t end = space == std::string_view::npos ? rest.size : space;
    std::string_view token = rest.view().substr(at, end - at);
    at = end + 1;
    if (!holds_sign(token)) {
      words |= !token.empty() && token.find_first_not_of(".!?'\"") != std::string_view::npos;
      continue;
    }
    for (char* c = rest.bytes + (token.data() - rest.bytes); c != token.data() + token.size(); ++c)
      if (*c == '\1') *c = ' ';
    addresses.add(token);
  }
  // Beside an address in angle brackets, words are its owner's name.
  return addresses.found(words && !angles);
}

}  // namespace ablmatch
