// What DuckDB calls when it loads the extension, and what the Python module calls before.
#include <atomic>
#include <new>

#include "../guards.hpp"
#include "api.hpp"
#include "functions.hpp"

#if defined(_WIN32)
#define ABLMATCH_EXPORT __declspec(dllexport)
#else
#define ABLMATCH_EXPORT __attribute__((visibility("default")))
#endif

namespace ablmatch::duckdb {
namespace {

std::atomic<const Api*> loaded_api{nullptr};

// Keeps the table of the first DuckDB that loads the extension; all instances of the process have the same one.
bool keep_api(const void* table) {
  const Api* const own = new (std::nothrow) Api(table);
  if (own == nullptr) return false;
  const Api* before = nullptr;
  if (!loaded_api.compare_exchange_strong(before, own)) delete own;
  return true;
}

}  // namespace

const Api& api() { return *loaded_api.load(std::memory_order_acquire); }

}  // namespace ablmatch::duckdb

extern "C" {

// DuckDB finds it by the name of the file; called once for each database instance. False: the error says why.
ABLMATCH_EXPORT bool ablmatch_init_c_api(ablmatch::duckdb::ExtensionInfo info,
                                         const ablmatch::duckdb::Access* access) noexcept {
  using namespace ablmatch::duckdb;
  const void* const table = access->api(info, kApiVersion);
  if (table == nullptr) return false;  // DuckDB has set the error
  if (!keep_api(table)) {
    access->set_error(info, "no memory");
    return false;
  }
  Connection connection = nullptr;
  if (api().connect(*access->database(info), &connection) != State::success) {
    access->set_error(info, "ablmatch cannot connect to the database");
    return false;
  }
  const bool added = add_functions(connection);
  api().disconnect(&connection);
  if (!added) access->set_error(info, "ablmatch cannot add its functions");
  return added;
}

// The extension has the core once more. Vault tokens of shapes that were registered in Python must be known to it, too.
ABLMATCH_EXPORT void ablmatch_share_token_shapes(ablmatch::TokenShapes* shapes) noexcept {
  ablmatch::share_token_shapes(shapes);
}

}  // extern "C"
