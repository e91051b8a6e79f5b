// Searches an index: the candidates of each said value first, then, only where these cannot settle it, those that cannot
// score much, and then all the others.
#include "index.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

#include "index_candidates.hpp"
#include "kinds/name_near.hpp"
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

  // Could a hit get in?
  bool takes(const Hit& hit) const { return hits.size() < limit || better(hit, hits.front()); }
  void offer(const Hit& hit) {
    if (!takes(hit)) return;
    if (hits.size() == limit) {
      std::pop_heap(hits.begin(), hits.end(), better);
      hits.pop_back();
    }
    hits.push_back(hit);
    std::push_heap(hits.begin(), hits.end(), better);
  }
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

// What is scored for one row: these entries, or, where it is null, all that are stored.
struct Lot {
  std::size_t row;
  const std::vector<std::uint32_t>* entries;
};

// A chunk of a lot.
struct Piece {
  Lot lot;
  std::size_t begin, end;
  std::vector<Hit> hits;  // kept apart until all are known, so that the answer depends on no order
};

// `known`: the row's hits of earlier lots. `most`: no entry of these lots adds a hit of a higher score.
void score_piece(const Pass& pass, Piece& piece, std::int16_t most, const std::vector<Hit>& known, Scratch& scratch) {
  const IndexArrays& arrays = pass.arrays;
  const std::vector<std::uint32_t>* const entries = piece.lot.entries;
  ColumnRoom room;
  Scorer score(pass.said(piece.lot.row, room), pass.kind, pass.context, scratch);
  // What is known closes nothing where it leaves room for the whole piece.
  std::vector<Hit> hits;
  if (known.size() + (piece.end - piece.begin) >= pass.query.limit) hits = known;
  BestHits best{hits, pass.query.limit};
  for (std::size_t k = piece.begin; k < piece.end; ++k) {
    if (entries != nullptr && k + kAhead < piece.end) {
      prefetch(&arrays.entries[(*entries)[k + kAhead]]);
      prefetch(arrays.value((*entries)[k + kAhead / 2]).data);
    }
    const std::size_t entry = entries != nullptr ? (*entries)[k] : k;
    // Behind it are later positions only.
    if (!best.takes({entry, most})) return;
    const Value stored = arrays.value(entry);
    if (stored.null) continue;
    const std::int16_t found = score(stored);
    // Among all entries are those of higher scores again, which are known.
    if (found < pass.query.min_score || found > most) continue;
    const Hit hit{entry, found};
    if (!best.takes(hit)) continue;
    best.offer(hit);
    piece.hits.push_back(hit);
  }
}

// Puts what is found among the rows' hits.
bool score_lots(Pass& pass, const std::vector<Lot>& lots, std::int16_t most, int threads,
                std::vector<std::vector<Hit>>& hits) {
  std::vector<Piece> pieces;
  std::size_t pairs = 0;
  for (const Lot& lot : lots) {
    const std::size_t size = lot.entries != nullptr ? lot.entries->size() : pass.arrays.entries.size();
    for (std::size_t begin = 0; begin < size; begin += kChunkEntries)
      pieces.push_back({lot, begin, std::min(begin + kChunkEntries, size), {}});
    pairs += size;
  }
  if (!pass.run(threads, pieces.size(), pairs, [&](std::size_t at, Scratch& scratch) {
        score_piece(pass, pieces[at], most, hits[pieces[at].lot.row], scratch);
      }))
    return false;
  for (const Piece& piece : pieces) {
    BestHits best{hits[piece.lot.row], pass.query.limit};
    for (const Hit& hit : piece.hits) best.offer(hit);
  }
  return true;
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

  hits.assign(search.rows, {});
  std::vector<Lot> lots;
  lots.reserve(search.rows);
  for (std::size_t row = 0; row < search.rows; ++row)
    lots.push_back({row, candidates[row].all ? nullptr : &candidates[row].open});
  constexpr std::int16_t kMostOfAll = 100;
  if (!score_lots(pass, lots, kMostOfAll, threads, hits)) return false;

  // May an entry of this score, at this position, still be a hit of the row?
  const auto may_be_hit = [&](std::size_t row, const Hit& hit) {
    return !candidates[row].all && search.min_score <= hit.score && BestHits{hits[row], search.limit}.takes(hit);
  };
  const auto score_bounded = [&](std::vector<std::uint32_t> Candidates::* entries, std::int16_t most) {
    lots.clear();
    for (std::size_t row = 0; row < search.rows; ++row)
      if (const std::vector<std::uint32_t>& bounded = candidates[row].*entries;
          !bounded.empty() && may_be_hit(row, {bounded.front(), most}))
        lots.push_back({row, &bounded});
    return score_lots(pass, lots, most, threads, hits);
  };
  if (!score_bounded(&Candidates::by_word, kMostOfOneWord) || !score_bounded(&Candidates::by_initial, kMostOfInitial))
    return false;

  // Values that share no key score at most the bound: they are asked for only where that may still be a hit.
  const std::int16_t bound = score_bound(arrays_.scope.kinds);
  lots.clear();
  for (std::size_t row = 0; row < search.rows; ++row) {
    if (!may_be_hit(row, {0, bound})) continue;
    lots.push_back({row, nullptr});
    // Candidates of so low a score come again with all the others.
    std::erase_if(hits[row], [&](const Hit& hit) { return hit.score <= bound; });
    std::make_heap(hits[row].begin(), hits[row].end(), better);
  }
  if (!score_lots(pass, lots, bound, threads, hits)) return false;
  for (std::vector<Hit>& row : hits) std::sort(row.begin(), row.end(), better);
  return true;
}

}  // namespace ablmatch
