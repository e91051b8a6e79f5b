// Internationalized domain names: punycode (RFC 3492) and the ASCII and Unicode forms of a domain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ablmatch {

// The longest domain that is converted, in bytes; RFC 1035 allows 253 of the ASCII form.
inline constexpr std::size_t kDomainCapacity = 1024;

// The longest label in code points. RFC 1035 allows 63 bytes of the ASCII form, which hold fewer.
inline constexpr std::size_t kMaxLabel = 63;

// Writes the punycode of `label` (without "xn--"); returns the bytes written, SIZE_MAX when it does not fit.
std::size_t punycode_encode(const char32_t* label, std::size_t size, char* out, std::size_t capacity);

// Reads punycode (without "xn--"); returns the code points written, SIZE_MAX when it is malformed or does not fit.
std::size_t punycode_decode(std::string_view text, char32_t* out, std::size_t capacity);

// The ASCII form of a lower-case domain in UTF-8: labels with other characters become "xn--" labels, by IDNA 2008
// without transitional processing (ß, ς and joiners stay letters of their own). Labels that cannot be converted stay
// as they are. Returns the bytes written, SIZE_MAX when they do not fit.
std::size_t domain_to_ascii(std::string_view domain, char* out, std::size_t capacity);

// The Unicode form: "xn--" labels decoded, others as they are.
std::size_t domain_to_unicode(std::string_view domain, char* out, std::size_t capacity);

}  // namespace ablmatch
