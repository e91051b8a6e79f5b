// The C++ face of the matcher in one screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evidence.hpp"
#include "guards.hpp"
#include "kinds/kind.hpp"
#include "kinds/registry.hpp"
#include "value.hpp"

namespace ablmatch {

enum class Result : std::uint8_t { match, retry, mismatch, missing };
inline constexpr std::string_view kResultNames[] = {"match", "retry", "mismatch", "missing"};
inline constexpr std::int16_t kMissing = -1;

// Everything that one comparison needs, reused from pair to pair: about 1 MiB, made once per thread.
struct Scratch {
  Side said, stored;
  FormStorage said_form, stored_form;
  Scan said_scan, stored_scan;
  Scan said_scans[kScanBlock], stored_scans[kScanBlock];
};

struct Judgement {
  std::int16_t score;     // 0..100, or kMissing
  Kind kind;              // the kind that judged (auto resolved)
  EvidenceSet evidence;
};

// Judges one pair. Never throws, never allocates (without `parts`), reads nothing but its arguments.
Judgement judge(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch,
                PartSink* parts = nullptr);

// The score alone: what judge gives, found on the kind's fast lane where it has one that decides the pair.
struct Scored {
  std::int16_t score;
  Kind kind;     // the kind that judged (auto resolved)
  bool invalid;  // a value was not valid Unicode
};
Scored score(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch);

// score() of `count` pairs, which takes less time for each: values are scanned side by side.
void score_rows(const Value* said, const Value* stored, std::size_t count, Kind kind, const Context& context,
                Scratch& scratch, Scored* out);

Result result_of(const Judgement& judgement);
Result result_of(std::int16_t score, Kind kind);

// The canonical form of one value, UTF-8 in `out`; SIZE_MAX when nothing is left (or the value is missing).
// kFoldCapacity bytes always suffice.
inline constexpr std::size_t kNothing = SIZE_MAX;
std::size_t normalize(Value value, Kind kind, Role role, const Context& context, Scratch& scratch, char* out,
                      std::size_t capacity);

// ---- batches (batch.cpp) -------------------------------------------------------------------------------------

// Rows that a column gives at a time, at most.
inline constexpr std::size_t kColumnRows = 256;

// Room that a column may use while it gives values: text that it has to make (decimal figures of integers), and where
// the last row was found. `hint` is zeroed at the start; one room per thread and column.
struct ColumnRoom {
  std::size_t hint;
  char text[kColumnRows][24];
};

// A column of values: called with a row number and a count of 1 to kColumnRows, gives the values of so many rows, which
// are valid until the next call with the same room. Implementations must be safe to call from several threads at once
// with different rooms.
using Column = void (*)(const void* column, std::size_t row, std::size_t count, ColumnRoom& room, Value* out);

struct Batch {
  Column said;
  const void* said_column;
  Column stored;
  const void* stored_column;
  std::size_t rows;
  Kind kind;
  Context context;
  std::int16_t* scores;    // out, rows long; may be null
  std::uint8_t* results;   // out, rows long, Result codes; may be null
  std::size_t* invalid;    // out, number of pairs with invalid text (a BatchRun adds to it); may be null
};

// Judges all rows on at most `threads` threads, the calling one among them (fewer when there is little to do). `stop`
// (may be null) is polled between chunks, by the calling thread only; a true answer ends the run early. Returns false
// when it was ended early or there was no memory for the calling thread's Scratch; the outputs are then incomplete.
// For values that come block by block there is BatchRun (batch_run.hpp).
bool run_batch(const Batch& batch, int threads, bool (*stop)(void*), void* stop_argument);

}  // namespace ablmatch
