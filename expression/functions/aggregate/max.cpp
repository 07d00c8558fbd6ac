#include "expression/functions/aggregate/extreme_accumulator.hpp"

namespace eddyline::expression {

void register_max(AggregateFunctionRegistry& registry);
void register_max(AggregateFunctionRegistry& registry) {
  registry.add({.name = "MAX",
                .internal_name = "$MAX$1",
                .resolve = [](std::span<const DataType> arguments,
                              const AggregateUse& use) { return resolve_extreme("MAX", arguments, use); },
                .make_accumulator = [](const AggregateCall& call,
                                       bool retracting) { return make_extreme(Extreme::kGreatest, call, retracting); },
                .ignores_duplicates = true,
                .help = "Greatest of the values that are not NULL; NULL if there are none."});
}

}  // namespace eddyline::expression
