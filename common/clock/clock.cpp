#include "common/clock/clock.hpp"

#include <algorithm>
#include <chrono>

#include "common/base/check.hpp"

namespace eddyline {

std::chrono::nanoseconds MonotoneTime::at(std::chrono::nanoseconds wall, std::chrono::nanoseconds steady) {
  const int64_t lead = (wall - steady).count();
  int64_t largest = lead_.load(std::memory_order_relaxed);
  while (lead > largest && !lead_.compare_exchange_weak(largest, lead, std::memory_order_relaxed)) {
  }
  return steady + std::chrono::nanoseconds(std::max(lead, largest));
}

ProcessingTime SystemClock::now() const {
  // In this order: a pause between the two makes the lead too small, which does no harm, and never too large.
  const std::chrono::nanoseconds wall = std::chrono::system_clock::now().time_since_epoch();
  const std::chrono::nanoseconds steady = std::chrono::steady_clock::now().time_since_epoch();
  return ProcessingTime(std::chrono::floor<std::chrono::milliseconds>(time_.at(wall, steady)).count());
}

void VirtualClock::advance_to(ProcessingTime time) {
  CHECK(time >= now_) << "the virtual clock only moves forward: " << time.value() << " < " << now_.value();
  now_ = time;
}

}  // namespace eddyline
