#include "common/concurrency/wakeup.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace eddyline {
namespace {

// The futex word is the atomic itself.
static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t) && std::atomic<uint32_t>::is_always_lock_free);

timespec to_timespec(std::chrono::nanoseconds duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration);
  timespec time{};
  time.tv_sec = static_cast<time_t>(seconds.count());
  time.tv_nsec = static_cast<long>((duration - seconds).count());
  return time;
}

}  // namespace

void Wakeup::wait(std::optional<std::chrono::nanoseconds> timeout) {
  if (timeout.has_value() && timeout->count() <= 0) return;
  uint32_t expected = kEmpty;
  if (!state_.compare_exchange_strong(expected, kSleeping, std::memory_order_seq_cst)) return;
  timespec time{};
  if (timeout.has_value()) time = to_timespec(*timeout);
  // A signal or a stale wake ends the sleep early, which is allowed.
  syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, kSleeping, timeout.has_value() ? &time : nullptr, nullptr, 0);
  expected = kSleeping;
  state_.compare_exchange_strong(expected, kEmpty, std::memory_order_seq_cst);
}

void Wakeup::wake() {
  syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace eddyline
