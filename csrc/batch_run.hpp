// A run over many pairs, given in one batch or in several that are made while earlier ones are judged.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ablmatch.hpp"

namespace ablmatch {

// The threads of one call, and the batches that wait for them. All calls come from one thread, which judges too.
class BatchRun {
 public:
  // `rows`: how many will be added in all, which says how many threads are worth starting, `threads` at most.
  BatchRun(std::size_t rows, int threads);
  BatchRun(const BatchRun&) = delete;
  BatchRun& operator=(const BatchRun&) = delete;
  // Stops what still runs, and waits for it: columns and outputs may go afterwards.
  ~BatchRun();

  // How many added batches should be unfinished while the next one is made, for every thread to have work: 0 where
  // the calling thread is the only one.
  std::size_t overlap() const;
  static constexpr std::size_t kMostOverlap = 3;

  // Takes a batch; what it points to must stay until it is finished. At most kMostOverlap may be unfinished before.
  void add(const Batch& batch);

  // Judges until at most `unfinished` batches are. `stop` as in run_batch; false when it answered true, or without
  // memory: nothing more is judged then.
  bool work(std::size_t unfinished, bool (*stop)(void*), void* stop_argument);

 private:
  struct Task;
  struct Room;

  void help();
  Task* open_task();
  void judge(Task& task, Room& room, std::unique_lock<std::mutex>& lock, bool (*stop)(void*), void* stop_argument);

  std::mutex mutex_;
  std::condition_variable added_or_closed_, finished_;
  std::unique_ptr<Task[]> ring_;
  std::unique_ptr<Room> room_;
  // Counted over the whole run; batch k lies in ring_[k % (kMostOverlap + 1)].
  std::size_t added_ = 0, first_unfinished_ = 0;
  bool closed_ = false;
  std::atomic<bool> stopped_{false};
  std::vector<std::jthread> helpers_;
};

}  // namespace ablmatch
