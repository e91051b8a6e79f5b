// Scans short Latin text with accents, typographic dashes and figures of other scripts, once it is written in ASCII.
#include "scan_marked.hpp"

#include <cstring>

#include "cpu.hpp"
#include "guards.hpp"
#include "word_table.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define ABLMATCH_MARKED_X86 1
#endif

namespace ablmatch {
namespace {

// Longest raw value that is tried: figures of other scripts take three bytes.
constexpr std::size_t kMarkedCapacity = 3 * kScanCapacity;

// U+00C0 to U+00FF as folding writes them; '\0': more than one letter, or none.
constexpr char kLatin[] = "aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0\0aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0y";
static_assert(sizeof kLatin == 65);

// One character of two or three bytes as one ASCII byte; 0: it has none here. `size`: bytes taken.
char plain(const unsigned char* text, std::size_t left, std::size_t& size) {
  size = 2;
  if (left < 2) return 0;
  const unsigned char lead = text[0], second = text[1];
  if (lead == 0xC3 && second >= 0x80 && second <= 0xBF) return kLatin[second - 0x80];
  if (lead == 0xC2 && second == 0xB7) return kOtherSymbol;  // middle dot
  if (lead == 0xD9 && second >= 0xA0 && second <= 0xA9) return static_cast<char>('0' + (second - 0xA0));
  if (lead == 0xDB && second >= 0xB0 && second <= 0xB9) return static_cast<char>('0' + (second - 0xB0));
  size = 3;
  if (left < 3) return 0;
  const unsigned char third = text[2];
  if (lead == 0xE2 && second == 0x80) {
    if (third >= 0x90 && third <= 0x95) return '-';
    if (third == 0x98 || third == 0x99) return '\'';
  }
  if (lead == 0xE0 && second == 0xA5 && third >= 0xA6 && third <= 0xAF) return static_cast<char>('0' + (third - 0xA6));
  if (lead == 0xEF && second == 0xBC) {
    if (third >= 0x90 && third <= 0x99) return static_cast<char>('0' + (third - 0x90));
    if (third == 0x8B) return '+';
    if (third == 0x8D) return '-';
  }
  return 0;
}

// Writes a value in ASCII, one character after the other; 0: it cannot be. `written`: kMarkedCapacity + 8 bytes.
std::size_t write_plain(std::string_view raw, char* written) {
  // Room behind both, for whole words are copied.
  unsigned char text[kMarkedCapacity + 8];
  std::memcpy(text, raw.data(), raw.size());
  std::memset(text + raw.size(), 0xFF, 8);
  std::size_t at = 0, size = 0;
  for (;;) {
    const std::uint64_t word = detail::load8(reinterpret_cast<const char*>(text) + at);
    std::memcpy(written + size, text + at, 8);
    const std::uint64_t foreign = word & 0x8080808080808080u;
    const std::size_t plain_bytes = foreign == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(foreign)) / 8;
    at += plain_bytes;
    size += plain_bytes;
    if (foreign == 0) continue;
    if (at >= raw.size()) break;
    if (text[at] == 0xC3 && text[at + 1] == 0x9F) {  // sharp s
      written[size++] = 's';
      written[size++] = 's';
      at += 2;
      continue;
    }
    std::size_t taken;
    const char one = plain(text + at, raw.size() - at, taken);
    // Folding takes the dot of Catalan l·l away.
    if (one == 0 || (one == kOtherSymbol && size > 0 && (written[size - 1] | 0x20) == 'l')) return 0;
    written[size++] = one;
    at += taken;
  }
  return size;
}

#ifdef ABLMATCH_MARKED_X86

#define ABLMATCH_TARGET_VBMI2 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")))

struct ByteTables {
  alignas(64) char latin[64];
  alignas(64) unsigned char one_before[64], two_before[64];
};
constexpr ByteTables kBytes = [] {
  ByteTables made{};
  for (int k = 0; k < 64; ++k) {
    made.latin[k] = kLatin[k];
    made.one_before[k] = static_cast<unsigned char>((k + 63) % 64);
    made.two_before[k] = static_cast<unsigned char>((k + 62) % 64);
  }
  return made;
}();

ABLMATCH_TARGET_VBMI2 inline __m512i all_of(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }

ABLMATCH_TARGET_VBMI2 inline __mmask64 is(__m512i bytes, int byte) {
  return _mm512_cmpeq_epi8_mask(bytes, all_of(byte));
}

ABLMATCH_TARGET_VBMI2 inline __mmask64 is_between(__m512i bytes, int first, int last) {
  return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all_of(first)), all_of(last - first));
}

// The same for a value of at most 64 bytes, all at once: a character is written where its last byte stands, and the
// bytes before it are dropped. 0: not all of it is of the kinds known here.
ABLMATCH_TARGET_VBMI2 std::size_t write_at_once(std::string_view raw, char* written) {
  const __mmask64 used = ~std::uint64_t{0} >> (64 - raw.size());
  const __m512i text = _mm512_maskz_loadu_epi8(used, raw.data());
  const __m512i before = _mm512_maskz_permutexvar_epi8(~std::uint64_t{1}, _mm512_load_si512(kBytes.one_before), text);
  const __m512i first = _mm512_maskz_permutexvar_epi8(~std::uint64_t{3}, _mm512_load_si512(kBytes.two_before), text);
  const __m512i letters = _mm512_maskz_permutexvar_epi8(~std::uint64_t{0}, text, _mm512_load_si512(kBytes.latin));

  const __mmask64 letter = is(before, 0xC3) & is_between(text, 0x80, 0xBF) & _mm512_test_epi8_mask(letters, letters);
  const __mmask64 dot = is(before, 0xC2) & is(text, 0xB7);
  const __mmask64 arabic = is(before, 0xD9) & is_between(text, 0xA0, 0xA9);
  const __mmask64 persian = is(before, 0xDB) & is_between(text, 0xB0, 0xB9);
  const __mmask64 punctuation = is(first, 0xE2) & is(before, 0x80);
  const __mmask64 dash = punctuation & is_between(text, 0x90, 0x95), quote = punctuation & is_between(text, 0x98, 0x99);
  const __mmask64 hindi = is(first, 0xE0) & is(before, 0xA5) & is_between(text, 0xA6, 0xAF);
  const __mmask64 wide =
      is(first, 0xEF) & is(before, 0xBC) & (is_between(text, 0x90, 0x99) | is(text, 0x8B) | is(text, 0x8D));

  const __mmask64 of_two = letter | dot | arabic | persian, of_three = dash | quote | hindi | wide;
  const __mmask64 dropped = of_two >> 1 | of_three >> 1 | of_three >> 2;
  // Folding takes the dot of Catalan l·l away.
  const __mmask64 catalan = dot & is(_mm512_or_si512(first, all_of(0x20)), 'l');
  if ((of_two | of_three | dropped) != _mm512_movepi8_mask(text) || catalan != 0) return 0;

  __m512i plain = _mm512_mask_mov_epi8(text, letter, letters);
  plain = _mm512_mask_mov_epi8(plain, dot, all_of(kOtherSymbol));
  plain = _mm512_mask_mov_epi8(plain, dash, all_of('-'));
  plain = _mm512_mask_mov_epi8(plain, quote, all_of('\''));
  plain = _mm512_mask_sub_epi8(plain, arabic, plain, all_of(0xA0 - '0'));
  plain = _mm512_mask_sub_epi8(plain, persian, plain, all_of(0xB0 - '0'));
  plain = _mm512_mask_sub_epi8(plain, hindi, plain, all_of(0xA6 - '0'));
  plain = _mm512_mask_sub_epi8(plain, wide, plain, all_of(0x90 - '0'));
  _mm512_storeu_si512(written, _mm512_maskz_compress_epi8(used & ~dropped, plain));
  return static_cast<std::size_t>(__builtin_popcountll(used & ~dropped));
}

#endif

}  // namespace

bool scan_marked(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kMarkedCapacity || token_shapes_registered()) return false;
  alignas(64) char written[kMarkedCapacity + 8];
  std::size_t size = 0;
#ifdef ABLMATCH_MARKED_X86
  static const bool at_once = cpu_compresses_bytes();
  if (at_once && raw.size() <= 64) size = write_at_once(raw, written);
#endif
  if (size == 0) size = write_plain(raw, written);
  return size != 0 && scan({written, size}, out);
}

}  // namespace ablmatch
