#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "common/base/random.hpp"
#include "common/clock/clock.hpp"
#include "taskexecutor/job/local_job.hpp"

namespace eddyline::taskexecutor {

/// Runs jobs on one thread and a virtual clock: when no subtask can go on, the clock jumps to the next wake-up time.
///
/// The order in which subtasks are stepped is drawn from the seed: the same seed gives the same run.
///
/// Thread   one.
class VirtualDriver {
 public:
  /// The clock is borrowed, and must be the jobs' own.
  VirtualDriver(VirtualClock& clock, uint64_t seed) : clock_(clock), random_(seed) {}

  /// Borrowed. Starts it.
  void add(LocalJob& job);
  /// What goes on beside the jobs, a network say: called again and again, false if it had nothing to do.
  void add_background(std::function<bool()> act) { background_.push_back(std::move(act)); }
  /// Steps until every subtask is blocked or has ended; the clock stands still.
  void settle();
  /// Settles at every wake-up time up to `time`, and there.
  void run_until(ProcessingTime time);
  /// Until all jobs have ended, or nothing but another thread can make them go on.
  void run();
  /// When something happens next by itself.
  std::optional<ProcessingTime> next_wake_up() const;

 private:
  struct Task {
    LocalJob* job = nullptr;
    Subtask* subtask = nullptr;
    std::optional<ProcessingTime> wake_at;
  };

  /// False if none could go on.
  bool step_all();
  void shuffle();

  VirtualClock& clock_;
  Random random_;
  std::vector<Task> tasks_;
  std::vector<std::function<bool()>> background_;
};

}  // namespace eddyline::taskexecutor
