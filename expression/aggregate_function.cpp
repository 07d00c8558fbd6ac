#include "expression/aggregate_function.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::expression {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

}  // namespace

void AggregateFunctionRegistry::add(AggregateFunction function) {
  const std::string name = function.name;
  CHECK(by_name_.emplace(name, std::make_unique<AggregateFunction>(std::move(function))).second)
      << "aggregate function " << name << " is registered twice";
}

const AggregateFunction* AggregateFunctionRegistry::find(std::string_view name) const {
  const auto found = by_name_.find(upper(name));
  return found == by_name_.end() ? nullptr : found->second.get();
}

const AggregateFunction* AggregateFunctionRegistry::find_internal(std::string_view internal_name) const {
  for (const auto& [name, function] : by_name_) {
    if (function->internal_name == internal_name) return function.get();
  }
  return nullptr;
}

std::vector<std::string> AggregateFunctionRegistry::names() const {
  std::vector<std::string> names;
  for (const auto& [name, function] : by_name_) names.push_back(name);
  return names;
}

Result<ResolvedAggregate> AggregateFunctionRegistry::resolve(std::string_view name, std::span<const DataType> arguments,
                                                             const AggregateUse& use) const {
  const AggregateFunction* function = find(name);
  if (function == nullptr) return validation_error("No match found for function signature " + upper(name));
  ASSIGN_OR_RETURN(const DataType type, function->resolve(arguments, use));
  return ResolvedAggregate{function, type};
}

}  // namespace eddyline::expression
