// Short values into vector registers, from loads that lie within them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

namespace ablmatch {

// The last `left` bytes, 1 to 32, of a value of at least 4 from `text` on, and zeros: whole words of four bytes by a load
// that leaves out the others, and the rest by one that ends where the value does. No branch depends on the size.
__attribute__((target("avx2"))) inline __m256i load_last32(const char* text, std::size_t left) {
  const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i words = _mm256_set1_epi32(static_cast<int>(left >> 2));
  std::uint32_t last;
  std::memcpy(&last, text + left - 4, 4);
  const auto rest = static_cast<int>(std::uint64_t{last} >> (32 - 8 * (left & 3)));
  const __m256i whole = _mm256_maskload_epi32(reinterpret_cast<const int*>(text), _mm256_cmpgt_epi32(words, places));
  return _mm256_or_si256(whole, _mm256_and_si256(_mm256_set1_epi32(rest), _mm256_cmpeq_epi32(words, places)));
}

// 32 bytes of such a value from `text` on, and zeros; `left`: how many there are, at least one.
__attribute__((target("avx2"))) inline __m256i load32(const char* text, std::size_t left) {
  return left >= 32 ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text)) : load_last32(text, left);
}

}  // namespace ablmatch

#endif
