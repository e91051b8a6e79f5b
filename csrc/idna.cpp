// Punycode and label-wise conversion of domains.
#include "idna.hpp"

#include <cstring>

#include "utf8.hpp"

namespace ablmatch {

namespace {

// Parameters of RFC 3492, section 5.
constexpr std::uint32_t kBase = 36, kLow = 1, kHigh = 26, kSkew = 38, kDamp = 700, kFirstBias = 72, kFirstCode = 128;

std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  std::uint32_t k = 0;
  for (; delta > (kBase - kLow) * kHigh / 2; k += kBase) delta /= kBase - kLow;
  return k + (kBase - kLow + 1) * delta / (delta + kSkew);
}

std::uint32_t threshold(std::uint32_t k, std::uint32_t bias) {
  if (k <= bias) return kLow;
  return k >= bias + kHigh ? kHigh : k - bias;
}

char digit_of(std::uint32_t value) { return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26)); }

// kBase for a character that is no digit.
std::uint32_t value_of_digit(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0') + 26;
  return kBase;
}

class Output {
 public:
  Output(char* out, std::size_t capacity) : out_(out), capacity_(capacity) {}

  void add(std::string_view text) {
    if (text.size() > capacity_ - size_) {
      failed_ = true;
      return;
    }
    if (!text.empty()) std::memcpy(out_ + size_, text.data(), text.size());
    size_ += text.size();
  }
  void add(char c) { add(std::string_view(&c, 1)); }
  std::size_t finish() const { return failed_ ? SIZE_MAX : size_; }

 private:
  char* out_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  bool failed_ = false;
};

bool is_ascii_text(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

// Calls `convert` for each label and writes what it gives, or the label as it is when it gives SIZE_MAX.
template <class Convert>
std::size_t for_each_label(std::string_view domain, char* out, std::size_t capacity, Convert convert) {
  Output output(out, capacity);
  char room[4 * kMaxLabel + 8];
  for (std::size_t at = 0;;) {
    const std::size_t end = domain.find('.', at);
    const std::string_view label = domain.substr(at, end == std::string_view::npos ? end : end - at);
    const std::size_t size = convert(label, room, sizeof room);
    output.add(size == SIZE_MAX ? label : std::string_view(room, size));
    if (end == std::string_view::npos) return output.finish();
    output.add('.');
    at = end + 1;
  }
}

}  // namespace

std::size_t punycode_encode(const char32_t* label, std::size_t size, char* out, std::size_t capacity) {
  Output output(out, capacity);
  std::uint32_t handled = 0;
  for (std::size_t k = 0; k < size; ++k) {
    if (label[k] >= kFirstCode) continue;
    output.add(static_cast<char>(label[k]));
    ++handled;
  }
  const std::uint32_t basic = handled;
  if (basic > 0) output.add('-');
  std::uint32_t code = kFirstCode, delta = 0, bias = kFirstBias;
  while (handled < size) {
    std::uint32_t next = UINT32_MAX;
    for (std::size_t k = 0; k < size; ++k)
      if (label[k] >= code && label[k] < next) next = static_cast<std::uint32_t>(label[k]);
    if (next - code > (UINT32_MAX - delta) / (handled + 1)) return SIZE_MAX;
    delta += (next - code) * (handled + 1);
    code = next;
    for (std::size_t k = 0; k < size; ++k) {
      if (label[k] < code) ++delta;
      if (label[k] != code) continue;
      std::uint32_t rest = delta;
      for (std::uint32_t place = kBase;; place += kBase) {
        const std::uint32_t least = threshold(place, bias);
        if (rest < least) break;
        output.add(digit_of(least + (rest - least) % (kBase - least)));
        rest = (rest - least) / (kBase - least);
      }
      output.add(digit_of(rest));
      bias = adapt(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++code;
  }
  return output.finish();
}

std::size_t punycode_decode(std::string_view text, char32_t* out, std::size_t capacity) {
  const std::size_t delimiter = text.rfind('-');
  std::size_t size = 0, at = 0;
  if (delimiter != std::string_view::npos) {
    if (delimiter > capacity) return SIZE_MAX;
    for (; size < delimiter; ++size) {
      if (static_cast<unsigned char>(text[size]) >= kFirstCode) return SIZE_MAX;
      out[size] = static_cast<char32_t>(text[size]);
    }
    at = delimiter + 1;
  }
  std::uint32_t code = kFirstCode, index = 0, bias = kFirstBias;
  while (at < text.size()) {
    const std::uint32_t before = index;
    std::uint32_t weight = 1;
    for (std::uint32_t place = kBase;; place += kBase) {
      if (at == text.size()) return SIZE_MAX;
      const std::uint32_t digit = value_of_digit(text[at++]);
      if (digit >= kBase || digit > (UINT32_MAX - index) / weight) return SIZE_MAX;
      index += digit * weight;
      const std::uint32_t least = threshold(place, bias);
      if (digit < least) break;
      if (weight > UINT32_MAX / (kBase - least)) return SIZE_MAX;
      weight *= kBase - least;
    }
    const auto points = static_cast<std::uint32_t>(size) + 1;
    bias = adapt(index - before, points, before == 0);
    if (index / points > UINT32_MAX - code) return SIZE_MAX;
    code += index / points;
    index %= points;
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) || size == capacity) return SIZE_MAX;
    std::memmove(out + index + 1, out + index, (size - index) * sizeof *out);
    out[index++] = code;
    ++size;
  }
  return size;
}

std::size_t domain_to_ascii(std::string_view domain, char* out, std::size_t capacity) {
  return for_each_label(domain, out, capacity,
                        [](std::string_view label, char* room, std::size_t room_size) -> std::size_t {
                          if (is_ascii_text(label)) return SIZE_MAX;
                          char32_t points[kMaxLabel];
                          std::size_t count = 0;
                          for (std::size_t at = 0; at < label.size();) {
                            if (count == kMaxLabel) return SIZE_MAX;
                            points[count++] = decode(label.data(), at);
                          }
                          std::memcpy(room, "xn--", 4);
                          const std::size_t size = punycode_encode(points, count, room + 4, room_size - 4);
                          return size == SIZE_MAX ? SIZE_MAX : size + 4;
                        });
}

std::size_t domain_to_unicode(std::string_view domain, char* out, std::size_t capacity) {
  return for_each_label(domain, out, capacity,
                        [](std::string_view label, char* room, std::size_t room_size) -> std::size_t {
                          if (!label.starts_with("xn--")) return SIZE_MAX;
                          char32_t points[kMaxLabel];
                          const std::size_t count = punycode_decode(label.substr(4), points, kMaxLabel);
                          if (count == SIZE_MAX) return SIZE_MAX;
                          std::size_t size = 0;
                          for (std::size_t k = 0; k < count; ++k) {
                            if (room_size - size < 4) return SIZE_MAX;
                            size += static_cast<std::size_t>(encode(points[k], room + size));
                          }
                          return size;
                        });
}

}  // namespace ablmatch
