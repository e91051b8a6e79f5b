// A telephone number with a word in it, in a vector of 32 bytes: an extension behind "ext", letters for keys.
#include "number_worded.hpp"

#include "number_typed_x86.hpp"

#ifdef ABLMATCH_TYPED_X86

#include "../tables/spoken_words.hpp"
#include "phone_words.hpp"

namespace ablmatch::typed {
namespace {

constexpr std::uint64_t first_letters(std::string_view word) {
  std::uint64_t letters = 0;
  for (std::size_t k = 0; k < word.size() && k < 8; ++k)
    letters |= static_cast<std::uint64_t>(static_cast<unsigned char>(word[k])) << 8 * k;
  return letters;
}

// The words that an extension follows; of a longer one `letters` are the first eight.
ABLMATCH_TARGET_TYPED inline bool begins_extension(std::uint64_t letters, std::size_t size) {
  letters = _bzhi_u64(letters, static_cast<unsigned>(8 * size));
  switch (size) {
    case 1: return letters == first_letters("x");
    case 3: return letters == first_letters("ext");
    case 9: return letters == first_letters("extension");
    default: return false;
  }
}

// The keys of the letters, in both cases; what stands for other bytes does not matter.
ABLMATCH_TARGET_TYPED inline __m256i keys_of(__m256i letters) {
  alignas(16) static constexpr unsigned char kUpToO[16] = {0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};
  alignas(16) static constexpr unsigned char kFromP[16] = {7, 7, 7, 7, 8, 8, 8, 9, 9, 9, 9};
  return _mm256_blendv_epi8(_mm256_shuffle_epi8(table(kUpToO), letters), _mm256_shuffle_epi8(table(kFromP), letters),
                            _mm256_slli_epi16(letters, 3));
}

// May a word be anything but keys?
bool has_sense(std::string_view word) {
  return kSpokenWords.find(word) != nullptr || phone_word(word) != PhoneWord::other;
}

constexpr std::size_t kLeastKeys = 3, kMostKeys = 7, kLeastFigures = 3, kMostFigures = 7;

}  // namespace

ABLMATCH_TARGET_TYPED Worded read_worded(const Value& value, TypedNumber& out, PackedNumber& extension) {
  if (value.size > kShortSize) return Worded::no;
  const __m256i bytes = load_last32(value.data, value.size), lower = either(bytes, all_of(0x20));
  const Taken taken = take_ascii(bytes);
  const __m256i in_word = is_between(lower, 'a', 'z');
  const std::uint64_t figures = high_bits(taken.figures), word = high_bits(in_word), last = word & ~(word >> 1);
  const auto begin = static_cast<unsigned>(std::countr_zero(word));
  const auto end = static_cast<unsigned>(std::bit_width(word));
  const Symbols symbols = find_symbols(both(bytes, taken.bytes));
  // One word, behind a figure, among bytes that are all taken.
  if (word == 0 || (last & (last - 1)) != 0 || (figures & used_bits(begin)) == 0 ||
      (high_bits(taken.bytes) | word) != used_bits(value.size))
    return Worded::no;
  out.labelled = false;
  out.plus = symbols.plus != 0;
  // A word may be loaded from its last letter on.
  alignas(32) char text[kShortSize + 8] = {}, halves[kShortSize];
  store32(text, lower);
  if (end == value.size) {
    const std::size_t keys = end - begin, before = static_cast<std::size_t>(_mm_popcnt_u64(figures));
    if (symbols.no_keypad != 0 || keys - kLeastKeys > kMostKeys - kLeastKeys ||
        before - kLeastFigures > kMostFigures - kLeastFigures || has_sense({text + begin, keys}))
      return Worded::no;
    store32(halves, both(either(taken.figures, in_word), all_of(15)));
    store32(text, _mm256_blendv_epi8(bytes, keys_of(bytes), in_word));
    out.reversed = {pack<kShortSize / 8>(text, halves), before + keys};
    return Worded::keypad;
  }
  const std::uint64_t number = figures & used_bits(begin), behind = figures & ~number;
  if (!are_plain(symbols, figures) || behind == 0 || !begins_extension(detail::load8(text + begin), end - begin))
    return Worded::no;
  const __m256i places = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                          22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  const __m256i in_front = _mm256_cmpgt_epi8(all_of(static_cast<int>(begin)), places);
  const __m256i worth = both(taken.figures, all_of(15));
  store32(halves, both(worth, in_front));
  out.reversed = {pack<kShortSize / 8>(text, halves), static_cast<std::size_t>(_mm_popcnt_u64(number))};
  store32(halves, _mm256_andnot_si256(in_front, worth));
  extension = {pack<kShortSize / 8>(text, halves), static_cast<std::size_t>(_mm_popcnt_u64(behind))};
  return out.reversed.size <= kMaxPackedNumber && extension.size <= kMaxPackedNumber ? Worded::extended : Worded::no;
}

}  // namespace ablmatch::typed

#endif
