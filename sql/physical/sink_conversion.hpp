#pragma once

#include "sql/physical/planner.hpp"

namespace eddyline::sql {

/// The sink of an INSERT over its converted input.
/// Errors   Flink's texts for several rowtime columns, for an ON CONFLICT clause where none is allowed, and for a
/// missing one.
Result<plan::ExecNodePtr> convert_table_sink(const LogicalSink& sink, plan::ExecNodePtr input,
                                             const PlannerContext& context);

/// The sink of a SELECT that runs.
plan::ExecNodePtr collect_node(plan::ExecNodePtr input);

}  // namespace eddyline::sql
