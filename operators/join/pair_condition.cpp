#include "operators/join/pair_condition.hpp"

#include <algorithm>
#include <cstring>

namespace eddyline::operators {

Result<PairCondition> PairCondition::create(const expression::ExpressionPtr& condition, size_t left_columns) {
  PairCondition made;
  const std::vector<size_t> referenced = expression::referenced_inputs(*condition);
  for (const size_t index : referenced) {
    const bool left = index < left_columns;
    made.inputs_.push_back({left ? JoinSide::kLeft : JoinSide::kRight, left ? index : index - left_columns});
  }
  const auto compact = expression::replace_inputs(condition, [&](size_t index, const DataType& type) {
    const auto found = std::ranges::lower_bound(referenced, index);
    return expression::Expression::input_ref(static_cast<size_t>(found - referenced.begin()), type);
  });
  ASSIGN_OR_RETURN(made.evaluator_, expression::make_evaluator(compact));
  return made;
}

ColumnPtr PairCondition::fetch(const Pairs& pairs, const Input& input, const BufferPtr& batch_rows) const {
  if (input.side == pairs.batch_side) {
    return Column::dictionary(pairs.batch.column(input.column), batch_rows, pairs.batch_rows.size());
  }
  const DataType& type = pairs.store.descriptor().row[input.column].type;
  MutableColumn column(type.physical_type(), pairs.stored_rows.size());
  pairs.store.gather(pairs.stored_rows, input.column, column, 0);
  return column.seal(pairs.stored_rows.size());
}

Result<Selection> PairCondition::matching(const Pairs& pairs, expression::EvaluationContext& context) {
  const size_t count = pairs.batch_rows.size();
  const BufferPtr batch_rows = allocate_buffer(count * sizeof(int32_t));
  std::memcpy(batch_rows->data(), pairs.batch_rows.data(), count * sizeof(int32_t));
  std::vector<ColumnPtr> columns;
  columns.reserve(inputs_.size());
  for (const Input& input : inputs_) columns.push_back(fetch(pairs, input, batch_rows));

  const Batch batch(std::move(columns), count);
  return expression::evaluate_filter(*evaluator_, context, batch, SelectedRows::all(count));
}

}  // namespace eddyline::operators
