#include "expression/evaluation_context.hpp"

#include <algorithm>

namespace eddyline::expression {

Status EvaluationContext::first_error() const {
  const auto first = std::ranges::min_element(errors_, {}, &RowError::row);
  return first == errors_.end() ? Status() : first->error;
}

}  // namespace eddyline::expression
