#include "schemas/wire_messages.hpp"
#include "schemas/wire_values.hpp"

namespace eddyline::schemas {

void write(wire::SubmitJob::Builder to, const SubmitJob& message) {
  to.setRequest(message.request.value());
  to.setName(as_text(message.name));
  to.setPlan(as_text(message.plan));
  write(to.initSettings(static_cast<uint32_t>(message.settings.entries().size())), message.settings);
  to.setCollects(message.collects);
}

Result<SubmitJob> read(wire::SubmitJob::Reader from) {
  SubmitJob message;
  message.request = RequestId(from.getRequest());
  ASSIGN_OR_RETURN(message.name, read_name(from.getName(), "the name of a job"));
  message.plan = read_text(from.getPlan());
  ASSIGN_OR_RETURN(message.settings, read(from.getSettings()));
  message.collects = from.getCollects();
  return message;
}

void write(wire::ListJobs::Builder to, const ListJobs& message) { to.setRequest(message.request.value()); }

Result<ListJobs> read(wire::ListJobs::Reader from) { return ListJobs{RequestId(from.getRequest())}; }

namespace {

template <class Message>
void write_job_request(wire::JobRequest::Builder& to, const Message& message) {
  to.setRequest(message.request.value());
  write(to.initJob(), message.job);
}

template <class Message>
Message read_job_request(const wire::JobRequest::Reader& from) {
  return Message{RequestId(from.getRequest()), read(from.getJob())};
}

}  // namespace

void write(wire::JobRequest::Builder to, const DescribeJob& message) { write_job_request(to, message); }
void write(wire::JobRequest::Builder to, const CancelJob& message) { write_job_request(to, message); }
void write(wire::JobRequest::Builder to, const AwaitJob& message) { write_job_request(to, message); }

Result<DescribeJob> read_describe_job(wire::JobRequest::Reader from) { return read_job_request<DescribeJob>(from); }
Result<CancelJob> read_cancel_job(wire::JobRequest::Reader from) { return read_job_request<CancelJob>(from); }
Result<AwaitJob> read_await_job(wire::JobRequest::Reader from) { return read_job_request<AwaitJob>(from); }

void write(wire::JobSubmitted::Builder to, const JobSubmitted& message) {
  to.setRequest(message.request.value());
  write(to.initJob(), message.job);
  to.setSlotsWanted(message.slots_wanted);
  to.setSlotsFree(message.slots_free);
}

Result<JobSubmitted> read(wire::JobSubmitted::Reader from) {
  return JobSubmitted{RequestId(from.getRequest()), read(from.getJob()), from.getSlotsWanted(), from.getSlotsFree()};
}

namespace {

void write(wire::JobSummary::Builder to, const JobSummary& summary) {
  eddyline::schemas::write(to.initJob(), summary.job);
  to.setName(as_text(summary.name));
  to.setState(static_cast<wire::JobState>(summary.state));
  eddyline::schemas::write(to.initCause(), summary.cause);
  to.setStartTimeMs(summary.start_time.value());
  to.setStateTimeMs(summary.state_time.value());
}

Result<JobSummary> read(wire::JobSummary::Reader from) {
  static_assert(static_cast<int>(wire::JobState::RECONCILING) == static_cast<int>(JobState::kReconciling));
  if (from.getState() > wire::JobState::RECONCILING) return malformed("the state of a job", "is unknown");
  JobSummary summary;
  summary.job = eddyline::schemas::read(from.getJob());
  ASSIGN_OR_RETURN(summary.name, read_name(from.getName(), "the name of a job"));
  summary.state = static_cast<JobState>(from.getState());
  RETURN_IF_ERROR(eddyline::schemas::read(from.getCause(), summary.cause));
  summary.start_time = ProcessingTime(from.getStartTimeMs());
  summary.state_time = ProcessingTime(from.getStateTimeMs());
  return summary;
}

}  // namespace

void write(wire::JobList::Builder to, const JobList& message) {
  to.setRequest(message.request.value());
  auto jobs = to.initJobs(static_cast<uint32_t>(message.jobs.size()));
  for (uint32_t i = 0; i < jobs.size(); ++i) write(jobs[i], message.jobs[i]);
}

Result<JobList> read(wire::JobList::Reader from) {
  JobList message;
  message.request = RequestId(from.getRequest());
  for (const wire::JobSummary::Reader job : from.getJobs()) {
    ASSIGN_OR_RETURN(JobSummary summary, read(job));
    message.jobs.push_back(std::move(summary));
  }
  return message;
}

void write(wire::Done::Builder to, const Done& message) { to.setRequest(message.request.value()); }

Result<Done> read(wire::Done::Reader from) { return Done{RequestId(from.getRequest())}; }

void write(wire::Refused::Builder to, const Refused& message) {
  to.setRequest(message.request.value());
  write(to.initReason(), message.reason);
}

Result<Refused> read(wire::Refused::Reader from) {
  Refused message;
  message.request = RequestId(from.getRequest());
  RETURN_IF_ERROR(read(from.getReason(), message.reason));
  if (message.reason.ok()) return malformed("the reason of a refusal", "is missing");
  return message;
}

}  // namespace eddyline::schemas
