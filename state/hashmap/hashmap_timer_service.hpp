#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "state/hashmap/table/slot_pool.hpp"
#include "state/hashmap/table/slot_table.hpp"
#include "state/hashmap/table/tabled_state.hpp"
#include "state/hashmap/table/text_heap.hpp"
#include "state/timer_service.hpp"

namespace eddyline::state {

/// Timers in memory: one entry a timer, found by key, namespace and time through an index, and chained with those of
/// the same time in order of registration.
///
/// A removed timer leaves the index at once and its chain when that comes to its turn.
class HashmapTimerService final : public TimerService, public TabledState, private SlotOwner {
 public:
  HashmapTimerService(TimerDescriptor descriptor, const KeyedStateOptions& options, BlockAllocator& blocks);

  Status open();

  Status add(TimeDomain domain, const KeyBatch& keys, const int64_t* times, const int64_t* namespaces) override;
  Status remove(TimeDomain domain, const KeyBatch& keys, const int64_t* times, const int64_t* namespaces) override;
  Result<bool> take_due(TimeDomain domain, int64_t until, size_t limit, DueTimers& out) override;
  std::optional<int64_t> next(TimeDomain domain) const override;
  size_t size(TimeDomain domain) const override { return queue(domain).live; }
  const TimerDescriptor& descriptor() const override { return descriptor_; }
  Status restore(const RestoredRows& rows) override;

 private:
  /// What stands before an entry's key columns.
  struct Timer {
    uint64_t hash;
    int64_t time;
    int64_t name_space;
    Timer* next;
    TimeDomain domain;
    bool removed;
    uint8_t key_presence[6];
  };
  /// A slot of the index.
  struct IndexSlot {
    uint32_t tag;
    uint32_t unused;
    Timer* timer;
  };
  /// The timers of one instant.
  struct Instant {
    Timer* first = nullptr;
    Timer* last = nullptr;
    size_t live = 0;
  };
  /// The timers of one domain. No instant is without live timers.
  struct Queue {
    std::map<int64_t, Instant> instants;
    size_t live = 0;
  };

  uint64_t hash_of(const uint8_t* index_slot) const override;
  bool keep(uint8_t*) override { return true; }
  SlotTable& table() override { return index_; }
  /// Of the index.
  void read(std::span<const uint8_t* const> index_slots) override;

  Queue& queue(TimeDomain domain) { return queues_[static_cast<size_t>(domain)]; }
  const Queue& queue(TimeDomain domain) const { return queues_[static_cast<size_t>(domain)]; }
  uint64_t hash_timer(TimeDomain domain, uint64_t key_hash, int64_t time, int64_t name_space) const;
  uint8_t* find(const KeyBatch& keys, size_t row, const Timer& wanted) const;
  Status add_one(const KeyBatch& keys, size_t row, const Timer& wanted);
  void take_from(Queue& from, Instant& instant, size_t limit, DueTimers& out);
  void forget(Timer* timer);
  void free_timer(Timer* timer);
  void free_instant(Queue& queue, std::map<int64_t, Instant>::iterator instant);

  TimerDescriptor descriptor_;
  std::string owner_;
  KeyHashing hashing_;
  BlockAllocator* blocks_;
  RowLayout key_;
  SlotPool timers_;
  TextHeap texts_;
  SlotTable index_;
  std::array<Queue, 2> queues_;
  std::vector<uint64_t> hashes_;
  std::vector<const uint8_t*> due_;
  // Of a snapshot.
  std::vector<const uint8_t*> read_timers_;
};

}  // namespace eddyline::state
