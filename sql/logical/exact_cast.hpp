#pragma once

#include "expression/function_registry.hpp"

namespace eddyline::sql {

/// CAST of an expression to just this type, nullability and time attribute too; the same expression if it has it. A NOT
/// NULL expression becomes nullable by a CAST that plans print, as where Flink aligns the rows of a UNION or a sink.
/// Errors   the validator's, for types without CAST.
Result<expression::ExpressionPtr> exact_cast(const expression::FunctionRegistry& functions,
                                             const expression::ExpressionPtr& expression, const DataType& target);

/// True for a CAST that changes nothing but nullability.
bool is_nullability_cast(const expression::Expression& expression);

}  // namespace eddyline::sql
