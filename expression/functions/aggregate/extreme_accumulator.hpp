#pragma once

#include <memory>

#include "expression/aggregate_function.hpp"

namespace eddyline::expression {

/// Result type of MIN and MAX: the argument's.
Result<DataType> resolve_extreme(std::string_view name, std::span<const DataType> arguments, const AggregateUse& use);

/// MIN or MAX. With retractions it counts values, to find the next extreme when the last copy of one goes.
Result<std::unique_ptr<Accumulator>> make_extreme(Extreme extreme, const AggregateCall& call, bool retracting);

}  // namespace eddyline::expression
