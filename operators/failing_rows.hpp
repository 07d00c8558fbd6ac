#pragma once

#include <algorithm>

#include "common/columnar/batch.hpp"
#include "expression/evaluation_context.hpp"

namespace eddyline::operators {

/// The first row, in order, whose value could not be computed; null if all could.
inline const expression::EvaluationContext::RowError* first_row_error(const expression::EvaluationContext& context) {
  const auto first = std::ranges::min_element(context.errors(), {}, &expression::EvaluationContext::RowError::row);
  return first == context.errors().end() ? nullptr : &*first;
}

/// The selected rows of a batch whose number is below `row`: what an operator hands on before a row that fails.
inline Batch rows_before(const Batch& batch, size_t row) {
  const SelectedRows rows = batch.selected();
  if (rows.is_dense()) return batch.slice(0, row);
  const int32_t* end = std::lower_bound(rows.rows, rows.rows + rows.count, static_cast<int32_t>(row));
  return batch.slice(0, static_cast<size_t>(end - rows.rows));
}

}  // namespace eddyline::operators
