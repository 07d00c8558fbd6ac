#pragma once

#include <atomic>
#include <cstdint>

#include "common/concurrency/spsc_ring.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/credit_pool.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/reported_channels.hpp"

namespace eddyline::taskexecutor {

/// One stream between two subtasks of a process: batches are handed over by pointer, in order.
///
/// The receiver grants credit in bytes: some of the channel's own, the rest from the pool of the receiving gate, so
/// that one channel that is not read never holds up its neighbours. Control elements cost none, only a slot. A producer
/// that finds no credit is marked starved and woken when there is room again for a good while, not for every batch that
/// is taken. What its gate has to know, that there is something to read or that it waits for shared credit, it reports.
///
/// Thread   the producer's methods: one thread; the consumer's: one thread.
class LocalChannel {
 public:
  /// Slots kept for what one call of a producer may push after it found the channel writable.
  static constexpr size_t kReservedSlots = 4;

  LocalChannel(const ChannelLimits& limits, CreditPool& shared, Wakeup& producer, Wakeup& consumer);
  LocalChannel(const LocalChannel&) = delete;
  LocalChannel& operator=(const LocalChannel&) = delete;

  /// Producer: whether it may go on. If not, it is woken when it may.
  bool writable();
  /// Producer. Allowed to go past the credit by what one call writes; CHECKs that there is a slot.
  void push(StreamElement element);

  /// Where a gate has a channel.
  struct Place {
    uint32_t input = 0;
    uint32_t index = 0;
  };
  /// Consumer, before the producer begins: the channel reports itself to `readable` when it gets something.
  void report_to(ReportedChannels& readable, Place place);
  const Place& place() const { return place_; }

  /// Consumer.
  bool readable() { return ring_.front() != nullptr; }
  /// Consumer: no longer reported, since it is empty. False if it is not, and it still is.
  bool withdraw() {
    return ReportedChannels::withdraw(readable_entry_, [this] { return readable(); });
  }
  /// Consumer. Gives the credit back; CHECKs readable().
  StreamElement pop();
  /// Consumer: wakes a starved producer if there is shared credit for it. False if it still waits for it.
  bool relieve_of_shared();

 private:
  struct Slot {
    StreamElement element;
    int64_t own_bytes = 0;
    int64_t shared_bytes = 0;
  };

  bool has_room();
  bool has_ample_room() const;
  void relieve();

  SpscRing<Slot> ring_;
  const int64_t own_limit_;
  CreditPool& shared_;
  Wakeup& producer_;
  Wakeup& consumer_;
  ReportedChannels* readable_ = nullptr;
  Place place_;
  // What both sides write.
  alignas(64) std::atomic<int64_t> own_used_{0};
  ReportedChannel readable_entry_{this};
  ReportedChannel starved_entry_{this};
  std::atomic<bool> starved_{false};
};

/// Bytes that a batch takes and keeps alive while it waits.
int64_t batch_bytes(const Batch& batch);

}  // namespace eddyline::taskexecutor
