#include "state/hashmap/hashmap_value_state.hpp"

#include "state/hashmap/table/state_errors.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {

HashmapValueState::HashmapValueState(ValueStateDescriptor descriptor, const KeyedStateOptions& options,
                                     BlockAllocator& blocks)
    : TabledState(SnapshotSchema::of(descriptor)),
      descriptor_(std::move(descriptor)),
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

void HashmapValueState::read(std::span<const uint8_t* const> slots) {
  batches().add(slots, [&](std::span<const uint8_t* const> part, BatchBuilder& out, size_t at) {
    snapshot_row(part, slots_.key(), descriptor_.key, out, 0, at);
    snapshot_row(part, slots_.value(), descriptor_.value, out, schema().first_row(), at);
    snapshot_written(part, slots_.stamp(), schema(), out, at);
  });
}

Status HashmapValueState::restore(const RestoredRows& rows) {
  RETURN_IF_ERROR(named(slots_.prepare(rows.keys, IfMissing::kCreate, kLongAgo, restored_), owner_));
  const SelectedRows selected = rows.keys.rows();
  if (!restore_row(rows.columns, selected, schema().first_row(), slots_.value(), restored_.slots, slots_.texts())) {
    return named(blocks_->status(), owner_);
  }
  restore_written(rows, schema(), restored_.slots, slots_.stamp());
  return Status();
}

void HashmapValueState::gather_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out,
                                   size_t at) const {
  load_column(slots, slots_.key(), column, out, at);
}

void HashmapValueState::gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const {
  load_column(slots, slots_.value(), column, out, at);
}

}  // namespace eddyline::state
