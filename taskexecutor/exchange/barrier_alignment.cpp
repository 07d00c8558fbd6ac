#include "taskexecutor/exchange/barrier_alignment.hpp"

#include "common/base/check.hpp"
#include "common/fault/fault_point.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr FaultPoint kAfterFirstOfSeveral{"after-first-of-several-aligned"};

}  // namespace

std::optional<CheckpointBarrier> BarrierAlignment::on_barrier(size_t channel, CheckpointBarrier barrier) {
  CHECK(!channels_[channel].blocked) << "read from a channel that waits for its barrier";
  if (waiting_for_.has_value() && barrier.checkpoint > waiting_for_->checkpoint) unblock();
  if (waiting_for_.has_value() && barrier.checkpoint < waiting_for_->checkpoint) return std::nullopt;
  waiting_for_ = barrier;
  channels_[channel].blocked = true;
  ++arrived_;
  if (arrived_ == 1 && running_ > 1) kAfterFirstOfSeveral.pass();
  return complete();
}

std::optional<CheckpointBarrier> BarrierAlignment::on_end(size_t channel) {
  channels_[channel].ended = true;
  --running_;
  return complete();
}

std::optional<CheckpointBarrier> BarrierAlignment::complete() {
  if (!waiting_for_.has_value() || arrived_ < running_) return std::nullopt;
  const std::optional<CheckpointBarrier> barrier = waiting_for_;
  unblock();
  return barrier;
}

void BarrierAlignment::unblock() {
  for (Channel& channel : channels_) channel.blocked = false;
  arrived_ = 0;
  waiting_for_.reset();
}

}  // namespace eddyline::taskexecutor
