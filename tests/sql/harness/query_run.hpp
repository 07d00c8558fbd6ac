#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/sql/harness/sql_engine.hpp"
#include "tests/sql/harness/sql_file.hpp"

namespace eddyline::sql_tests {

/// One row that a query gave.
struct ResultRow {
  RowKind kind = RowKind::kInsert;
  /// Without the kind, as row_text writes it.
  std::string text;
  /// Text of the columns of the upsert key; empty if the query has none.
  std::string key;

  std::string with_kind() const { return std::string(row_kind_text(kind)) + " " + text; }
};

struct QueryResult {
  std::vector<ResultRow> rows;
  /// Rows of one key are in order, others may not be where several subtasks wrote them.
  bool has_key = false;
  bool updating = false;
};

/// Queries that run together while a block's steps happen to their tables.
class QueryRun {
 public:
  explicit QueryRun(SqlEngine& engine) : tables_(engine.tables()), jobs_(engine.begin()) {}

  /// A SELECT; its result has the next index. Or an INSERT, which has none.
  Status add(sql::StatementResult statement);
  /// Each step, and what it causes; then the first error of a job, or of one that still runs though all tables ended.
  Status apply(const std::vector<Step>& steps);
  /// Until all have ended; the first error of a job, or of one that does not end.
  Status run_to_end();
  Status run_for_ms(int64_t milliseconds);

  const QueryResult& result(size_t query) const { return queries_[query].result; }

 private:
  struct Query {
    RowType columns;
    std::vector<size_t> key;
    size_t job = 0;
    QueryResult result;
  };

  Status add_query(sql::QueryJob query);
  Status apply(const Step& step);
  Status feed(const Step& step);
  Status settle();
  Status take_results();

  ScriptTables& tables_;
  std::unique_ptr<JobRun> jobs_;
  size_t job_count_ = 0;
  std::vector<Query> queries_;
};

}  // namespace eddyline::sql_tests
