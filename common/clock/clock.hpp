#pragma once

#include <cstdint>

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

/// The machine's clock.
class SystemClock final : public Clock {
 public:
  ProcessingTime now() const override;
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
