// The SQL functions of the extension.
#pragma once

#include "api.hpp"

namespace ablmatch::duckdb {

// Adds them to the database of a connection; false where DuckDB refuses one.
bool add_functions(Connection connection);

}  // namespace ablmatch::duckdb
