#pragma once

#include <string>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::sql_tests {

using Lines = std::vector<std::string>;

/// Something that happens to a running query; output is settled after each.
struct Step {
  enum class Kind {
    kRows,       // rows for `table`
    kWatermark,  // `argument`: its time, or max
    kEnd,        // `table` ends
    kAdvance,    // the clock goes on by `argument`
    kBarrier,
    kRestore,
  };
  Kind kind = Kind::kRows;
  std::string table;
  std::string argument;
  Lines rows;
  size_t line = 0;
};

struct Block {
  enum class Kind { kStatement, kError, kChangelog, kTable, kSame, kPlan, kTimeline };
  Kind kind = Kind::kStatement;
  /// What follows the block's word: "ok", an error code, a duration.
  std::string argument;
  std::string sql;
  /// kSame: the query that gives the same.
  std::string other_sql;
  std::vector<Step> steps;
  Lines expected;
  size_t line = 0;
  /// Lines of the file that hold `expected`: [first, end), from 0.
  size_t expected_first = 0;
  size_t expected_end = 0;
};

/// A file of SQL and what it must give.
///
///   # name: tests/sql/<area>/<subject>.test
///   # what: one line
///   # groups: words, separated by commas
///   # modes: parallelism=1, because <reason>       optional: what the file is restricted to
///
///   statement ok                a statement that succeeds; an INSERT runs to its end
///   error CODE                  a statement that fails, now or when it runs; behind ---- a part of its message, or
///                               <regex>; before that may stand, with their kinds, all rows that it gives before it fails
///   changelog                   a query, steps, and behind ---- its rows with their kinds
///   table                       the same, rows without kinds in any order: what is left after all changes; or what SHOW,
///                               DESCRIBE and the like list
///   same                        a query, ----, a query with the same result; then steps
///   plan                        a statement, and behind ---- what EXPLAIN says
///   timeline DURATION           INSERT statements divided by ;, and behind ---- "MS line" for every line that is
///   printed
///
/// Steps: `feed TABLE` and rows, one a line, kinds in front where it is not +I; inside or after it `watermark TIME`,
/// `barrier`, `restore`, `end`; anywhere `advance DURATION`. Values stand between blanks, text with blanks in double
/// quotes, NULL is NULL, a timestamp is 1970-01-01T00:00:05, 00:00:05 or 5000. Blocks end at an empty line; a line with
/// # is a comment.
struct SqlFile {
  std::string path;
  std::string name;
  std::string what;
  std::string groups;
  /// "key=value" as written.
  Lines restrictions;
  std::vector<Block> blocks;
  Lines lines;

  bool uses(Step::Kind kind) const;
};

Result<SqlFile> read_sql_file(const std::string& path);

}  // namespace eddyline::sql_tests
