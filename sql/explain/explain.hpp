#pragma once

#include <string>
#include <vector>

#include "sql/parser/ast_utility.hpp"
#include "sql/physical/planner.hpp"

namespace eddyline::sql {

/// EXPLAIN of a statement: the abstract syntax tree, the optimized physical plan and the optimized execution plan. Runs
/// all checks of planning. `sinks` as for plan_statement(). The text ends with a line break.
///
/// Errors   those of planning; kNotSupported for details other than CHANGELOG_MODE.
Result<std::string> explain_statement(const std::vector<LogicalPtr>& sinks, const std::vector<Explain::Detail>& details,
                                      const PlannerContext& context);

}  // namespace eddyline::sql
