#pragma once

#include "expression/function_registry.hpp"

namespace eddyline::sql {

/// What a condition's NULL counts as where it stands.
enum class UnknownAs : uint8_t { kUnknown, kFalse };

/// The expression with comparisons of one column with literals gathered, as Flink's simplifier does: a > 1 AND a < 5
/// becomes SEARCH of a in (1, 5), a > 1 AND a > 5 becomes a > 5. A condition that no value meets becomes FALSE where
/// NULL counts as FALSE.
Result<expression::ExpressionPtr> with_searches(const expression::FunctionRegistry& functions,
                                                const expression::ExpressionPtr& expression, UnknownAs unknown_as);

}  // namespace eddyline::sql
