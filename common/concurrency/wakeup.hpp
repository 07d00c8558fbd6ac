#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace eddyline {

/// Where one thread sleeps until another has something for it.
///
/// The owner looks for work, and when it finds none: clear(), looks once more, then wait(). A notify() that comes after
/// clear() ends the wait, also one that came before it began, so nothing is missed. While the owner works a notify()
/// costs one load.
///
/// Memory   what the notifying thread published with a sequentially consistent store before notify() is seen by a
/// sequentially
///          consistent load after clear(): one of the two sides always sees the other. (Fences are not used: the thread
///          sanitizer does not know them.)
/// Thread   notify() and notified(): any. The rest: the owner.
class Wakeup {
 public:
  Wakeup() = default;
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;

  void notify() {
    if (state_.load(std::memory_order_seq_cst) == kNotified) return;
    if (state_.exchange(kNotified, std::memory_order_seq_cst) == kSleeping) wake();
  }

  void clear() { state_.exchange(kEmpty, std::memory_order_seq_cst); }

  /// Whether notify() came since clear().
  bool notified() const { return state_.load(std::memory_order_seq_cst) == kNotified; }

  /// Sleeps until notified or for `timeout`; without a timeout until notified. May wake early.
  void wait(std::optional<std::chrono::nanoseconds> timeout);

 private:
  static constexpr uint32_t kEmpty = 0;
  static constexpr uint32_t kNotified = 1;
  static constexpr uint32_t kSleeping = 2;

  void wake();

  std::atomic<uint32_t> state_{kNotified};
};

/// Shared where the notifying side may outlive the sleeper.
using WakeupPtr = std::shared_ptr<Wakeup>;

}  // namespace eddyline
