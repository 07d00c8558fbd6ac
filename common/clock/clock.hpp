#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "common/base/ids.hpp"

namespace eddyline {

/// Wall-clock time, as an interface so that tests and the simulation run on a virtual one.
/// Thread   any.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Milliseconds since 1970-01-01T00:00:00Z.
  virtual ProcessingTime now() const = 0;
};

/// Follows a wall clock, and never goes back with it: timers, windows on processing time and expiry rely on that. Where
/// the wall clock is set back, time goes on from where it was, as fast as the steady clock.
/// Thread   any.
class MonotoneTime {
 public:
  /// Readings of both clocks at one moment.
  std::chrono::nanoseconds at(std::chrono::nanoseconds wall, std::chrono::nanoseconds steady);

 private:
  /// By how much the time is ahead of the steady clock, in nanoseconds; only grows.
  std::atomic<int64_t> lead_{std::numeric_limits<int64_t>::min()};
};

/// The machine's clock, as MonotoneTime follows it.
class SystemClock final : public Clock {
 public:
  ProcessingTime now() const override;

 private:
  mutable MonotoneTime time_;
};

/// Stands still until told to move. One thread moves it.
class VirtualClock final : public Clock {
 public:
  explicit VirtualClock(ProcessingTime start) : now_(start) {}
  ProcessingTime now() const override { return now_; }
  /// CHECKs that time does not go back.
  void advance_to(ProcessingTime time);

 private:
  ProcessingTime now_;
};

}  // namespace eddyline
