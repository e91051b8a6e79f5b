// Searches an index by scoring every stored value: what any faster way must give too.
#include "index.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

#include "workers.hpp"

namespace ablmatch {
namespace {

// Stored values that a worker scores at a time for one said value.
constexpr std::size_t kChunkEntries = 1024;

bool better(const Hit& one, const Hit& other) {
  return one.score != other.score ? one.score > other.score : one.position < other.position;
}

// The best `limit` hits of those offered: a heap with the worst of them on top.
struct BestHits {
  std::vector<Hit>& hits;
  std::size_t limit;

  void offer(const Hit& hit) {
    if (hits.size() == limit) {
      if (!better(hit, hits.front())) return;
      std::pop_heap(hits.begin(), hits.end(), better);
      hits.pop_back();
    }
    hits.push_back(hit);
    std::push_heap(hits.begin(), hits.end(), better);
  }
};

}  // namespace

// One piece of work is a said value and a chunk of entries; the hits of a chunk are kept apart until all are known, so
// that the answer depends on no order.
struct Index::Run {
  const Index& index;
  const Search& query;
  bool (*stop)(void*);
  void* stop_argument;
  std::size_t chunks;
  std::vector<std::vector<Hit>> found;  // row * chunks + chunk
  std::atomic<std::size_t> next_piece{0};
  std::atomic<bool> stopped{false};

  void work(Scratch& scratch, bool polls) {
    ColumnRoom room{};
    while (!stopped.load(std::memory_order_relaxed)) {
      const std::size_t piece = next_piece.fetch_add(1, std::memory_order_relaxed);
      if (piece >= found.size()) break;
      Value said;
      query.said(query.said_column, piece / chunks, 1, room, &said);
      const std::size_t begin = piece % chunks * kChunkEntries;
      const std::size_t end = std::min(begin + kChunkEntries, index.entries_.size());
      BestHits best{found[piece], query.limit};
      for (std::size_t entry = begin; entry < end; ++entry) {
        const Scored scored = score(said, index.value(entry), index.kind_, index.context_, scratch);
        if (scored.score >= query.min_score) best.offer({index.entries_[entry].position, scored.score});
      }
      if (polls && stop != nullptr && stop(stop_argument)) stopped.store(true, std::memory_order_relaxed);
    }
  }
};

void Index::add(Value stored) {
  const std::size_t position = positions_++;
  if (stored.null || guard_raw(stored.view()) != Guard::pass) return;
  text_.insert(text_.end(), stored.data, stored.data + stored.size);
  entries_.push_back({position, text_.size()});
}

Value Index::value(std::size_t entry) const {
  const std::size_t begin = entry == 0 ? 0 : entries_[entry - 1].end;
  return {text_.data() + begin, entries_[entry].end - begin, false};
}

bool Index::search(const Search& search, int threads, bool (*stop)(void*), void* stop_argument,
                   std::vector<std::vector<Hit>>& hits) const {
  const std::unique_ptr<Scratch> scratch(new (std::nothrow) Scratch);
  if (scratch == nullptr) return false;
  const std::size_t chunks = (entries_.size() + kChunkEntries - 1) / kChunkEntries;
  Run run{*this, search, stop, stop_argument, chunks, std::vector<std::vector<Hit>>(search.rows * chunks)};
  auto work = [&](bool calling) {
    // Hits take memory, and an exception must not leave a thread.
    try {
      if (calling) return run.work(*scratch, true);
      const std::unique_ptr<Scratch> own(new (std::nothrow) Scratch);
      if (own != nullptr) run.work(*own, false);
    } catch (const std::bad_alloc&) {
      run.stopped.store(true, std::memory_order_relaxed);
    }
  };
  run_on_threads(threads, search.rows * entries_.size(), work);
  if (run.stopped.load(std::memory_order_relaxed)) return false;
  hits.assign(search.rows, {});
  for (std::size_t row = 0; row < search.rows; ++row) {
    BestHits best{hits[row], search.limit};
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      for (const Hit& hit : run.found[row * chunks + chunk]) best.offer(hit);
    }
    std::sort(hits[row].begin(), hits[row].end(), better);
  }
  return true;
}

}  // namespace ablmatch
