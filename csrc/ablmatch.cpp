// One comparison from raw values to a judgement.
#include "ablmatch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kinds/auto.hpp"
#include "scan_marked.hpp"
#include "scan_split.hpp"

namespace ablmatch {

namespace {

// Folds a value that may be judged; false with the reason why there is nothing to judge. `scanned`: the scan of the
// value, which answers every question, or null; then that of its folded text, put in `room`, where it has one.
bool admit(const Value& value, const Scan*& scanned, Scan& room, Evidence absent, Side& side, Evidence& reason) {
  if (scanned != nullptr) {
    side.raw = value.view();
    fold(*scanned, side.folded);
    return true;
  }
  reason = absent;
  if (value.null) return false;
  switch (guard_raw(value.view())) {
    case Guard::pass: break;
    case Guard::invalid: reason = Evidence::invalid_text; return false;
    case Guard::too_long: reason = Evidence::too_long; return false;
    default: return false;
  }
  side.raw = value.view();
  fold(side.raw, side.folded);
  if (side.folded.size == 0) return false;
  reason = Evidence::vault_token;
  if (side.folded.non_ascii || side.folded.size > kScanCapacity) return !is_vault_token(side.folded.view());
  // Accents, full-width forms and the like have gone: what is left is ASCII, and no blank.
  scanned = scan(side.folded.view(), room) ? &room : nullptr;
  return scanned != nullptr;
}

void split(const Scan* scan, Side& side) {
  if (scan != nullptr) split(*scan, side.folded, side.lexemes);
  else split(side.folded, side.lexemes);
}

// The scan of a value in `room`, or null where it has none.
const Scan* scan_of(const Value& value, Scan& room) {
  return !value.null && scan(value.view(), room) ? &room : nullptr;
}

Judgement missing(Kind kind, Evidence reason) {
  Judgement judgement{kMissing, kind, {}};
  judgement.evidence.add(reason);
  return judgement;
}

bool same_fold(const Folded& said, const Folded& stored) {
  return said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0;
}

// `lane_asked`: the kind's lane has seen the scans and left the pair undecided.
Judgement judge_scanned(Value said, const Scan* said_scan, Value stored, const Scan* stored_scan, Kind kind,
                        const Context& context, Scratch& scratch, PartSink* parts, bool lane_asked = false) {
  Evidence reason;
  if (!admit(stored, stored_scan, scratch.stored_scan, Evidence::stored_missing, scratch.stored, reason))
    return missing(kind, reason);
  if (!admit(said, said_scan, scratch.said_scan, Evidence::said_missing, scratch.said, reason))
    return missing(kind, reason);
  scratch.stored.scan = lane_asked ? nullptr : stored_scan;
  scratch.said.scan = lane_asked ? nullptr : said_scan;
  split(stored_scan, scratch.stored);
  if (kind == Kind::auto_) kind = kind_of_stored(scratch.stored, context);
  const KindRow& row = kind_row(kind);

  const bool equal =
      row.fold_decides ? same_fold(scratch.said.folded, scratch.stored.folded) : said.view() == stored.view();
  // Too many runs to read: such a value counts as found and is judged by equality alone.
  const bool readable = !scratch.stored.lexemes.overflow;
  if (readable && !row.read_stored(scratch.stored, context, scratch.stored_form))
    return missing(kind, Evidence::stored_unreadable);
  if (equal && (!parts || !readable)) return {100, kind, verdict(100, Evidence::equal).evidence};
  if (!readable) return {0, kind, verdict(0, Evidence::unrelated).evidence};

  split(said_scan, scratch.said);
  if (scratch.said.lexemes.overflow || !row.read_said(scratch.said, context, scratch.said_form))
    return equal ? Judgement{100, kind, verdict(100, Evidence::equal).evidence}
                 : Judgement{0, kind, verdict(0, Evidence::said_unreadable).evidence};
  const Verdict found = row.compare(scratch.said_form, scratch.stored_form, context, parts);
  if (equal) return {100, kind, verdict(100, Evidence::equal).evidence};
  return {found.score, kind, found.evidence};
}

bool equal_bytes(const Value& said, const Value& stored) {
  return said.size == stored.size && std::memcmp(said.data, stored.data, said.size) == 0;
}

// The scan of a value that folds to a short ASCII text (Café), for lanes that ask for nothing else.
const Scan* scan_folded(const Value& value, Side& side, Scan& room) {
  // Most at once, but for those with a middle dot, which has a stand-in there.
  if (!value.null && scan_marked(value.view(), room) && std::memchr(room.text, kOtherSymbol, room.size) == nullptr)
    return &room;
  const Scan* scanned = nullptr;
  Evidence reason;
  const bool admitted =
      value.size <= kScanCapacity && admit(value, scanned, room, Evidence::said_missing, side, reason);
  return admitted ? scanned : nullptr;
}

// What the lane answers when marked scans stand in for those that are missing; no other reading may see them.
std::int16_t score_marked(const Value& said, const Scan* said_scan, const Value& stored, const Scan* stored_scan,
                          const KindRow& row, const Context& context, Scratch& scratch) {
  const auto read = [&row](const Value& value, const Scan*& known, Scan& room) {
    if (known == nullptr && !value.null && row.scan_marked(value.view(), room)) known = &room;
    return known != nullptr;
  };
  return read(stored, stored_scan, scratch.stored_scan) && read(said, said_scan, scratch.said_scan)
             ? (row.marked_lane ? row.marked_lane : row.lane)(*said_scan, *stored_scan, context)
             : kUndecided;
}

// Values of Arrow dictionaries and views lie anywhere in memory: to ask for them early hides the wait.
void prefetch(const Value* values, std::size_t count) {
#ifdef __GNUC__
  for (std::size_t k = 0; k < count; ++k) __builtin_prefetch(values[k].data);
#else
  (void)values, (void)count;
#endif
}

Scored score_scanned(const Value& said, const Scan* said_scan, const Value& stored, const Scan* stored_scan, Lane lane,
                     Kind kind, const Context& context, Scratch& scratch) {
  if ((stored_scan == nullptr || said_scan == nullptr) && kind_row(kind).lane_reads_folded) {
    if (stored_scan == nullptr) stored_scan = scan_folded(stored, scratch.stored, scratch.stored_scan);
    if (said_scan == nullptr) said_scan = scan_folded(said, scratch.said, scratch.said_scan);
  }
  if (kind == Kind::auto_ && said_scan != nullptr && stored_scan != nullptr) {
    kind = kind_of_scanned(*stored_scan, context, scratch.stored);
    lane = kind_row(kind).lane;
  }
  const bool lane_asked = lane != nullptr && said_scan != nullptr && stored_scan != nullptr;
  if (lane_asked) {
    const std::int16_t found = lane(*said_scan, *stored_scan, context);
    if (found != kUndecided) return {found, kind, false};
  } else if (const KindRow& row = kind_row(kind); row.scan_marked != nullptr) {
    const std::int16_t found = score_marked(said, said_scan, stored, stored_scan, row, context, scratch);
    if (found != kUndecided) return {found, kind, false};
  }
  const Judgement judgement =
      judge_scanned(said, said_scan, stored, stored_scan, kind, context, scratch, nullptr, lane_asked);
  return {judgement.score, judgement.kind, judgement.evidence.has(Evidence::invalid_text)};
}

}  // namespace

Judgement judge(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch, PartSink* parts) {
  const Scan* const stored_scan = scan_of(stored, scratch.stored_scan);
  return judge_scanned(said, scan_of(said, scratch.said_scan), stored, stored_scan, kind, context, scratch, parts);
}

Scored score(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch) {
  const Scan* const stored_scan = scan_of(stored, scratch.stored_scan);
  // Equal bytes have equal scans, and a lane that is given one scan twice sees it at once.
  const bool equal = stored_scan != nullptr && !said.null && equal_bytes(said, stored);
  const Scan* const said_scan = equal ? stored_scan : scan_of(said, scratch.said_scan);
  return score_scanned(said, said_scan, stored, stored_scan, kind_row(kind).lane, kind, context, scratch);
}

namespace {

// Puts marked scans in the place of those that are missing, and gives the bits of those that are there then.
std::uint32_t scan_marked_block(const Value* values, std::uint32_t missing, const KindRow& row, Scan* scans) {
  std::uint32_t scanned = 0;
  for (std::uint32_t rest = row.scan_marked == nullptr ? 0 : missing; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    scanned |= std::uint32_t{!values[k].null && row.scan_marked(values[k].view(), scans[k])} << k;
  }
  return scanned;
}

// Scores the pairs of one block by their scans.
void score_block(const Value* said, const Value* stored, std::size_t count, Kind kind, const Context& context,
                 Scratch& scratch, Scored* out) {
  const KindRow& row = kind_row(kind);
  const Lane lane = row.lane;
  std::uint32_t left = static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1);
  std::uint32_t said_scanned = 0, said_marked = 0;
  if (row.scan_block_lane != nullptr) {
    said_scanned = scan_block(said, left, scratch.said_scans);
    said_marked = scan_marked_block(said, left & ~said_scanned, row, scratch.said_scans);
    std::int16_t scores[kScanBlock];
    const std::uint32_t decided =
        row.scan_block_lane(scratch.said_scans, stored, said_scanned | said_marked, context, scores);
    left &= ~decided;
    for (std::uint32_t rest = decided; rest != 0; rest &= rest - 1) {
      const int k = std::countr_zero(rest);
      out[k] = {scores[k], kind, false};
    }
  }
  const std::uint32_t stored_scanned = scan_block(stored, left, scratch.stored_scans);
  // Which sizes are equal cannot be foreseen: no branch depends on one alone.
  std::uint32_t same_size = 0, equal = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const bool same = !said[k].null & (said[k].size == stored[k].size);
    same_size |= std::uint32_t{same} << k;
  }
  for (std::uint32_t rest = same_size & stored_scanned; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<std::size_t>(std::countr_zero(rest));
    equal |= std::uint32_t{std::memcmp(said[k].data, stored[k].data, said[k].size) == 0} << k;
  }
  std::uint32_t marked = 0;
  if (row.scan_block_lane == nullptr) {
    said_scanned = scan_block(said, left & ~equal, scratch.said_scans);
  } else {
    const std::uint32_t stored_seen =
        stored_scanned | scan_marked_block(stored, left & ~stored_scanned, row, scratch.stored_scans);
    marked = stored_seen & (said_scanned | said_marked) & ~(stored_scanned & said_scanned);
  }
  for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<std::size_t>(std::countr_zero(rest));
    const auto in = [k](std::uint32_t bits) { return (bits >> k & 1) != 0; };
    if (in(marked)) {
      const std::int16_t found = lane(scratch.said_scans[k], scratch.stored_scans[k], context);
      out[k] = {found, kind, false};
      if (found != kUndecided) continue;
    }
    const Scan* const stored_scan = in(stored_scanned) ? &scratch.stored_scans[k] : nullptr;
    const Scan* const said_scan = in(equal) ? stored_scan : in(said_scanned) ? &scratch.said_scans[k] : nullptr;
    out[k] = score_scanned(said[k], said_scan, stored[k], stored_scan, lane, kind, context, scratch);
  }
}

// Pairs that wait until they fill a block.
struct WaitingPairs {
  Value said[2 * kScanBlock], stored[2 * kScanBlock];
  Scored* out[2 * kScanBlock];
  std::size_t count = 0;

  void add(const Value& said_of, const Value& stored_of, Scored* out_of) {
    said[count] = said_of;
    stored[count] = stored_of;
    out[count++] = out_of;
  }
  // Of the first pairs; the others move up.
  void score(std::size_t first, Kind kind, const Context& context, Scratch& scratch) {
    Scored found[kScanBlock];
    score_block(said, stored, first, kind, context, scratch, found);
    for (std::size_t k = 0; k < first; ++k) *out[k] = found[k];
    count -= first;
    std::copy_n(said + first, count, said);
    std::copy_n(stored + first, count, stored);
    std::copy_n(out + first, count, out);
  }
};

}  // namespace

void score_rows(const Value* said, const Value* stored, std::size_t count, Kind kind, const Context& context,
                Scratch& scratch, Scored* out) {
  const BlockLane block_lane = kind_row(kind).block_lane;
  WaitingPairs waiting;
  for (std::size_t begin = 0; begin < count; begin += kScanBlock) {
    const std::size_t block = std::min(kScanBlock, count - begin);
    const Value* const saids = said + begin;
    const Value* const storeds = stored + begin;
    const std::size_t next = std::min(kScanBlock, count - begin - block);
    prefetch(storeds + block, next);
    prefetch(saids + block, next);
    if (block_lane == nullptr) {
      score_block(saids, storeds, block, kind, context, scratch, out + begin);
      continue;
    }
    const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << block) - 1);
    std::int16_t scores[kScanBlock] = {};
    const std::uint32_t decided = block_lane(saids, storeds, all, context, scores);
    // What it did not decide is overwritten.
    for (std::size_t k = 0; k < block; ++k) out[begin + k] = {scores[k], kind, false};
    for (std::uint32_t rest = all & ~decided; rest != 0; rest &= rest - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(rest));
      waiting.add(saids[k], storeds[k], out + begin + k);
    }
    if (waiting.count >= kScanBlock) waiting.score(kScanBlock, kind, context, scratch);
  }
  if (waiting.count > 0) waiting.score(waiting.count, kind, context, scratch);
}

Result result_of(std::int16_t score, Kind kind) {
  const Bands& bands = kind_row(kind).bands;
  if (score < 0) return Result::missing;
  if (score >= bands.match) return Result::match;
  return score >= bands.retry ? Result::retry : Result::mismatch;
}

Result result_of(const Judgement& judgement) { return result_of(judgement.score, judgement.kind); }

std::size_t normalize(Value value, Kind kind, Role role, const Context& context, Scratch& scratch, char* out,
                      std::size_t capacity) {
  Evidence reason;
  Side& side = scratch.stored;
  const Scan* scanned = scan_of(value, scratch.stored_scan);
  if (!admit(value, scanned, scratch.stored_scan, Evidence::stored_missing, side, reason)) return kNothing;
  split(scanned, side);
  if (kind == Kind::auto_) kind = kind_of_stored(side, context);
  const KindRow& row = kind_row(kind);
  if (side.lexemes.overflow) {
    if (side.folded.size > capacity) return kNothing;
    std::memcpy(out, side.folded.text, side.folded.size);
    return side.folded.size;
  }
  const bool found = role == Role::stored ? row.read_stored(side, context, scratch.stored_form)
                                          : row.read_said(side, context, scratch.stored_form);
  if (!found) return kNothing;
  const std::size_t size = row.write_normal(scratch.stored_form, role, context, out, capacity);
  return size == 0 ? kNothing : size;
}

}  // namespace ablmatch
