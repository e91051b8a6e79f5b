// The C interface: arguments checked, exceptions turned into statuses, everything else is the core's.
#define ABLMATCH_BUILDING
#include "ablmatch.h"

#include <cstring>
#include <memory>
#include <new>

#include "ablmatch.hpp"
#include "cpu.hpp"
#include "index.hpp"

using ablmatch::Context;
using ablmatch::Evidence;
using ablmatch::Kind;
using ablmatch::Scratch;
using ablmatch::Value;

struct ablmatch_index {
  ablmatch_index(Kind kind, const Context& region) : stored(kind, region), context(region) {}

  ablmatch::Index stored;
  Context context;
};

namespace {

// The numbers of the header are those of the core.
static_assert(ABLMATCH_EMAIL == static_cast<int>(Kind::email) && ABLMATCH_PHONE == static_cast<int>(Kind::phone) &&
              ABLMATCH_DIGITS == static_cast<int>(Kind::digits) &&
              ABLMATCH_ADDRESS == static_cast<int>(Kind::address) &&
              ABLMATCH_PERSON_NAME == static_cast<int>(Kind::person_name) &&
              ABLMATCH_TEXT == static_cast<int>(Kind::text) && ABLMATCH_AUTO == static_cast<int>(Kind::auto_) &&
              ABLMATCH_EXACT == static_cast<int>(Kind::exact) && ABLMATCH_EXACT + 1 == static_cast<int>(Kind::count_));
static_assert(ABLMATCH_MATCH == static_cast<int>(ablmatch::Result::match) &&
              ABLMATCH_RETRY == static_cast<int>(ablmatch::Result::retry) &&
              ABLMATCH_MISMATCH == static_cast<int>(ablmatch::Result::mismatch) &&
              ABLMATCH_MISSING == static_cast<int>(ablmatch::Result::missing));
static_assert(ABLMATCH_MAX_CODE_POINTS == ablmatch::kMaxCodePoints);
static_assert(ABLMATCH_NORMAL_CAPACITY >= ablmatch::kFoldCapacity);
static_assert(ABLMATCH_MISSING_SCORE == ablmatch::kMissing);
static_assert(sizeof(ablmatch_judgement) == 32 && sizeof(ablmatch_hit) == 16);

constexpr const char* kStatusTexts[] = {
    "done",
    "no such kind: email, phone, digits, address, person_name, text, auto or exact",
    "no such region: an ISO 3166 code of two letters, such as US",
    "an argument is null or out of its range",
    "the output does not fit; the size that it needs was given",
    "nothing is left of the value, or it is missing",
    "no memory",
    "ended by the caller's stop function",
    "a token pattern that would take in ordinary values",
    "the file cannot be read, is damaged, or was written by another version",
};

// The names of the core's tables end with a zero byte: they are string literals.
const char* literal(std::string_view name) { return name.data(); }

// One Scratch (about 1 MiB, of which short values touch a few pages) per thread, freed when the thread ends.
Scratch* thread_scratch() {
  static thread_local const std::unique_ptr<Scratch> own(new (std::nothrow) Scratch);
  return own.get();
}

Value value_of_text(const ablmatch_text& text) {
  return text.data == nullptr ? Value{"", 0, true} : Value{text.data, text.size, false};
}

Value value_of_row(const ablmatch_column& column, std::size_t row) {
  if (column.lengths[row] < 0) return {"", 0, true};
  return {column.data + column.offsets[row], static_cast<std::size_t>(column.lengths[row]), false};
}

void values_of_column(const void* column, std::size_t row, std::size_t count, ablmatch::ColumnRoom&, Value* out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = value_of_row(*static_cast<const ablmatch_column*>(column), row + k);
}

// A column of one row.
void value_of_one(const void* text, std::size_t, std::size_t, ablmatch::ColumnRoom&, Value* out) {
  *out = value_of_text(*static_cast<const ablmatch_text*>(text));
}

bool is_column(const ablmatch_column* column, std::size_t rows) {
  return column != nullptr &&
         (rows == 0 || (column->data != nullptr && column->offsets != nullptr && column->lengths != nullptr));
}

ablmatch_status read_terms(ablmatch_kind kind, const char* region, Context& context) {
  if (kind < 0 || kind >= static_cast<ablmatch_kind>(Kind::count_)) return ABLMATCH_UNKNOWN_KIND;
  context.region = ablmatch::find_region(region == nullptr ? "US" : std::string_view(region));
  return context.region == ablmatch::kNoRegion ? ABLMATCH_UNKNOWN_REGION : ABLMATCH_OK;
}

// The caller's stop function as the core takes one.
struct Stop {
  ablmatch_stop function;
  void* argument;

  static bool ask(void* stop) {
    const auto& asked = *static_cast<Stop*>(stop);
    return asked.function(asked.argument) != 0;
  }
};

}  // namespace

extern "C" {

uint32_t ablmatch_abi_version(void) noexcept { return ABLMATCH_ABI_VERSION; }

const char* ablmatch_version(void) noexcept { return ABLMATCH_VERSION; }

const char* ablmatch_status_text(ablmatch_status status) noexcept {
  constexpr auto count = static_cast<ablmatch_status>(sizeof kStatusTexts / sizeof *kStatusTexts);
  return status >= 0 && status < count ? kStatusTexts[status] : "no such status";
}

const char* ablmatch_cpu_level(void) noexcept {
  return literal(ablmatch::kCpuLevelNames[static_cast<std::size_t>(ablmatch::cpu_level())]);
}

ablmatch_status ablmatch_find_kind(const char* name, ablmatch_kind* kind) noexcept {
  if (name == nullptr || kind == nullptr) return ABLMATCH_BAD_ARGUMENT;
  Kind found{};
  if (!ablmatch::find_kind(name, found)) return ABLMATCH_UNKNOWN_KIND;
  *kind = static_cast<ablmatch_kind>(found);
  return ABLMATCH_OK;
}

const char* ablmatch_kind_name(ablmatch_kind kind) noexcept {
  if (kind < 0 || kind >= static_cast<ablmatch_kind>(Kind::count_)) return nullptr;
  return literal(ablmatch::kind_name(static_cast<Kind>(kind)));
}

const char* ablmatch_result_name(ablmatch_result result) noexcept {
  if (result < ABLMATCH_MATCH || result > ABLMATCH_MISSING) return nullptr;
  return literal(ablmatch::kResultNames[result]);
}

int32_t ablmatch_evidence_count(void) noexcept { return ablmatch::kEvidenceCount; }

const char* ablmatch_evidence_name(int32_t evidence) noexcept {
  if (evidence < 0 || evidence >= ablmatch::kEvidenceCount) return nullptr;
  return literal(ablmatch::evidence_name(static_cast<Evidence>(evidence)));
}

const char* ablmatch_evidence_sentence(int32_t evidence) noexcept {
  if (evidence < 0 || evidence >= ablmatch::kEvidenceCount) return nullptr;
  return literal(ablmatch::evidence_sentence(static_cast<Evidence>(evidence)));
}

ablmatch_status ablmatch_score(ablmatch_text said, ablmatch_text stored, ablmatch_kind kind, const char* region,
                               int16_t* score, ablmatch_result* result) noexcept {
  Context context;
  if (const ablmatch_status status = read_terms(kind, region, context); status != ABLMATCH_OK) return status;
  Scratch* const scratch = thread_scratch();
  if (scratch == nullptr) return ABLMATCH_NO_MEMORY;
  const ablmatch::Scored scored =
      ablmatch::score(value_of_text(said), value_of_text(stored), static_cast<Kind>(kind), context, *scratch);
  if (score != nullptr) *score = scored.score;
  if (result != nullptr) *result = static_cast<ablmatch_result>(ablmatch::result_of(scored.score, scored.kind));
  return ABLMATCH_OK;
}

ablmatch_status ablmatch_explain(ablmatch_text said, ablmatch_text stored, ablmatch_kind kind, const char* region,
                                 ablmatch_judgement* judgement) noexcept {
  if (judgement == nullptr) return ABLMATCH_BAD_ARGUMENT;
  Context context;
  if (const ablmatch_status status = read_terms(kind, region, context); status != ABLMATCH_OK) return status;
  Scratch* const scratch = thread_scratch();
  if (scratch == nullptr) return ABLMATCH_NO_MEMORY;
  const ablmatch::Judgement found =
      ablmatch::judge(value_of_text(said), value_of_text(stored), static_cast<Kind>(kind), context, *scratch);
  *judgement = {found.score,
                0,
                static_cast<ablmatch_result>(ablmatch::result_of(found)),
                static_cast<ablmatch_kind>(found.kind),
                0,
                {found.evidence.bits[0], found.evidence.bits[1]}};
  return ABLMATCH_OK;
}

ablmatch_status ablmatch_normalize(ablmatch_text value, ablmatch_kind kind, ablmatch_role role, const char* region,
                                   char* out, size_t capacity, size_t* size) noexcept {
  if (size == nullptr || (out == nullptr && capacity > 0) || (role != ABLMATCH_SAID && role != ABLMATCH_STORED)) {
    return ABLMATCH_BAD_ARGUMENT;
  }
  Context context;
  if (const ablmatch_status status = read_terms(kind, region, context); status != ABLMATCH_OK) return status;
  Scratch* const scratch = thread_scratch();
  if (scratch == nullptr) return ABLMATCH_NO_MEMORY;
  char written[ABLMATCH_NORMAL_CAPACITY];
  const std::size_t found = ablmatch::normalize(value_of_text(value), static_cast<Kind>(kind),
                                                role == ABLMATCH_SAID ? ablmatch::Role::said : ablmatch::Role::stored,
                                                context, *scratch, written, sizeof written);
  if (found == ablmatch::kNothing) return ABLMATCH_NOTHING;
  *size = found;
  if (found > capacity) return ABLMATCH_NO_ROOM;
  if (out != nullptr) std::memcpy(out, written, found);
  return ABLMATCH_OK;
}

ablmatch_status ablmatch_register_token_pattern(ablmatch_text pattern, int32_t anywhere, const char** why) noexcept {
  if (pattern.data == nullptr) return ABLMATCH_BAD_ARGUMENT;
  const char* const problem = ablmatch::register_token_pattern({pattern.data, pattern.size}, anywhere != 0);
  if (problem == nullptr) return ABLMATCH_OK;
  if (why != nullptr) *why = problem;
  return ABLMATCH_BAD_PATTERN;
}

ablmatch_status ablmatch_score_columns(const ablmatch_column* said, const ablmatch_column* stored, size_t rows,
                                       ablmatch_kind kind, const char* region, int32_t threads, int16_t* scores,
                                       uint8_t* results, size_t* invalid, ablmatch_stop stop,
                                       void* stop_argument) noexcept {
  if (!is_column(said, rows) || !is_column(stored, rows) || threads < 1) return ABLMATCH_BAD_ARGUMENT;
  Context context;
  if (const ablmatch_status status = read_terms(kind, region, context); status != ABLMATCH_OK) return status;
  const ablmatch::Batch batch{values_of_column,        said,    values_of_column, stored,  rows,
                              static_cast<Kind>(kind), context, scores,           results, invalid};
  Stop asked{stop, stop_argument};
  bool ended = false;
  const auto ask = [](void* both) {
    auto& [stops, noted] = *static_cast<std::pair<Stop*, bool*>*>(both);
    return *noted = Stop::ask(stops);
  };
  std::pair<Stop*, bool*> both{&asked, &ended};
  const bool whole = ablmatch::run_batch(batch, threads, stop == nullptr ? nullptr : +ask, &both);
  if (whole) return ABLMATCH_OK;
  return ended ? ABLMATCH_STOPPED : ABLMATCH_NO_MEMORY;
}

ablmatch_status ablmatch_index_new(const ablmatch_column* stored, size_t rows, ablmatch_kind kind, const char* region,
                                   int32_t threads, ablmatch_index** index) noexcept {
  if (index == nullptr || !is_column(stored, rows) || threads < 1) return ABLMATCH_BAD_ARGUMENT;
  Context context;
  if (const ablmatch_status status = read_terms(kind, region, context); status != ABLMATCH_OK) return status;
  try {
    auto made = std::make_unique<ablmatch_index>(static_cast<Kind>(kind), context);
    for (std::size_t row = 0; row < rows; ++row) made->stored.add(value_of_row(*stored, row));
    if (!made->stored.build(threads, nullptr, nullptr)) return ABLMATCH_NO_MEMORY;
    *index = made.release();
    return ABLMATCH_OK;
  } catch (const std::bad_alloc&) {
    return ABLMATCH_NO_MEMORY;
  }
}

size_t ablmatch_index_size(const ablmatch_index* index) noexcept { return index == nullptr ? 0 : index->stored.size(); }

ablmatch_status ablmatch_index_search(const ablmatch_index* index, ablmatch_text said, size_t limit, int16_t min_score,
                                      int32_t threads, ablmatch_hit* hits, size_t* found) noexcept {
  if (index == nullptr || hits == nullptr || found == nullptr || limit < 1 || min_score < 0 || min_score > 100 ||
      threads < 1) {
    return ABLMATCH_BAD_ARGUMENT;
  }
  try {
    std::vector<std::vector<ablmatch::Hit>> rows;
    const std::size_t most = std::min(limit, std::max<std::size_t>(1, index->stored.size()));
    if (!index->stored.search({value_of_one, &said, 1, most, min_score}, threads, nullptr, nullptr, rows)) {
      return ABLMATCH_NO_MEMORY;
    }
    *found = 0;
    for (const ablmatch::Hit& hit : rows[0]) hits[(*found)++] = {hit.position, hit.score, {0, 0, 0}};
    return ABLMATCH_OK;
  } catch (const std::bad_alloc&) {
    return ABLMATCH_NO_MEMORY;
  }
}

void ablmatch_index_free(ablmatch_index* index) noexcept { delete index; }

}  // extern "C"
