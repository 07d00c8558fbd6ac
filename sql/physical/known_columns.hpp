#pragma once

#include "sql/rules/rule.hpp"

namespace eddyline::sql {

/// What a projection above a condition computes, given the columns that the condition compares for equality with a
/// literal: those become the literal, and what reads nothing else its value. Columns of `kept` stay, and so do time
/// attributes and reals, whose equal values may differ.
Result<expression::ExpressionPtr> with_known_columns(const expression::ExpressionPtr& expression,
                                                     const expression::Expression& condition,
                                                     const std::vector<size_t>& kept, const RuleContext& context);

}  // namespace eddyline::sql
