#include "sql/rules/join_sides.hpp"

#include "sql/logical/join_row.hpp"
#include "sql/rules/conjunctions.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

/// The term over the side's own columns, which the join may have made nullable.
ExpressionPtr over_side(const ExpressionPtr& term, const RowType& side, size_t offset) {
  return expression::replace_inputs(term, [&](size_t index, const DataType&) {
    return Expression::input_ref(index - offset, side[index - offset].type);
  });
}

LogicalPtr filtered(const LogicalPtr& input, const std::vector<ExpressionPtr>& terms, SourcePosition position,
                    const RuleContext& context) {
  if (terms.empty()) return input;
  return std::make_shared<LogicalFilter>(input, conjunction(terms, context.functions), position);
}

}  // namespace

JoinTerms split_by_side(const std::vector<ExpressionPtr>& terms, const LogicalJoin& join, bool filter_left,
                        bool filter_right) {
  const RowType& left = join.input(0)->output();
  const RowType& right = join.input(1)->output();
  JoinTerms split;
  for (const ExpressionPtr& term : terms) {
    const bool movable = expression::is_deterministic(*term) && !referenced_inputs(*term).empty();
    if (movable && filter_left && reads_only(*term, 0, left.size())) {
      split.left.push_back(over_side(term, left, 0));
    } else if (movable && filter_right && reads_only(*term, left.size(), right.size())) {
      split.right.push_back(over_side(term, right, left.size()));
    } else {
      split.rest.push_back(term);
    }
  }
  return split;
}

LogicalPtr with_filtered_sides(const LogicalJoin& join, plan::JoinType type, ExpressionPtr condition,
                               const JoinTerms& terms, const RuleContext& context) {
  LogicalPtr left = filtered(join.input(0), terms.left, join.position(), context);
  LogicalPtr right = filtered(join.input(1), terms.right, join.position(), context);
  RowType row = join_row(left->output(), right->output(), type);
  return std::make_shared<LogicalJoin>(std::move(left), std::move(right), type, std::move(condition), std::move(row),
                                       join.hints(), join.position());
}

}  // namespace eddyline::sql
