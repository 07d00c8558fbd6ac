#pragma once

#include <span>
#include <string>
#include <string_view>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "expression/aggregate_function.hpp"

namespace eddyline::expression {

// What the resolvers of aggregate functions share.

/// The error for arguments that the function does not take.
/// Source   Flink's text: Cannot apply 'SUM' to arguments of type 'SUM(<STRING>)'. Supported form(s): 'SUM(<NUMERIC>)'
Status no_such_signature(std::string_view function, std::span<const DataType> arguments,
                         std::string_view supported_form);

/// `type` that may be NULL when the argument may or when the function may see no row.
DataType nullable_if_empty(const DataType& type, const DataType& argument, const AggregateUse& use);

}  // namespace eddyline::expression
