// What the extension uses of DuckDB: the C extension API, a table of function pointers that DuckDB hands to an extension.
//
// Declared here in our own words, for the few functions that are called. Names, order and signatures are those of the
// stable part of duckdb_extension.h (DuckDB 1.2.0, MIT licence), which DuckDB promises to all later versions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ablmatch::duckdb {

// The version of the API that is asked for: DuckDB refuses to load the extension where it has less.
inline constexpr const char* kApiVersion = "v1.2.0";

// Handles that belong to DuckDB; those that the extension makes are destroyed by it.
using Database = struct OpaqueDatabase*;
using Connection = struct OpaqueConnection*;
using Type = struct OpaqueType*;
using Chunk = struct OpaqueChunk*;
using Vector = struct OpaqueVector*;
using Function = struct OpaqueFunction*;
using FunctionInfo = struct OpaqueFunctionInfo*;
using ExtensionInfo = struct OpaqueExtensionInfo*;

// Called for each chunk of rows, by any of DuckDB's threads.
using ScalarFunction = void (*)(FunctionInfo info, Chunk input, Vector output);

// What an extension's first function is given.
struct Access {
  void (*set_error)(ExtensionInfo info, const char* message);
  Database* (*database)(ExtensionInfo info);
  const void* (*api)(ExtensionInfo info, const char* version);  // null: DuckDB is older
};

enum class State : int { success, error };

// DuckDB's numbers of its types.
enum class TypeId : int {
  boolean = 1,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  timestamp,
  date,
  time,
  interval,
  hugeint,
  varchar,
  blob,
  decimal,
  timestamp_s,
  timestamp_ms,
  timestamp_ns,
  enumeration,
  list,
  structure,
  map,
  uuid,
  union_,
  bit,
  time_tz,
  timestamp_tz,
  uhugeint,
  array,
  any,
  bignum,
  null,
  text_literal,
  integer_literal,
  time_ns,
};

// A text of a vector: up to 12 bytes stand in it, padded with zeros, longer ones elsewhere.
union Text {
  static constexpr std::uint32_t kInlined = 12;

  struct {
    std::uint32_t size;
    char text[kInlined];
  } inlined;
  struct {
    std::uint32_t size;
    char prefix[4];
    const char* text;
  } elsewhere;

  std::size_t size() const { return inlined.size; }
  // Chosen without a branch: which of the two places it is cannot be foreseen.
  const char* data() const {
    const char* const places[] = {inlined.text, elsewhere.text};
    return places[size() > kInlined];
  }
};
static_assert(sizeof(Text) == 16);

// Which of the texts of a list vector are a row's.
struct ListEntry {
  std::uint64_t begin, count;
};

// The table, copied: DuckDB's own is gone when the extension is loaded. Each function names its place in it.
class Api {
 public:
  explicit Api(const void* table) { std::memcpy(static_cast<void*>(slots_), table, sizeof slots_); }

  State connect(Database database, Connection* out) const { return call<3, State>(database, out); }
  void disconnect(Connection* connection) const { call<6, void>(connection); }
  void free(void* text) const { call<25, void>(text); }

  Type new_type(TypeId id) const { return call<156, Type>(id); }
  Type new_list_type(Type of) const { return call<159, Type>(of); }
  TypeId type_id(Type type) const { return call<166, TypeId>(type); }
  TypeId enum_index_type(Type type) const { return call<170, TypeId>(type); }
  char* enum_value(Type type, std::uint64_t index) const { return call<172, char*>(type, index); }  // to be freed
  void destroy(Type* type) const { call<184, void>(type); }

  std::uint64_t columns(Chunk chunk) const { return call<189, std::uint64_t>(chunk); }
  Vector column(Chunk chunk, std::uint64_t at) const { return call<190, Vector>(chunk, at); }
  std::uint64_t rows(Chunk chunk) const { return call<191, std::uint64_t>(chunk); }

  Type new_type_of(Vector vector) const { return call<193, Type>(vector); }
  void* data(Vector vector) const { return call<194, void*>(vector); }
  // A bit a row, from the lowest of the first word on; null where all are valid.
  std::uint64_t* validity(Vector vector) const { return call<195, std::uint64_t*>(vector); }
  void make_validity(Vector vector) const { call<196, void>(vector); }
  void set_text(Vector vector, std::uint64_t row, const char* text, std::uint64_t size) const {
    call<198, void>(vector, row, text, size);
  }
  Vector list_texts(Vector vector) const { return call<199, Vector>(vector); }
  State set_list_size(Vector vector, std::uint64_t size) const { return call<201, State>(vector, size); }
  State reserve_list(Vector vector, std::uint64_t size) const { return call<202, State>(vector, size); }

  Function new_function() const { return call<209, Function>(); }
  void destroy(Function* function) const { call<210, void>(function); }
  void set_name(Function function, const char* name) const { call<211, void>(function, name); }
  void take_any_number_of(Function function, Type type) const { call<212, void>(function, type); }
  void take_nulls(Function function) const { call<213, void>(function); }
  void set_answer(Function function, Type type) const { call<216, void>(function, type); }
  void set_body(Function function, ScalarFunction body) const { call<218, void>(function, body); }
  State add(Connection connection, Function function) const { return call<219, State>(connection, function); }
  void fail(FunctionInfo info, const char* message) const { call<221, void>(info, message); }

 private:
  template <std::size_t slot, class Answer, class... Arguments>
  Answer call(Arguments... arguments) const {
    static_assert(slot < kSlots);
    return reinterpret_cast<Answer (*)(Arguments...)>(slots_[slot])(arguments...);
  }

  static constexpr std::size_t kSlots = 222;
  void (*slots_[kSlots])();
};

// The API of the DuckDB that loaded the extension first.
const Api& api();

}  // namespace ablmatch::duckdb
