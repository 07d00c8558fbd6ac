#pragma once

#include <vector>

#include "state/hashmap/table/hashmap_state.hpp"
#include "state/hashmap/timed/due_queue.hpp"
#include "state/hashmap/timed/timed_segments.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// Time-ordered rows in memory; invariants in TimedSegment.
class HashmapTimeOrderedRows final : public TimeOrderedRows, public HashmapState {
 public:
  HashmapTimeOrderedRows(TimeOrderedRowsDescriptor descriptor, const KeyedStateOptions& options,
                         BlockAllocator& blocks);

  Status open();

  Status append(const RowsToAppend& rows) override;
  Result<bool> find(const KeyBatch& keys, const TimeWindow& window, ProbeCursor& cursor, size_t limit,
                    RowMatches& out) override;
  Status add_flags(std::span<const RowHandle> rows, uint8_t flags) override;
  void gather(std::span<const RowHandle> rows, size_t column, MutableColumn& out, size_t at) const override;
  Result<bool> take_due(size_t kind, int64_t until, size_t limit, DueRows& out) override;
  std::optional<int64_t> next_deadline(size_t kind) override;
  Status expire(int64_t limit) override;
  size_t size() const override;
  const TimeOrderedRowsDescriptor& descriptor() const override { return descriptor_; }

  const SnapshotSchema& schema() const override { return schema_; }
  SegmentChanges& changes() override { return segments_.changes(); }
  void begin_snapshot(SnapshotRows& rows, size_t state) override { segments_.begin_snapshot(rows, state, expired_); }
  bool advance_snapshot(size_t rows) override { return segments_.advance_snapshot(rows); }
  void abandon_snapshot() override { segments_.abandon_snapshot(); }
  Status restore(const RestoredRows& rows) override;

 private:
  /// The rows of one append that are kept, with their new slots.
  struct Appending {
    std::vector<int32_t> rows;
    std::vector<uint8_t*> slots;
    std::vector<uint32_t> segments;
    std::vector<uint32_t> positions;
    std::vector<DecodedColumn> columns;
    /// Marks of restored rows, by physical row; else null.
    const uint8_t* marks = nullptr;
    /// Presence bits that all new rows have: those of columns without NULLs, as far as they lie in the header.
    uint8_t presence[sizeof(TimedRowHeader::presence)] = {};
    /// By column: the bit is in `presence`.
    std::vector<bool> all_present;
    size_t count() const { return rows.size(); }
    SelectedRows part(size_t first, size_t part_count) const { return {rows.data() + first, part_count}; }
  };
  void read_columns(const RowsToAppend& rows);
  Status make_room(const RowsToAppend& rows);
  Status link_rows(const RowsToAppend& rows, size_t first, size_t count);
  Status store_rows(const RowsToAppend& rows, size_t first, size_t count);
  Status store_texts(size_t column, size_t first, size_t count);
  Status schedule_rows();
  void forget_next();
  Status no_memory(const Status& why) const;

  TimeOrderedRowsDescriptor descriptor_;
  std::string owner_;
  BlockAllocator* blocks_;
  const SnapshotSchema schema_;
  TimedRowShape shape_;
  TimedSegments segments_;
  std::vector<DueQueue> due_;
  int64_t expired_ = std::numeric_limits<int64_t>::min();
  uint32_t next_sequence_ = 0;
  Appending appending_;
  std::vector<size_t> more_;
};

}  // namespace eddyline::state
