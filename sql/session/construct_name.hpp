#pragma once

#include <string>

#include "sql/parser/ast_statement.hpp"

namespace eddyline::sql {

/// The words that a statement begins with, for messages: "SHOW JOBS", "DROP DATABASE", "ALTER TABLE".
std::string construct_name(const Statement& statement);

}  // namespace eddyline::sql
