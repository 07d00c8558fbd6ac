#include "expression/evaluation/nulling_case.hpp"

#include <algorithm>

#include "expression/evaluation/blended_case.hpp"

namespace eddyline::expression {

Result<ColumnPtr> NullingCase::evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) {
  ASSIGN_OR_RETURN(const ColumnPtr kept, kept_->evaluate(context, batch, rows));
  if (!kept->is_flat()) return ColumnPtr();
  RETURN_IF_ERROR(condition_.start(context, batch, rows));
  const size_t size = batch.physical_rows();
  BufferPtr validity = allocate_buffer(bitmap_words(size) * sizeof(uint64_t));
  uint64_t* present = validity->as<uint64_t>();
  for (size_t first = 0; first < size; first += kBlockRows) {
    find_truth(condition_, first, std::min(kBlockRows, size - first), present + first / 64);
  }
  condition_.finish();
  for (size_t word = 0; word < bitmap_words(size); ++word) {
    if (null_where_true_) present[word] = ~present[word];
    if (kept->validity() != nullptr) present[word] &= kept->validity()[word];
  }
  return Column::flat(kept->type(), size, kept->values_buffer(), std::move(validity), kept->heap(), kept->children());
}

}  // namespace eddyline::expression
