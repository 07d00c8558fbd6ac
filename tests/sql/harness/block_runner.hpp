#pragma once

#include "tests/sql/harness/query_run.hpp"
#include "tests/sql/harness/sql_file.hpp"

namespace eddyline::sql_tests {

/// What a block must give and what it gave, line by line.
struct BlockOutcome {
  Lines expected;
  Lines actual;
  /// What REWRITE puts into the file; nothing where a block has no result of its own.
  std::optional<Lines> rewritten;
};

/// Runs the blocks of one file, one after the other, in one session.
class BlockRunner {
 public:
  /// The engine is borrowed. `one_subtask`: whether a query's rows have one order.
  BlockRunner(SqlEngine& engine, bool one_subtask) : engine_(engine), one_subtask_(one_subtask) {}

  /// Errors   the block did not run as it should have; otherwise the outcome says whether it gave the right thing.
  Result<BlockOutcome> run(const Block& block);

 private:
  Result<BlockOutcome> run_statement(const Block& block);
  Result<BlockOutcome> run_error(const Block& block);
  Result<BlockOutcome> run_changelog(const Block& block);
  Result<BlockOutcome> run_table(const Block& block);
  Result<BlockOutcome> run_same(const Block& block);
  Result<BlockOutcome> run_plan(const Block& block);
  Result<BlockOutcome> run_timeline(const Block& block);
  /// Runs one query through its steps.
  Result<QueryResult> run_query(const Block& block);
  /// Adds what the queries gave to `results`, up to the failure if there is one.
  Status attempt(const Block& block, QueryResult& results);

  SqlEngine& engine_;
  const bool one_subtask_;
};

}  // namespace eddyline::sql_tests
