#pragma once

#include <cstddef>
#include <vector>

#include "expression/expression.hpp"
#include "plan/join_type.hpp"

namespace eddyline::plan {

/// The part of a compiled plan that all joins share.
///
/// Shapes   left_keys, right_keys and filter_nulls are of equal length; keys are columns of their own input.
///          The condition reads the left columns followed by the right columns; null: none.
struct JoinSpec {
  JoinType type = JoinType::kInner;
  std::vector<size_t> left_keys;
  std::vector<size_t> right_keys;
  /// True for `=`, where a NULL matches nothing; false for IS NOT DISTINCT FROM.
  std::vector<bool> filter_nulls;
  expression::ExpressionPtr non_equi_condition;
};

}  // namespace eddyline::plan
