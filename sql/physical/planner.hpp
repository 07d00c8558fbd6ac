#pragma once

#include <vector>

#include "common/logging/logger.hpp"
#include "connectors/connector_registry.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/function_registry.hpp"
#include "plan/exec_graph.hpp"
#include "sql/logical/logical_nodes.hpp"
#include "sql/physical/planner_settings.hpp"

namespace eddyline::sql {

/// What planning needs beside the query. Registries and time zone are borrowed.
struct PlannerContext {
  const expression::FunctionRegistry& functions;
  const connectors::ConnectorRegistry& connectors;
  const expression::TimeZone& time_zone;
  PlannerSettings settings;
  /// For what is odd about a plan and no error.
  Logger logger = {};
};

/// A SELECT that runs writes into a collect sink, which takes every kind of change; EXPLAIN shows the query alone.
enum class PlanPurpose : uint8_t { kExecute, kExplain };

/// A statement's plan at the two stages that EXPLAIN shows.
struct PhysicalPlan {
  /// The optimized physical plan; a tree a sink, or a tree a query.
  std::vector<plan::ExecNodePtr> roots;
  /// The optimized execution plan: numbered, described, common parts shared. What make_job_graph() takes.
  plan::ExecGraph graph;
};

/// Plans a statement: `sinks` are LogicalSinks, one an INSERT, or one without a table for a SELECT. A pure function.
///
/// Errors   user errors in Flink's words: hints, changelog modes, sinks, time attributes; kNotSupported with the
/// construct and its
///          position for what the engine cannot run yet.
Result<PhysicalPlan> plan_statement(const std::vector<LogicalPtr>& sinks, const PlannerContext& context,
                                    PlanPurpose purpose);

}  // namespace eddyline::sql
