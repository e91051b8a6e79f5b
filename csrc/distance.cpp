// Edit distances with a cutoff: common ends are trimmed first; what is left is short, and one word of bits holds a column
// of its matrix.
#include "distance.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "utf8.hpp"
#include "word_table.hpp"

namespace ablmatch {

namespace {

inline constexpr int kMaxCodePointsCompared = 2048;
inline constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x80 * kOnes;

using detail::load4, detail::load8;

bool is_ascii(std::string_view text) {
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8)
    if (load8(text.data() + at) & kHigh) return false;
  for (; at < text.size(); ++at)
    if (static_cast<unsigned char>(text[at]) >= 0x80) return false;
  return true;
}

bool continues(char c) { return (c & 0xC0) == 0x80; }

// Bytes at the start (at the end) that are the same in both.
std::size_t common_head(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  std::size_t at = 0;
  for (; at + 8 <= most; at += 8) {
    const std::uint64_t differs = load8(one.data() + at) ^ load8(other.data() + at);
    if (differs != 0) return at + static_cast<std::size_t>(std::countr_zero(differs)) / 8;
  }
  while (at < most && one[at] == other[at]) ++at;
  return at;
}
std::size_t common_tail(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  const char* const one_end = one.data() + one.size();
  const char* const other_end = other.data() + other.size();
  std::size_t at = 0;
  for (; at + 8 <= most; at += 8) {
    const std::uint64_t differs = load8(one_end - at - 8) ^ load8(other_end - at - 8);
    if (differs != 0) return at + static_cast<std::size_t>(std::countl_zero(differs)) / 8;
  }
  while (at < most && one_end[-1 - static_cast<std::ptrdiff_t>(at)] == other_end[-1 - static_cast<std::ptrdiff_t>(at)])
    ++at;
  return at;
}

// The two texts without their common ends, cut between code points.
void trim(std::string_view& said, std::string_view& stored) {
  std::size_t head = common_head(said, stored);
  while (head > 0 &&
         ((head < said.size() && continues(said[head])) || (head < stored.size() && continues(stored[head]))))
    --head;
  said.remove_prefix(head);
  stored.remove_prefix(head);
  std::size_t tail = common_tail(said, stored);
  while (tail > 0 && continues(said[said.size() - tail])) --tail;
  said.remove_suffix(tail);
  stored.remove_suffix(tail);
}

// Code points of a text, decoded into a buffer of the caller; longer texts are cut, which the callers exclude.
struct CodePoints {
  char32_t at[kMaxCodePointsCompared];
  int size;

  explicit CodePoints(std::string_view text) : size(0) {
    for (std::size_t k = 0; k < text.size() && size < kMaxCodePointsCompared;) at[size++] = decode(text.data(), k);
  }
};

// Where each character of a text of at most 64 bytes stands in another: bit p when the p-th is `c`.
class Places {
 public:
  explicit Places(std::string_view text) : words_(static_cast<int>(text.size() + 7) / 8) {
    words_at_[words_ - 1] = 0;
    std::memcpy(words_at_, text.data(), text.size());
    if constexpr (std::endian::native == std::endian::big)
      for (int w = 0; w < words_; ++w) words_at_[w] = __builtin_bswap64(words_at_[w]);
  }

  // Bits behind the text are set for a zero byte only, which no row of the matrix reads.
  std::uint64_t of(char c) const {
    const std::uint64_t wanted = static_cast<unsigned char>(c) * kOnes;
    std::uint64_t found = 0;
    for (int w = 0; w < words_; ++w) {
      const std::uint64_t differs = words_at_[w] ^ wanted;
      const std::uint64_t same = ~(((differs & ~kHigh) + ~kHigh) | differs) & kHigh;  // exact: no carry between bytes
      found |= ((same >> 7) * 0x0102040810204080u >> 56) << (8 * w);
    }
    return found;
  }

 private:
  std::uint64_t words_at_[8];
  int words_;
};

// The distance, or more than the cutoff, of texts without common ends; `stored` has 1 to 64 bytes. One column of the
// matrix a step, as differences between neighbours (Hyyro 2003, with swaps).
int column_distance(std::string_view said, std::string_view stored, int cutoff) {
  const Places places(stored);
  const std::uint64_t last_row = std::uint64_t{1} << (stored.size() - 1);
  std::uint64_t up = ~std::uint64_t{0}, down = 0, diagonal = 0, places_before = 0;
  int distance = static_cast<int>(stored.size());
  int left = static_cast<int>(said.size());
  for (const char c : said) {
    const std::uint64_t here = places.of(c);
    const std::uint64_t swap = ((~diagonal & here) << 1) & places_before;
    diagonal = (((here & up) + up) ^ up) | here | down | swap;
    const std::uint64_t right_up = down | ~(diagonal | up), right_down = diagonal & up;
    distance += static_cast<int>((right_up & last_row) != 0) - static_cast<int>((right_down & last_row) != 0);
    // Each character left takes away one at most.
    if (distance - --left > cutoff) return cutoff + 1;
    const std::uint64_t shifted = right_up << 1 | 1;
    up = right_down << 1 | ~(diagonal | shifted);
    down = shifted & diagonal;
    places_before = here;
  }
  return distance;
}

// Rows over `said`; a row holds the 2 * cutoff + 1 cells around its diagonal.
template <class Char>
int banded(const Char* said, int said_size, const Char* stored, int stored_size, int cutoff) {
  const int over = cutoff + 1;
  if (std::abs(said_size - stored_size) > cutoff) return over;
  if (said_size == 0 || stored_size == 0) return std::max(said_size, stored_size);
  const int width = 2 * cutoff + 1;
  int rows[3][2 * kMaxCutoff + 3];
  int* before = rows[0];  // row i - 2
  int* above = rows[1];  // row i - 1
  int* current = rows[2];  // row i; cell k stands for column i - cutoff + k, cells -1 and width are `over`
  const auto cell = [&](int* row, int k) -> int& { return row[k + 1]; };
  for (int* row : {before, above, current}) std::fill(row, row + width + 2, over);
  for (int k = cutoff; k < width; ++k) cell(above, k) = k - cutoff;
  for (int i = 1; i <= said_size; ++i) {
    int best = over;
    for (int k = 0; k < width; ++k) {
      const int j = i - cutoff + k;
      int value = over;
      if (j >= 0 && j <= stored_size) {
        if (j == 0) {
          value = i;
        } else {
          value = cell(above, k) + (said[i - 1] == stored[j - 1] ? 0 : 1);
          value = std::min(value, cell(above, k + 1) + 1);
          value = std::min(value, cell(current, k - 1) + 1);
          if (i > 1 && j > 1 && said[i - 1] == stored[j - 2] && said[i - 2] == stored[j - 1])
            value = std::min(value, cell(before, k) + 1);
        }
        value = std::min(value, over);
      }
      cell(current, k) = value;
      best = std::min(best, value);
    }
    // A row of `over` may still be passed by a swap from the row before it.
    if (best > cutoff && *std::min_element(above, above + width + 2) > cutoff) return over;
    int* const oldest = before;
    before = above;
    above = current;
    current = oldest;
    cell(current, -1) = over;
  }
  return cell(above, stored_size - said_size + cutoff);
}

// The code point that starts at text[at], as bytes; empty at the end.
std::string_view character(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  std::size_t end = at + 1;
  while (end < text.size() && continues(text[end])) ++end;
  return text.substr(at, end - at);
}

char32_t code_point(std::string_view character) {
  std::size_t at = 0;
  return decode(character.data(), at);
}

// Distance of two texts without common ends, when it is no more than 1; else 2.
int slips(std::string_view said, std::string_view stored) {
  if (said.empty() && stored.empty()) return 0;
  const std::string_view said_first = character(said, 0), stored_first = character(stored, 0);
  const std::size_t said_rest = said.size() - said_first.size(), stored_rest = stored.size() - stored_first.size();
  if (said_rest == 0 && stored_rest == 0) return 1;
  // Two neighbours swapped.
  return !said.empty() && !stored.empty() && said.size() == stored.size() && said_rest == stored_first.size() &&
                 character(said, said_first.size()) == stored_first &&
                 character(stored, stored_first.size()) == said_first
             ? 1
             : 2;
}

// Texts of this many bytes are compared in one register each.
constexpr std::size_t kLeastInRegister = 4, kMostInRegister = 8;

// The bytes of such a text, the first one lowest, and zeros.
std::uint64_t in_register(std::string_view text) {
  const std::size_t behind = text.size() - 4;
  return load4(text.data()) | load4(text.data() + behind) << 8 * behind;
}

std::uint64_t byte_at(std::uint64_t bytes, int at) { return bytes >> 8 * at & 0xFF; }

// within_one_edit of two such texts that are ASCII.
bool within_one_edit(std::uint64_t said, std::size_t said_size, std::uint64_t stored, std::size_t stored_size,
                     Edit& edit) {
  const std::uint64_t differs = said ^ stored;
  if (differs == 0) {
    edit.place = static_cast<std::uint16_t>(said_size);
    return true;
  }
  int at = std::countr_zero(differs) / 8;
  if (said_size == stored_size) {
    const int last = 7 - std::countl_zero(differs) / 8;
    const bool swapped =
        last == at + 1 && byte_at(said, at) == byte_at(stored, last) && byte_at(said, last) == byte_at(stored, at);
    if (last != at && !swapped) return false;
    edit = {swapped ? EditType::swap : EditType::substitution, static_cast<std::uint16_t>(at),
            static_cast<char32_t>(byte_at(said, at)), static_cast<char32_t>(byte_at(stored, at))};
    return true;
  }
  const bool more = said_size > stored_size;
  const std::uint64_t longer = more ? said : stored, shorter = more ? stored : said;
  if (said_size + stored_size != 2 * std::min(said_size, stored_size) + 1) return false;
  const std::uint64_t before = (std::uint64_t{1} << 8 * at) - 1;
  if (((longer & before) | (longer >> 8 & ~before)) != shorter) return false;
  const std::uint64_t moved = byte_at(longer, at);
  while (at > 0 && byte_at(longer, at - 1) == moved) --at;
  edit = {more ? EditType::insertion : EditType::deletion, static_cast<std::uint16_t>(at),
          static_cast<char32_t>(more ? moved : 0), static_cast<char32_t>(more ? 0 : moved)};
  return true;
}

}  // namespace

int osa_distance(std::string_view said, std::string_view stored, int cutoff) {
  cutoff = std::clamp(cutoff, 0, kMaxCutoff);
  const std::size_t least = std::min(said.size(), stored.size()), most = std::max(said.size(), stored.size());
  if (most - least > static_cast<std::size_t>(cutoff)) return cutoff + 1;
  const std::size_t head = common_head(said, stored);
  said.remove_prefix(head);
  stored.remove_prefix(head);
  const std::size_t tail = common_tail(said, stored);
  said.remove_suffix(tail);
  stored.remove_suffix(tail);
  if (said.empty() || stored.empty()) return static_cast<int>(std::max(said.size(), stored.size()));
  const std::string_view& rows = said.size() < stored.size() ? said : stored;
  const std::string_view& columns = said.size() < stored.size() ? stored : said;
  if (rows.size() <= 64) return std::min(column_distance(columns, rows, cutoff), cutoff + 1);
  return banded(said.data(), static_cast<int>(said.size()), stored.data(), static_cast<int>(stored.size()), cutoff);
}

int osa_distance_utf8(std::string_view said, std::string_view stored, int cutoff) {
  cutoff = std::clamp(cutoff, 0, kMaxCutoff);
  const std::size_t most = std::max(said.size(), stored.size());
  if (most > kMaxCodePointsCompared && !(is_ascii(said) && is_ascii(stored)) &&
      (length_utf8(said) > kMaxCodePointsCompared || length_utf8(stored) > kMaxCodePointsCompared))
    return said == stored ? 0 : cutoff + 1;
  trim(said, stored);
  if (is_ascii(said) && is_ascii(stored)) return osa_distance(said, stored, cutoff);
  const CodePoints said_points(said), stored_points(stored);
  return banded(said_points.at, said_points.size, stored_points.at, stored_points.size, cutoff);
}

bool within_one_edit(std::string_view said, std::string_view stored, Edit& edit) {
  edit = {EditType::none, 0, 0, 0};
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t least = std::min(said.size(), stored.size()), most = std::max(said.size(), stored.size());
  if (most - least > kLongestCharacter) return false;
  if (least >= kLeastInRegister && most <= kMostInRegister) {
    const std::uint64_t one = in_register(said), other = in_register(stored);
    if (((one | other) & kHigh) == 0) return within_one_edit(one, said.size(), other, stored.size(), edit);
  }
  if (most > kMaxCodePointsCompared && !(is_ascii(said) && is_ascii(stored)) &&
      (length_utf8(said) > kMaxCodePointsCompared || length_utf8(stored) > kMaxCodePointsCompared))
    return said == stored;
  std::string_view said_rest = said, stored_rest = stored;
  trim(said_rest, stored_rest);
  if (slips(said_rest, stored_rest) > 1) return false;
  std::size_t head = static_cast<std::size_t>(said_rest.data() - said.data());
  const std::string_view longer = said_rest.empty() ? stored : said;
  const std::string_view said_first = character(said_rest, 0), stored_first = character(stored_rest, 0);
  if (!said_first.empty()) edit.said = code_point(said_first);
  if (!stored_first.empty()) edit.stored = code_point(stored_first);
  if (said_first.empty() && stored_first.empty()) {
    edit.type = EditType::none;
  } else if (!said_first.empty() && !stored_first.empty()) {
    edit.type = said_rest.size() > said_first.size() ? EditType::swap : EditType::substitution;
  } else {
    edit.type = stored_first.empty() ? EditType::insertion : EditType::deletion;
    // Inside a doubled letter every place is as good: name the first one.
    const std::string_view moved = said_first.empty() ? stored_first : said_first;
    while (head >= moved.size() && longer.substr(head - moved.size(), moved.size()) == moved) head -= moved.size();
  }
  edit.place = static_cast<std::uint16_t>(length_utf8(said.substr(0, head)));
  return true;
}

double jaro_winkler(std::string_view said, std::string_view stored) {
  if (said == stored) return 1.0;
  if (length_utf8(said) > 64 || length_utf8(stored) > 64) return 0.0;
  const CodePoints a(said), b(stored);
  if (a.size == 0 || b.size == 0) return 0.0;
  const int window = std::max(0, std::max(a.size, b.size) / 2 - 1);
  std::uint64_t matched_said = 0, matched_stored = 0;
  int matches = 0;
  for (int i = 0; i < a.size; ++i) {
    const int end = std::min(b.size, i + window + 1);
    for (int j = std::max(0, i - window); j < end; ++j) {
      if (a.at[i] != b.at[j] || (matched_stored >> j & 1)) continue;
      matched_said |= std::uint64_t{1} << i;
      matched_stored |= std::uint64_t{1} << j;
      ++matches;
      break;
    }
  }
  if (matches == 0) return 0.0;
  int out_of_order = 0;
  for (int i = 0, j = 0; i < a.size; ++i) {
    if (!(matched_said >> i & 1)) continue;
    while (!(matched_stored >> j & 1)) ++j;
    out_of_order += a.at[i] != b.at[j++];
  }
  const double m = matches;
  const int swaps = out_of_order / 2;
  const double jaro = (m / a.size + m / b.size + (m - swaps) / m) / 3.0;
  int prefix = 0;
  while (prefix < 4 && prefix < a.size && prefix < b.size && a.at[prefix] == b.at[prefix]) ++prefix;
  return jaro > 0.7 ? jaro + prefix * 0.1 * (1.0 - jaro) : jaro;
}

int length_utf8(std::string_view text) {
  std::size_t at = 0, characters = text.size();
  for (; at + 8 <= text.size(); at += 8) {
    const std::uint64_t word = load8(text.data() + at);
    if (word & kHigh) characters -= static_cast<std::size_t>(std::popcount(word & (~word << 1) & kHigh));
  }
  for (; at < text.size(); ++at) characters -= continues(text[at]);
  return static_cast<int>(characters);
}

}  // namespace ablmatch
