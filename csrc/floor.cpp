// Pairs are staged by length, and a vector of pairs is measured at once, one pair in each lane.
#include "floor.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ascii_fold.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define ABLMATCH_FLOOR_X86 1
#endif

namespace ablmatch {
namespace {

constexpr std::size_t kLongest = 64;  // bytes of a value that is measured in a lane

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// As many pairs as a vector of `Bytes` has lanes. A lane holds a column of the matrix as bits, so the shorter text of a
// pair has at most as many characters as a lane has bits; so has the longer, for the steps are as many as its length.
template <class Lane, std::size_t Bytes>
struct Lanes {
  static constexpr std::size_t kPairs = Bytes / sizeof(Lane);
  static constexpr std::size_t kSteps = 8 * sizeof(Lane);

  alignas(64) char rows[kPairs][kSteps];     // the shorter texts, zeros behind
  alignas(64) char columns[kPairs][kSteps];  // the longer ones
  alignas(64) Lane places[kSteps][kPairs];   // where the character of the step stands among the rows
  alignas(64) Lane steps[kPairs];
  alignas(64) Lane last_row[kPairs];
  alignas(64) Lane distance[kPairs];
  std::size_t pair[kPairs];
  std::size_t count = 0, most_steps = 0;

  bool full() const { return count == kPairs; }
};

// Hyyro's column of differences, with swaps, for all lanes of a vector.
template <class Lane, std::size_t Bytes>
__attribute__((always_inline)) inline void measure(Lanes<Lane, Bytes>& lanes) {
  using Vector __attribute__((vector_size(Bytes))) = Lane;
  const auto load = [](const Lane* from, Vector& to) { std::memcpy(&to, from, sizeof to); };
  Vector steps, last_row, distance, here;
  load(lanes.steps, steps);
  load(lanes.last_row, last_row);
  load(lanes.distance, distance);
  Vector up = ~Vector{}, down{}, diagonal{}, before{};
  for (std::size_t step = 0; step < lanes.most_steps; ++step) {
    load(lanes.places[step], here);
    const Vector swap = ((~diagonal & here) << 1) & before;
    diagonal = (((here & up) + up) ^ up) | here | down | swap;
    const Vector right_up = down | ~(diagonal | up), right_down = diagonal & up;
    // A comparison gives all ones, which is -1; the lane's text may have ended.
    const Vector goes_on = steps > static_cast<Lane>(step);
    distance -= ((right_up & last_row) != 0) & goes_on;
    distance += ((right_down & last_row) != 0) & goes_on;
    const Vector shifted = right_up << 1 | 1;
    up = right_down << 1 | ~(diagonal | shifted);
    down = shifted & diagonal;
    before = here;
  }
  std::memcpy(lanes.distance, &distance, sizeof distance);
}

// The two texts of a pair as they are measured: without what they begin with in common.
struct Texts {
  const char* rows;
  const char* columns;
  std::size_t row_count, column_count;
};

// --- on any machine --------------------------------------------------------------------------------------------------

struct Plain {
  static constexpr std::size_t kBytes = 16;

  template <class Lane>
  static void run(Lanes<Lane, kBytes>& lanes) {
    for (std::size_t step = 0; step < lanes.most_steps; ++step)
      for (std::size_t k = 0; k < lanes.count; ++k) {
        Lane places = 0;
        for (std::size_t row = 0; row < lanes.kSteps; ++row)
          places = static_cast<Lane>(places | static_cast<Lane>(lanes.rows[k][row] == lanes.columns[k][step]) << row);
        lanes.places[step][k] = places;
      }
    measure(lanes);
  }
};

std::string_view strip(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The whole matrix, for what is too long for lanes.
std::uint16_t measure_long(std::string_view said, std::string_view stored) {
  const auto lower = [](char c) { return lower_ascii(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> before, above(stored.size() + 1), current(stored.size() + 1);
  for (std::size_t j = 0; j <= stored.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= said.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= stored.size(); ++j) {
      const bool same = lower(said[i - 1]) == lower(stored[j - 1]);
      current[j] = std::min({above[j - 1] + !same, above[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && lower(said[i - 1]) == lower(stored[j - 2]) && lower(said[i - 2]) == lower(stored[j - 1]))
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before = above;
    std::swap(above, current);
  }
  return static_cast<std::uint16_t>(std::min<std::size_t>(above[stored.size()], 0xFFFF));
}

// Lower-cases a stripped text into a slot of zeros and more.
void take_lower(const char* text, std::size_t size, std::size_t slot, char* out) {
  std::memset(out, 0, slot);
  for (std::size_t k = 0; k < size; ++k) out[k] = static_cast<char>(lower_ascii(static_cast<unsigned char>(text[k])));
}

// Strips a pair and drops what both begin with. False when it is not for lanes, or has an answer already.
bool prepare(const Value& said, const Value& stored, Texts& texts, std::uint16_t& distance) {
  const std::string_view one = strip(said.null ? std::string_view() : said.view());
  const std::string_view other = strip(stored.null ? std::string_view() : stored.view());
  if (std::max(one.size(), other.size()) > kLongest) {
    distance = measure_long(one, other);
    return false;
  }
  const std::size_t least = std::min(one.size(), other.size());
  std::size_t head = 0;
  while (head < least &&
         lower_ascii(static_cast<unsigned char>(one[head])) == lower_ascii(static_cast<unsigned char>(other[head])))
    ++head;
  texts = {one.data() + head, other.data() + head, one.size() - head, other.size() - head};
  if (texts.row_count > texts.column_count) {
    std::swap(texts.rows, texts.columns);
    std::swap(texts.row_count, texts.column_count);
  }
  distance = static_cast<std::uint16_t>(texts.column_count);
  return texts.row_count > 0;
}

#ifdef ABLMATCH_FLOOR_X86

// --- AVX2 ------------------------------------------------------------------------------------------------------------

struct Avx2 {
  static constexpr std::size_t kBytes = 32;

  __attribute__((target("avx2"))) static void run(Lanes<std::uint16_t, kBytes>& lanes) {
    // Two pairs a vector, a pair in each half: the shuffle takes one character of each.
    for (std::size_t k = 0; k < lanes.kPairs; k += 2) {
      const __m256i rows = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.rows[k]));
      const __m256i columns = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.columns[k]));
      for (std::size_t step = 0; step < lanes.most_steps; ++step) {
        const __m256i here = _mm256_shuffle_epi8(columns, _mm256_set1_epi8(static_cast<char>(step)));
        const auto places = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(rows, here)));
        std::memcpy(&lanes.places[step][k], &places, sizeof places);
      }
    }
    measure(lanes);
  }
  __attribute__((target("avx2"))) static void run(Lanes<std::uint32_t, kBytes>& lanes) {
    for (std::size_t k = 0; k < lanes.kPairs; ++k) {
      const __m256i rows = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.rows[k]));
      for (std::size_t step = 0; step < lanes.most_steps; ++step) {
        const __m256i here = _mm256_set1_epi8(lanes.columns[k][step]);
        lanes.places[step][k] = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(rows, here)));
      }
    }
    measure(lanes);
  }
  __attribute__((target("avx2"))) static void run(Lanes<std::uint64_t, kBytes>& lanes) {
    for (std::size_t k = 0; k < lanes.kPairs; ++k) {
      const __m256i low = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.rows[k]));
      const __m256i high = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.rows[k] + 32));
      for (std::size_t step = 0; step < lanes.most_steps; ++step) {
        const __m256i here = _mm256_set1_epi8(lanes.columns[k][step]);
        const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, here)));
        const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, here)));
        lanes.places[step][k] = std::uint64_t{second} << 32 | first;
      }
    }
    measure(lanes);
  }
};

// --- AVX-512 ---------------------------------------------------------------------------------------------------------

#define ABLMATCH_FLOOR_512 __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2,lzcnt")))

ABLMATCH_FLOOR_512 inline __mmask64 between64(__m512i bytes, char first, char last) {
  return _mm512_cmpge_epi8_mask(bytes, _mm512_set1_epi8(first)) & _mm512_cmple_epi8_mask(bytes, _mm512_set1_epi8(last));
}

ABLMATCH_FLOOR_512 inline __m512i lower64(__m512i bytes) {
  const __mmask64 upper = between64(bytes, 'A', 'Z');
  return _mm512_mask_add_epi8(bytes, upper, bytes, _mm512_set1_epi8(0x20));
}

// Bytes up to the last one that is not blank, and the first such.
ABLMATCH_FLOOR_512 inline __mmask64 inked64(__m512i bytes, __mmask64 used) {
  const __mmask64 space = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(' '));
  const __mmask64 control = between64(bytes, '\t', '\r');
  return used & ~(space | control);
}

inline std::uint64_t low_bits(std::size_t count) { return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count); }

struct Avx512 {
  static constexpr std::size_t kBytes = 64;

  ABLMATCH_FLOOR_512 static void run(Lanes<std::uint16_t, kBytes>& lanes) {
    for (std::size_t k = 0; k < lanes.kPairs; k += 4) {
      const __m512i rows = _mm512_load_si512(lanes.rows[k]);
      const __m512i columns = _mm512_load_si512(lanes.columns[k]);
      for (std::size_t step = 0; step < lanes.most_steps; ++step) {
        const __m512i here = _mm512_shuffle_epi8(columns, _mm512_set1_epi8(static_cast<char>(step)));
        const std::uint64_t places = _mm512_cmpeq_epi8_mask(rows, here);
        std::memcpy(&lanes.places[step][k], &places, sizeof places);
      }
    }
    measure(lanes);
  }
  ABLMATCH_FLOOR_512 static void run(Lanes<std::uint32_t, kBytes>& lanes) {
    for (std::size_t k = 0; k < lanes.kPairs; k += 2) {
      const __m512i rows = _mm512_load_si512(lanes.rows[k]);
      const __m512i columns = _mm512_load_si512(lanes.columns[k]);
      // Each pair's lower half twice, then its upper half twice.
      const __m512i low = _mm512_maskz_shuffle_i64x2(0xFF, columns, columns, 0xA0),
                    high = _mm512_maskz_shuffle_i64x2(0xFF, columns, columns, 0xF5);
      for (std::size_t step = 0; step < lanes.most_steps; ++step) {
        const __m512i here =
            _mm512_shuffle_epi8(step < 16 ? low : high, _mm512_set1_epi8(static_cast<char>(step & 15)));
        const std::uint64_t places = _mm512_cmpeq_epi8_mask(rows, here);
        std::memcpy(&lanes.places[step][k], &places, sizeof places);
      }
    }
    measure(lanes);
  }
  ABLMATCH_FLOOR_512 static void run(Lanes<std::uint64_t, kBytes>& lanes) {
    for (std::size_t k = 0; k < lanes.kPairs; ++k) {
      const __m512i rows = _mm512_load_si512(lanes.rows[k]);
      for (std::size_t step = 0; step < lanes.most_steps; ++step)
        lanes.places[step][k] = _mm512_cmpeq_epi8_mask(rows, _mm512_set1_epi8(lanes.columns[k][step]));
    }
    measure(lanes);
  }

  ABLMATCH_FLOOR_512 static bool prepare512(const Value& said, const Value& stored, Texts& texts,
                                            std::uint16_t& distance) {
    if (said.null || stored.null || said.size > kLongest || stored.size > kLongest)
      return prepare(said, stored, texts, distance);
    // Bytes that a mask leaves out are not touched, so nothing is read behind a value.
    const std::uint64_t one_used = low_bits(said.size), other_used = low_bits(stored.size);
    __m512i one = _mm512_maskz_loadu_epi8(one_used, said.data),
            other = _mm512_maskz_loadu_epi8(other_used, stored.data);
    const std::uint64_t one_ink = inked64(one, one_used), other_ink = inked64(other, other_used);
    const char* one_text = said.data;
    const char* other_text = stored.data;
    if (((one_ink & other_ink) & 1) == 0) {  // a blank in front, or nothing at all
      if (one_ink == 0 || other_ink == 0) return prepare(said, stored, texts, distance);
      one_text += std::countr_zero(one_ink);
      other_text += std::countr_zero(other_ink);
      one = _mm512_maskz_loadu_epi8(one_used >> std::countr_zero(one_ink), one_text);
      other = _mm512_maskz_loadu_epi8(other_used >> std::countr_zero(other_ink), other_text);
    }
    const auto one_size =
        static_cast<std::size_t>(64 - std::countl_zero(one_ink)) - static_cast<std::size_t>(one_text - said.data);
    const auto other_size =
        static_cast<std::size_t>(64 - std::countl_zero(other_ink)) - static_cast<std::size_t>(other_text - stored.data);
    const std::size_t least = std::min(one_size, other_size);
    const std::uint64_t differs = _mm512_cmpneq_epi8_mask(lower64(one), lower64(other)) & low_bits(least);
    const std::size_t head = differs == 0 ? least : static_cast<std::size_t>(std::countr_zero(differs));
    const bool turned = one_size > other_size;
    texts.rows = (turned ? other_text : one_text) + head;
    texts.columns = (turned ? one_text : other_text) + head;
    texts.row_count = least - head;
    texts.column_count = std::max(one_size, other_size) - head;
    distance = static_cast<std::uint16_t>(texts.column_count);
    return differs != 0;
  }

  template <std::size_t Slot>
  ABLMATCH_FLOOR_512 static void take(const char* text, std::size_t size, char* out) {
    const __m512i bytes = lower64(_mm512_maskz_loadu_epi8(low_bits(size), text));
    std::memcpy(out, &bytes, Slot);
  }
};

#endif

// The pairs of a run, staged by the length of their longer text.
template <class Level>
class Stage {
 public:
  explicit Stage(std::uint16_t* out) : out_(out) {}

  void add(const Value& said, const Value& stored, std::size_t pair) {
    Texts texts;
    bool in_lanes;
#ifdef ABLMATCH_FLOOR_X86
    if constexpr (std::is_same_v<Level, Avx512>) in_lanes = Avx512::prepare512(said, stored, texts, out_[pair]);
    else
#endif
      in_lanes = prepare(said, stored, texts, out_[pair]);
    if (!in_lanes) return;
    if (texts.column_count <= 16) add_to(short_, texts, pair);
    else if (texts.column_count <= 32) add_to(middle_, texts, pair);
    else add_to(long_, texts, pair);
  }
  void finish() {
    run(short_);
    run(middle_);
    run(long_);
  }

 private:
  template <class Lane>
  using Bucket = Lanes<Lane, Level::kBytes>;

  template <class Lane>
  void add_to(Bucket<Lane>& lanes, const Texts& texts, std::size_t pair) {
    const std::size_t at = lanes.count++;
#ifdef ABLMATCH_FLOOR_X86
    if constexpr (std::is_same_v<Level, Avx512>) {
      Avx512::take<Bucket<Lane>::kSteps>(texts.rows, texts.row_count, lanes.rows[at]);
      Avx512::take<Bucket<Lane>::kSteps>(texts.columns, texts.column_count, lanes.columns[at]);
    } else
#endif
    {
      take_lower(texts.rows, texts.row_count, Bucket<Lane>::kSteps, lanes.rows[at]);
      take_lower(texts.columns, texts.column_count, Bucket<Lane>::kSteps, lanes.columns[at]);
    }
    lanes.steps[at] = static_cast<Lane>(texts.column_count);
    lanes.last_row[at] = static_cast<Lane>(std::uint64_t{1} << ((texts.row_count - 1) & 63));
    lanes.distance[at] = static_cast<Lane>(texts.row_count);
    lanes.pair[at] = pair;
    lanes.most_steps = std::max(lanes.most_steps, texts.column_count);
    if (lanes.full()) run(lanes);
  }
  template <class Lane>
  void run(Bucket<Lane>& lanes) {
    if (lanes.count == 0) return;
    Level::run(lanes);
    for (std::size_t k = 0; k < lanes.count; ++k) out_[lanes.pair[k]] = static_cast<std::uint16_t>(lanes.distance[k]);
    lanes.count = lanes.most_steps = 0;
  }

  std::uint16_t* out_;
  Bucket<std::uint16_t> short_;
  Bucket<std::uint32_t> middle_;
  Bucket<std::uint64_t> long_;
};

template <class Level>
void run_all(const FloorPairs& pairs, std::uint16_t* out) {
  Stage<Level> stage(out);
  ColumnRoom said_room{}, stored_room{};
  Value said[kColumnRows], stored[kColumnRows];
  for (std::size_t begin = 0; begin < pairs.rows; begin += kColumnRows) {
    const std::size_t count = std::min(kColumnRows, pairs.rows - begin);
    pairs.said(pairs.said_column, begin, count, said_room, said);
    pairs.stored(pairs.stored_column, begin, count, stored_room, stored);
    for (std::size_t k = 0; k < count; ++k) stage.add(said[k], stored[k], begin + k);
  }
  stage.finish();
}

}  // namespace

void floor_distances(CpuLevel level, const FloorPairs& pairs, std::uint16_t* out) {
#ifdef ABLMATCH_FLOOR_X86
  if (level == CpuLevel::avx512) return run_all<Avx512>(pairs, out);
  if (level == CpuLevel::avx2) return run_all<Avx2>(pairs, out);
#endif
  (void)level;
  run_all<Plain>(pairs, out);
}

}  // namespace ablmatch
