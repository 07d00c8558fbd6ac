#pragma once

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

/// Rewrites a bound plan so that it does less work: constants folded, filters moved down, unused columns left out,
/// projects merged.
///
/// Errors   an expression of constants that fails, such as a division by zero.
Result<LogicalPtr> optimize(const LogicalPtr& root, const RuleContext& context);

/// Applies the rules bottom up until none changes anything.
Result<LogicalPtr> apply_rules(const LogicalPtr& root, const RuleList& rules, const RuleContext& context);

}  // namespace eddyline::sql
