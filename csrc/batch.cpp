// Batches: many pairs judged on several threads, with the same answers as one at a time.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>

#include "batch_run.hpp"
#include "workers.hpp"

namespace ablmatch {
namespace {

// Rows that a thread takes at a time: few enough that `stop` is polled often and the last thread does not run long
// alone, many enough that the shared counter costs nothing.
constexpr std::size_t kChunkRows = kColumnRows;

// How often a thread that waits for the others polls `stop`.
constexpr std::chrono::milliseconds kPoll{20};

}  // namespace

// A batch of which chunks are taken. All but `next_row` is guarded by the run's mutex; a batch is finished when no row
// is left and no thread is at it, and only then its place is used again.
struct BatchRun::Task {
  Batch batch;
  std::atomic<std::size_t> next_row;
  int threads;

  bool is_open() const { return next_row.load(std::memory_order_relaxed) < batch.rows; }
};

// What a thread needs to judge chunks.
struct BatchRun::Room {
  Scratch scratch;
  ColumnRoom said_room, stored_room;
  Value said[kChunkRows], stored[kChunkRows];
  Scored scored[kChunkRows];

  // Gives the number of pairs with invalid text.
  std::size_t judge(const Batch& batch, std::size_t begin, std::size_t count) {
    batch.said(batch.said_column, begin, count, said_room, said);
    batch.stored(batch.stored_column, begin, count, stored_room, stored);
    score_rows(said, stored, count, batch.kind, batch.context, scratch, scored);
    std::size_t invalid = 0;
    for (std::size_t k = 0; k < count; ++k) invalid += scored[k].invalid;
    if (batch.scores != nullptr)
      for (std::size_t k = 0; k < count; ++k) batch.scores[begin + k] = scored[k].score;
    if (batch.results != nullptr)
      for (std::size_t k = 0; k < count; ++k)
        batch.results[begin + k] = static_cast<std::uint8_t>(result_of(scored[k].score, scored[k].kind));
    return invalid;
  }
};

BatchRun::BatchRun(std::size_t rows, int threads)
    : ring_(new (std::nothrow) Task[kMostOverlap + 1]), room_(new (std::nothrow) Room) {
  if (ring_ == nullptr || room_ == nullptr) return;
  start_threads(helpers_, helpers_worth_starting(threads, rows), [this] { help(); });
}

BatchRun::~BatchRun() {
  stopped_.store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  added_or_closed_.notify_all();
  helpers_.clear();  // joins
}

std::size_t BatchRun::overlap() const { return std::min(helpers_.size(), kMostOverlap); }

void BatchRun::add(const Batch& batch) {
  if (ring_ == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    Task& task = ring_[added_ % (kMostOverlap + 1)];
    task.batch = batch;
    task.next_row.store(0, std::memory_order_relaxed);
    task.threads = 0;
    ++added_;
  }
  added_or_closed_.notify_all();
}

// The oldest batch of which rows are left, or null; with the mutex held.
BatchRun::Task* BatchRun::open_task() {
  for (std::size_t k = first_unfinished_; k < added_; ++k) {
    Task& task = ring_[k % (kMostOverlap + 1)];
    if (task.is_open()) return &task;
  }
  return nullptr;
}

// Takes chunks of a batch until none is left; called and left with the mutex held. Which thread judges a row changes
// nothing: each row depends on its own two values only.
void BatchRun::judge(Task& task, Room& room, std::unique_lock<std::mutex>& lock, bool (*stop)(void*),
                     void* stop_argument) {
  ++task.threads;
  const Batch batch = task.batch;
  lock.unlock();
  // Where a row lies is remembered for one column only.
  room.said_room.hint = room.stored_room.hint = 0;
  std::size_t invalid = 0;
  while (!stopped_.load(std::memory_order_relaxed)) {
    const std::size_t begin = task.next_row.fetch_add(kChunkRows, std::memory_order_relaxed);
    if (begin >= batch.rows) break;
    invalid += room.judge(batch, begin, std::min(kChunkRows, batch.rows - begin));
    if (stop != nullptr && stop(stop_argument)) stopped_.store(true, std::memory_order_relaxed);
  }
  lock.lock();
  --task.threads;
  if (batch.invalid != nullptr) *batch.invalid += invalid;
  finished_.notify_one();
}

// What a thread of the run does.
void BatchRun::help() {
  const std::unique_ptr<Room> room(new (std::nothrow) Room);
  // Without memory this thread takes no rows, and the others take them all.
  if (room == nullptr) return;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (closed_ || stopped_.load(std::memory_order_relaxed)) return;
    if (Task* const task = open_task(); task != nullptr) judge(*task, *room, lock, nullptr, nullptr);
    else added_or_closed_.wait(lock);
  }
}

bool BatchRun::work(std::size_t unfinished, bool (*stop)(void*), void* stop_argument) {
  if (ring_ == nullptr || room_ == nullptr) return false;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopped_.load(std::memory_order_relaxed)) return false;
    while (first_unfinished_ < added_) {
      const Task& oldest = ring_[first_unfinished_ % (kMostOverlap + 1)];
      if (oldest.is_open() || oldest.threads > 0) break;
      ++first_unfinished_;
    }
    if (added_ - first_unfinished_ <= unfinished) return true;
    if (Task* const task = open_task(); task != nullptr) {
      judge(*task, *room_, lock, stop, stop_argument);
    } else if (finished_.wait_for(lock, kPoll) == std::cv_status::timeout && stop != nullptr) {
      lock.unlock();
      if (stop(stop_argument)) stopped_.store(true, std::memory_order_relaxed);
      lock.lock();
    }
  }
}

bool run_batch(const Batch& batch, int threads, bool (*stop)(void*), void* stop_argument) {
  if (batch.invalid != nullptr) *batch.invalid = 0;
  BatchRun run(batch.rows, threads);
  run.add(batch);
  return run.work(0, stop, stop_argument);
}

}  // namespace ablmatch
