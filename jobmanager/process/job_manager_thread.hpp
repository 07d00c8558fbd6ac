#pragma once

#include <utility>

#include "common/concurrency/core_thread.hpp"
#include "jobmanager/core/core_access.hpp"

namespace eddyline::jobmanager {

/// The thread that drives the core, as others get at it.
class JobManagerThread final : public CoreAccess {
 public:
  /// Both are borrowed; nobody else touches the core between start() and the end.
  JobManagerThread(JobManagerCore& core, const Clock& clock) : thread_("job manager", core, clock) {}

  /// Errors   kIoError: the system has no thread left.
  Status start() { return thread_.start(); }
  bool post(Task task) override { return thread_.post(std::move(task)); }
  /// Takes nothing more, lets the core shut down and waits for that.
  void shut_down() {
    thread_.finish([](JobManagerCore& core, Moment now) { core.shut_down(now); });
  }

 private:
  CoreThread<JobManagerCore> thread_;
};

}  // namespace eddyline::jobmanager
