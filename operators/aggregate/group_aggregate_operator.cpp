#include "operators/aggregate/group_aggregate_operator.hpp"

#include <algorithm>

#include "operators/aggregate/changelog_pairs.hpp"
#include "operators/operator_context.hpp"

namespace eddyline::operators {

Result<std::unique_ptr<GroupAggregateOperator>> GroupAggregateOperator::make(GroupAggregateParameters parameters) {
  std::unique_ptr<GroupAggregateOperator> made(new GroupAggregateOperator(std::move(parameters)));
  const GroupAggregateParameters& given = made->parameters_;
  for (size_t i = 0; i < given.calls.size(); ++i) {
    ASSIGN_OR_RETURN(BoundAggregate bound, BoundAggregate::make(given.calls[i], {given.input, given.grouping,
                                                                                 given.retracting, given.ttl, i}));
    made->aggregates_.push_back(std::move(bound));
  }
  return made;
}

Status GroupAggregateOperator::open(OperatorContext& context) {
  clock_ = &context.clock();
  output_rows_ = context.batch_limits().rows;
  // A row gives two at most.
  rows_at_once_ = std::max<size_t>(output_rows_ / 2, 1);
  ASSIGN_OR_RETURN(states_, context.make_keyed_state());
  keys_.emplace(states_->hashing());
  return open_groups();
}

Status GroupAggregateOperator::open_groups() {
  state::ValueStateDescriptor descriptor;
  descriptor.name = "accState";
  descriptor.ttl = parameters_.ttl;
  for (const size_t column : parameters_.grouping) descriptor.key.push_back(parameters_.input[column]);
  // Kept where rows only come as well: what stands below decides that, and is not to change what a savepoint holds.
  constexpr size_t kCountColumn = 0;
  descriptor.value.push_back({"records", DataType::bigint().not_null()});
  std::vector<size_t> first_columns;
  for (const BoundAggregate& aggregate : aggregates_) {
    first_columns.push_back(descriptor.value.size());
    for (RowField& field : aggregate.fields()) descriptor.value.push_back(std::move(field));
  }
  ASSIGN_OR_RETURN(state::ValueState * groups, states_->value_state(std::move(descriptor)));
  for (size_t i = 0; i < aggregates_.size(); ++i) {
    RETURN_IF_ERROR(aggregates_[i].open(*states_, *groups, first_columns[i]));
  }
  chunk_.emplace(*groups, kCountColumn);
  return Status();
}

Result<Progress> GroupAggregateOperator::on_batch(size_t, const Batch& batch, Output& output) {
  if (!started_) start(batch);
  while (handed_on_ == made_.rows() && next_position_ < batch.rows()) {
    const size_t count = std::min(rows_at_once_, batch.rows() - next_position_);
    const SelectedRows rows{selected_.data() + next_position_, count};
    ASSIGN_OR_RETURN(made_, process(batch, rows));
    handed_on_ = 0;
    next_position_ += count;
  }
  return hand_on(output);
}

void GroupAggregateOperator::start(const Batch& batch) {
  started_ = true;
  next_position_ = 0;
  key_columns_.clear();
  for (const size_t column : parameters_.grouping) key_columns_.push_back(batch.column(column));
  const SelectedRows rows = batch.selected();
  selected_.resize(rows.count);
  for (size_t i = 0; i < rows.count; ++i) selected_[i] = static_cast<int32_t>(rows[i]);
  keys_->assign(key_columns_, rows, batch.physical_rows());
}

Result<Batch> GroupAggregateOperator::process(const Batch& batch, SelectedRows rows) {
  const ProcessingTime now = parameters_.ttl.count() > 0 ? clock_->now() : ProcessingTime(0);
  keys_->restrict_to(rows);
  RETURN_IF_ERROR(chunk_->prepare(*keys_, batch.kinds(), now));
  changed_.assign(rows.count, parameters_.ttl.count() > 0 ? 1 : 0);
  const GroupedRows grouped{batch,
                            *keys_,
                            chunk_->slots(),
                            chunk_->wanted(),
                            chunk_->records_before(),
                            chunk_->restarts(),
                            now};
  std::vector<ColumnPtr> results;
  for (BoundAggregate& aggregate : aggregates_) {
    MutableColumn pairs(aggregate.type().physical_type(), 2 * rows.count);
    RETURN_IF_ERROR(aggregate.update(grouped, pairs, changed_));
    results.push_back(pairs.seal(2 * rows.count));
  }
  const std::vector<size_t> ended = chunk_->ended();
  for (BoundAggregate& aggregate : aggregates_) {
    RETURN_IF_ERROR(aggregate.end_groups(ended));
    RETURN_IF_ERROR(aggregate.finish(now));
  }
  Batch changes = ChangelogPairs{chunk_->wanted(), changed_, parameters_.with_update_before}.build(
      key_columns_, rows, std::move(results));
  RETURN_IF_ERROR(chunk_->finish(now));
  return changes;
}

Progress GroupAggregateOperator::hand_on(Output& output) {
  const size_t count = std::min(made_.rows() - handed_on_, output_rows_);
  if (count > 0) output.emit(made_.slice(handed_on_, count));
  handed_on_ += count;
  if (handed_on_ < made_.rows() || next_position_ < selected_.size()) return Progress::kMore;
  made_ = Batch();
  handed_on_ = 0;
  started_ = false;
  key_columns_.clear();
  return Progress::kDone;
}

}  // namespace eddyline::operators
