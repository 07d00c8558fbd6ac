#pragma once

#include "common/clock/clock.hpp"
#include "common/concurrency/event_loop.hpp"
#include "jobmanager/core/core_access.hpp"
#include "jobmanager/dispatcher/plan_reader.hpp"
#include "jobmanager/dispatcher/plan_requests.hpp"

namespace eddyline::jobmanager {

/// Reads plans on a thread of its own and puts what comes of them into the core's queue.
///
/// Thread   any.
class PlanWorker final : public PlanRequests {
 public:
  /// All are borrowed.
  PlanWorker(const PlanReader& reader, CoreAccess& core, const Clock& clock);

  /// Errors   kIoError: the system has no thread left.
  Status start() { return loop_.start(); }
  void read(SubmissionId submission, std::shared_ptr<const schemas::SubmitJob> job) override;
  /// Waits for the plan that is being read.
  void stop() { loop_.stop(); }

 private:
  const PlanReader& reader_;
  CoreAccess& core_;
  EventLoop loop_;
};

}  // namespace eddyline::jobmanager
