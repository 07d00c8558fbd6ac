#pragma once

#include <chrono>

namespace eddyline {

using NetworkTime = std::chrono::steady_clock::time_point;

/// The end of time where the sum lies behind it: options bound no duration.
constexpr NetworkTime later(NetworkTime time, std::chrono::milliseconds duration) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(NetworkTime::max() - time);
  return duration < left ? time + duration : NetworkTime::max();
}

}  // namespace eddyline
