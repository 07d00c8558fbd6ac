#include "state/hashmap/table/keyed_slots.hpp"

#include <cstddef>

#include "common/columnar/batch.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kPrefetchDistance = 16;

}  // namespace

KeyedSlots::KeyedSlots(const RowType& key, const RowType& value, std::chrono::milliseconds ttl,
                       const KeyedStateOptions& options, BlockAllocator& blocks)
    : hashing_(options.hashing),
      blocks_(&blocks),
      stamp_(ttl),
      key_(physical_types(key), stamp_.end(), {offsetof(EntryHeader, key_presence), sizeof(EntryHeader::key_presence)}),
      value_(physical_types(value), key_.end(),
             {offsetof(EntryHeader, value_presence), sizeof(EntryHeader::value_presence)}),
      int64_key_(key_.column_count() == 1 && key_.type(0) == PhysicalType::kInt64),
      texts_(blocks),
      table_(options, blocks, value_.end(), *this) {}

bool KeyedSlots::is_void(const uint8_t*) const {
  return false;
}
void KeyedSlots::release(uint8_t*) {}

uint64_t KeyedSlots::hash_of(const uint8_t* slot) const {
  const uint64_t hash = hash_stored_row(slot, key_);
  return hashing_.collide ? hashing_.collided(hash) : hash;
}

bool KeyedSlots::keep(uint8_t* slot) {
  if (!stamp_.is_over(slot) && !is_void(slot)) return true;
  release(slot);
  free_texts(slot);
  return false;
}

template <class Body>
void KeyedSlots::with_key_equality(const KeyBatch& keys, Body&& body) const {
  const std::vector<DecodedColumn>& columns = keys.columns();
  if (!int64_key_ || columns[0].may_have_nulls()) {
    body([&](const uint8_t* slot, size_t row) { return row_equals(slot, key_, columns, row); });
    return;
  }
  const size_t offset = key_.offset(0);
  const RowLayout::Presence presence = key_.presence(0);
  const int64_t* values = columns[0].values<int64_t>();
  if (columns[0].is_identity()) {
    body([=](const uint8_t* slot, size_t row) {
      return load_value<int64_t>(slot, offset) == values[row] && (slot[presence.byte] & presence.mask) != 0;
    });
    return;
  }
  body([=, &column = columns[0]](const uint8_t* slot, size_t row) {
    return load_value<int64_t>(slot, offset) == values[column.index(row)] && (slot[presence.byte] & presence.mask) != 0;
  });
}

Status KeyedSlots::prepare(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now, StateRows& out,
                           Access access) {
  out.slots.resize(keys.size());
  out.created.assign(keys.size(), 0);
  look_up(keys, access, out);
  if (if_missing == IfMissing::kCreate && !missing_.empty()) RETURN_IF_ERROR(create_missing(keys, now, out));
  if (stamp_.enabled()) expire(if_missing, now, out);
  return Status();
}

void KeyedSlots::look_up(const KeyBatch& keys, Access access, StateRows& out) {
  const SelectedRows rows = keys.rows();
  const uint64_t* hashes = keys.hashes();
  missing_.clear();
  with_key_equality(keys, [&](auto equals) {
    for (size_t i = 0; i < rows.count; ++i) {
      if (i + kPrefetchDistance < rows.count) __builtin_prefetch(table_.first_slot(hashes[rows[i + kPrefetchDistance]]), 1);
      const size_t row = rows[i];
      uint8_t* slot = table_.find(hashes[row], [&](const uint8_t* candidate) { return equals(candidate, row); });
      out.slots[i] = slot;
      if (slot == nullptr) {
        missing_.push_back(static_cast<uint32_t>(i));
      } else if (access == Access::kWrite) {
        table_.touch(hashes[row], slot);
      }
    }
  });
}

Status KeyedSlots::create_missing(const KeyBatch& keys, ProcessingTime now, StateRows& out) {
  const SelectedRows rows = keys.rows();
  const uint64_t* hashes = keys.hashes();
  missing_hashes_.clear();
  for (const uint32_t position : missing_) missing_hashes_.push_back(hashes[rows[position]]);
  ASSIGN_OR_RETURN(const bool moved, table_.make_room(missing_hashes_));
  if (moved) look_up(keys, Access::kWrite, out);
  bool has_room = true;
  with_key_equality(keys, [&](auto equals) {
    for (const uint32_t position : missing_) {
      const size_t row = rows[position];
      uint8_t* slot = table_.find(hashes[row], [&](const uint8_t* candidate) { return equals(candidate, row); });
      if (slot == nullptr) {
        slot = table_.insert(hashes[row]);
        stamp_.write(slot, now);
        has_room = has_room && store_row(keys.columns(), row, key_, slot, texts_);
        out.created[position] = 1;
      }
      out.slots[position] = slot;
    }
  });
  return has_room ? Status() : blocks_->status();
}

void KeyedSlots::expire(IfMissing if_missing, ProcessingTime now, StateRows& out) {
  for (size_t i = 0; i < out.slots.size(); ++i) {
    uint8_t* slot = out.slots[i];
    if (slot == nullptr || !stamp_.is_over(slot, now)) continue;
    if (if_missing == IfMissing::kSkip) {
      out.slots[i] = nullptr;
      continue;
    }
    // The key begins anew in its old slot.
    texts_.free_all(slot, value_);
    for (size_t column = 0; column < value_.column_count(); ++column) value_.set_null(slot, column);
    std::memset(slot + value_.start(), 0, value_.end() - value_.start());
    stamp_.write(slot, now);
    out.created[i] = 1;
  }
}

void KeyedSlots::erase(uint8_t* slot) {
  const uint64_t hash = hash_of(slot);
  table_.touch(hash, slot);
  free_texts(slot);
  table_.erase(slot, hash);
}

void KeyedSlots::free_texts(uint8_t* slot) {
  texts_.free_all(slot, key_);
  texts_.free_all(slot, value_);
}

}  // namespace eddyline::state
