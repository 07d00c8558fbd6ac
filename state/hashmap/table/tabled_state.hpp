#pragma once

#include <utility>

#include "state/hashmap/table/hashmap_state.hpp"
#include "state/hashmap/table/slot_table.hpp"
#include "state/hashmap/table/snapshot_batches.hpp"

namespace eddyline::state {

/// A state whose snapshot goes over the slots of one table: read(slots) puts what they lead to into batches().
/// Thread   one.
class TabledState : public HashmapState, protected SlotReader {
 public:
  explicit TabledState(SnapshotSchema schema) : schema_(std::move(schema)) {}

  const SnapshotSchema& schema() const final { return schema_; }
  SegmentChanges& changes() override { return table().changes(); }
  void begin_snapshot(SnapshotRows& rows, size_t state) final {
    batches_.begin(schema_, rows, state);
    table().begin_snapshot(*this);
  }
  bool advance_snapshot(size_t rows) final {
    if (table().advance_snapshot(rows)) return true;
    batches_.end();
    return false;
  }
  void abandon_snapshot() final {
    table().end_snapshot();
    batches_.abandon();
  }

 protected:
  virtual SlotTable& table() = 0;
  SnapshotBatches& batches() { return batches_; }

 private:
  const SnapshotSchema schema_;
  SnapshotBatches batches_;
};

}  // namespace eddyline::state
