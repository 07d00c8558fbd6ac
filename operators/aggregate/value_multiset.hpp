#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "expression/accumulator.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::operators {

/// How often each value (or tuple of values) of a group is there: what DISTINCT and retractable extremes remember.
///
/// A chunk of rows is prepared as a whole, then counted row by row, then finished.
/// Thread   the subtask's.
class ValueMultiset final : public expression::ValueCounts {
 public:
  struct Parts {
    std::string name;
    RowType key;
    RowType value;
    std::chrono::milliseconds ttl{0};
  };
  static Result<std::unique_ptr<ValueMultiset>> open(state::KeyedStateBackend& states, Parts parts);

  /// Rows of `keys` that count: those with a slot that take part (null: all) and have no NULL among `values`.
  Status prepare(state::KeyBatch& keys, std::span<uint8_t* const> groups, const uint8_t* takes_part,
                 std::vector<ColumnPtr> values, ProcessingTime now);
  /// True for a position that counts.
  bool counts(size_t position) const { return entries_[position] != nullptr; }

  void live_values(size_t position, std::vector<const uint8_t*>& values) override;
  /// Forgets all values of the position's group.
  void clear_group(size_t position);
  /// Values that are no longer there go.
  void finish(ProcessingTime now);

 private:
  explicit ValueMultiset(state::MapState& map) : map_(map) { count_offset_ = map.layout().offset(0); }
  int64_t count_of(const uint8_t* entry) const;
  /// Calls visit(entry) for every value of the position's group.
  template <class Visit>
  void for_each_of_group(size_t position, Visit visit);

  state::MapState& map_;
  // Of the chunk at hand.
  state::KeyBatch* keys_ = nullptr;
  SelectedRows rows_;
  ProcessingTime now_{0};
  std::vector<uint8_t*> touched_;
  std::vector<int32_t> counting_rows_;
  std::vector<size_t> counting_positions_;
  state::StateRows found_;
  state::MapEntries listed_;
};

}  // namespace eddyline::operators
