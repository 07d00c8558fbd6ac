#pragma once

#include <optional>

#include "plan/interval_join_spec.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

/// A join's condition split into the bounds of its time attributes and the rest.
struct TimeBounds {
  plan::IntervalJoinWindowBounds bounds;
  /// Terms that are not about time, over the join's row.
  std::vector<expression::ExpressionPtr> rest;
};

/// The time bounds of a condition over the row of `left` and `right`, or nothing where it is no interval join's: bounds
/// are either two comparisons, one of which limits from below and one from above, or one equality.
std::optional<TimeBounds> time_bounds(const expression::ExpressionPtr& condition, const RowType& left,
                                      const RowType& right, const RuleContext& context);

}  // namespace eddyline::sql
