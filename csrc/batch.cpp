// Batches: many pairs judged on several threads, with the same answers as one at a time.
#include <algorithm>
#include <atomic>
#include <memory>
#include <functional>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "ablmatch.hpp"

namespace ablmatch {
namespace {

// Rows that a worker takes at a time: few enough that `stop` is polled often and the last worker does not run long
// alone, many enough that the shared counter costs nothing.
constexpr std::size_t kChunkRows = 256;

// A thread is worth starting (about 30 us, and a Scratch of its own) for at least this many rows.
constexpr std::size_t kRowsWorthAThread = 2048;

struct Run {
  const Batch& batch;
  bool (*stop)(void*);
  void* stop_argument;
  std::atomic<std::size_t> next_row{0};
  std::atomic<std::size_t> invalid{0};
  std::atomic<bool> stopped{false};
};

// Takes chunks until none is left. Which worker judges a row changes nothing: each row depends on its own two
// values only.
void work(Run& run, Scratch& scratch, bool polls) {
  const Batch& batch = run.batch;
  ColumnRoom said_room{};
  ColumnRoom stored_room{};
  std::size_t invalid = 0;
  while (!run.stopped.load(std::memory_order_relaxed)) {
    const std::size_t begin = run.next_row.fetch_add(kChunkRows, std::memory_order_relaxed);
    if (begin >= batch.rows) break;
    const std::size_t end = std::min(begin + kChunkRows, batch.rows);
    for (std::size_t row = begin; row < end; ++row) {
      const Value said = batch.said(batch.said_column, row, said_room);
      const Value stored = batch.stored(batch.stored_column, row, stored_room);
      const Judgement judgement = judge(said, stored, batch.kind, batch.context, scratch);
      if (batch.scores != nullptr) batch.scores[row] = judgement.score;
      if (batch.results != nullptr) batch.results[row] = static_cast<std::uint8_t>(result_of(judgement));
      invalid += judgement.evidence.has(Evidence::invalid_text);
    }
    if (polls && run.stop != nullptr && run.stop(run.stop_argument)) {
      run.stopped.store(true, std::memory_order_relaxed);
    }
  }
  run.invalid.fetch_add(invalid, std::memory_order_relaxed);
}

void work_with_own_scratch(Run& run) {
  const std::unique_ptr<Scratch> scratch(new (std::nothrow) Scratch);
  // Without memory this worker takes no rows, and the others take them all.
  if (scratch != nullptr) work(run, *scratch, false);
}

}  // namespace

bool run_batch(const Batch& batch, int threads, bool (*stop)(void*), void* stop_argument) {
  const std::unique_ptr<Scratch> scratch(new (std::nothrow) Scratch);
  if (scratch == nullptr) return false;
  Run run{batch, stop, stop_argument};
  {
    const std::size_t worth = std::max<std::size_t>(1, batch.rows / kRowsWorthAThread);
    const std::size_t helpers = std::min(static_cast<std::size_t>(std::max(threads, 1)), worth) - 1;
    std::vector<std::jthread> workers;
    // A system that refuses a thread (limits of a container) or its memory must not end the run: the threads that
    // did start, at worst the calling one alone, give the same answers.
    try {
      workers.reserve(helpers);
      for (std::size_t k = 0; k < helpers; ++k) workers.emplace_back(work_with_own_scratch, std::ref(run));
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    work(run, *scratch, true);
  }  // the workers are joined here
  if (batch.invalid != nullptr) *batch.invalid = run.invalid.load(std::memory_order_relaxed);
  return !run.stopped.load(std::memory_order_relaxed);
}

}  // namespace ablmatch
