#pragma once

#include <gtest/gtest.h>

#include "common/clock/clock.hpp"
#include "common/logging/captured_log.hpp"
#include "taskexecutor/process/task_executor_core.hpp"
#include "tests/unit/taskexecutor/process/recorded_surroundings.hpp"

namespace eddyline::taskexecutor {

/// A core whose time and job manager are the test.
class CoreTestBase : public testing::Test {
 protected:
  using Notes = std::vector<std::string>;

  static JobManagerLink::Settings settings() {
    JobManagerLink::Settings settings;
    settings.registration.address = {schemas::ExecutorId("te-1"), "localhost", 4000};
    settings.address = "localhost:6123";
    return settings;
  }

  Moment now() const { return {ProcessingTime(1'000'000 + steady_.count()), steady_}; }
  /// Lets time pass, with the ticks that the core asks for.
  void pass(std::chrono::milliseconds time) {
    const std::chrono::milliseconds end = steady_ + time;
    for (auto next = core_.next_tick(); next && *next <= end; next = core_.next_tick()) {
      steady_ = std::max(steady_, *next);
      core_.tick(now());
      // One that asks for a tick in the past over and over would spin.
      ASSERT_TRUE(!core_.next_tick() || *core_.next_tick() > steady_);
    }
    steady_ = end;
  }
  void receive(schemas::ToExecutor message) { core_.on_message(std::move(message), now()); }
  /// Connected and registered, with nothing noted.
  void register_at_once() {
    core_.start(now());
    core_.on_connected(now());
    receive(schemas::ExecutorRegistered{77});
    asked_.take();
  }

  std::chrono::milliseconds steady_{5'000};
  CapturedLog captured_;
  VirtualClock clock_{ProcessingTime(0)};
  RecordedSurroundings asked_;
  TaskExecutorCore core_{settings(), asked_, Logger(captured_, clock_, "TaskExecutor")};
};

}  // namespace eddyline::taskexecutor
