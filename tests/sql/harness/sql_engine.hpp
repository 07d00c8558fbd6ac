#pragma once

#include <memory>
#include <string>
#include <vector>

#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "sql/session/session.hpp"
#include "tests/sql/harness/job_run.hpp"
#include "tests/sql/harness/script_connector.hpp"
#include "tests/sql/harness/timed_output.hpp"

namespace eddyline::sql_tests {

/// One session with the connector 'script', whose jobs run wherever the derived class has them run.
class SqlEngine {
 public:
  /// `settings`: those that the session starts with.
  explicit SqlEngine(Configuration settings);
  virtual ~SqlEngine() = default;
  SqlEngine(const SqlEngine&) = delete;
  SqlEngine& operator=(const SqlEngine&) = delete;

  Result<sql::StatementResult> execute(const std::string& statement) { return session_->execute(statement); }
  /// The statements of a text, cut at each ;
  Result<std::vector<sql::StatementResult>> execute_all(const std::string& statements);
  ScriptTables& tables() { return tables_; }

  /// One at a time.
  virtual std::unique_ptr<JobRun> begin() = 0;
  /// What print sinks wrote, at which virtual time; null without a virtual clock.
  virtual TimedOutput* timed_output() { return nullptr; }
  /// Whether all rows that a job gave before it failed can be had.
  virtual bool keeps_rows_of_failed_jobs() const = 0;

 protected:
  ScriptTables tables_;
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;

 private:
  std::unique_ptr<sql::Session> session_;
};

/// UTC, and this parallelism.
Configuration session_settings(uint32_t parallelism);

}  // namespace eddyline::sql_tests
