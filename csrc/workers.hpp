// Runs one piece of work on several threads, the calling one among them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace ablmatch {

// A thread is worth starting (about 30 us, and a Scratch of its own) for at least this many pairs.
inline constexpr std::size_t kPairsWorthAThread = 2048;

// How many threads to start beside the calling one, `threads` in all at most.
inline std::size_t helpers_worth_starting(int threads, std::size_t pairs) {
  const std::size_t worth = std::max<std::size_t>(1, pairs / kPairsWorthAThread);
  return std::min(static_cast<std::size_t>(std::max(threads, 1)), worth) - 1;
}

// Starts up to `count` threads that call `work`. A system that refuses one (limits of a container), or its memory, ends
// nothing: `started` then holds fewer.
template <class Work>
void start_threads(std::vector<std::jthread>& started, std::size_t count, const Work& work) {
  try {
    started.reserve(count);
    for (std::size_t k = 0; k < count; ++k) started.emplace_back(work);
  } catch (const std::system_error&) {
    // The threads that did start do the work.
  } catch (const std::bad_alloc&) {
    // Likewise.
  }
}

// Calls work(false) on new threads, fewer when `pairs` are few, and work(true) on this one; comes back when all have.
// `work` takes from a shared counter until nothing is left, so the answers do not depend on how many threads started.
template <class Work>
void run_on_threads(int threads, std::size_t pairs, Work& work) {
  std::vector<std::jthread> started;
  start_threads(started, helpers_worth_starting(threads, pairs), [&work] { work(false); });
  work(true);
}

}  // namespace ablmatch
