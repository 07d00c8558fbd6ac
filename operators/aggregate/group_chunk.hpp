#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "common/columnar/batch.hpp"
#include "state/value_state.hpp"

namespace eddyline::operators {

/// The groups of a chunk of input rows: which slot each row goes to, what its row does to the group's number of records, and so
/// what a changelog shows of it.
///
/// Thread   the subtask's.
class GroupChunk {
 public:
  /// `count_column`: the group's number of records in the state's value.
  GroupChunk(state::ValueState& groups, size_t count_column)
      : groups_(groups), count_offset_(groups.layout().offset(count_column)) {}

  /// Finds or makes the groups of `keys`' rows and counts the rows.
  Status prepare(const state::KeyBatch& keys, const RowKind* kinds, ProcessingTime now);
  /// Notes the writes and erases the groups that have no record left.
  Status finish(ProcessingTime now);

  /// By position; null for a retraction from a group that is not there.
  const std::vector<uint8_t*>& slots() const { return rows_.slots; }
  /// By position: expression::kWantsBefore of an update or a last retraction, kWantsAfter of an update or a first row; 0 without slot.
  const std::vector<uint8_t>& wanted() const { return wanted_; }
  const std::vector<int64_t>& records_before() const { return records_before_; }
  const std::vector<size_t>& restarts() const { return restarts_; }
  /// One position each of the groups that are at their end after the chunk.
  std::vector<size_t> ended() const;

 private:
  void count_arrivals();
  void count_rows(const state::KeyBatch& keys, const RowKind* kinds);
  int64_t records_of(const uint8_t* slot) const;

  state::ValueState& groups_;
  size_t count_offset_;
  state::StateRows rows_;
  std::vector<uint8_t> wanted_;
  std::vector<int64_t> records_before_;
  std::vector<size_t> restarts_;
  // Slots that had no record left at some time in the chunk, with the positions.
  std::vector<std::pair<uint8_t*, size_t>> emptied_;
};

}  // namespace eddyline::operators
