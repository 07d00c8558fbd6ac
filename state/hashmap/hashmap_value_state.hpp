#pragma once

#include <string>

#include "state/hashmap/table/keyed_slots.hpp"
#include "state/value_state.hpp"

namespace eddyline::state {

/// Value state in memory: key and value in one slot.
class HashmapValueState final : public ValueState {
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
  SegmentChanges& changes() { return slots_.changes(); }
  const ValueStateDescriptor& descriptor() const override { return descriptor_; }

 private:
  ValueStateDescriptor descriptor_;
  std::string owner_;
  BlockAllocator* blocks_;
  KeyedSlots slots_;
};

}  // namespace eddyline::state
