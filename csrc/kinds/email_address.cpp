// One typed address: its characters, its mailbox name and its domain in canonical form.
#include <cstring>

#include "../fold.hpp"
#include "../utf8.hpp"
#include "email.hpp"

namespace ablmatch {

namespace {

constexpr char32_t kSharpS = 0xDF, kCapitalSharpS = 0x1E9E, kFinalSigma = 0x3C2;

// Letters that full case folding would merge with others, but IDNA 2008 keeps (RFC 5892, the deviations of UTS 46).
bool is_deviation(char32_t c) { return c == kSharpS || c == kCapitalSharpS || c == kFinalSigma; }

// Signs that join conjuncts: only behind one of these does a joiner mean anything (RFC 5892, appendix A).
bool is_virama(char32_t c) {
  static constexpr char32_t kViramas[] = {0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D,  0xBCD,
                                          0xC4D, 0xCCD, 0xD4D, 0xDCA, 0x1039, 0x17D2};
  for (const char32_t virama : kViramas)
    if (c == virama) return true;
  return false;
}

// The character that stands for `c` in an address, 0 when it is dropped (identity-matching.md 2.0, steps 1 and 2:
// but letters stay as they are, since a mailbox name may hold any of them).
char32_t map_character(char32_t c, char32_t before) {
  if (c == 0x200C || c == 0x200D) return is_virama(before) ? c : 0;
  if ((c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
      c == 0xAD || (c >= 0xFE00 && c <= 0xFE0F))
    return 0;
  if (c <= ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
      c == 0x202F || c == 0x205F || c == 0x3000 || c == 0x85)
    return ' ';
  if (c >= 0xFF01 && c <= 0xFF5E) return map_character(c - 0xFF01 + '!', before);
  switch (c) {
    case '`':
    case 0xB4:
    case 0x2018:
    case 0x2019:
    case 0x201B:
    case 0x2BC:
    case 0x2032: return '\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0xAB:
    case 0xBB: return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212:
    case 0xFE63: return '-';
    case 0x3002:
    case 0xFF61:
    case 0x2024:
    case 0xFE52: return '.';
    case 0xFE6B: return '@';
    default: return c;
  }
}

// Where compatibility decomposition changes letters, and so a domain name (UTS 46 maps by NFKC), and folding gives the
// same as NFKC. The few other such letters (phonetic ones, mostly) stay as they are, so that no two are merged.
bool is_compatibility(char32_t c) {
  static constexpr char32_t kRanges[][2] = {
      {0xAA, 0xAA},     {0xB2, 0xB3},     {0xB9, 0xBA},     {0x132, 0x133},     {0x13F, 0x140},     {0x1C7, 0x1CC},
      {0x1F1, 0x1F3},   {0x2B0, 0x2B0},   {0x2B2, 0x2B8},   {0x2E1, 0x2E3},     {0x2026, 0x2026},   {0x2070, 0x2093},
      {0x2095, 0x209C}, {0x20A8, 0x20A8}, {0x2100, 0x2106}, {0x2108, 0x210E},   {0x2110, 0x214F},   {0x2160, 0x217F},
      {0x2460, 0x24FF}, {0x2C7C, 0x2C7D}, {0x2F00, 0x2FD5}, {0x3038, 0x303A},   {0x3200, 0x33FF},   {0xFB00, 0xFB17},
      {0xFB50, 0xFDFB}, {0xFE70, 0xFEFC}, {0xFF65, 0xFFDC}, {0x1D400, 0x1D6A3}, {0x1D6A5, 0x1D7FF}, {0x1F100, 0x1F1FF}};
  for (const auto& range : kRanges)
    if (c >= range[0] && c <= range[1]) return true;
  return false;
}

bool is_domain_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_plain_atom(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= ' ' || std::strchr("\"(),:;<>@[\\]", c)) return false;
  return !text.empty() && text.front() != '.' && text.back() != '.';
}

// Domain characters by NFKC as far as folding gives it; letters with marks stay. SIZE_MAX when it does not fit.
std::size_t map_domain(std::string_view domain, char* out, std::size_t capacity) {
  static thread_local Folded folded;
  std::size_t size = 0;
  for (std::size_t at = 0; at < domain.size();) {
    const std::size_t begin = at;
    const char32_t c = decode(domain.data(), at);
    std::string_view text = domain.substr(begin, at - begin);
    if (c >= 0x80 && is_compatibility(c)) {
      fold(text, folded);
      text = folded.view();
    }
    if (text.size() > capacity - size) return SIZE_MAX;
    if (!text.empty()) std::memcpy(out + size, text.data(), text.size());
    size += text.size();
  }
  return size;
}

bool write_domain(std::string_view domain, char* out, std::size_t& size) {
  if (domain.size() >= 2 && domain.front() == '[' && domain.back() == ']') {  // an address literal
    for (const char c : domain.substr(1, domain.size() - 2))
      if (!is_domain_byte(c) && c != ':') return false;
    if (domain.size() > kDomainCapacity) return false;
    std::memcpy(out, domain.data(), domain.size());
    size = domain.size();
    return true;
  }
  char mapped[kDomainCapacity];
  const std::size_t mapped_size = map_domain(domain, mapped, sizeof mapped);
  if (mapped_size == SIZE_MAX) return false;
  std::string_view text(mapped, mapped_size);
  while (!text.empty() && text.back() == '.') text.remove_suffix(1);
  if (text.empty() || text.front() == '.' || text.find("..") != std::string_view::npos) return false;
  for (const char c : text)
    if (!is_domain_byte(c)) return false;
  size = domain_to_ascii(text, out, kDomainCapacity);
  return size != SIZE_MAX;
}

}  // namespace

std::size_t fold_email_characters(std::string_view raw, char* out, std::size_t capacity) {
  // Case folding first, in pieces between the letters that it must not touch.
  std::size_t size = 0;
  for (std::size_t at = 0, begin = 0;;) {
    const std::size_t end = at;
    const bool last = at == raw.size();
    char32_t c = last ? 0 : decode(raw.data(), at);
    if (!last && !is_deviation(c)) continue;
    const std::size_t piece = fold_strict(raw.substr(begin, end - begin), out + size, capacity - size);
    if (piece == SIZE_MAX) return SIZE_MAX;
    size += piece;
    if (last) break;
    if (c == kCapitalSharpS) c = kSharpS;
    if (capacity - size < 4) return SIZE_MAX;
    size += static_cast<std::size_t>(encode(c, out + size));
    begin = at;
  }
  // Then the characters one by one, in place: none becomes longer.
  std::size_t kept = 0;
  char32_t before = 0;
  for (std::size_t at = 0; at < size;) {
    const char32_t c = map_character(decode(out, at), before);
    if (c == 0 || (c == ' ' && (kept == 0 || out[kept - 1] == ' '))) continue;
    kept += static_cast<std::size_t>(encode(c, out + kept));
    before = c;
  }
  while (kept > 0 && out[kept - 1] == ' ') --kept;
  return kept;
}

bool parse_email_address(std::string_view token, TypedEmailScratch& scratch, char* out, std::uint16_t& at,
                         std::uint16_t& size) {
  const std::size_t sign = token.rfind('@');
  if (sign == std::string_view::npos || sign == 0) return false;
  std::string_view mailbox = token.substr(0, sign);
  char* room = scratch.decoded;  // free again: the text was folded out of it
  if (mailbox.size() >= 2 && mailbox.front() == '"' && mailbox.back() == '"') {
    std::size_t kept = 0;
    for (std::size_t k = 1; k + 1 < mailbox.size(); ++k) {
      if (mailbox[k] == '\\' && k + 2 < mailbox.size()) ++k;
      if (kept == sizeof scratch.decoded) return false;
      room[kept++] = mailbox[k];
    }
    mailbox = {room, kept};
    if (mailbox.empty()) return false;
  } else if (mailbox.find_first_of("@\" ") != std::string_view::npos) {
    return false;
  }
  // Written out it would be read as a URL.
  if (mailbox.starts_with("mailto:")) return false;
  const std::size_t mailbox_size = fold_strict(mailbox, out, kMailboxCapacity);
  if (mailbox_size == SIZE_MAX || mailbox_size == 0) return false;
  std::size_t domain_size = 0;
  out[mailbox_size] = '@';
  if (!write_domain(token.substr(sign + 1), out + mailbox_size + 1, domain_size)) return false;
  at = static_cast<std::uint16_t>(mailbox_size);
  size = static_cast<std::uint16_t>(mailbox_size + 1 + domain_size);
  return true;
}

std::size_t write_email_normal_parts(std::string_view mailbox, std::string_view domain, char* out,
                                     std::size_t capacity) {
  std::size_t size = 0;
  bool failed = false;
  const auto add = [&](std::string_view text) {
    if (text.size() > capacity - size) {
      failed = true;
      return;
    }
    if (!text.empty()) std::memcpy(out + size, text.data(), text.size());
    size += text.size();
  };
  if (is_plain_atom(mailbox)) {
    add(mailbox);
  } else {
    add("\"");
    for (const char& c : mailbox) {
      if (c == '"' || c == '\\') add("\\");
      add({&c, 1});
    }
    add("\"");
  }
  add("@");
  add(domain);
  return failed ? SIZE_MAX : size;
}

}  // namespace ablmatch
