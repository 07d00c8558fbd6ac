#include "jobmanager/process/plan_worker.hpp"

#include <utility>

namespace eddyline::jobmanager {

PlanWorker::PlanWorker(const PlanReader& reader, CoreAccess& core, const Clock& clock)
    : reader_(reader), core_(core), loop_("plans", clock) {}

void PlanWorker::read(SubmissionId submission, std::shared_ptr<const schemas::SubmitJob> job) {
  loop_.post([this, submission, job = std::move(job)](Moment) {
    core_.post([submission, topology = reader_.read(job->plan, job->settings)](JobManagerCore& core, Moment now) mutable {
      core.on_plan_read(submission, std::move(topology), now);
    });
  });
}

}  // namespace eddyline::jobmanager
