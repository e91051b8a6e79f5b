// What a kind is: the row that the rest of the core reads, and the scratch in which it works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>

#include "../evidence.hpp"
#include "../lexemes.hpp"
#include "../phone_plan.hpp"
#include "../scan.hpp"
#include "../value.hpp"

namespace ablmatch {

enum class Kind : std::uint8_t { email, phone, digits, address, person_name, text, auto_, exact, count_ };

enum class Role : std::uint8_t { said, stored };

// What a comparison is told beside the two values.
struct Context {
  RegionId region;  // whose numbering plan reads national numbers (default "US")
};

// One value on its way through a kind. `raw` is valid UTF-8 of at most kMaxCodePoints code points, not blank
// and no vault token (guards.hpp has seen it); `folded` and `lexemes` are filled by the caller.
struct Side {
  std::string_view raw;
  Folded folded;
  Lexemes lexemes;
  const Scan* scan;  // of the folded text, or null where it is long or not ASCII; set for comparisons
};

// Room for a kind's form of one value. A form is trivially constructible and borrows from its Side, which
// outlives it; it is not initialized: read_* sets what compare reads.
inline constexpr std::size_t kFormCapacity = 256 * 1024;
struct FormStorage {
  alignas(64) std::byte bytes[kFormCapacity];

  template <class Form>
  Form& make() {
    static_assert(sizeof(Form) <= kFormCapacity && std::is_trivially_destructible_v<Form>);
    return *::new (static_cast<void*>(bytes)) Form;
  }
  template <class Form>
  const Form& as() const {
    return *std::launder(reinterpret_cast<const Form*>(bytes));
  }
};

// Results by score: match from `match` up, retry from `retry` up, mismatch below, missing below 0.
struct Bands {
  std::int16_t match;
  std::int16_t retry;
};

// What a lane answers when the pair needs the kind's whole reading.
inline constexpr std::int16_t kUndecided = -2;

// A fast lane: the score that reading and comparing the two values would give (-1: missing), or kUndecided. It sees most
// pairs of a batch and gives no evidence; explanations never take it. Fuzzing and tests hold it against the whole
// reading, which is the only definition of a score.
using Lane = std::int16_t (*)(const Scan& said, const Scan& stored, const Context& context);

// Decides pairs of a block (bits of `wanted`, at most kScanBlock) by their bytes, before any value is scanned: gives the
// bits of those it decided, whose scores it sets, as the lane would. For one pair alone it is not worth its while.
using BlockLane = std::uint32_t (*)(const Value* said, const Value* stored, std::uint32_t wanted,
                                    const Context& context, std::int16_t* scores);

// The same of pairs of which what was said was scanned, or has a marked scan.
using ScanBlockLane = std::uint32_t (*)(const Scan* said, const Value* stored, std::uint32_t wanted,
                                        const Context& context, std::int16_t* scores);

// One kind. `read_*` return false when the kind finds nothing in the value (stored: missing; said: a wrong
// answer). They may edit side.lexemes. `compare` gives 0..100; it may use both forms and must not change them.
// `write_normal` writes the canonical text of a form (UTF-8), at most `capacity` bytes, and returns how many.
struct KindRow {
  std::string_view name;
  Bands bands;
  // Equal folded text means equal values (score 100): false for email and exact, which tell more apart than folding does.
  bool fold_decides;
  bool (*read_stored)(Side& side, const Context& context, FormStorage& form);
  bool (*read_said)(Side& side, const Context& context, FormStorage& form);
  Verdict (*compare)(const FormStorage& said, const FormStorage& stored, const Context& context, PartSink* parts);
  std::size_t (*write_normal)(const FormStorage& form, Role role, const Context& context, char* out,
                              std::size_t capacity);
  Lane lane;  // null: none
  // The kind reads nothing but the folded text, so the lane may see a value that folds to ASCII (Café).
  bool lane_reads_folded = false;
  // Scans values that scan() refuses, for accents and the like, as far as the lane may see them so; null: none.
  bool (*scan_marked)(std::string_view raw, Scan& out) = nullptr;
  Lane marked_lane = nullptr;  // of pairs with such a value; null: `lane`
  BlockLane block_lane = nullptr;  // null: none
  ScanBlockLane scan_block_lane = nullptr;  // null: none
};

}  // namespace ablmatch
