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

// Calls work(false) on up to `threads` - 1 new threads, fewer when `pairs` are few, and work(true) on this one; comes
// back when all have. `work` takes from a shared counter until nothing is left, so the answers do not depend on how
// many threads started: a system that refuses one (limits of a container), or its memory, ends nothing.
template <class Work>
void run_on_threads(int threads, std::size_t pairs, Work& work) {
  const std::size_t worth = std::max<std::size_t>(1, pairs / kPairsWorthAThread);
  const std::size_t helpers = std::min(static_cast<std::size_t>(std::max(threads, 1)), worth) - 1;
  std::vector<std::jthread> started;
  try {
    started.reserve(helpers);
    for (std::size_t k = 0; k < helpers; ++k) started.emplace_back([&work] { work(false); });
  } catch (const std::system_error&) {
    // The threads that did start do the work.
  } catch (const std::bad_alloc&) {
    // Likewise.
  }
  work(true);
}

}  // namespace ablmatch
