#pragma once

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

/// Leaves out columns that nothing above reads, down to the scans.
Result<LogicalPtr> prune_columns(const LogicalPtr& root, const RuleContext& context);

}  // namespace eddyline::sql
