#pragma once

#include <optional>
#include <string>

#include "state/hashmap/table/entry_order.hpp"
#include "state/hashmap/table/keyed_slots.hpp"
#include "state/hashmap/table/slot_pool.hpp"
#include "state/hashmap/table/tabled_state.hpp"
#include "state/map_state.hpp"

namespace eddyline::state {

/// Map state in memory: entries that stay where they are, in a ring a key, and found by key and map key through an
/// index.
///
/// The ring starts and ends at the key's anchor, whose address stands for the key inside entries.
class HashmapMapState final : public MapState, public TabledState, private SlotOwner {
 public:
  HashmapMapState(MapStateDescriptor descriptor, const KeyedStateOptions& options, BlockAllocator& blocks);

  Status open();

  Status prepare(const KeyBatch& keys, std::span<const ColumnPtr> map_keys, IfMissing if_missing, ProcessingTime now,
                 StateRows& out) override;
  Status written(std::span<uint8_t* const> slots, ProcessingTime now) override;
  Status erase(std::span<uint8_t* const> slots) override;
  Result<bool> entries(const KeyBatch& keys, ProcessingTime now, MapCursor& cursor, size_t limit,
                       MapEntries& out) override;
  MapOrder* order() override { return order_.has_value() ? &*order_ : nullptr; }
  const RowLayout& layout() const override { return value_; }
  const RowLayout& map_key_layout() const override { return map_key_; }
  Status set_string(uint8_t* slot, size_t column, std::string_view text) override;
  void gather_map_key(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const override;
  void gather(std::span<uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const override;
  size_t size() const override { return entries_.size(); }
  /// By the keys' segments: what a snapshot takes begins at the key.
  SegmentChanges& changes() override { return anchors_.table().changes(); }
  const MapStateDescriptor& descriptor() const override { return descriptor_; }
  Status restore(const RestoredRows& rows) override;

 private:
  /// Place of an entry in its key's ring.
  struct Link {
    Link* previous;
    Link* next;
  };
  /// Behind an entry's header and stamp.
  struct EntryLinks {
    uint64_t hash;
    Link* anchor;
    Link ring;
  };
  /// What a key's ring starts and ends at; the order only if the map is ordered.
  struct Anchor {
    Link ring;
    /// The key's: finds its slot, which moves.
    uint64_t hash;
    EntryOrder::Root order;
    size_t entries;
  };
  /// A slot of the index.
  struct IndexSlot {
    uint32_t tag;
    uint32_t unused;
    uint8_t* entry;
  };

  /// The keys' slots: a key whose ring is empty goes at a rebuild.
  class Anchors final : public KeyedSlots {
   public:
    Anchors(HashmapMapState& state, const KeyedStateOptions& options, BlockAllocator& blocks);
    Link* anchor(const uint8_t* slot) const;
    void set_anchor(uint8_t* slot, Link* anchor) const;
    /// The slot of the key that an anchor belongs to.
    const uint8_t* slot_of(const Link* anchor) const;

   private:
    bool is_void(const uint8_t* slot) const override;
    void release(uint8_t* slot) override;
    HashmapMapState& state_;
  };

  /// The orders of the keys, whose nodes lie behind the entries' links.
  class Order final : public MapOrder {
   public:
    explicit Order(HashmapMapState& state);
    bool started(const uint8_t* slot) const override;
    void start(uint8_t* slot) override;
    void insert(uint8_t* slot) override;
    void remove(uint8_t* slot) override;
    uint8_t* least(const uint8_t* slot, ProcessingTime now) override;
    uint8_t* greatest(const uint8_t* slot, ProcessingTime now) override;
    /// Of a new entry.
    void come(uint8_t* slot);
    /// Of an entry that is erased.
    void go(uint8_t* slot);

   private:
    EntryOrder::Node& node(uint8_t* slot) const;
    Anchor& anchor(const uint8_t* slot) const;
    EntryOrder::Root& root(const uint8_t* slot) const { return anchor(slot).order; }
    /// End(root) until it is an entry that lives.
    template <class End>
    uint8_t* living_end(const uint8_t* slot, ProcessingTime now, End end);

    HashmapMapState& state_;
    size_t node_offset_;
    EntryOrder entries_;
  };

  uint64_t hash_of(const uint8_t* index_slot) const override;
  bool keep(uint8_t* index_slot) override;
  SlotTable& table() override { return index_; }
  /// Of the index.
  void read(std::span<const uint8_t* const> index_slots) override;
  uint8_t* index_slot_of(const uint8_t* entry) const;
  /// An entry is about to be written to.
  void touch(const uint8_t* entry);

  EntryLinks& links(uint8_t* entry) const { return *reinterpret_cast<EntryLinks*>(entry + stamp_.end()); }
  const EntryLinks& links(const uint8_t* entry) const {
    return *reinterpret_cast<const EntryLinks*>(entry + stamp_.end());
  }
  uint8_t* entry_of(Link* ring) const;
  Status prepare_anchors(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now);
  void hash_entries(const KeyBatch& keys, std::span<const ColumnPtr> map_keys);
  uint8_t* find(size_t row, Link* anchor) const;
  void look_up(const KeyBatch& keys, StateRows& out);
  Status create_missing(const KeyBatch& keys, ProcessingTime now, StateRows& out);
  void expire(IfMissing if_missing, ProcessingTime now, StateRows& out);
  void free_entry(uint8_t* entry);

  MapStateDescriptor descriptor_;
  std::string owner_;
  KeyHashing hashing_;
  BlockAllocator* blocks_;
  EntryStamp stamp_;
  RowLayout map_key_;
  RowLayout value_;
  SlotPool anchors_pool_;
  SlotPool entries_;
  TextHeap texts_;
  Anchors anchors_;
  SlotTable index_;
  std::optional<Order> order_;
  // Of the batch at hand.
  StateRows key_slots_;
  std::vector<DecodedColumn> map_key_columns_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> missing_;
  std::vector<uint64_t> missing_hashes_;
  // Of a snapshot, and of a restore.
  std::vector<const uint8_t*> read_entries_;
  std::vector<const uint8_t*> read_keys_;
  StateRows restored_;
};

}  // namespace eddyline::state
