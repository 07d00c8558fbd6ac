#pragma once

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

/// Terms of a condition over a join's row, by where they can be checked.
struct JoinTerms {
  std::vector<expression::ExpressionPtr> left;   ///< below the left input, over its columns
  std::vector<expression::ExpressionPtr> right;  ///< below the right input, over its columns
  std::vector<expression::ExpressionPtr> rest;   ///< over the join's row
};

/// Splits terms: those that read one side alone and give the same answer whenever asked go there, if that side may be
/// filtered.
JoinTerms split_by_side(const std::vector<expression::ExpressionPtr>& terms, const LogicalJoin& join, bool filter_left,
                        bool filter_right);

/// The join over inputs filtered by the side's terms, with another type and condition.
LogicalPtr with_filtered_sides(const LogicalJoin& join, plan::JoinType type, expression::ExpressionPtr condition,
                               const JoinTerms& terms, const RuleContext& context);

}  // namespace eddyline::sql
