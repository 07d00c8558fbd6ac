#pragma once

#include "programs/sql/client_arguments.hpp"

namespace eddyline::programs {

/// Runs the SQL client: statements of a file, of a pipe, or typed at a prompt. Returns the exit code: 0; 1 when it could not start or
/// when a statement of a file or pipe failed; 128 and more after a signal that ended it.
int run_sql_client(const ClientArguments& arguments);

}  // namespace eddyline::programs
