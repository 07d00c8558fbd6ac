// Gathers comparisons of one column with literals to SEARCH calls; the last of the rules, since others look for the comparisons.

#include "sql/logical/search_terms.hpp"
#include "sql/rules/node_expressions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

namespace {

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  const UnknownAs unknown_as = node->kind() == LogicalKind::kProject ? UnknownAs::kUnknown : UnknownAs::kFalse;
  ASSIGN_OR_RETURN(LogicalPtr result, map_expressions(node, [&](const expression::ExpressionPtr& expression) {
                     return with_searches(context.functions, expression, unknown_as);
                   }));
  return result == node ? LogicalPtr() : std::move(result);
}

}  // namespace

void register_search(RuleList& rules);
void register_search(RuleList& rules) {
  rules.add({"search", apply});
}

}  // namespace eddyline::sql
