#pragma once

#include <chrono>
#include <initializer_list>
#include <optional>
#include <vector>

#include "common/file/owned_descriptor.hpp"

namespace eddyline::programs {

/// Signals that a process waits for in place of being ended or interrupted by them. They are blocked from here on, also those that
/// whoever started the process has it ignore; SIGPIPE is ignored, since a reader or peer that goes away is an error of write().
///
/// Thread   made in main before any other thread starts, so that all inherit the blocked signals. wait(): one; wake(): any.
class WatchedSignals {
 public:
  explicit WatchedSignals(std::initializer_list<int> signals);
  WatchedSignals(const WatchedSignals&) = delete;
  WatchedSignals& operator=(const WatchedSignals&) = delete;

  /// The next signal; 0 once wake() was called, at whatever time; none after `timeout`.
  std::optional<int> wait(std::optional<std::chrono::milliseconds> timeout);
  /// Without a limit.
  int wait() { return *wait(std::nullopt); }
  void wake();
  /// From now on they end the process as they end any.
  void let_through();

 private:
  const std::vector<int> signals_;
  OwnedDescriptor arrived_;
  OwnedDescriptor woken_;
};

}  // namespace eddyline::programs
