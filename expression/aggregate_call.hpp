#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/columnar/data_type.hpp"

namespace eddyline::expression {

class AggregateFunction;

/// One aggregate of a GROUP BY: SUM(DISTINCT x) FILTER (WHERE f) AS total.
struct AggregateCall {
  const AggregateFunction* function = nullptr;  ///< lives in its registry
  std::vector<size_t> arguments;                ///< input columns; empty for COUNT(*)
  std::vector<DataType> argument_types;
  bool distinct = false;
  std::optional<size_t> filter;  ///< BOOLEAN input column
  DataType type;
  std::string name;  ///< of the output column
};

}  // namespace eddyline::expression
