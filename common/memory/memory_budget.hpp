#pragma once

#include <algorithm>

#include "common/base/ids.hpp"

namespace eddyline {

/// What of a process's memory is left to what no pool counts: code, stacks, plans, batches under way, recycled buffers
/// (4 MiB a thread, but 128 MiB all threads that go on using buffers; 64 MiB shared) and the allocator's own.
inline constexpr Bytes kUncountedMemoryMin{uint64_t{96} << 20};

/// The limit of the pool tree in a process of this size: three quarters, or what kUncountedMemoryMin leaves.
constexpr Bytes managed_memory(Bytes process_size) {
  const uint64_t uncounted = std::max(process_size.value() / 4, kUncountedMemoryMin.value());
  return Bytes(process_size.value() > uncounted ? process_size.value() - uncounted : 0);
}

}  // namespace eddyline
