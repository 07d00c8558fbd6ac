#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "expression/accumulator.hpp"
#include "state/keyed_state_backend.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::operators {

/// How often each value (or tuple of values) of a group is there: what DISTINCT and retractable extremes remember.
///
/// A chunk of rows is prepared as a whole, then counted row by row, then finished.
/// Thread   the subtask's.
class ValueMultiset final : private expression::ValueOrder {
 public:
  struct Parts {
    std::string name;
    RowType key;
    RowType value;
    std::chrono::milliseconds ttl{0};
    /// Whether extreme() is asked; `value` is then one column.
    bool ordered = false;
  };
  static Result<std::unique_ptr<ValueMultiset>> open(state::KeyedStateBackend& states, Parts parts);

  /// Rows of `keys` that count: those with a slot that take part (null: all) and have no NULL among `values`.
  Status prepare(state::KeyBatch& keys, std::span<uint8_t* const> groups, const uint8_t* takes_part,
                 std::vector<ColumnPtr> values, ProcessingTime now);
  /// Until finish().
  expression::ValueCounts counts() { return {entries_.data(), count_offset_, order_ == nullptr ? nullptr : this}; }
  /// Forgets all values of the position's group.
  Status clear_group(size_t position);
  /// Values that are no longer there go.
  Status finish(ProcessingTime now);

 private:
  explicit ValueMultiset(state::MapState& map)
      : map_(map), order_(map.order()), count_offset_(map.layout().offset(0)) {}
  void appeared(size_t position) override { order_->insert(entries_[position]); }
  const uint8_t* extreme(size_t position, expression::Extreme which) override;
  int64_t count_of(const uint8_t* entry) const { return state::load_value<int64_t>(entry, count_offset_); }

  state::MapState& map_;
  /// Of groups that were asked for an extreme: holds all values with a count above 0, and others, which leave when they come to an end.
  state::MapOrder* order_;
  /// Of the count, an int64, in an entry.
  size_t count_offset_;
  // Of the chunk at hand.
  state::KeyBatch* keys_ = nullptr;
  SelectedRows rows_;
  ProcessingTime now_{0};
  /// By position; null for a row without count.
  std::vector<uint8_t*> entries_;
  std::vector<uint8_t*> touched_;
  std::vector<int32_t> counting_rows_;
  std::vector<size_t> counting_positions_;
  state::StateRows found_;
  state::MapEntries listed_;
};

}  // namespace eddyline::operators
