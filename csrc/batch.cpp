// Batches: many pairs judged on several threads, with the same answers as one at a time.
#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

#include "ablmatch.hpp"
#include "workers.hpp"

namespace ablmatch {
namespace {

// Rows that a worker takes at a time: few enough that `stop` is polled often and the last worker does not run long
// alone, many enough that the shared counter costs nothing.
constexpr std::size_t kChunkRows = 256;

struct Run {
  const Batch& batch;
  bool (*stop)(void*);
  void* stop_argument;
  std::atomic<std::size_t> next_row{0};
  std::atomic<std::size_t> invalid{0};
  std::atomic<bool> stopped{false};

  // Takes chunks until none is left. Which worker judges a row changes nothing: each row depends on its own two
  // values only.
  void work(Scratch& scratch, bool polls) {
    ColumnRoom said_room{};
    ColumnRoom stored_room{};
    std::size_t invalid_here = 0;
    while (!stopped.load(std::memory_order_relaxed)) {
      const std::size_t begin = next_row.fetch_add(kChunkRows, std::memory_order_relaxed);
      if (begin >= batch.rows) break;
      const std::size_t end = std::min(begin + kChunkRows, batch.rows);
      for (std::size_t row = begin; row < end; ++row) {
        const Value said = batch.said(batch.said_column, row, said_room);
        const Value stored = batch.stored(batch.stored_column, row, stored_room);
        const Scored scored = score(said, stored, batch.kind, batch.context, scratch);
        if (batch.scores != nullptr) batch.scores[row] = scored.score;
        if (batch.results != nullptr) {
          batch.results[row] = static_cast<std::uint8_t>(result_of(scored.score, scored.kind));
        }
        invalid_here += scored.invalid;
      }
      if (polls && stop != nullptr && stop(stop_argument)) stopped.store(true, std::memory_order_relaxed);
    }
    invalid.fetch_add(invalid_here, std::memory_order_relaxed);
  }
};

}  // namespace

bool run_batch(const Batch& batch, int threads, bool (*stop)(void*), void* stop_argument) {
  const std::unique_ptr<Scratch> scratch(new (std::nothrow) Scratch);
  if (scratch == nullptr) return false;
  Run run{batch, stop, stop_argument};
  auto work = [&](bool calling) {
    if (calling) return run.work(*scratch, true);
    const std::unique_ptr<Scratch> own(new (std::nothrow) Scratch);
    // Without memory this worker takes no rows, and the others take them all.
    if (own != nullptr) run.work(*own, false);
  };
  run_on_threads(threads, batch.rows, work);
  if (batch.invalid != nullptr) *batch.invalid = run.invalid.load(std::memory_order_relaxed);
  return !run.stopped.load(std::memory_order_relaxed);
}

}  // namespace ablmatch
