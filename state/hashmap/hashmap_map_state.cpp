#include "state/hashmap/hashmap_map_state.hpp"

#include <algorithm>
#include <cstddef>

#include "common/columnar/batch.hpp"
#include "state/hashmap/table/state_errors.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kPrefetchDistance = 16;
/// Starting an order of this many takes less than a millisecond; a batch may add some more before it comes to that.
constexpr size_t kMostEntriesWithoutOrder = 4096;

}  // namespace

HashmapMapState::Anchors::Anchors(HashmapMapState& state, const KeyedStateOptions& options, BlockAllocator& blocks)
    : KeyedSlots(state.descriptor_.key, {{"anchor", DataType::bigint()}}, std::chrono::milliseconds(0), options,
                 blocks),
      state_(state) {}

HashmapMapState::Link* HashmapMapState::Anchors::anchor(const uint8_t* slot) const {
  return load_value<Link*>(slot, value().offset(0));
}
void HashmapMapState::Anchors::set_anchor(uint8_t* slot, Link* anchor) const {
  store_value(slot, value().offset(0), anchor);
}
const uint8_t* HashmapMapState::Anchors::slot_of(const Link* wanted) const {
  const uint64_t hash = reinterpret_cast<const Anchor*>(wanted)->hash;
  return table().find(hash, [&](const uint8_t* slot) { return anchor(slot) == wanted; });
}
bool HashmapMapState::Anchors::is_void(const uint8_t* slot) const {
  return anchor(slot)->next == anchor(slot);
}
void HashmapMapState::Anchors::release(uint8_t* slot) {
  state_.anchors_pool_.free(reinterpret_cast<uint8_t*>(anchor(slot)));
}

HashmapMapState::Order::Order(HashmapMapState& state)
    : state_(state),
      node_offset_(state.stamp_.end() + sizeof(EntryLinks)),
      entries_(state.map_key_.type(0), node_offset_, state.map_key_.offset(0)) {
  CHECK(state.map_key_.column_count() == 1) << state.owner_ << ": an order is by one column";
}

EntryOrder::Node& HashmapMapState::Order::node(uint8_t* slot) const {
  return *reinterpret_cast<EntryOrder::Node*>(slot + node_offset_);
}
HashmapMapState::Anchor& HashmapMapState::Order::anchor(const uint8_t* slot) const {
  return *reinterpret_cast<Anchor*>(state_.links(slot).anchor);
}
bool HashmapMapState::Order::started(const uint8_t* slot) const {
  return root(slot).started;
}
void HashmapMapState::Order::start(uint8_t* slot) {
  std::vector<EntryOrder::Node*> nodes;
  Link* anchor = state_.links(slot).anchor;
  for (Link* ring = anchor->next; ring != anchor; ring = ring->next) nodes.push_back(&node(state_.entry_of(ring)));
  entries_.build(root(slot), nodes);
}
void HashmapMapState::Order::insert(uint8_t* slot) {
  if (!started(slot)) {
    if (anchor(slot).entries >= kMostEntriesWithoutOrder) start(slot);
    return;
  }
  if (!EntryOrder::contains(node(slot))) entries_.insert(root(slot), node(slot));
}
void HashmapMapState::Order::come(uint8_t* slot) {
  EntryOrder::clear(node(slot));
  ++anchor(slot).entries;
}
void HashmapMapState::Order::go(uint8_t* slot) {
  remove(slot);
  --anchor(slot).entries;
}
void HashmapMapState::Order::remove(uint8_t* slot) {
  if (EntryOrder::contains(node(slot))) entries_.erase(root(slot), node(slot));
}

template <class End>
uint8_t* HashmapMapState::Order::living_end(const uint8_t* slot, ProcessingTime now, End end) {
  while (EntryOrder::Node* found = end(root(slot))) {
    uint8_t* entry = reinterpret_cast<uint8_t*>(found) - node_offset_;
    if (!state_.stamp_.is_over(entry, now)) return entry;
    remove(entry);
  }
  return nullptr;
}
uint8_t* HashmapMapState::Order::least(const uint8_t* slot, ProcessingTime now) {
  return living_end(slot, now, EntryOrder::least);
}
uint8_t* HashmapMapState::Order::greatest(const uint8_t* slot, ProcessingTime now) {
  return living_end(slot, now, EntryOrder::greatest);
}

HashmapMapState::HashmapMapState(MapStateDescriptor descriptor, const KeyedStateOptions& options,
                                 BlockAllocator& blocks)
    : TabledState(SnapshotSchema::of(descriptor)),
      descriptor_(std::move(descriptor)),
      owner_(state_owner(options, descriptor_.name)),
      hashing_(options.hashing),
      blocks_(&blocks),
      stamp_(descriptor_.ttl),
      map_key_(physical_types(descriptor_.map_key),
               stamp_.end() + sizeof(EntryLinks) + (descriptor_.ordered ? sizeof(EntryOrder::Node) : 0),
               {offsetof(EntryHeader, key_presence), sizeof(EntryHeader::key_presence)}),
      value_(physical_types(descriptor_.value), map_key_.end(),
             {offsetof(EntryHeader, value_presence), sizeof(EntryHeader::value_presence)}),
      anchors_pool_(blocks, descriptor_.ordered ? sizeof(Anchor) : offsetof(Anchor, order)),
      entries_(blocks, value_.end()),
      texts_(blocks),
      anchors_(*this, options, blocks),
      index_(options, blocks, sizeof(IndexSlot), *this) {
  if (descriptor_.ordered) order_.emplace(*this);
}

Status HashmapMapState::open() {
  RETURN_IF_ERROR(named(anchors_.open(), owner_));
  return named(index_.open(), owner_);
}

uint64_t HashmapMapState::hash_of(const uint8_t* index_slot) const {
  return links(reinterpret_cast<const IndexSlot*>(index_slot)->entry).hash;
}

bool HashmapMapState::keep(uint8_t* index_slot) {
  uint8_t* entry = reinterpret_cast<IndexSlot*>(index_slot)->entry;
  if (!stamp_.is_over(entry)) return true;
  free_entry(entry);
  return false;
}

uint8_t* HashmapMapState::entry_of(Link* ring) const {
  return reinterpret_cast<uint8_t*>(ring) - offsetof(EntryLinks, ring) - stamp_.end();
}

Status HashmapMapState::prepare(const KeyBatch& keys, std::span<const ColumnPtr> map_keys, IfMissing if_missing,
                                ProcessingTime now, StateRows& out) {
  RETURN_IF_ERROR(named(prepare_anchors(keys, if_missing, now), owner_));
  hash_entries(keys, map_keys);
  out.slots.resize(keys.size());
  out.created.assign(keys.size(), 0);
  look_up(keys, out);
  if (if_missing == IfMissing::kCreate && !missing_.empty()) {
    RETURN_IF_ERROR(named(create_missing(keys, now, out), owner_));
  }
  if (stamp_.enabled()) expire(if_missing, now, out);
  return Status();
}

Status HashmapMapState::prepare_anchors(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now) {
  RETURN_IF_ERROR(anchors_.prepare(keys, if_missing, now, key_slots_));
  for (size_t i = 0; i < keys.size(); ++i) {
    if (key_slots_.created[i] == 0) continue;
    uint8_t* room = anchors_pool_.allocate();
    if (room == nullptr) return blocks_->status();
    reinterpret_cast<Anchor*>(room)->hash = keys.hashes()[keys.rows()[i]];
    auto* anchor = reinterpret_cast<Link*>(room);
    *anchor = {anchor, anchor};
    anchors_.set_anchor(key_slots_.slots[i], anchor);
  }
  return Status();
}

void HashmapMapState::hash_entries(const KeyBatch& keys, std::span<const ColumnPtr> map_keys) {
  map_key_columns_.clear();
  for (const ColumnPtr& column : map_keys) map_key_columns_.emplace_back(*column);
  const SelectedRows rows = keys.rows();
  const size_t physical_rows = rows.count == 0 ? 0 : rows[rows.count - 1] + 1;
  if (hashes_.size() < physical_rows) hashes_.resize(physical_rows);
  hash_rows(map_keys, rows, hashes_.data());
  rows.for_each([&](size_t row) {
    const uint64_t key_hash = keys.hashes()[row];
    hashes_[row] = hashing_.collide ? hashing_.collided(key_hash)
                                    : hashing_.within_group(key_hash, combine_hashes(key_hash, hashes_[row]));
  });
}

uint8_t* HashmapMapState::find(size_t row, Link* anchor) const {
  uint8_t* slot = index_.find(hashes_[row], [&](const uint8_t* candidate) {
    const uint8_t* entry = reinterpret_cast<const IndexSlot*>(candidate)->entry;
    return links(entry).anchor == anchor && row_equals(entry, map_key_, map_key_columns_, row);
  });
  return slot == nullptr ? nullptr : reinterpret_cast<IndexSlot*>(slot)->entry;
}

void HashmapMapState::look_up(const KeyBatch& keys, StateRows& out) {
  const SelectedRows rows = keys.rows();
  missing_.clear();
  for (size_t i = 0; i < rows.count; ++i) {
    if (i + kPrefetchDistance < rows.count) __builtin_prefetch(index_.first_slot(hashes_[rows[i + kPrefetchDistance]]), 1);
    out.slots[i] = nullptr;
    if (key_slots_.slots[i] == nullptr) continue;
    out.slots[i] = find(rows[i], anchors_.anchor(key_slots_.slots[i]));
    if (out.slots[i] == nullptr) {
      missing_.push_back(static_cast<uint32_t>(i));
    } else {
      touch(out.slots[i]);
    }
  }
}

Status HashmapMapState::create_missing(const KeyBatch& keys, ProcessingTime now, StateRows& out) {
  const SelectedRows rows = keys.rows();
  missing_hashes_.clear();
  for (const uint32_t position : missing_) missing_hashes_.push_back(hashes_[rows[position]]);
  ASSIGN_OR_RETURN(const bool moved, index_.make_room(missing_hashes_));
  // Entries stay where they are, but those whose time was over may have gone.
  if (moved && stamp_.enabled()) look_up(keys, out);
  for (const uint32_t position : missing_) {
    const size_t row = rows[position];
    Link* anchor = anchors_.anchor(key_slots_.slots[position]);
    uint8_t* entry = find(row, anchor);
    if (entry == nullptr) {
      entry = entries_.allocate();
      if (entry == nullptr || !store_row(map_key_columns_, row, map_key_, entry, texts_)) return blocks_->status();
      stamp_.write(entry, now);
      links(entry) = {hashes_[row], anchor, {anchor, anchor->next}};
      if (order_.has_value()) order_->come(entry);
      anchor->next->previous = &links(entry).ring;
      anchor->next = &links(entry).ring;
      reinterpret_cast<IndexSlot*>(index_.insert(hashes_[row]))->entry = entry;
      out.created[position] = 1;
    }
    out.slots[position] = entry;
  }
  return Status();
}

void HashmapMapState::expire(IfMissing if_missing, ProcessingTime now, StateRows& out) {
  for (size_t i = 0; i < out.slots.size(); ++i) {
    uint8_t* entry = out.slots[i];
    if (entry == nullptr || !stamp_.is_over(entry, now)) continue;
    if (if_missing == IfMissing::kSkip) {
      out.slots[i] = nullptr;
      continue;
    }
    texts_.free_all(entry, value_);
    for (size_t column = 0; column < value_.column_count(); ++column) value_.set_null(entry, column);
    std::memset(entry + value_.start(), 0, value_.end() - value_.start());
    stamp_.write(entry, now);
    out.created[i] = 1;
  }
}

Status HashmapMapState::written(std::span<uint8_t* const> slots, ProcessingTime now) {
  if (!stamp_.enabled()) return Status();
  for (uint8_t* slot : slots) {
    if (slot != nullptr) stamp_.write(slot, now);
  }
  return Status();
}

Status HashmapMapState::erase(std::span<uint8_t* const> slots) {
  for (uint8_t* entry : slots) {
    const uint64_t hash = links(entry).hash;
    uint8_t* slot = index_slot_of(entry);
    CHECK(slot != nullptr) << owner_ << ": an entry is erased twice";
    index_.touch(hash, slot);
    index_.erase(slot, hash);
    free_entry(entry);
  }
  return Status();
}

void HashmapMapState::free_entry(uint8_t* entry) {
  if (order_.has_value()) order_->go(entry);
  const Link ring = links(entry).ring;
  ring.previous->next = ring.next;
  ring.next->previous = ring.previous;
  texts_.free_all(entry, map_key_);
  texts_.free_all(entry, value_);
  entries_.free(entry);
}

Result<bool> HashmapMapState::entries(const KeyBatch& keys, ProcessingTime now, MapCursor& cursor, size_t limit,
                                      MapEntries& out) {
  RETURN_IF_ERROR(named(anchors_.prepare(keys, IfMissing::kSkip, now, key_slots_), owner_));
  for (; cursor.next_position < keys.size(); ++cursor.next_position) {
    const uint8_t* key_slot = key_slots_.slots[cursor.next_position];
    if (key_slot == nullptr) continue;
    Link* anchor = anchors_.anchor(key_slot);
    Link* ring = cursor.next_slot == nullptr ? anchor->next : &links(cursor.next_slot).ring;
    for (; ring != anchor; ring = ring->next) {
      uint8_t* entry = entry_of(ring);
      if (stamp_.is_over(entry, now)) continue;
      if (out.slots.size() >= limit) {
        cursor.next_slot = entry;
        return true;
      }
      touch(entry);
      out.positions.push_back(static_cast<int32_t>(cursor.next_position));
      out.slots.push_back(entry);
    }
    cursor.next_slot = nullptr;
  }
  return false;
}

Status HashmapMapState::set_string(uint8_t* slot, size_t column, std::string_view text) {
  if (texts_.replace(slot, value_, column, text)) return Status();
  return named(blocks_->status(), owner_);
}

uint8_t* HashmapMapState::index_slot_of(const uint8_t* entry) const {
  return index_.find(links(entry).hash, [&](const uint8_t* candidate) {
    return reinterpret_cast<const IndexSlot*>(candidate)->entry == entry;
  });
}

void HashmapMapState::touch(const uint8_t* entry) {
  if (index_.in_snapshot()) index_.touch(links(entry).hash, index_slot_of(entry));
}

void HashmapMapState::read(std::span<const uint8_t* const> index_slots) {
  read_entries_.clear();
  read_keys_.clear();
  for (const uint8_t* slot : index_slots) {
    const uint8_t* entry = reinterpret_cast<const IndexSlot*>(slot)->entry;
    read_entries_.push_back(entry);
    read_keys_.push_back(anchors_.slot_of(links(entry).anchor));
  }
  size_t done = 0;
  batches().add(read_entries_, [&](std::span<const uint8_t* const> part, BatchBuilder& out, size_t at) {
    const auto keys = std::span<const uint8_t* const>(read_keys_).subspan(done, part.size());
    snapshot_row(keys, anchors_.key(), descriptor_.key, out, 0, at);
    snapshot_row(part, map_key_, descriptor_.map_key, out, schema().first_map_key(), at);
    snapshot_row(part, value_, descriptor_.value, out, schema().first_row(), at);
    snapshot_written(part, stamp_, schema(), out, at);
    done += part.size();
  });
}

Status HashmapMapState::restore(const RestoredRows& rows) {
  const auto map_keys = rows.columns.subspan(schema().first_map_key(), descriptor_.map_key.size());
  RETURN_IF_ERROR(prepare(rows.keys, map_keys, IfMissing::kCreate, kLongAgo, restored_));
  if (!restore_row(rows.columns, rows.keys.rows(), schema().first_row(), value_, restored_.slots, texts_)) {
    return named(blocks_->status(), owner_);
  }
  restore_written(rows, schema(), restored_.slots, stamp_);
  return Status();
}

void HashmapMapState::gather_map_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out,
                                     size_t at) const {
  load_column(slots, map_key_, column, out, at);
}

void HashmapMapState::gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const {
  load_column(slots, value_, column, out, at);
}

}  // namespace eddyline::state
