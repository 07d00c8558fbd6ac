#pragma once

#include <cstdint>
#include <limits>

#include "common/base/named_type.hpp"

namespace eddyline {

/// Index of a subtask among the parallel instances of its vertex, from 0.
using SubtaskIndex = NamedType<struct SubtaskIndexTag, uint32_t>;
using Parallelism = NamedType<struct ParallelismTag, uint32_t>;
/// Number of key groups; 1 to 32768.
using MaxParallelism = NamedType<struct MaxParallelismTag, uint32_t>;
/// Smallest piece of keyed state that moves; in [0, max parallelism).
using KeyGroup = NamedType<struct KeyGroupTag, uint32_t>;
using VertexId = NamedType<struct VertexIdTag, uint32_t>;
using CheckpointId = NamedType<struct CheckpointIdTag, int64_t>;

/// Milliseconds since 1970-01-01T00:00:00 on the row's own time line.
using EventTime = NamedType<struct EventTimeTag, int64_t>;
/// Milliseconds since 1970-01-01T00:00:00Z on the machine's clock.
using ProcessingTime = NamedType<struct ProcessingTimeTag, int64_t>;

/// Watermark before the first one, and the one that ends a bounded stream.
inline constexpr EventTime kMinWatermark{std::numeric_limits<int64_t>::min()};
inline constexpr EventTime kMaxWatermark{std::numeric_limits<int64_t>::max()};

/// A count of bytes.
using Bytes = NamedType<struct BytesTag, uint64_t>;

inline constexpr uint32_t kMaxMaxParallelism = 32768;

/// Key groups [first, last] owned by one subtask; empty when first > last.
struct KeyGroupRange {
  KeyGroup first;
  KeyGroup last;
  bool contains(KeyGroup group) const { return first <= group && group <= last; }
  uint32_t count() const { return first > last ? 0 : last.value() - first.value() + 1; }
  friend bool operator==(const KeyGroupRange&, const KeyGroupRange&) = default;
};

/// The key groups of one subtask: those g with g * parallelism / max_parallelism == subtask.
/// Source: the standard contiguous assignment, as in Flink's KeyGroupRangeAssignment.
constexpr KeyGroupRange key_group_range(MaxParallelism max_parallelism, Parallelism parallelism, SubtaskIndex subtask) {
  const uint64_t max = max_parallelism.value();
  const uint64_t count = parallelism.value();
  const uint64_t index = subtask.value();
  const auto first = static_cast<uint32_t>((index * max + count - 1) / count);
  const auto end = static_cast<uint32_t>(((index + 1) * max + count - 1) / count);
  return {KeyGroup(first), KeyGroup(end - 1)};
}

/// The subtask that owns a key group.
constexpr SubtaskIndex subtask_of(KeyGroup group, MaxParallelism max_parallelism, Parallelism parallelism) {
  return SubtaskIndex(static_cast<uint32_t>(static_cast<uint64_t>(group.value()) * parallelism.value() /
                                            max_parallelism.value()));
}

/// Implicit maximum parallelism: the power of two at or above 1.5 times the parallelism, within [128, 32768].
constexpr MaxParallelism default_max_parallelism(Parallelism parallelism) {
  const uint64_t wanted = parallelism.value() + parallelism.value() / 2;
  uint32_t power = 128;
  while (power < wanted && power < kMaxMaxParallelism) power *= 2;
  return MaxParallelism(power);
}

}  // namespace eddyline
