#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "expression/accumulator.hpp"
#include "expression/aggregate_call.hpp"

namespace eddyline::expression {

/// What about a call decides its result type beside the arguments.
struct AggregateUse {
  bool distinct = false;
  /// A FILTER or an empty grouping lets the function see no row at all, so that its result may be NULL.
  bool may_see_no_row = true;
};

/// One aggregate function: names, signatures and how to make its accumulator. Lives in the registry.
class AggregateFunction {
 public:
  /// The result's type, or a user error with Flink's text.
  using Resolve = std::function<Result<DataType>(std::span<const DataType> arguments, const AggregateUse& use)>;
  /// `retracting`: the input takes rows back.
  using MakeAccumulator =
      std::function<Result<std::unique_ptr<Accumulator>>(const AggregateCall& call, bool retracting)>;

  std::string name;           ///< upper case, as SQL writes it: "SUM"
  std::string internal_name;  ///< of compiled plans: "$SUM$1"
  Resolve resolve;
  MakeAccumulator make_accumulator;
  /// The result is the number of rows whose arguments are all there.
  bool counts_rows = false;
  /// The result over distinct values is that over all.
  bool ignores_duplicates = false;
  /// One line for DESCRIBE FUNCTION and the docs.
  std::string help;
};

/// A call's function and the type of its result.
struct ResolvedAggregate {
  const AggregateFunction* function = nullptr;
  DataType type;
};

/// All aggregate functions by name; made in main, filled by register_aggregate_functions(), then only read.
class AggregateFunctionRegistry {
 public:
  AggregateFunctionRegistry() = default;
  AggregateFunctionRegistry(const AggregateFunctionRegistry&) = delete;
  AggregateFunctionRegistry& operator=(const AggregateFunctionRegistry&) = delete;

  /// CHECKs that the name is new.
  void add(AggregateFunction function);

  /// By SQL name, any case; null if there is none.
  const AggregateFunction* find(std::string_view name) const;
  /// By the name of compiled plans.
  const AggregateFunction* find_internal(std::string_view internal_name) const;
  /// SQL names, sorted.
  std::vector<std::string> names() const;

  /// Function and result type for a call.
  /// Errors   kValidationError with Flink's text: unknown function, no matching signature.
  Result<ResolvedAggregate> resolve(std::string_view name, std::span<const DataType> arguments,
                                    const AggregateUse& use) const;

 private:
  std::map<std::string, std::unique_ptr<AggregateFunction>, std::less<>> by_name_;
};

/// Registers every function of expression/functions/aggregate (generated from its CMakeLists).
void register_aggregate_functions(AggregateFunctionRegistry& registry);

}  // namespace eddyline::expression
