// Terms of a join's condition that read one side alone go below that side, unless the join keeps the side's rows that
// do not match.

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/join_sides.hpp"

namespace eddyline::sql {

using plan::JoinType;

namespace {

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kJoin) return LogicalPtr();
  const auto& join = as<LogicalJoin>(*node);
  const JoinType type = join.type();
  if (type == JoinType::kSemi || type == JoinType::kAnti) return LogicalPtr();
  const JoinTerms terms =
      split_by_side(conjuncts(join.condition()), join, !plan::pads_left(type), !plan::pads_right(type));
  if (terms.left.empty() && terms.right.empty()) return LogicalPtr();
  return with_filtered_sides(join, type, conjunction(terms.rest, context.functions), terms, context);
}

}  // namespace

void register_join_condition_push_down(RuleList& rules);
void register_join_condition_push_down(RuleList& rules) {
  rules.add({"join condition push-down", apply});
}

}  // namespace eddyline::sql
