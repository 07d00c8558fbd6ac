#pragma once

#include <memory>
#include <string>

#include "common/config/session_configuration.hpp"
#include "common/logging/logger.hpp"
#include "common/text/value_text.hpp"
#include "connectors/connector_registry.hpp"
#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "sql/binder/binder_context.hpp"
#include "sql/catalog/catalog_manager.hpp"
#include "sql/logical/logical_node.hpp"
#include "sql/parser/ast_ddl.hpp"
#include "sql/parser/ast_dml.hpp"
#include "sql/parser/ast_utility.hpp"
#include "sql/session/statement_result.hpp"

namespace eddyline::sql {

/// The registries that a process makes in main; immutable once filled, they outlive every session.
struct SessionServices {
  const expression::FunctionRegistry& functions;
  const expression::AggregateFunctionRegistry& aggregate_functions;
  const connectors::ConnectorRegistry& connectors;
  /// What is odd about a statement and no error.
  Logger logger = {};
};

/// Whether a setting of table.local-time-zone names a zone; ok for other keys. The option itself knows no zones.
/// Errors   kConfigurationError with what is allowed.
Status check_time_zone(std::string_view key, const std::string& value);

/// One user's catalog and settings, and what each statement does to them: parses, binds and plans; runs nothing.
///
/// Thread   one.
/// Errors   a failing statement changes nothing; the session goes on.
class Session {
 public:
  Session(const SessionServices& services, Configuration base);

  /// One statement's text; positions in errors count from `start`.
  Result<StatementResult> execute(std::string_view text, SourcePosition start = {});
  /// Errors   each with a place: the construct's, or the statement's start.
  Result<StatementResult> execute(const Statement& statement);

  const SessionConfiguration& configuration() const { return configuration_; }
  /// table.local-time-zone, for showing TIMESTAMP_LTZ.
  Result<UtcOffset> utc_offset() const;

 private:
  Result<StatementResult> dispatch(const Statement& statement);
  Result<StatementResult> create_table(const CreateTable& create);
  Result<StatementResult> create_view(const CreateView& create);
  Result<StatementResult> drop(const Drop& drop);
  Result<StatementResult> use(const Use& use);
  Result<StatementResult> set(const Set& set);
  Result<StatementResult> reset(const Reset& reset);
  Result<StatementResult> show(const Show& show);
  Result<StatementResult> show_create(const Show& show);
  Result<StatementResult> describe(const Describe& describe);
  Result<const CatalogObject*> described_object(const QualifiedName& name) const;
  Result<StatementResult> stop_job(const StopJob& stop);
  Result<StatementResult> query(const QueryStatement& statement);
  Result<StatementResult> insert(const Insert& insert);
  Result<StatementResult> explain(const Explain& explain);

  Result<std::unique_ptr<expression::TimeZone>> time_zone() const;
  Result<PlannedJob> plan_job(LogicalPtr sink, const expression::TimeZone& zone, std::string default_name) const;
  Result<BinderContext> binder_context(const expression::TimeZone& zone) const;

  SessionServices services_;
  SessionConfiguration configuration_;
  CatalogManager catalog_;
};

}  // namespace eddyline::sql
