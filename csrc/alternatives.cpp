// Equality of two folded texts when letters such as ü may stand for "u" or "ue" on either side.

#include <cstddef>
#include <cstdint>

#include "fold.hpp"

namespace ablmatch {

namespace {

// A place in one text: before byte `at`, or `inside` bytes into the other spelling of row `code`.
struct Place {
  std::uint32_t at;
  std::uint8_t code, inside;
  bool operator==(const Place&) const = default;
};

struct Side {
  std::string_view text;
  const std::uint8_t* alt;

  char next(Place p) const { return p.code ? alternative(p.code).other[p.inside] : text[p.at]; }
  bool is_plain(std::size_t at) const { return at < text.size() && (alt == nullptr || alt[at] == 0); }
  bool is_end(Place p) const { return p.code == 0 && p.at == text.size(); }
};

// Letters with alternatives are few in one value, so few pairs of places live at once; more than this
// (hundreds of silent letters) counts as unequal, which bounds the work.
constexpr std::size_t kMaxPlaces = 64;
constexpr std::size_t kMaxOptions = 16;

// All places from which the next byte of `side` may be read when it stands at `from`.
// A silent letter leads on to the places behind it.
std::size_t options(const Side& side, Place from, Place* out) {
  std::size_t count = 0;
  out[count++] = from;
  for (std::size_t i = 0; i < count; ++i) {
    const Place p = out[i];
    if (p.code != 0 || p.at == side.text.size() || side.alt == nullptr || side.alt[p.at] == 0) continue;
    for (std::uint8_t code = side.alt[p.at];; ++code) {
      const Alternative& row = alternative(code);
      const auto behind = static_cast<std::uint32_t>(p.at + row.base.size());
      if (count < kMaxOptions) {
        out[count++] = row.other.empty() ? Place{behind, 0, 0} : Place{behind, code, 0};
      }
      if (!row.more) break;
    }
  }
  return count;
}

Place step(Place p) {
  if (p.code == 0) return {p.at + 1, 0, 0};
  ++p.inside;
  return p.inside == alternative(p.code).other.size() ? Place{p.at, 0, 0} : p;
}

struct PlacePair {
  Place said, stored;
  bool operator==(const PlacePair&) const = default;
};

struct PlaceSet {
  PlacePair pairs[kMaxPlaces];
  std::size_t size = 0;

  void add(PlacePair pair) {
    for (std::size_t i = 0; i < size; ++i) {
      if (pairs[i] == pair) return;
    }
    if (size < kMaxPlaces) pairs[size++] = pair;
  }
};

// Moves behind what both sides spell in one way only; false when they differ there.
bool skip_common(const Side& said, const Side& stored, PlacePair& pair) {
  if (pair.said.code != 0 || pair.stored.code != 0) return true;
  while (said.is_plain(pair.said.at) && stored.is_plain(pair.stored.at)) {
    if (said.text[pair.said.at++] != stored.text[pair.stored.at++]) return false;
  }
  return true;
}

}  // namespace

bool equal_with_alternatives(std::string_view said, const std::uint8_t* said_alt, std::string_view stored,
                             const std::uint8_t* stored_alt) {
  if (said == stored) return true;
  if (said_alt == nullptr && stored_alt == nullptr) return false;
  const Side one{said, said_alt}, two{stored, stored_alt};
  PlaceSet sets[2];
  PlaceSet* now = &sets[0];
  PlaceSet* then = &sets[1];
  now->add({{0, 0, 0}, {0, 0, 0}});
  // Every round reads one byte on both sides, so it ends after at most the longer spelled-out length.
  while (now->size != 0) {
    if (now->size == 1 && !skip_common(one, two, now->pairs[0])) return false;
    then->size = 0;
    for (std::size_t i = 0; i < now->size; ++i) {
      Place from_said[kMaxOptions], from_stored[kMaxOptions];
      const std::size_t said_count = options(one, now->pairs[i].said, from_said);
      const std::size_t stored_count = options(two, now->pairs[i].stored, from_stored);
      for (std::size_t s = 0; s < said_count; ++s) {
        for (std::size_t t = 0; t < stored_count; ++t) {
          const bool said_ends = one.is_end(from_said[s]), stored_ends = two.is_end(from_stored[t]);
          if (said_ends && stored_ends) return true;
          if (said_ends || stored_ends || one.next(from_said[s]) != two.next(from_stored[t])) continue;
          then->add({step(from_said[s]), step(from_stored[t])});
        }
      }
    }
    PlaceSet* const last = now;
    now = then;
    then = last;
  }
  return false;
}

}  // namespace ablmatch
