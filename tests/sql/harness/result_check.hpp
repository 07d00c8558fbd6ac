#pragma once

#include "tests/sql/harness/query_run.hpp"

namespace eddyline::sql_tests {

/// Rows with kinds, in order.
Lines changelog_lines(const QueryResult& result);

/// What is left after all changes, sorted, without kinds.
/// Errors   kDataError for a row taken back that is not there.
Result<Lines> table_lines(const QueryResult& result);

/// Brings the rows into an order that two right results of one query share: with one subtask the order they came in;
/// else rows of one key (a key being `keys` of each) stay in order and the rest is sorted. `expected` is brought into
/// the same order by the keys of the actual rows with the same text.
struct ComparableChangelogs {
  Lines expected;
  Lines actual;
};
ComparableChangelogs comparable(const Lines& expected, const QueryResult& actual, bool one_subtask);

}  // namespace eddyline::sql_tests
