#pragma once

#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::plan {

/// What the names in a plan stand for; borrowed.
struct PlanVocabulary {
  const expression::FunctionRegistry& scalar_functions;
  const expression::AggregateFunctionRegistry& aggregate_functions;
};

}  // namespace eddyline::plan
