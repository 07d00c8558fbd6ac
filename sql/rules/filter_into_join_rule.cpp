// A filter above a join: where it drops the rows that an outer join padded, the join need not pad them; terms that read
// one side go below that side, and for an inner join the rest becomes part of its condition.

#include "sql/rules/conjunctions.hpp"
#include "sql/rules/join_sides.hpp"
#include "sql/rules/null_rejection.hpp"

namespace eddyline::sql {

using expression::ExpressionPtr;
using plan::JoinType;

namespace {

JoinType without_padding_that_is_filtered(const LogicalJoin& join, const expression::Expression& condition) {
  const size_t left = join.input(0)->output().size();
  const size_t right = join.input(1)->output().size();
  const bool pads_right_columns = plan::pads_left(join.type()) && !rejects_nulls(condition, left, right);
  const bool pads_left_columns = plan::pads_right(join.type()) && !rejects_nulls(condition, 0, left);
  if (pads_right_columns && pads_left_columns) return JoinType::kFull;
  if (pads_right_columns) return JoinType::kLeft;
  return pads_left_columns ? JoinType::kRight : JoinType::kInner;
}

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kFilter || node->input()->kind() != LogicalKind::kJoin) return LogicalPtr();
  const auto& filter = as<LogicalFilter>(*node);
  const auto& join = as<LogicalJoin>(*filter.input());
  if (join.type() == JoinType::kSemi || join.type() == JoinType::kAnti) return LogicalPtr();

  const JoinType type = without_padding_that_is_filtered(join, *filter.condition());
  const bool inner = type == JoinType::kInner;
  JoinTerms terms = split_by_side(conjuncts(filter.condition()), join, inner || type == JoinType::kLeft,
                                  inner || type == JoinType::kRight);
  std::vector<ExpressionPtr> above;
  std::vector<ExpressionPtr> condition{join.condition()};
  for (const ExpressionPtr& term : terms.rest) {
    (inner && expression::is_deterministic(*term) ? condition : above).push_back(term);
  }
  const bool moved = !terms.left.empty() || !terms.right.empty() || condition.size() > 1;
  if (!moved && type == join.type()) return LogicalPtr();
  const ExpressionPtr joined =
      condition.size() > 1 ? conjunction(conjuncts(conjunction(condition, context.functions)), context.functions)
                           : join.condition();
  LogicalPtr result = with_filtered_sides(join, type, joined, terms, context);
  if (above.empty()) return result;
  return std::make_shared<LogicalFilter>(std::move(result), conjunction(above, context.functions), filter.position());
}

}  // namespace

void register_filter_into_join(RuleList& rules);
void register_filter_into_join(RuleList& rules) {
  rules.add({"filter into join", apply});
}

}  // namespace eddyline::sql
