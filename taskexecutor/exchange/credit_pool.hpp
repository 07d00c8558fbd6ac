#pragma once

#include <atomic>
#include <cstdint>

#include "common/base/ids.hpp"
#include "taskexecutor/exchange/reported_channels.hpp"

namespace eddyline::taskexecutor {

/// Bytes that the channels of one input gate may use beyond what each has of its own, and the channels whose producers
/// wait for some.
///
/// The balance may go below zero by what one call of a producer writes: whoever finds it above zero may send a whole
/// batch. Thread   give_back(): the gate's. The rest: any.
class CreditPool {
 public:
  explicit CreditPool(Bytes size) : size_(static_cast<int64_t>(size.value())), balance_(size_) {}
  CreditPool(const CreditPool&) = delete;
  CreditPool& operator=(const CreditPool&) = delete;

  bool has_credit() const { return balance_.load(std::memory_order_seq_cst) > 0; }
  /// Enough to be worth waking a producer for.
  bool has_ample_credit() const { return balance_.load(std::memory_order_seq_cst) * 4 > size_; }
  /// What a writer elsewhere is lent at a time; there is as much where credit is ample.
  int64_t portion() const { return size_ / 4; }
  void take(int64_t bytes) { balance_.fetch_sub(bytes, std::memory_order_seq_cst); }
  /// Relieves the channels that wait once there is enough.
  void give_back(int64_t bytes);
  /// Of a channel marked as starved, before it looks for credit once more.
  void report_starved(ReportedChannel& channel) { starved_.report(channel); }

 private:
  const int64_t size_;
  std::atomic<int64_t> balance_;
  ReportedChannels starved_;
  /// Those of them that the gate knows of.
  ChannelQueue waiting_;
};

}  // namespace eddyline::taskexecutor
