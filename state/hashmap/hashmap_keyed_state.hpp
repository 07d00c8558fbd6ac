#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "state/hashmap/table/block_allocator.hpp"
#include "state/hashmap/table/hashmap_state.hpp"
#include "state/keyed_state_backend.hpp"

namespace eddyline::state {

/// The keyed state of one operator instance in memory.
class HashmapKeyedState final : public KeyedStateBackend {
 public:
  explicit HashmapKeyedState(KeyedStateOptions options);

  Result<ValueState*> value_state(ValueStateDescriptor descriptor) override;
  Result<ListState*> list_state(ListStateDescriptor descriptor) override;
  Result<MapState*> map_state(MapStateDescriptor descriptor) override;
  Result<TimeOrderedRows*> time_ordered_rows(TimeOrderedRowsDescriptor descriptor) override;
  Result<TimerService*> timers(TimerDescriptor descriptor) override;
  std::vector<StateChanges> changes() const override;
  void forget_changes() override;
  std::vector<SnapshotSchema> schemas() const override;
  void begin_snapshot(SnapshotRows& rows) override;
  bool advance_snapshot(size_t rows) override;
  void abandon_snapshot() override;
  Status restore(const SnapshotSchema& schema, const Batch& rows, ProcessingTime now) override;
  const KeyHashing& hashing() const override { return options_.hashing; }

 private:
  template <class State, class Interface, class Descriptor>
  Result<Interface*> add(std::vector<std::unique_ptr<Interface>>& states, Descriptor descriptor);

  /// Rows of the batch whose keys belong to this instance.
  std::vector<int32_t> owned_rows(const KeyBatch& keys) const;

  KeyedStateOptions options_;
  // Before the states, which give their blocks back.
  BlockAllocator blocks_;
  /// By the state's name.
  std::map<std::string, HashmapState*> states_;
  std::vector<std::unique_ptr<ValueState>> value_states_;
  std::vector<std::unique_ptr<ListState>> list_states_;
  std::vector<std::unique_ptr<MapState>> map_states_;
  std::vector<std::unique_ptr<TimeOrderedRows>> time_ordered_rows_;
  std::vector<std::unique_ptr<TimerService>> timers_;
};

}  // namespace eddyline::state
