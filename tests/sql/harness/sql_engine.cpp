#include "tests/sql/harness/sql_engine.hpp"

#include "common/config/execution_options.hpp"
#include "common/config/table_options.hpp"
#include "sql/parser/statement_splitter.hpp"

namespace eddyline::sql_tests {

Configuration session_settings(uint32_t parallelism) {
  Configuration settings;
  settings.set(execution_options().default_parallelism, static_cast<int32_t>(parallelism));
  settings.set(table_options().local_time_zone, std::string("UTC"));
  return settings;
}

SqlEngine::SqlEngine(Configuration settings) {
  expression::register_scalar_functions(functions_);
  expression::register_aggregate_functions(aggregate_functions_);
  connectors::register_connectors(connectors_);
  register_script(connectors_, tables_);
  const sql::SessionServices services{functions_, aggregate_functions_, connectors_};
  session_ = std::make_unique<sql::Session>(services, std::move(settings));
}

Result<std::vector<sql::StatementResult>> SqlEngine::execute_all(const std::string& statements) {
  ASSIGN_OR_RETURN(const sql::SplitScript script, sql::split_statements(statements));
  RETURN_IF_ERROR(script.unreadable);
  std::vector<sql::StatementResult> results;
  for (const sql::StatementText& statement : script.statements) {
    ASSIGN_OR_RETURN(sql::StatementResult result, session_->execute(statement.text, statement.position));
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace eddyline::sql_tests
