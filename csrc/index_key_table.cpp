// Sorting postings: dealt out by leading bits first, then each bucket by itself, so that threads share nothing.
#include "index_key_table.hpp"

#include <atomic>
#include <bit>

#include "workers.hpp"

namespace ablmatch {
namespace {

constexpr std::size_t kPerBucket = 4;
constexpr unsigned kMostBits = 26;
constexpr std::size_t kChunkBuckets = 4096;

}  // namespace

unsigned key_bits(std::size_t postings) {
  return std::min<unsigned>(kMostBits, static_cast<unsigned>(std::bit_width(postings / kPerBucket)));
}

void KeyTableArrays::build(std::vector<Posting> unsorted, int threads) {
  bits = key_bits(unsorted.size());
  const std::size_t buckets = std::size_t{1} << bits;
  const auto bucket_of = [this](const Posting& one) -> std::size_t { return bits == 0 ? 0 : one.key >> (32 - bits); };
  std::vector<std::uint32_t> ends(buckets + 1, 0);
  for (const Posting& one : unsorted) ++ends[bucket_of(one) + 1];
  for (std::size_t k = 0; k < buckets; ++k) ends[k + 1] += ends[k];
  starts = ends;
  postings.resize(unsorted.size());
  for (const Posting& one : unsorted) postings[ends[bucket_of(one)]++] = one;
  std::vector<Posting>().swap(unsorted);

  // `ends` now counts what is left of each bucket when doubles are gone.
  std::atomic<std::size_t> next{0};
  auto work = [&](bool) {
    for (;;) {
      const std::size_t from = next.fetch_add(kChunkBuckets, std::memory_order_relaxed);
      if (from >= buckets) break;
      for (std::size_t k = from; k < std::min(from + kChunkBuckets, buckets); ++k) {
        const auto first = postings.begin() + starts[k], last = postings.begin() + starts[k + 1];
        std::sort(first, last);
        ends[k] = static_cast<std::uint32_t>(std::unique(first, last) - first);
      }
    }
  };
  run_on_threads(threads, postings.size() / 8, work);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < buckets; ++k) {
    const std::size_t from = starts[k];
    if (kept != from)
      std::copy_n(postings.begin() + static_cast<std::ptrdiff_t>(from), ends[k],
                  postings.begin() + static_cast<std::ptrdiff_t>(kept));
    starts[k] = static_cast<std::uint32_t>(kept);
    kept += ends[k];
  }
  starts[buckets] = static_cast<std::uint32_t>(kept);
  postings.resize(kept);
  postings.shrink_to_fit();
}

}  // namespace ablmatch
