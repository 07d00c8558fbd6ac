#pragma once

#include <atomic>
#include <cstdint>

#include "common/concurrency/spsc_ring.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/credit_pool.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/input_channel.hpp"
#include "taskexecutor/exchange/output_channel.hpp"

namespace eddyline::taskexecutor {

/// One stream between two subtasks of a process: batches are handed over by pointer, in order.
///
/// The receiver grants credit in bytes: some of the channel's own, the rest from the pool of the receiving gate, so
/// that one channel that is not read never holds up its neighbours. Control elements cost none, only a slot. A producer
/// that finds no credit is marked starved and woken when there is room again for a good while, not for every batch that
/// is taken. What its gate has to know, that there is something to read or that it waits for shared credit, it reports.
///
/// Thread   the producer's methods: one thread; the consumer's: one thread.
class LocalChannel final : public OutputChannel, public InputChannel {
 public:
  /// Slots kept for what one call of a producer may push after it found the channel writable.
  static constexpr size_t kReservedSlots = 4;

  LocalChannel(const ChannelLimits& limits, CreditPool& shared, Wakeup& producer, Wakeup& consumer);

  bool writable() override;
  /// CHECKs that there is a slot.
  void push(StreamElement element) override;
  bool keeps_buffers() const override { return true; }

  bool readable() override { return ring_.front() != nullptr; }
  std::optional<StreamElement> take() override { return pop(); }
  /// CHECKs readable().
  StreamElement pop();
  bool relieve_of_shared() override;

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
  // What both sides write.
  alignas(64) std::atomic<int64_t> own_used_{0};
  ReportedChannel starved_entry_{this};
  std::atomic<bool> starved_{false};
};

}  // namespace eddyline::taskexecutor
