// Edit distances with a cutoff: common ends are trimmed first, then a band of the matrix is filled.
#include "distance.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace ablmatch {

namespace {

inline constexpr int kMaxBand = 8;  // largest cutoff; a wider band is never asked for

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Code points of a text, decoded into a buffer of the caller; longer texts are cut, which the callers exclude.
struct CodePoints {
  char32_t at[2048];
  int size;

  explicit CodePoints(std::string_view text) : size(0) {
    for (std::size_t k = 0; k < text.size() && size < 2048;) at[size++] = decode(text.data(), k);
  }
};

template <class Char>
void trim(const Char*& said, int& said_size, const Char*& stored, int& stored_size) {
  while (said_size > 0 && stored_size > 0 && *said == *stored) ++said, ++stored, --said_size, --stored_size;
  while (said_size > 0 && stored_size > 0 && said[said_size - 1] == stored[stored_size - 1]) --said_size, --stored_size;
}

// Rows over `said`; a row holds the 2 * cutoff + 1 cells around its diagonal.
template <class Char>
int banded(const Char* said, int said_size, const Char* stored, int stored_size, int cutoff) {
  trim(said, said_size, stored, stored_size);
  const int over = cutoff + 1;
  if (std::abs(said_size - stored_size) > cutoff) return over;
  if (said_size == 0 || stored_size == 0) return std::max(said_size, stored_size);
  const int width = 2 * cutoff + 1;
  int rows[3][2 * kMaxBand + 3];
  int* before = rows[0];   // row i - 2
  int* above = rows[1];    // row i - 1
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

template <class Char>
bool one_edit(const Char* said, int said_size, const Char* stored, int stored_size, Edit& edit) {
  edit = {EditType::none, 0, 0, 0};
  if (std::abs(said_size - stored_size) > 1) return false;
  int head = 0;
  while (head < said_size && head < stored_size && said[head] == stored[head]) ++head;
  const auto same_tail = [&](int from_said, int from_stored) {
    if (said_size - from_said != stored_size - from_stored) return false;
    return std::equal(said + from_said, said + said_size, stored + from_stored);
  };
  edit.place = static_cast<std::uint16_t>(head);
  const auto unit = [](Char c) {
    if constexpr (sizeof(Char) == 1) return static_cast<char32_t>(static_cast<unsigned char>(c));
    else return static_cast<char32_t>(c);
  };
  if (head == said_size && head == stored_size) return true;
  if (said_size == stored_size) {
    if (same_tail(head + 1, head + 1)) {
      edit.type = EditType::substitution;
      edit.said = unit(said[head]);
      edit.stored = unit(stored[head]);
      return true;
    }
    if (head + 1 < said_size && said[head] == stored[head + 1] && said[head + 1] == stored[head] &&
        same_tail(head + 2, head + 2)) {
      edit.type = EditType::swap;
      edit.said = unit(said[head]);
      edit.stored = unit(stored[head]);
      return true;
    }
    return false;
  }
  const bool inserted = said_size > stored_size;
  if (!(inserted ? same_tail(head + 1, head) : same_tail(head, head + 1))) return false;
  const Char c = inserted ? said[head] : stored[head];
  // Inside a doubled letter every place is as good: name the first one.
  while (edit.place > 0 && (inserted ? said : stored)[edit.place - 1] == c) --edit.place;
  edit.type = inserted ? EditType::insertion : EditType::deletion;
  (inserted ? edit.said : edit.stored) = unit(c);
  return true;
}

}  // namespace

int osa_distance(std::string_view said, std::string_view stored, int cutoff) {
  cutoff = std::clamp(cutoff, 0, kMaxBand);
  return banded(said.data(), static_cast<int>(said.size()), stored.data(), static_cast<int>(stored.size()), cutoff);
}

int osa_distance_utf8(std::string_view said, std::string_view stored, int cutoff) {
  if (is_ascii(said) && is_ascii(stored)) return osa_distance(said, stored, cutoff);
  cutoff = std::clamp(cutoff, 0, kMaxBand);
  if (length_utf8(said) > 2048 || length_utf8(stored) > 2048) return said == stored ? 0 : cutoff + 1;
  const CodePoints said_points(said), stored_points(stored);
  return banded(said_points.at, said_points.size, stored_points.at, stored_points.size, cutoff);
}

bool within_one_edit(std::string_view said, std::string_view stored, Edit& edit) {
  if (is_ascii(said) && is_ascii(stored))
    return one_edit(said.data(), static_cast<int>(said.size()), stored.data(), static_cast<int>(stored.size()), edit);
  edit = {EditType::none, 0, 0, 0};
  if (length_utf8(said) > 2048 || length_utf8(stored) > 2048) return said == stored;
  const CodePoints said_points(said), stored_points(stored);
  return one_edit(said_points.at, said_points.size, stored_points.at, stored_points.size, edit);
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
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace ablmatch
