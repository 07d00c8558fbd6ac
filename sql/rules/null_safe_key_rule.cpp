// Finds null-safe equalities that a condition spells out, once it has become a join's.

#include "sql/logical/null_safe_equality.hpp"
#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

namespace {

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kJoin) return LogicalPtr();
  ASSIGN_OR_RETURN(LogicalPtr result, map_expressions(node, [&](const expression::ExpressionPtr& condition) {
                     return with_null_safe_equalities(context.functions, condition);
                   }));
  return result == node ? LogicalPtr() : std::move(result);
}

}  // namespace

void register_null_safe_key(RuleList& rules);
void register_null_safe_key(RuleList& rules) {
  rules.add({"null-safe key", apply});
}

}  // namespace eddyline::sql
