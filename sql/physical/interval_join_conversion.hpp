#pragma once

#include "sql/physical/planner.hpp"

namespace eddyline::sql {

/// A join over converted inputs as an interval join, with an exchange by the join's keys before each input.
///
/// Errors   kNotSupported, at the join, for a join whose condition has no time bounds; Flink's texts for time
/// attributes that do not
///          go together and for hints.
Result<plan::ExecNodePtr> convert_interval_join(const LogicalJoin& join, plan::ExecNodePtr left,
                                                plan::ExecNodePtr right, const PlannerContext& context);

}  // namespace eddyline::sql
