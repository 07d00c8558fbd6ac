#pragma once

#include <string>

#include "state/hashmap/table/keyed_slots.hpp"
#include "state/hashmap/table/tabled_state.hpp"
#include "state/value_state.hpp"

namespace eddyline::state {

/// Value state in memory: key and value in one slot.
class HashmapValueState final : public ValueState, public TabledState {
 public:
  HashmapValueState(ValueStateDescriptor descriptor, const KeyedStateOptions& options, BlockAllocator& blocks);

  Status open();

  Status prepare(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now, StateRows& out) override;
  Status written(std::span<uint8_t* const> slots, ProcessingTime now) override;
  Status erase(std::span<uint8_t* const> slots) override;
  const RowLayout& layout() const override { return slots_.value(); }
  Status set_string(uint8_t* slot, size_t column, std::string_view text) override;
  void gather_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const override;
  void gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const override;
  size_t size() const override { return slots_.size(); }
  const ValueStateDescriptor& descriptor() const override { return descriptor_; }
  Status restore(const RestoredRows& rows) override;

 private:
  SlotTable& table() override { return slots_.table(); }
  void read(std::span<const uint8_t* const> slots) override;

  ValueStateDescriptor descriptor_;
  std::string owner_;
  BlockAllocator* blocks_;
  KeyedSlots slots_;
  StateRows restored_;
};

}  // namespace eddyline::state
