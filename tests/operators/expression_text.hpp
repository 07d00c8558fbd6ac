#pragma once

#include <string>

#include "common/base/status.hpp"
#include "expression/expression.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::tests {

/// Every scalar function, for the expressions of tests.
const expression::FunctionRegistry& test_functions();

/// An expression in parentheses: "(AND (< l.v r.w) (= (MOD l.v 2) 0))". Words are columns of `row`, integers,
/// intervals ("1000ms"), or 'text'.
Result<expression::ExpressionPtr> parse_expression(const std::string& text, const RowType& row);

}  // namespace eddyline::tests
