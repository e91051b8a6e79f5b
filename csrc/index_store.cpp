// Building: values are copied by one thread, read and keyed by several.
#include "index_store.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>

#include "workers.hpp"

namespace ablmatch {
namespace {

constexpr std::size_t kChunkEntries = 512;

// What one worker found.
struct Found {
  std::vector<Posting> postings, links;
  std::vector<std::uint32_t> loose;
  KeyScope scope;
};

struct Build {
  Build(const IndexArrays& stored, Kind of, const Context& terms, bool (*poll)(void*), void* argument)
      : arrays(stored), kind(of), context(terms), stop(poll), stop_argument(argument) {}

  const IndexArrays& arrays;
  Kind kind;
  const Context& context;
  bool (*stop)(void*);
  void* stop_argument;
  std::atomic<std::size_t> next_entry{0};
  std::atomic<bool> stopped{false};
  std::mutex guard;
  Found all;

  void work(Scratch& scratch, bool polls) {
    Found found;
    StoredKeys keys;
    while (!stopped.load(std::memory_order_relaxed)) {
      const std::size_t begin = next_entry.fetch_add(kChunkEntries, std::memory_order_relaxed);
      if (begin >= arrays.entries.size()) break;
      const std::size_t end = std::min(begin + kChunkEntries, arrays.entries.size());
      for (std::size_t entry = begin; entry < end; ++entry) {
        const Value value = arrays.value(entry);
        if (value.null) continue;
        keys.clear();
        const Standing standing = add_stored_keys(value, kind, context, scratch, found.scope, keys);
        const auto id = static_cast<std::uint32_t>(entry);
        if (standing == Standing::loose) found.loose.push_back(id);
        found.links.insert(found.links.end(), keys.links.begin(), keys.links.end());
        if (standing != Standing::keyed) continue;
        for (const IndexKey key : keys.keys) found.postings.push_back({key, id});
      }
      if (polls && stop != nullptr && stop(stop_argument)) stopped.store(true, std::memory_order_relaxed);
    }
    const std::lock_guard lock(guard);
    all.postings.insert(all.postings.end(), found.postings.begin(), found.postings.end());
    all.links.insert(all.links.end(), found.links.begin(), found.links.end());
    all.loose.insert(all.loose.end(), found.loose.begin(), found.loose.end());
    all.scope.merge(found.scope);
  }
};

}  // namespace

void IndexBuilder::add(Value stored) {
  if (entries_.size() >= UINT32_MAX) throw std::length_error("an index holds at most 4,294,967,295 values");
  if (stored.null || guard_raw(stored.view()) != Guard::pass) return entries_.push_back(0);
  entries_.push_back(IndexArrays::pack(text_.size(), stored.size));
  text_.insert(text_.end(), stored.data, stored.data + stored.size);
}

IndexArrays IndexBuilder::view() const { return {entries_, text_, loose_, keys_.view(), links_.view(), scope_}; }

bool IndexBuilder::build(Kind kind, const Context& context, int threads, bool (*stop)(void*), void* stop_argument) {
  const std::unique_ptr<Scratch> scratch(new (std::nothrow) Scratch);
  if (scratch == nullptr) return false;
  entries_.shrink_to_fit();
  text_.shrink_to_fit();
  const IndexArrays arrays = view();
  Build build(arrays, kind, context, stop, stop_argument);
  auto work = [&](bool calling) {
    // Keys take memory, and an exception must not leave a thread.
    try {
      if (calling) return build.work(*scratch, true);
      const std::unique_ptr<Scratch> own(new (std::nothrow) Scratch);
      if (own != nullptr) build.work(*own, false);
    } catch (const std::bad_alloc&) {
      build.stopped.store(true, std::memory_order_relaxed);
    }
  };
  run_on_threads(threads, entries_.size(), work);
  if (build.stopped.load(std::memory_order_relaxed)) return false;
  // The same arrays, whichever worker read which chunk.
  std::sort(build.all.loose.begin(), build.all.loose.end());
  loose_ = std::move(build.all.loose);
  scope_ = build.all.scope;
  if (build.all.postings.size() >= UINT32_MAX) throw std::length_error("too many keys for one index");
  keys_.build(std::move(build.all.postings), threads);
  links_.build(std::move(build.all.links), threads);
  return true;
}

}  // namespace ablmatch
