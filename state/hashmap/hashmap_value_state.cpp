#include "state/hashmap/hashmap_value_state.hpp"

#include "state/hashmap/table/state_errors.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {

HashmapValueState::HashmapValueState(ValueStateDescriptor descriptor, const KeyedStateOptions& options,
                                     BlockAllocator& blocks)
    : descriptor_(std::move(descriptor)),
      owner_(state_owner(options, descriptor_.name)),
      blocks_(&blocks),
      slots_(descriptor_.key, descriptor_.value, descriptor_.ttl, options, blocks) {}

Status HashmapValueState::open() {
  return named(slots_.open(), owner_);
}

Status HashmapValueState::prepare(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now, StateRows& out) {
  return named(slots_.prepare(keys, if_missing, now, out), owner_);
}

Status HashmapValueState::written(std::span<uint8_t* const> slots, ProcessingTime now) {
  if (!slots_.stamp().enabled()) return Status();
  for (uint8_t* slot : slots) {
    if (slot != nullptr) slots_.stamp().write(slot, now);
  }
  return Status();
}

Status HashmapValueState::erase(std::span<uint8_t* const> slots) {
  for (uint8_t* slot : slots) slots_.erase(slot);
  return Status();
}

Status HashmapValueState::set_string(uint8_t* slot, size_t column, std::string_view text) {
  if (slots_.texts().replace(slot, slots_.value(), column, text)) return Status();
  return named(blocks_->status(), owner_);
}

void HashmapValueState::gather_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out,
                                   size_t at) const {
  load_column(slots, slots_.key(), column, out, at);
}

void HashmapValueState::gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const {
  load_column(slots, slots_.value(), column, out, at);
}

}  // namespace eddyline::state
