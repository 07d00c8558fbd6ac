#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "common/base/ids.hpp"

namespace eddyline {

/// Longer than this nobody sleeps at a time: a wake-up that is centuries away has no number of nanoseconds.
inline constexpr std::chrono::milliseconds kSleepMax = std::chrono::hours(24);

/// How long to Wakeup::wait() for `wake_at`: 0 if that is past. Whoever wakes before it looks at the clock again.
constexpr std::chrono::nanoseconds sleep_time(ProcessingTime now, ProcessingTime wake_at) {
  if (wake_at <= now) return std::chrono::nanoseconds(0);
  const uint64_t milliseconds = static_cast<uint64_t>(wake_at.value()) - static_cast<uint64_t>(now.value());
  return std::chrono::milliseconds(std::min(milliseconds, static_cast<uint64_t>(kSleepMax.count())));
}

}  // namespace eddyline
