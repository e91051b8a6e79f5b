// Searches an index: the candidates of each said value first, then, only where these cannot settle it, all the others.
#include "index.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <new>

#include "workers.hpp"

namespace ablmatch {
namespace {

// Stored values that a worker scores at a time for one said value.
constexpr std::size_t kChunkEntries = 1024;
// How far ahead of the candidate that is scored to fetch: they lie anywhere in memory.
constexpr std::size_t kAhead = 8;

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
  // Can no hit of at most this score, at a later position than all that were offered, get in any more?
  bool closed_to(std::int16_t score) const { return hits.size() == limit && hits.front().score >= score; }
};

void prefetch(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// One said value against many stored ones: it is scanned once.
class Scorer {
 public:
  Scorer(Value said, Kind kind, const Context& context, Scratch& scratch)
      : said_(said), kind_(kind), context_(context), scratch_(scratch), lane_(kind_row(kind).lane) {
    if (lane_ != nullptr && (said.null || !scan(said.view(), scratch.said_scans[0]))) lane_ = nullptr;
  }

  std::int16_t operator()(Value stored) {
    if (lane_ != nullptr && scan(stored.view(), scratch_.stored_scans[0])) {
      const std::int16_t found = lane_(scratch_.said_scans[0], scratch_.stored_scans[0], context_);
      if (found != kUndecided) return found;
    }
    return score(said_, stored, kind_, context_, scratch_).score;
  }

 private:
  Value said_;
  Kind kind_;
  const Context& context_;
  Scratch& scratch_;
  Lane lane_;
};

// The entries that one said value is scored against.
struct Candidates {
  bool all = false;
  std::vector<std::uint32_t> entries;  // in order, when not all

  std::size_t count(const IndexArrays& arrays) const { return all ? arrays.entries.size() : entries.size(); }
};

// Collects entry numbers, each once and in order.
class EntrySet {
 public:
  explicit EntrySet(std::size_t entries) : words_((entries + 63) / 64) {}
  void add(std::uint32_t entry) { words_[entry >> 6] |= std::uint64_t{1} << (entry & 63); }
  void list(std::vector<std::uint32_t>& out) const {
    for (std::size_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
        out.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

void find_candidates(Value said, const IndexArrays& arrays, const Context& context, Scratch& scratch,
                     Candidates& found) {
  found.all = arrays.scope.kinds == 0;
  if (found.all) return;
  std::vector<IndexKey> keys;
  found.all = !add_said_keys(said, arrays.scope, context, scratch, keys);
  if (found.all) return;
  std::vector<IndexKey> words;
  for (const IndexKey key : keys) arrays.links.each(key, [&](IndexKey word) { words.push_back(word); });
  std::sort(words.begin(), words.end());
  keys.insert(keys.end(), words.begin(), std::unique(words.begin(), words.end()));
  std::vector<std::uint32_t>& entries = found.entries;
  for (const IndexKey key : keys) arrays.keys.each(key, [&](std::uint32_t entry) { entries.push_back(entry); });
  entries.insert(entries.end(), arrays.loose.begin(), arrays.loose.end());
  // Few are sorted, many are marked.
  constexpr std::size_t kEntriesOfASort = 256;
  if (entries.size() < arrays.entries.size() / kEntriesOfASort) {
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return;
  }
  EntrySet set(arrays.entries.size());
  for (const std::uint32_t entry : entries) set.add(entry);
  entries.clear();
  set.list(entries);
}

struct Pass {
  const IndexArrays& arrays;
  Kind kind;
  const Context& context;
  const Index::Search& query;
  bool (*stop)(void*);
  void* stop_argument;
  std::unique_ptr<Scratch> scratch;  // the calling thread's, kept from run to run
  std::atomic<std::size_t> next_piece{0};
  std::atomic<bool> stopped{false};

  // Takes pieces of work until none is left.
  template <class Work>
  bool run(int threads, std::size_t pieces, std::size_t pairs, Work work) {
    next_piece.store(0, std::memory_order_relaxed);
    const auto take = [&](Scratch& room, bool polls) {
      while (!stopped.load(std::memory_order_relaxed)) {
        const std::size_t piece = next_piece.fetch_add(1, std::memory_order_relaxed);
        if (piece >= pieces) break;
        work(piece, room);
        if (polls && stop != nullptr && stop(stop_argument)) stopped.store(true, std::memory_order_relaxed);
      }
    };
    auto worker = [&](bool calling) {
      // Hits take memory, and an exception must not leave a thread.
      try {
        if (calling) return take(*scratch, true);
        const std::unique_ptr<Scratch> own(new (std::nothrow) Scratch);
        if (own != nullptr) take(*own, false);
      } catch (const std::bad_alloc&) {
        stopped.store(true, std::memory_order_relaxed);
      }
    };
    run_on_threads(threads, pairs, worker);
    return !stopped.load(std::memory_order_relaxed);
  }

  Value said(std::size_t row, ColumnRoom& room) const {
    Value value;
    room.hint = 0;
    query.said(query.said_column, row, 1, room, &value);
    return value;
  }
};

// A chunk of one row's entries.
struct Piece {
  std::size_t row, begin, end;
  std::vector<Hit> hits;  // kept apart until all are known, so that the answer depends on no order
};

std::vector<Piece> cut(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& counts) {
  std::vector<Piece> pieces;
  for (const std::size_t row : rows)
    for (std::size_t begin = 0; begin < counts[row]; begin += kChunkEntries)
      pieces.push_back({row, begin, std::min(begin + kChunkEntries, counts[row]), {}});
  return pieces;
}

}  // namespace

bool Index::build(int threads, bool (*stop)(void*), void* stop_argument) {
  if (!builder_.build(kind_, context_, threads, stop, stop_argument)) return false;
  arrays_ = builder_.view();
  return true;
}

std::string Index::open(std::string_view file, std::string_view library) {
  IndexArrays arrays;
  Kind kind = kind_;
  RegionId region = context_.region;
  std::string wrong = read_index_file(file, library, arrays, kind, region);
  if (!wrong.empty()) return wrong;
  arrays_ = arrays;
  kind_ = kind;
  context_.region = region;
  return {};
}

std::vector<std::string_view> Index::pieces(std::string_view library, IndexFileHeader& header) const {
  return index_pieces(arrays_, kind_, context_.region, library, header);
}

bool Index::search(const Search& search, int threads, bool (*stop)(void*), void* stop_argument,
                   std::vector<std::vector<Hit>>& hits) const {
  Pass pass{
      arrays_, kind_, context_, search, stop, stop_argument, std::unique_ptr<Scratch>(new (std::nothrow) Scratch)};
  if (pass.scratch == nullptr) return false;
  std::vector<Candidates> candidates(search.rows);
  constexpr std::size_t kPairsOfALookUp = 256;  // what finding candidates costs
  if (!pass.run(threads, search.rows, search.rows * kPairsOfALookUp, [&](std::size_t row, Scratch& scratch) {
        ColumnRoom room;
        find_candidates(pass.said(row, room), arrays_, context_, scratch, candidates[row]);
      }))
    return false;

  std::vector<std::size_t> rows(search.rows), counts(search.rows);
  std::size_t pairs = 0;
  for (std::size_t row = 0; row < search.rows; ++row) {
    rows[row] = row;
    counts[row] = candidates[row].count(arrays_);
    pairs += counts[row];
  }
  std::vector<Piece> pieces = cut(rows, counts);
  if (!pass.run(threads, pieces.size(), pairs, [&](std::size_t at, Scratch& scratch) {
        Piece& piece = pieces[at];
        ColumnRoom room;
        Scorer score(pass.said(piece.row, room), kind_, context_, scratch);
        BestHits best{piece.hits, search.limit};
        const Candidates& from = candidates[piece.row];
        for (std::size_t k = piece.begin; k < piece.end; ++k) {
          if (!from.all && k + kAhead < piece.end) {
            prefetch(&arrays_.entries[from.entries[k + kAhead]]);
            prefetch(arrays_.value(from.entries[k + kAhead / 2]).data);
          }
          const std::size_t entry = from.all ? k : from.entries[k];
          const Value stored = arrays_.value(entry);
          if (stored.null) continue;
          const std::int16_t found = score(stored);
          if (found >= search.min_score) best.offer({entry, found});
        }
      }))
    return false;
  hits.assign(search.rows, {});
  for (const Piece& piece : pieces) {
    BestHits best{hits[piece.row], search.limit};
    for (const Hit& hit : piece.hits) best.offer(hit);
  }

  // Values that share no key score at most the bound: they are asked for only where that may still be a hit.
  const std::int16_t bound = score_bound(arrays_.scope.kinds);
  std::vector<std::size_t> open;
  pairs = 0;
  for (const std::size_t row : rows) {
    const bool settled = hits[row].size() == search.limit && hits[row].front().score > bound;
    if (candidates[row].all || search.min_score > bound || settled) continue;
    open.push_back(row);
    counts[row] = arrays_.entries.size();
    pairs += counts[row];
  }
  pieces = cut(open, counts);
  if (!pass.run(threads, pieces.size(), pairs, [&](std::size_t at, Scratch& scratch) {
        Piece& piece = pieces[at];
        ColumnRoom room;
        Scorer score(pass.said(piece.row, room), kind_, context_, scratch);
        BestHits best{piece.hits, search.limit};
        for (std::size_t entry = piece.begin; entry < piece.end && !best.closed_to(bound); ++entry) {
          const Value stored = arrays_.value(entry);
          if (stored.null) continue;
          const std::int16_t found = score(stored);
          if (found >= search.min_score && found <= bound) best.offer({entry, found});
        }
      }))
    return false;
  for (const std::size_t row : open) {
    // Candidates of so low a score come again with all the others.
    std::erase_if(hits[row], [&](const Hit& hit) { return hit.score <= bound; });
    std::make_heap(hits[row].begin(), hits[row].end(), better);
  }
  for (const Piece& piece : pieces) {
    BestHits best{hits[piece.row], search.limit};
    for (const Hit& hit : piece.hits) best.offer(hit);
  }
  for (std::vector<Hit>& row : hits) std::sort(row.begin(), row.end(), better);
  return true;
}

}  // namespace ablmatch
