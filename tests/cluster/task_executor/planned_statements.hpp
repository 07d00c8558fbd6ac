#pragma once

#include <string>

#include "connectors/connector_registry.hpp"
#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "schemas/control_messages.hpp"
#include "sql/session/session.hpp"

namespace eddyline::tests {

/// A client's session, as far as a test needs one: statements in, what a task executor is told out.
class PlannedStatements {
 public:
  PlannedStatements();

  /// CHECKs that it works and plans nothing.
  void execute(const std::string& statement);
  /// The whole job on one executor. CHECKs that the statement plans one.
  schemas::DeployJob deployment(const std::string& statement, const schemas::ExecutorAddress& executor,
                                uint32_t parallelism = 1);
  /// Columns of the last SELECT.
  const RowType& columns() const { return columns_; }

 private:
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  sql::Session session_;
  RowType columns_;
  uint64_t attempts_ = 0;
};

}  // namespace eddyline::tests
