#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/clock/clock.hpp"
#include "operators/aggregate/bound_aggregate.hpp"
#include "operators/aggregate/group_chunk.hpp"
#include "operators/operator.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::operators {

/// What a GROUP BY is made from.
struct GroupAggregateParameters {
  RowType input;
  /// Input columns; empty: one group over all rows.
  std::vector<size_t> grouping;
  std::vector<expression::AggregateCall> calls;
  /// Whether an update is -U and +U, or +U alone.
  bool with_update_before = true;
  /// Whether rows are also taken back.
  bool retracting = false;
  /// 0: groups stay for ever.
  std::chrono::milliseconds ttl{0};
};

/// GROUP BY without windows: after every row, what changed of its group.
///
/// Output   the grouping columns, then one column a call. The first row of a group gives +I; a later one -U and +U if the result
///          differs, or whatever it is while groups have a time to live, so that downstream state lives on; the retraction
///          that leaves no record -D. Retractions from groups that are not there are passed over.
/// Source   Flink's GroupAggFunction.
class GroupAggregateOperator final : public Operator {
 public:
  static Result<std::unique_ptr<GroupAggregateOperator>> make(GroupAggregateParameters parameters);

  Status open(OperatorContext& context) override;
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override;

 private:
  explicit GroupAggregateOperator(GroupAggregateParameters parameters) : parameters_(std::move(parameters)) {}

  Status open_groups();
  void start(const Batch& batch);
  Result<Batch> process(const Batch& batch, SelectedRows rows);
  Progress hand_on(Output& output);

  GroupAggregateParameters parameters_;
  std::vector<BoundAggregate> aggregates_;
  std::unique_ptr<state::KeyedStateBackend> states_;
  std::optional<state::KeyBatch> keys_;
  std::optional<GroupChunk> chunk_;
  const Clock* clock_ = nullptr;
  size_t rows_at_once_ = 1;
  size_t output_rows_ = 1;
  // Progress in the batch at hand.
  bool started_ = false;
  size_t next_position_ = 0;
  std::vector<ColumnPtr> key_columns_;
  std::vector<int32_t> selected_;
  std::vector<uint8_t> changed_;
  // What was made and not handed on yet.
  Batch made_;
  size_t handed_on_ = 0;
};

}  // namespace eddyline::operators
