#include "taskexecutor/exchange/exchange_memory.hpp"

#include <algorithm>

namespace eddyline::taskexecutor {
namespace {

/// Slots that the channels of a gate have together: each may come to hold a watermark or a small batch.
constexpr size_t kSlotsOfGate = 4096;

/// An equal part, between `least` and `most`.
uint64_t part(uint64_t total, size_t count, uint64_t least, uint64_t most) {
  return std::clamp(total / std::max<size_t>(count, 1), std::min(least, most), most);
}

}  // namespace

ChannelLimits ExchangeMemory::gate_limits(size_t channels) const {
  const uint64_t total = parts_.total.value();
  const ChannelLimits& most = parts_.channel;
  ChannelLimits limits;
  limits.slots = part(kSlotsOfGate, channels, 0, most.slots);
  const uint64_t of_gate = total / 2 / std::max<size_t>(parts_.gates, 1);
  limits.own_bytes = Bytes(part(of_gate, channels, kChannelBytesMin, most.own_bytes.value()));
  limits.remote_bytes = Bytes(std::max(limits.own_bytes.value(), part(of_gate, channels, 0, most.remote_bytes.value())));
  limits.shared_bytes = Bytes(part(total / 4, parts_.gates, kChannelBytesMin, most.shared_bytes.value()));
  return limits;
}

Bytes ExchangeMemory::gathered_bytes(size_t channels, size_t columns) const {
  const uint64_t of_partition = parts_.total.value() / 4 / std::max<size_t>(parts_.partitions, 1);
  const uint64_t least = std::max<uint64_t>(kChannelBytesMin, columns * kColumnBytesMin);
  return Bytes(part(of_partition, channels, least, parts_.batch.bytes));
}

}  // namespace eddyline::taskexecutor
