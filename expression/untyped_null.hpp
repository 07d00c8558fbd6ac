#pragma once

#include <span>

#include "expression/expression.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// Whether the call may have the NULLs without a type that are among its operands. Most functions refuse them although the types
/// of the other operands would tell: CAST gives NULL a type.
/// Errors   kValidationError "Illegal use of 'NULL'" at the operand.
Status check_untyped_nulls(const ScalarFunction& function, std::span<const ExpressionPtr> operands);

}  // namespace eddyline::expression
