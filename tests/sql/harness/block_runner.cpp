#include "tests/sql/harness/block_runner.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <sstream>

#include "tests/sql/harness/printed_lines.hpp"
#include "tests/sql/harness/result_check.hpp"
#include "tests/sql/harness/row_text.hpp"

namespace eddyline::sql_tests {
namespace {

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

bool runs_a_job(const sql::StatementResult& result) {
  return std::holds_alternative<sql::QueryJob>(result) || std::holds_alternative<sql::InsertJob>(result);
}

/// "<...>" is a regular expression, everything else a part of the message; blank lines of the message are left out,
/// because a block has none.
bool says(const std::string& message, const std::string& expected) {
  Lines lines = split_lines(message);
  std::erase(lines, "");
  const std::string text = joined(lines);
  if (expected.starts_with('<') && expected.ends_with('>')) {
    return RE2::PartialMatch(text, expected.substr(1, expected.size() - 2));
  }
  return text.find(expected) != std::string::npos;
}

/// SHOW, DESCRIBE and the like: cells are text already.
QueryResult static_result(const sql::StaticTable& table) {
  QueryResult result;
  for (const std::vector<std::string>& cells : table.rows) {
    std::string text;
    for (const std::string& cell : cells) text += (text.empty() ? "" : " ") + quoted_if_needed(cell);
    result.rows.push_back({RowKind::kInsert, text, ""});
  }
  return result;
}

bool is_changelog_row(std::string_view line) {
  return line.starts_with("+I ") || line.starts_with("+U ") || line.starts_with("-U ") || line.starts_with("-D ");
}

/// The lines without those that are not in `came`, where each stands for one.
Lines those_that_came(const Lines& lines, Lines came) {
  Lines both;
  for (const std::string& line : lines) {
    const auto found = std::ranges::find(came, line);
    if (found == came.end()) continue;
    both.push_back(line);
    came.erase(found);
  }
  return both;
}

std::string with_position(const Status& status) {
  std::string text = status.message();
  if (const auto& position = status.position()) {
    text += " (line " + std::to_string(position->line) + ", column " + std::to_string(position->column) + ")";
  }
  return text;
}

}  // namespace

Result<BlockOutcome> BlockRunner::run(const Block& block) {
  engine_.tables().clear();
  switch (block.kind) {
    case Block::Kind::kStatement:
      return run_statement(block);
    case Block::Kind::kError:
      return run_error(block);
    case Block::Kind::kChangelog:
      return run_changelog(block);
    case Block::Kind::kTable:
      return run_table(block);
    case Block::Kind::kSame:
      return run_same(block);
    case Block::Kind::kPlan:
      return run_plan(block);
    case Block::Kind::kTimeline:
      return run_timeline(block);
  }
  return validation_error("unknown block");
}

/// Executes the statements; a job goes through the steps and, if it has none, to its end.
Status BlockRunner::attempt(const Block& block, QueryResult& results) {
  ASSIGN_OR_RETURN(std::vector<sql::StatementResult> statements, engine_.execute_all(block.sql));
  for (sql::StatementResult& statement : statements) {
    if (!runs_a_job(statement)) continue;
    const bool is_query = std::holds_alternative<sql::QueryJob>(statement);
    QueryRun run(engine_);
    RETURN_IF_ERROR(run.add(std::move(statement)));
    const Status status = block.steps.empty() ? run.run_to_end() : run.apply(block.steps);
    if (is_query) results = run.result(0);
    RETURN_IF_ERROR(status);
  }
  return {};
}

Result<BlockOutcome> BlockRunner::run_statement(const Block& block) {
  QueryResult results;
  RETURN_IF_ERROR(attempt(block, results));
  return BlockOutcome{};
}

Result<BlockOutcome> BlockRunner::run_error(const Block& block) {
  QueryResult results;
  const Status status = attempt(block, results);
  if (status.ok()) return BlockOutcome{{block.argument}, {"no error"}, {}};
  const std::string message = with_position(status);
  const auto first_text = std::ranges::find_if_not(block.expected, is_changelog_row);
  const std::string expected = joined(Lines(first_text, block.expected.end()));
  const bool right = error_code_name(status.code()) == block.argument && says(message, expected);
  if (right && first_text == block.expected.begin()) return BlockOutcome{};
  if (right) {
    Lines rows(block.expected.begin(), first_text);
    if (!engine_.keeps_rows_of_failed_jobs()) rows = those_that_came(rows, changelog_lines(results));
    ComparableChangelogs lines = comparable(rows, results, one_subtask_);
    return BlockOutcome{std::move(lines.expected), std::move(lines.actual), changelog_lines(results)};
  }
  return BlockOutcome{{block.argument, expected}, {std::string(error_code_name(status.code())), message}, {}};
}

Result<QueryResult> BlockRunner::run_query(const Block& block) {
  ASSIGN_OR_RETURN(sql::StatementResult statement, engine_.execute(block.sql));
  if (const auto* table = std::get_if<sql::StaticTable>(&statement)) return static_result(*table);
  QueryRun run(engine_);
  RETURN_IF_ERROR(run.add(std::move(statement)));
  RETURN_IF_ERROR(run.apply(block.steps));
  return run.result(0);
}

Result<BlockOutcome> BlockRunner::run_changelog(const Block& block) {
  ASSIGN_OR_RETURN(const QueryResult result, run_query(block));
  ComparableChangelogs lines = comparable(block.expected, result, one_subtask_);
  return BlockOutcome{std::move(lines.expected), std::move(lines.actual), changelog_lines(result)};
}

Result<BlockOutcome> BlockRunner::run_table(const Block& block) {
  ASSIGN_OR_RETURN(const QueryResult result, run_query(block));
  ASSIGN_OR_RETURN(Lines lines, table_lines(result));
  Lines expected = block.expected;
  std::ranges::sort(expected);
  return BlockOutcome{std::move(expected), lines, lines};
}

Result<BlockOutcome> BlockRunner::run_same(const Block& block) {
  ASSIGN_OR_RETURN(sql::StatementResult first, engine_.execute(block.sql));
  ASSIGN_OR_RETURN(sql::StatementResult second, engine_.execute(block.other_sql));
  QueryRun run(engine_);
  RETURN_IF_ERROR(run.add(std::move(first)));
  RETURN_IF_ERROR(run.add(std::move(second)));
  RETURN_IF_ERROR(run.apply(block.steps));
  ASSIGN_OR_RETURN(Lines expected, table_lines(run.result(0)));
  ASSIGN_OR_RETURN(Lines actual, table_lines(run.result(1)));
  if (expected.empty()) return validation_error("two queries without rows prove nothing");
  return BlockOutcome{std::move(expected), std::move(actual), {}};
}

Result<BlockOutcome> BlockRunner::run_plan(const Block& block) {
  ASSIGN_OR_RETURN(const sql::StatementResult result, engine_.execute("EXPLAIN " + block.sql));
  const auto* table = std::get_if<sql::StaticTable>(&result);
  if (table == nullptr) return validation_error("the statement has no plan");
  Lines lines = split_lines(table->rows.at(0).at(0));
  std::erase(lines, "");
  return BlockOutcome{block.expected, lines, lines};
}

Result<BlockOutcome> BlockRunner::run_timeline(const Block& block) {
  ASSIGN_OR_RETURN(const int64_t duration, parse_duration_ms(block.argument));
  ASSIGN_OR_RETURN(std::vector<sql::StatementResult> statements, engine_.execute_all(block.sql));
  TimedOutput* const output = engine_.timed_output();
  if (output == nullptr) return not_supported("a timeline without a virtual clock");
  output->restart();
  QueryRun run(engine_);
  for (sql::StatementResult& statement : statements) {
    if (runs_a_job(statement)) RETURN_IF_ERROR(run.add(std::move(statement)));
  }
  if (!block.steps.empty()) RETURN_IF_ERROR(run.apply(block.steps));
  RETURN_IF_ERROR(run.run_for_ms(duration));
  const bool parallel = !one_subtask_;
  PrintedLines printed = read_printed_lines(output->lines, parallel);
  if (!printed.pairs_are_whole) {
    return data_error("a -U is not directly followed by its +U:\n" + joined(output->lines));
  }
  if (!parallel) return BlockOutcome{block.expected, printed.lines, printed.lines};
  Lines expected = block.expected;
  std::ranges::sort(expected);
  std::ranges::sort(printed.lines);
  return BlockOutcome{std::move(expected), std::move(printed.lines), {}};
}

}  // namespace eddyline::sql_tests
