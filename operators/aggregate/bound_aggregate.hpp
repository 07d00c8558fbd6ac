#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/columnar/batch.hpp"
#include "expression/aggregate_function.hpp"
#include "operators/aggregate/slot_texts.hpp"
#include "operators/aggregate/value_multiset.hpp"

namespace eddyline::operators {

/// The rows of a chunk and the groups they belong to, as all aggregates of an operator see them.
struct GroupedRows {
  const Batch& batch;
  state::KeyBatch& keys;
  /// By position; null: the row is passed over.
  const std::vector<uint8_t*>& groups;
  /// By position: expression::kWantsBefore, kWantsAfter.
  const std::vector<uint8_t>& wanted;
  /// By position: the group's number of records before the row.
  const std::vector<int64_t>& records_before;
  /// Positions, ascending, at which a group begins anew that ended earlier in the chunk.
  const std::vector<size_t>& restarts;
  ProcessingTime now;
};

/// One aggregate call over the slots of a group state.
///
/// Thread   the subtask's.
class BoundAggregate {
 public:
  /// What a call is to be bound in.
  struct Setting {
    RowType input;
    std::vector<size_t> grouping;
    bool retracting = false;
    std::chrono::milliseconds ttl{0};
    /// Makes the names of the call's states unique.
    size_t index = 0;
  };
  static Result<BoundAggregate> make(expression::AggregateCall call, Setting setting);

  /// COUNT over rows that all count: the group's number of records is the result, and there is no accumulator.
  bool is_record_count() const { return accumulator_ == nullptr; }
  /// Fields to be made part of the group's value, named after the call.
  RowType fields() const;
  /// `first_column` is where the fields begin in the value.
  Status open(state::KeyedStateBackend& states, state::ValueState& groups, size_t first_column);

  /// Updates the groups and writes the results before and after every row, as ResultPairs does.
  Status update(const GroupedRows& rows, MutableColumn& results, std::vector<uint8_t>& changed);
  /// Forgets what is kept beside the groups that ended, given by a position each.
  Status end_groups(const std::vector<size_t>& positions);
  /// After the last use of a chunk's rows.
  Status finish(ProcessingTime now);

  const DataType& type() const { return call_.type; }

 private:
  BoundAggregate() = default;
  Status prepare_counts(const GroupedRows& rows);
  void filter_rows(const GroupedRows& rows);
  void pass_distinct(const GroupedRows& rows, size_t first, size_t end);
  Status restart(uint8_t* slot, size_t position);
  void write_record_counts(const GroupedRows& rows, MutableColumn& results, std::vector<uint8_t>& changed) const;
  std::vector<ColumnPtr> argument_columns(const Batch& batch) const;

  expression::AggregateCall call_;
  Setting setting_;
  std::unique_ptr<expression::Accumulator> accumulator_;
  std::vector<expression::FieldPlace> places_;
  std::unique_ptr<SlotTexts> texts_;
  std::unique_ptr<ValueMultiset> distinct_;
  std::unique_ptr<ValueMultiset> values_;
  std::vector<uint8_t> takes_part_;
  bool all_take_part_ = true;
};

}  // namespace eddyline::operators
