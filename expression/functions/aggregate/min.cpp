#include "expression/functions/aggregate/extreme_accumulator.hpp"

namespace eddyline::expression {

void register_min(AggregateFunctionRegistry& registry);
void register_min(AggregateFunctionRegistry& registry) {
  registry.add({.name = "MIN",
                .internal_name = "$MIN$1",
                .resolve = [](std::span<const DataType> arguments,
                              const AggregateUse& use) { return resolve_extreme("MIN", arguments, use); },
                .make_accumulator = [](const AggregateCall& call,
                                       bool retracting) { return make_extreme(Extreme::kLeast, call, retracting); },
                .ignores_duplicates = true,
                .help = "Least of the values that are not NULL; NULL if there are none."});
}

}  // namespace eddyline::expression
