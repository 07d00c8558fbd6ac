#include "common/clock/clock.hpp"

#include <chrono>

#include "common/base/check.hpp"

namespace eddyline {

ProcessingTime SystemClock::now() const {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return ProcessingTime(std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

void VirtualClock::advance_to(ProcessingTime time) {
  CHECK(time >= now_) << "the virtual clock only moves forward: " << time.value() << " < " << now_.value();
  now_ = time;
}

}  // namespace eddyline
