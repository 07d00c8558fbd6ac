#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"

namespace eddyline::sql {

/// A case of a data file: a first line of words, lines up to `----`, and the answer, which `====` ends. Lines that
/// begin with # before the first line are comments.
struct ClientCase {
  std::string comment;
  std::string head;
  std::vector<std::string> lines;
  std::string expected;
};

/// Compares the answers of every case of tests/unit/sql/client/data/<name>.txt; with REWRITE=1 in the environment
/// writes them.
void check_client_cases(const std::string& name, const std::function<std::string(const ClientCase&)>& answer);

/// "a BIGINT, b STRING".
Result<RowType> parse_columns(const std::string& text);

/// Rows written "+I | 1 | text | null": a kind and a cell a column; numbers, DECIMAL, temporal types and intervals as
/// the number they are held as.
Result<Batch> parse_rows(const RowType& columns, const std::vector<std::string>& lines);

}  // namespace eddyline::sql
