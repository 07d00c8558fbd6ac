#pragma once

#include <thread>

#include "common/clock/clock.hpp"
#include "jobmanager/process/event_queue.hpp"

namespace eddyline::jobmanager {

/// The one thread that drives the core: events in the order of their queue, and ticks when nothing waits, so that what has
/// arrived in time is never judged late.
class CoreThread final : public CoreAccess {
 public:
  /// All are borrowed; nobody else touches the core from here on.
  CoreThread(JobManagerCore& core, EventQueue& events, const Clock& clock);
  /// Closes the queue, lets the core shut down and waits for that.
  ~CoreThread() override;

  bool post(Task task) override { return events_.push(std::move(task)); }

 private:
  void run();
  void serve(CoreEvent event);
  Moment now() const;

  JobManagerCore& core_;
  EventQueue& events_;
  const Clock& clock_;
  std::thread thread_;
};

}  // namespace eddyline::jobmanager
