// Packed numbers: the same at the machine's level as by the plain way, and one slip is what the distance of texts says.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kinds/packed_number.hpp"

using namespace ablmatch;

namespace {

std::mt19937 generator(7);

std::size_t below(std::size_t bound) { return generator() % bound; }

std::string draw(std::size_t most) {
  std::string text;
  for (std::size_t size = 1 + below(most); size > 0; --size) text += "00112359 -./+(#,)x"[below(18)];
  return text;
}

std::string figures_of(const std::string& text) {
  std::string figures;
  for (const char c : text)
    if (c >= '0' && c <= '9') figures += c;
  return figures;
}

PackedNumber packed(const std::string& figures) {
  PackedNumber out{0, figures.size()};
  for (const char c : figures) out.digits = out.digits << 4 | static_cast<std::uint64_t>(c - '0');
  return out;
}

// By the definition: equal, or one digit more, less, other, or swapped with its neighbour.
int slips(const std::string& a, const std::string& b) {
  if (a == b) return 0;
  if (a.size() > b.size() + 1 || b.size() > a.size() + 1) return 2;
  const std::string &longer = a.size() >= b.size() ? a : b, &other = a.size() >= b.size() ? b : a;
  for (std::size_t k = 0; k < longer.size(); ++k) {
    std::string tried = longer;
    if (longer.size() > other.size()) {
      tried.erase(k, 1);
    } else {
      tried[k] = other[k];
      if (tried == other) return 1;
      tried = longer;
      if (k + 1 < longer.size()) std::swap(tried[k], tried[k + 1]);
    }
    if (tried == other) return 1;
  }
  return 2;
}

void check_packing() {
  Scan scanned;
  for (int turn = 0; turn < 20000; ++turn) {
    const std::string text = draw(64), figures = figures_of(text);
    if (figures.empty() || !scan(text, scanned)) continue;
    const TypedFigures found = read_typed_figures(scanned), plain = read_typed_figures_plain(scanned);
    assert(found.number.size == figures.size() && plain.number.size == figures.size());
    assert(found.telling == plain.telling);
    if (figures.size() > kMaxPackedNumber) continue;
    assert(found.number.digits == packed(figures).digits && plain.number.digits == packed(figures).digits);
    assert(pack_number(scanned, scanned.digits.at[0]).digits == packed(figures).digits);
    for (std::size_t k = 0; k < figures.size(); ++k) {
      assert(found.number.digit(k) == static_cast<unsigned>(figures[k] - '0'));
      assert(found.number.from(k).digits == packed(figures.substr(k)).digits);
    }
  }
}

// `open`: some reading is too long to be packed.
void check_nearest(const PackedReadings& said, PackedNumber stored, int nearest, bool open = false) {
  const int found = number_slips(said, stored);
  assert(found == nearest || (open && nearest != 0 && found == kSlipsUnknown));
  assert(nearest_number_slips_plain(said, stored) == found);
}

void check_slips() {
  for (int turn = 0; turn < 60000; ++turn) {
    std::string a;
    for (std::size_t size = 1 + below(kMaxPackedNumber); size > 0; --size) a += "0129"[below(4)];
    std::string b = a;
    for (std::size_t changes = below(3); changes > 0; --changes) {
      const std::size_t at = below(b.size());
      switch (below(4)) {
        case 0: b[at] = "0129"[below(4)]; break;
        case 1:
          if (b.size() > 1) b.erase(at, 1);
          break;
        case 2:
          if (b.size() < kMaxPackedNumber) b.insert(at, 1, "0129"[below(4)]);
          break;
        default:
          if (at + 1 < b.size()) std::swap(b[at], b[at + 1]);
      }
    }
    assert(number_slips(packed(a), packed(b)) == slips(a, b));
    // Zeros that may be left out, up to three that go together, between other digits.
    const std::size_t behind = a.find_first_not_of('0', a.find('0'));
    if (a[0] == '0' || a.find('0') == std::string::npos || behind == std::string::npos) continue;
    for (std::size_t zeros = 1; zeros <= 3; ++zeros) {
      if (behind <= zeros || a.find_first_not_of('0', behind - zeros) != behind) continue;
      std::string without = a;
      without.erase(behind - zeros, zeros);
      const std::uint64_t place = std::uint64_t{1} << 4 * (a.size() - 1 - behind);
      check_nearest({packed(without), place, place * (zeros - 1)}, packed(b), std::min(slips(a, b), slips(without, b)));
    }
  }
}

// A change of one digit, most of the time.
std::string slipped(std::string figures) {
  const std::size_t at = below(figures.size());
  switch (below(5)) {
    case 0: figures[at] = "0129"[below(4)]; break;
    case 1: figures.insert(at, 1, "0129"[below(4)]); break;
    case 2:
      if (figures.size() > 1) figures.erase(at, 1);
      break;
    case 3:
      if (at + 1 < figures.size()) std::swap(figures[at], figures[at + 1]);
      break;
    default: break;
  }
  return figures;
}

// Several zeros of which each may be left out: "twenty five one hundred sixty", in all readings.
void check_readings() {
  for (int turn = 0; turn < 60000; ++turn) {
    std::string shortest;
    std::size_t longest = 0;
    std::vector<std::string> readings{""};
    PackedReadings said{{0, 0}, 0, 0};
    for (std::size_t words = 1 + below(6); words > 0; --words) {
      const std::size_t zeros = below(4);
      std::string front, behind;
      front += zeros != 0 ? "129"[below(3)] : "0129"[below(4)];
      if (zeros != 0) behind += "129"[below(3)];
      if (shortest.size() + 2 > kMaxPackedNumber) break;
      std::vector<std::string> more;
      for (const std::string& reading : readings) {
        more.push_back(reading + front + std::string(zeros, '0') + behind);
        if (zeros != 0) more.push_back(reading + front + behind);
      }
      readings = more;
      shortest += front + behind;
      longest += front.size() + zeros + behind.size();
      const std::size_t added = front.size() + behind.size();
      said.optional = said.optional << 4 * added | (zeros != 0 ? 1u : 0u);
      said.more = said.more << 4 * added | (zeros != 0 ? zeros - 1 : 0u);
    }
    if (shortest.empty()) continue;
    said.shortest = packed(shortest);
    const std::string stored = slipped(slipped(readings[below(readings.size())]));
    if (stored.size() > kMaxPackedNumber) continue;
    int nearest = 2;
    for (const std::string& reading : readings) nearest = std::min(nearest, slips(reading, stored));
    check_nearest(said, packed(stored), nearest, longest > kMaxPackedNumber);
  }
}

}  // namespace

int main() {
  check_packing();
  check_slips();
  check_readings();
  std::puts("packed numbers hold");
  return 0;
}
