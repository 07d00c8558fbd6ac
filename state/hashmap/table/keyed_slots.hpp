#pragma once

#include <cstdint>
#include <vector>

#include "state/hashmap/table/entry_stamp.hpp"
#include "state/hashmap/table/slot_table.hpp"
#include "state/hashmap/table/text_heap.hpp"
#include "state/value_state.hpp"

namespace eddyline::state {

/// What slots are prepared for.
enum class Access : uint8_t { kRead, kWrite };

/// One slot a key: header, stamp, key columns, value columns, side by side in a SlotTable. What value, list and map
/// state share. Thread   one.
class KeyedSlots : private SlotOwner {
 public:
  KeyedSlots(const RowType& key, const RowType& value, std::chrono::milliseconds ttl, const KeyedStateOptions& options,
             BlockAllocator& blocks);

  Status open() { return table_.open(); }

  /// As ValueState::prepare. `access` says whether the slots, or what they lead to, are written to.
  Status prepare(const KeyBatch& keys, IfMissing if_missing, ProcessingTime now, StateRows& out,
                 Access access = Access::kWrite);
  void erase(uint8_t* slot);

  EntryStamp& stamp() { return stamp_; }
  const RowLayout& key() const { return key_; }
  const RowLayout& value() const { return value_; }
  TextHeap& texts() { return texts_; }
  size_t size() const { return table_.size(); }
  SlotTable& table() { return table_; }
  const SlotTable& table() const { return table_; }
  template <class Visit>
  void for_each(Visit&& visit) const {
    table_.for_each(visit);
  }

 protected:
  /// Asked at a rebuild: true if the entry holds nothing any more and may go.
  virtual bool is_void(const uint8_t* slot) const;
  /// The entry goes; its texts are given back by the caller.
  virtual void release(uint8_t* slot);

 private:
  uint64_t hash_of(const uint8_t* slot) const override;
  bool keep(uint8_t* slot) override;

  /// Calls body(equals), where equals(slot, row) compares keys the fastest way that the batch allows.
  template <class Body>
  void with_key_equality(const KeyBatch& keys, Body&& body) const;
  void look_up(const KeyBatch& keys, Access access, StateRows& out);
  Status create_missing(const KeyBatch& keys, ProcessingTime now, StateRows& out);
  void expire(IfMissing if_missing, ProcessingTime now, StateRows& out);
  void free_texts(uint8_t* slot);

  KeyHashing hashing_;
  BlockAllocator* blocks_;
  EntryStamp stamp_;
  RowLayout key_;
  RowLayout value_;
  bool int64_key_;
  TextHeap texts_;
  SlotTable table_;
  std::vector<uint32_t> missing_;
  std::vector<uint64_t> missing_hashes_;
};

}  // namespace eddyline::state
