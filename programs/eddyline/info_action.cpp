#include "programs/eddyline/info_action.hpp"

#include "common/file/text_input.hpp"
#include "connectors/connector_registry.hpp"
#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "programs/sql/client_configuration.hpp"
#include "sql/client/message_text.hpp"
#include "sql/parser/parser.hpp"
#include "sql/parser/statement_splitter.hpp"
#include "sql/session/session.hpp"

namespace eddyline::programs {
namespace {

constexpr std::string_view kHead = "----------------------- Execution Plan -----------------------\n";
constexpr std::string_view kEnd = "--------------------------------------------------------------\n\n";

/// A session that plans and runs nothing.
class PlanningSession {
 public:
  PlanningSession(const Configuration& configuration, TextOutput& results)
      : session_({functions_, aggregate_functions_, connectors_}, configuration), results_(results) {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    connectors::register_connectors(connectors_);
  }

  Status run(const std::string& script) {
    ASSIGN_OR_RETURN(const sql::SplitScript split, sql::split_statements(script));
    for (const sql::StatementText& statement : split.statements) RETURN_IF_ERROR(run_statement(statement));
    return split.unreadable;
  }

 private:
  Status run_statement(const sql::StatementText& text) {
    ASSIGN_OR_RETURN(sql::StatementPtr statement, sql::parse_statement(text.text, text.position));
    if (!statement->is<sql::Insert>() && !statement->is<sql::QueryStatement>()) return session_.execute(*statement).status();
    sql::Explain explain(statement->position);
    explain.statement = std::move(statement);
    ASSIGN_OR_RETURN(const sql::StatementResult result, session_.execute(explain));
    return results_.write(std::string(kHead) + std::get<sql::StaticTable>(result).rows.front().front() + std::string(kEnd));
  }

  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  sql::Session session_;
  TextOutput& results_;
};

Status print_plans(const ActionArguments& arguments, ActionOutputs outputs) {
  ASSIGN_OR_RETURN(const Configuration configuration, client_configuration(arguments.config_dir, arguments.settings));
  PlanningSession session(configuration, outputs.results);
  std::vector<std::string> files = arguments.init_files;
  files.push_back(arguments.script_file);
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(const std::string script, read_text_file(file));
    RETURN_IF_ERROR(session.run(script));
  }
  return Status();
}

}  // namespace

int show_plans(const ActionArguments& arguments, ActionOutputs outputs) {
  if (!arguments.words.empty()) return refuse_arguments("info takes no argument '" + arguments.words[0] + "'.", outputs);
  if (arguments.script_file.empty()) return refuse_arguments("Missing script. Name it with -f FILE.", outputs);
  const Status status = print_plans(arguments, outputs);
  if (status.ok()) return 0;
  outputs.errors.write(sql::error_block(status, sql::Colours::kNone)).ok();
  return 1;
}

}  // namespace eddyline::programs
