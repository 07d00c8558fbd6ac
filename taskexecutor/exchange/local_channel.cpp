#include "taskexecutor/exchange/local_channel.hpp"

#include <algorithm>

#include "common/columnar/batch_bytes.hpp"

namespace eddyline::taskexecutor {

LocalChannel::LocalChannel(const ChannelLimits& limits, CreditPool& shared, Wakeup& producer, Wakeup& consumer)
    : ring_(std::max(limits.slots, 2 * kReservedSlots)),
      own_limit_(static_cast<int64_t>(limits.own_bytes.value())),
      shared_(shared),
      producer_(producer),
      consumer_(consumer) {}

bool LocalChannel::has_room() {
  if (ring_.free_slots(kReservedSlots) < kReservedSlots) return false;
  return own_used_.load(std::memory_order_seq_cst) < own_limit_ || shared_.has_credit();
}

bool LocalChannel::writable() {
  if (has_room()) return true;
  // Marked and reported first, looked at again after: a consumer that makes room in between sees it.
  starved_.store(true, std::memory_order_seq_cst);
  if (own_used_.load(std::memory_order_relaxed) >= own_limit_) shared_.report_starved(starved_entry_);
  if (!has_room()) return false;
  starved_.store(false, std::memory_order_seq_cst);
  return true;
}

void LocalChannel::push(StreamElement element) {
  Slot slot{std::move(element)};
  if (const Batch* batch = std::get_if<Batch>(&slot.element)) {
    const auto bytes = static_cast<int64_t>(batch_bytes(*batch));
    const int64_t own_free = own_limit_ - own_used_.load(std::memory_order_relaxed);
    slot.own_bytes = std::clamp<int64_t>(own_free, 0, bytes);
    slot.shared_bytes = bytes - slot.own_bytes;
    if (slot.own_bytes > 0) own_used_.fetch_add(slot.own_bytes, std::memory_order_seq_cst);
    if (slot.shared_bytes > 0) shared_.take(slot.shared_bytes);
  }
  ring_.push(std::move(slot));
  report_readable();
  consumer_.notify();
}

StreamElement LocalChannel::pop() {
  Slot slot = ring_.pop();
  if (slot.own_bytes > 0) own_used_.fetch_sub(slot.own_bytes, std::memory_order_seq_cst);
  if (slot.shared_bytes > 0) shared_.give_back(slot.shared_bytes);
  relieve();
  return std::move(slot.element);
}

bool LocalChannel::has_ample_room() const {
  if (2 * ring_.size() > ring_.capacity()) return false;
  return 2 * own_used_.load(std::memory_order_seq_cst) <= own_limit_ || shared_.has_ample_credit();
}

void LocalChannel::relieve() {
  if (!starved_.load(std::memory_order_seq_cst) || !has_ample_room()) return;
  starved_.store(false, std::memory_order_seq_cst);
  producer_.notify();
}

bool LocalChannel::relieve_of_shared() {
  relieve();
  return ReportedChannels::withdraw(starved_entry_, [this] { return starved_.load(std::memory_order_seq_cst); });
}

}  // namespace eddyline::taskexecutor
