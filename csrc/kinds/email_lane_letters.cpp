// A necessary condition of every near reading: the consonants of the stored mailbox name stand in what was said, in order.
//
// Vowels do not count, nor do doubled consonants, digits and signs: "double t", "gmale" and "eight" for ate then need
// no care. What remains comes from a letter of the text or from one of a few words that name a letter which they do not
// hold (see for c, double u for w): those letters are taken for it too.
#include <array>
#include <bit>

#include "email_lane.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <cstring>
#endif

namespace ablmatch {

namespace {

#if defined(__SSE2__)

std::uint64_t equal_bytes16(const char* one, const char* other) {
  const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(one));
  const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(other));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(left, right)));
}

std::uint64_t places16(const char* text, char c) {
  const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(text));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
}

#elif defined(__aarch64__)

std::uint64_t mask16(uint8x16_t bytes) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(bytes, weights);
  return vaddv_u8(vget_low_u8(bits)) | std::uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
}

std::uint64_t equal_bytes16(const char* one, const char* other) {
  return mask16(vceqq_u8(vld1q_u8(reinterpret_cast<const std::uint8_t*>(one)),
                         vld1q_u8(reinterpret_cast<const std::uint8_t*>(other))));
}

std::uint64_t places16(const char* text, char c) {
  return mask16(
      vceqq_u8(vld1q_u8(reinterpret_cast<const std::uint8_t*>(text)), vdupq_n_u8(static_cast<std::uint8_t>(c))));
}

#else

std::uint64_t equal_bytes16(const char* one, const char* other) {
  std::uint64_t found = 0;
  for (int k = 0; k < 16; ++k) found |= std::uint64_t{one[k] == other[k]} << k;
  return found;
}

std::uint64_t places16(const char* text, char c) {
  std::uint64_t found = 0;
  for (int k = 0; k < 16; ++k) found |= std::uint64_t{text[k] == c} << k;
  return found;
}

#endif

std::uint64_t places48(const char* text, char c) {
  return places16(text, c) | places16(text + 16, c) << 16 | places16(text + 32, c) << 32;
}
std::uint64_t places64(const char* text, char c) { return places48(text, c) | places16(text + 48, c) << 48; }

// The bytes that may give a letter: itself, and one or two others.
struct Sources {
  char own, other, third;
};
using SourceTable = std::array<Sources, 128>;

// Letters that stand for themselves only.
constexpr SourceTable kLiteral = [] {
  SourceTable sources{};
  for (char c = 'a'; c <= 'z'; ++c) sources[static_cast<std::size_t>(c)] = {c, c, 0};
  return sources;
}();

constexpr SourceTable kSpoken = [] {
  SourceTable sources = kLiteral;
  sources['c'] = {'c', 's', 0};  // see, sea
  sources['d'] = {'d', 't', 0};  // the
  sources['g'] = {'g', 'j', 0};  // jee
  sources['h'] = {'h', 'a', 0};  // age
  sources['q'] = {'q', 'c', 'k'};  // cue, kew
  sources['v'] = {'v', 'w', 0};  // we
  sources['w'] = {'w', 'd', 'o'};  // double u; won is heard as one
  sources['x'] = {'x', 'e', 0};  // eggs, equis
  sources['y'] = {'y', 'i', 'j'};  // i griega; ja hoo
  sources['z'] = {'z', 's', 0};  // said
  return sources;
}();

// Places in the said text: a set of those behind what was matched last. The last bit is never a match, so that no set is
// empty while there is a way. Tiny holds texts below 48 bytes, Short below 64.
struct Short {
  std::uint64_t bits;

  static Short all() { return {~std::uint64_t{0}}; }
  static Short of(const Scan& scan, char c) { return {places64(scan.text, c)}; }
  bool none() const { return bits == 0; }
  Short operator|(Short other) const { return {bits | other.bits}; }
  Short operator&(Short other) const { return {bits & other.bits}; }
  // The places of this set behind the first one that `found` has too.
  Short behind(Short found) const {
    const std::uint64_t hit = bits & found.bits;
    return {~(hit ^ (hit - 1))};
  }
};

struct Tiny : Short {
  Tiny() = default;
  Tiny(Short other) : Short(other) {}
  static Tiny of(const Scan& scan, char c) { return Short{places48(scan.text, c)}; }
};

struct Long {
  std::uint64_t low, high;

  static Long all() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }
  static Long of(const Scan& scan, char c) { return {places64(scan.text, c), places64(scan.text + 64, c)}; }
  bool none() const { return (low | high) == 0; }
  Long operator|(Long other) const { return {low | other.low, high | other.high}; }
  Long operator&(Long other) const { return {low & other.low, high & other.high}; }
  Long behind(Long found) const {
    const std::uint64_t hit_low = low & found.low, hit_high = high & found.high;
    if (hit_low != 0) return {~(hit_low ^ (hit_low - 1)), ~std::uint64_t{0}};
    return {0, ~(hit_high ^ (hit_high - 1))};
  }
};

// The letters of a stored mailbox name that are looked for, as bits of their places: a doubled one counts once, also with
// a sign between.
std::uint64_t wanted_letters(const PlainAddress& stored, bool vowels) {
  const char* const text = stored.text;
  const std::uint64_t name = (std::uint64_t{1} << stored.name) - 1;
  std::uint64_t left = name & ~(stored.signs | stored.digits);
  const auto same_as_before = [&](int by) {
    std::uint64_t same = equal_bytes16(text, text + by) | equal_bytes16(text + 16, text + 16 + by) << 16;
    if (stored.name > 32) same |= equal_bytes16(text + 32, text + 32 + by) << 32;
    return same << by;
  };
  left &= ~same_as_before(1) & ~(same_as_before(2) & stored.signs << 1);
  if (vowels) return left;
  const auto places = [&](char c) {
    return stored.name > 32 ? places48(text, c) : places16(text, c) | places16(text + 16, c) << 16;
  };
  return left & ~(places('a') | places('e') | places('i') | places('o') | places('u'));
}

// Looks for the letters of a stored mailbox name in the part `within` of what was said.
template <class Set>
class Search {
 public:
  Search(const Scan& said, Set within, const SourceTable& table) : said_(said), within_(within), table_(table) {}

  // Are they all there, in order, but one at most? Or both parts of the name in the other order?
  bool finds(const PlainAddress& stored, bool vowels) const {
    const std::uint64_t letters = wanted_letters(stored, vowels);
    Set every = Set::all();
    if (follows<true>(stored.text, letters, every)) return true;
    const std::uint64_t signs = stored.signs & ((std::uint64_t{1} << stored.name) - 1);
    if (signs == 0 || (signs & (signs - 1)) != 0) return false;
    every = Set::all();
    return follows<false>(stored.text, letters & ~(signs - 1), every) &&
           follows<false>(stored.text, letters & (signs - 1), every);
  }

 private:
  // Do the letters of these places follow in order behind the places that `every` leaves out?
  template <bool kMayMiss>
  bool follows(const char* text, std::uint64_t letters, Set& every) const {
    Set but_one = every;
    for (; letters != 0; letters &= letters - 1) {
      const Sources& sources = table_[static_cast<unsigned char>(text[std::countr_zero(letters)])];
      Set places = Set::of(said_, sources.own) | Set::of(said_, sources.other);
      if (sources.third != 0) places = places | Set::of(said_, sources.third);
      places = places & within_;
      but_one = but_one.behind(places);
      if constexpr (kMayMiss) but_one = but_one | every;
      every = every.behind(places);
      if (but_one.none()) return false;
    }
    return true;
  }

  const Scan& said_;
  Set within_;
  const SourceTable& table_;
};

// A figure by itself may stand for a word: 2 for too.
bool holds_lone_figure(const Scan& said) {
  const std::uint64_t low = said.letters.at[0] | said.digits.at[0], high = said.letters.at[1] | said.digits.at[1];
  const std::uint64_t alone_low = said.digits.at[0] & ~(low << 1) & ~(low >> 1 | high << 63);
  const std::uint64_t alone_high = said.digits.at[1] & ~(high << 1 | low >> 63) & ~(high >> 1);
  if ((alone_low | alone_high) == 0) return false;
  const auto means_word = [&](std::uint64_t places, const char* text) {
    for (; places != 0; places &= places - 1) {
      const char c = text[std::countr_zero(places)];
      if (c == '1' || c == '2' || c == '4' || c == '8') return true;
    }
    return false;
  };
  return means_word(alone_low, said.text) || means_word(alone_high, said.text + 64);
}

}  // namespace

bool same_bytes(const char* one, const char* other, std::uint32_t size) {
  const auto equal = [=](int at) { return equal_bytes16(one + at, other + at) << at; };
  std::uint64_t found = equal(0) | equal(16);
  if (size > 32) found |= equal(32) | equal(48);
  return (~found & ((std::uint64_t{1} << size) - 1)) == 0;
}

ScanMask places_of(const Scan& scan, char c) {
  return {{places64(scan.text, c), scan.size > 64 ? places64(scan.text + 64, c) : 0}};
}

bool lacks_letters(const Scan& said, const PlainAddress& stored) {
  if (holds_lone_figure(said) || said.size >= kScanCapacity) return false;
  const bool found = said.size < 48   ? Search<Tiny>(said, Tiny::all(), kSpoken).finds(stored, false)
                     : said.size < 64 ? Search<Short>(said, Short::all(), kSpoken).finds(stored, false)
                                      : Search<Long>(said, Long::all(), kSpoken).finds(stored, false);
  // %6A in a mailto URL is a letter.
  return !found && !places_of(said, '%').any();
}

bool lacks_letters_before(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored) {
  if (holds_lone_figure(said)) return false;
  const SourceTable& table = literal ? kLiteral : kSpoken;
  if (end < 64) return !Search<Short>(said, {(std::uint64_t{1} << end) - 1}, table).finds(stored, literal);
  const Long within{~std::uint64_t{0}, (std::uint64_t{1} << (end - 64)) - 1};
  return !Search<Long>(said, within, table).finds(stored, literal);
}

}  // namespace ablmatch
