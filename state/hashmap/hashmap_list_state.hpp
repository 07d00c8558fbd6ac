#pragma once

#include <string>

#include "state/hashmap/table/keyed_slots.hpp"
#include "state/hashmap/table/slot_pool.hpp"
#include "state/hashmap/table/tabled_state.hpp"
#include "state/list_state.hpp"

namespace eddyline::state {

/// List state in memory: a slot a key with the ends of a chain of elements, which stay where they are.
///
/// Elements of a list are in order of their last write, so those whose time to live is over are at its front.
class HashmapListState final : public ListState, public TabledState {
 public:
  HashmapListState(ListStateDescriptor descriptor, const KeyedStateOptions& options, BlockAllocator& blocks);

  Status open();

  Status append(const KeyBatch& keys, std::span<const ColumnPtr> columns, ProcessingTime now) override;
  Result<bool> read(const KeyBatch& keys, ProcessingTime now, ListCursor& cursor, size_t limit,
                    ListElements& out) override;
  void gather(std::span<const uint8_t* const> slots, size_t column, MutableColumn& out, size_t at) const override;
  Status clear(const KeyBatch& keys) override;
  size_t size() const override { return elements_.size(); }
  const ListStateDescriptor& descriptor() const override { return descriptor_; }
  Status restore(const RestoredRows& rows) override;

 private:
  /// The keys' slots: a list whose elements are all over goes with them at a rebuild.
  class Lists final : public KeyedSlots {
   public:
    Lists(HashmapListState& state, const KeyedStateOptions& options, BlockAllocator& blocks);
    uint8_t* first(const uint8_t* list) const;
    uint8_t* last(const uint8_t* list) const;
    void set_ends(uint8_t* list, uint8_t* first, uint8_t* last) const;

   private:
    bool is_void(const uint8_t* list) const override;
    void release(uint8_t* list) override;
    HashmapListState& state_;
  };

  SlotTable& table() override { return lists_.table(); }
  /// Of lists: their elements, in order.
  void read(std::span<const uint8_t* const> slots) override;
  /// Appends an element for each row of `keys`, and its slot to `appended`, which may be null.
  Status append_rows(const KeyBatch& keys, std::span<const ColumnPtr> columns, ProcessingTime now,
                     std::vector<uint8_t*>* appended);
  void hand_on_read();
  uint8_t* next(const uint8_t* element) const;
  void set_next(uint8_t* element, uint8_t* next) const;
  void drop_over(uint8_t* list, ProcessingTime now);
  void free_element(uint8_t* element);
  void free_list(uint8_t* list);

  ListStateDescriptor descriptor_;
  std::string owner_;
  BlockAllocator* blocks_;
  EntryStamp stamp_;
  RowLayout element_;
  SlotPool elements_;
  TextHeap texts_;
  Lists lists_;
  StateRows found_;
  // Of a snapshot: elements with the slots of their lists.
  std::vector<const uint8_t*> read_lists_;
  std::vector<const uint8_t*> read_elements_;
};

}  // namespace eddyline::state
