// The core for WebAssembly: numbers and addresses in, numbers and addresses out, no import from the host, one thread.
// core.mjs is its only caller; it writes texts as UTF-8 into rooms that it got from `allocate`.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ablmatch.hpp"
#include "guards.hpp"

#define ABLMATCH_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// The standard library would write to a console first: with these, nothing is asked of the host, and all that printing
// needs is left out. A trap is an exception in JavaScript.
extern "C" void abort() { __builtin_trap(); }
extern "C" void __abort_message(const char*, ...) { __builtin_trap(); }
namespace std {
inline namespace _LIBCPP_ABI_NAMESPACE {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
}  // namespace _LIBCPP_ABI_NAMESPACE
}  // namespace std

namespace ablmatch {
namespace {

constexpr std::int32_t kAbsent = -1;       // the size of a value that is not there
constexpr std::int32_t kUnknown = -2;      // no such kind or region: the caller raises
constexpr std::int32_t kNothingLeft = -1;  // of a normalized value

Scratch scratch;
std::string answer;  // the last text given back

Value value_at(const char* text, std::int32_t size) {
  if (size == kAbsent) return {"", 0, true};
  return {text, static_cast<std::size_t>(size), false};
}

// `region`: two letters, the first in the low byte.
bool read_terms(std::int32_t kind, std::int32_t region, Context& context) {
  if (kind < 0 || kind >= static_cast<std::int32_t>(Kind::count_)) return false;
  const char code[] = {static_cast<char>(region & 0xFF), static_cast<char>(region >> 8 & 0xFF)};
  context.region = find_region({code, sizeof code});
  return context.region != kNoRegion;
}

// Score in the low half (as 16 bits), result above it.
std::int32_t packed(std::int16_t score, Kind kind) {
  return (score & 0xFFFF) | static_cast<std::int32_t>(result_of(score, kind)) << 16;
}

void append_number(std::uint32_t number) { answer.append(reinterpret_cast<const char*>(&number), sizeof number); }

void append_text(std::string_view text) {
  append_number(static_cast<std::uint32_t>(text.size()));
  answer.append(text);
}

}  // namespace

// ---- memory and names ------------------------------------------------------------------------------------------

ABLMATCH_EXPORT(allocate) void* allocate(std::size_t size) { return std::malloc(size); }
ABLMATCH_EXPORT(release) void release(void* room) { std::free(room); }

// Where the last text given back begins; it stays until the next call.
ABLMATCH_EXPORT(answer_at) const char* answer_at() { return answer.data(); }

// Size of the name or sentence number `k` of a table (0 kinds, 1 results, 2 evidence, 3 its sentences, 4 the version), which
// is put into the answer; -1 behind the last.
ABLMATCH_EXPORT(name_of) std::int32_t name_of(std::int32_t table, std::int32_t k) {
  constexpr std::int32_t counts[] = {static_cast<std::int32_t>(Kind::count_), 4, kEvidenceCount, kEvidenceCount, 1};
  if (table < 0 || table > 4 || k < 0 || k >= counts[table]) return -1;
  switch (table) {
    case 0: answer = kind_name(static_cast<Kind>(k)); break;
    case 1: answer = kResultNames[k]; break;
    case 2: answer = evidence_name(static_cast<Evidence>(k)); break;
    case 3: answer = evidence_sentence(static_cast<Evidence>(k)); break;
    default: answer = ABLMATCH_VERSION; break;
  }
  return static_cast<std::int32_t>(answer.size());
}

// ---- one pair --------------------------------------------------------------------------------------------------

ABLMATCH_EXPORT(score)
std::int32_t score_of(const char* said, std::int32_t said_size, const char* stored, std::int32_t stored_size,
                      std::int32_t kind, std::int32_t region) {
  Context context;
  if (!read_terms(kind, region, context)) return kUnknown;
  const Scored scored =
      score(value_at(said, said_size), value_at(stored, stored_size), static_cast<Kind>(kind), context, scratch);
  return packed(scored.score, scored.kind);
}

// As `score`, and the answer holds, as 32-bit numbers and texts with their sizes before them: the kind, the two words of
// evidence in 32-bit halves, the reading, and the parts (name, said, stored, how) to its end.
ABLMATCH_EXPORT(explain)
std::int32_t explain(const char* said, std::int32_t said_size, const char* stored, std::int32_t stored_size,
                     std::int32_t kind, std::int32_t region) {
  Context context;
  if (!read_terms(kind, region, context)) return kUnknown;
  PartSink sink;
  const Judgement found =
      judge(value_at(said, said_size), value_at(stored, stored_size), static_cast<Kind>(kind), context, scratch, &sink);
  answer.clear();
  append_number(static_cast<std::uint32_t>(found.kind));
  for (const std::uint64_t bits : found.evidence.bits) {
    append_number(static_cast<std::uint32_t>(bits));
    append_number(static_cast<std::uint32_t>(bits >> 32));
  }
  append_text(sink.reading);
  for (const Part& part : sink.parts) {
    append_text(part.name);
    append_text(part.said);
    append_text(part.stored);
    append_text(part.how);
  }
  return packed(found.score, found.kind);
}

// Bytes of the last text given back.
ABLMATCH_EXPORT(answer_size) std::int32_t answer_size() { return static_cast<std::int32_t>(answer.size()); }

// Size of the canonical form, which is the answer; -1 when nothing is left. `stored` other than 0: as the stored side.
ABLMATCH_EXPORT(normalize)
std::int32_t normalized(const char* value, std::int32_t size, std::int32_t kind, std::int32_t stored,
                        std::int32_t region) {
  Context context;
  if (!read_terms(kind, region, context)) return kUnknown;
  answer.resize(kFoldCapacity);
  const std::size_t found =
      normalize(value_at(value, size), static_cast<Kind>(kind), stored != 0 ? Role::stored : Role::said, context,
                scratch, answer.data(), answer.size());
  answer.resize(found == kNothing ? 0 : found);
  return found == kNothing ? kNothingLeft : static_cast<std::int32_t>(found);
}

// Size of the answer that says what is wrong with a token pattern; 0 where it is known from now on.
ABLMATCH_EXPORT(register_token_pattern)
std::int32_t register_pattern(const char* pattern, std::int32_t size, std::int32_t anywhere) {
  const char* const problem = register_token_pattern({pattern, static_cast<std::size_t>(size)}, anywhere != 0);
  answer = problem == nullptr ? "" : problem;
  return static_cast<std::int32_t>(answer.size());
}

// ---- columns ---------------------------------------------------------------------------------------------------

// Pair k: the next said_sizes[k] bytes of `said`, the next stored_sizes[k] of `stored`; a size of -1 is an absent value.
// `scores` gets 16-bit scores, `results` bytes; either may be 0.
ABLMATCH_EXPORT(score_pairs)
std::int32_t score_pairs(const char* said, const std::int32_t* said_sizes, const char* stored,
                         const std::int32_t* stored_sizes, std::int32_t rows, std::int32_t kind, std::int32_t region,
                         std::int16_t* scores, std::uint8_t* results) {
  Context context;
  if (!read_terms(kind, region, context)) return kUnknown;
  constexpr std::int32_t kBlock = 256;
  Value saids[kBlock], storeds[kBlock];
  Scored found[kBlock];
  const auto next = [](const char*& text, std::int32_t size) {
    const Value value = value_at(text, size);
    text += value.size;
    return value;
  };
  for (std::int32_t begin = 0; begin < rows; begin += kBlock) {
    const std::int32_t count = rows - begin < kBlock ? rows - begin : kBlock;
    for (std::int32_t k = 0; k < count; ++k) {
      saids[k] = next(said, said_sizes[begin + k]);
      storeds[k] = next(stored, stored_sizes[begin + k]);
    }
    score_rows(saids, storeds, static_cast<std::size_t>(count), static_cast<Kind>(kind), context, scratch, found);
    for (std::int32_t k = 0; k < count; ++k) {
      if (scores != nullptr) scores[begin + k] = found[k].score;
      if (results != nullptr) results[begin + k] = static_cast<std::uint8_t>(result_of(found[k].score, found[k].kind));
    }
  }
  return 0;
}

}  // namespace ablmatch
