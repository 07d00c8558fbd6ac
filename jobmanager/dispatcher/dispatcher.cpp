#include "jobmanager/dispatcher/dispatcher.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "schemas/missing_job.hpp"

namespace eddyline::jobmanager {

using schemas::JobState;

namespace {

/// Of one job: what the job manager keeps of each is small, but not nothing.
constexpr uint64_t kSubtasksMax = 1'000'000;

constexpr size_t kNameBytesMax = 64 << 10;

/// Of submissions whose plans wait to be read, or are being read: reading one takes some twenty times its size.
constexpr uint64_t kUnreadCostMax = uint64_t{128} << 20;

/// Of jobs that wait for slots.
constexpr uint64_t kWaitingCostMax = uint64_t{256} << 20;

// What is kept of a submission besides its texts, in bytes: of all, of each setting, and of each subtask of its job.
constexpr uint64_t kSubmissionCost = 1024;
constexpr uint64_t kSettingCost = 128;
constexpr uint64_t kSubtaskCost = 8;

uint64_t cost_of(const schemas::SubmitJob& job) {
  uint64_t cost = kSubmissionCost + job.plan.size() + job.name.size();
  for (const auto& [key, value] : job.settings.entries()) cost += kSettingCost + key.size() + value.size();
  return cost;
}

uint64_t subtasks_of(const JobTopology& topology) {
  uint64_t subtasks = 0;
  for (const VertexTopology& vertex : topology.vertices) subtasks += vertex.parallelism.value();
  return subtasks;
}

uint64_t cost_of(const JobDescription& job) { return cost_of(*job.submitted) + kSubtaskCost * subtasks_of(*job.topology); }

Status check_size(const JobTopology& topology) {
  const uint64_t subtasks = subtasks_of(topology);
  if (subtasks <= kSubtasksMax) return {};
  return validation_error("The job has " + std::to_string(subtasks) + " subtasks; " + std::to_string(kSubtasksMax) +
                          " are allowed.");
}

/// Names stand in log lines.
Status check_name(const std::string& name) {
  const bool one_line = std::ranges::none_of(name, [](unsigned char c) { return c < ' ' || c == 0x7f; });
  if (one_line && name.size() <= kNameBytesMax) return {};
  return validation_error("The name of a job must be one line of at most " + std::to_string(kNameBytesMax) + " bytes.");
}

std::string shown(const JobDescription& job) {
  return "'" + job.name() + "' (" + job.id.to_string() + ")";
}

}  // namespace

Dispatcher::Dispatcher(const CoreSettings& settings, PlanRequests& plans, ResourceManager& resources, Outbox& outbox,
                       Random random, const Logger& log)
    : build_(settings.build),
      deployment_timeout_(settings.slot_request_timeout),
      plans_(plans),
      resources_(resources),
      outbox_(outbox),
      random_(random),
      log_(log.named("Dispatcher")),
      queue_(resources.slots(), settings.slot_request_timeout),
      store_(settings.ended_jobs_max, settings.ended_jobs_kept),
      queries_(outbox) {}

// Clients ------------------------------------------------------------------------------------------------------------

void Dispatcher::refuse(PeerId client, schemas::RequestId request, const Status& reason) const {
  outbox_.to_client(client, schemas::Refused{request, reason});
}

void Dispatcher::refuse_job(PeerId client, schemas::RequestId request, const Status& reason) const {
  log_.info("Refused a job: " + reason.message());
  refuse(client, request, reason);
}

void Dispatcher::submit(PeerId client, schemas::SubmitJob request, Moment) {
  if (const Status status = check_submission(request); !status.ok()) return refuse_job(client, request.request, status);
  const SubmissionId id(next_submission_++);
  const uint64_t cost = cost_of(request);
  submissions_.emplace(id, Submission{client, std::make_shared<const schemas::SubmitJob>(std::move(request)), cost});
  unread_cost_ += cost;
  read_next_plan();
}

Status Dispatcher::check_submission(const schemas::SubmitJob& job) const {
  RETURN_IF_ERROR(check_name(job.name));
  RETURN_IF_ERROR(schemas::check_size(job));
  if (unread_cost_ + cost_of(job) <= kUnreadCostMax) return {};
  return Status(ErrorCode::kUnavailable, "The job manager has " + std::to_string(submissions_.size()) +
                                             " plans to read, of " + std::to_string(unread_cost_) +
                                             " bytes: it takes no more of them at the moment.");
}

void Dispatcher::read_next_plan() {
  if (reading_ || submissions_.empty()) return;
  const auto& [id, submission] = *submissions_.begin();
  reading_ = id;
  plans_.read(id, submission.job);
}

void Dispatcher::on_plan_read(SubmissionId id, Result<JobTopology> topology, Moment now) {
  CHECK(reading_ == id) << "a plan was read that is not to be read";
  reading_.reset();
  const auto node = submissions_.extract(id);
  const Submission& submission = node.mapped();
  unread_cost_ -= submission.cost;
  read_next_plan();
  if (!submission.client) return;
  Result<JobDescription> description = describe_job(submission, std::move(topology));
  Status status = description.status();
  if (status.ok()) status = check_wait(*description, now);
  if (!status.ok()) return refuse_job(*submission.client, submission.job->request, status);
  add_job(*submission.client, *std::move(description), now);
}

void Dispatcher::drop_submissions(const std::function<bool(const Submission&)>& dropped) {
  for (auto next = submissions_.begin(); next != submissions_.end();) {
    const auto at = next++;
    auto& [id, submission] = *at;
    if (!submission.client || !dropped(submission)) continue;
    log_.info("The client of job '" + submission.job->name + "' has gone before its plan was read.");
    submission.client.reset();
    if (reading_ == id) continue;
    unread_cost_ -= submission.cost;
    submissions_.erase(at);
  }
}

Status Dispatcher::check_wait(const JobDescription& job, Moment now) const {
  const bool waits = job.topology->slots() > queue_.free(now.steady);
  if (!waits || queue_.cost() + cost_of(job) <= kWaitingCostMax) return {};
  return Status(ErrorCode::kUnavailable, "The job would have to wait for slots, and " + std::to_string(queue_.size()) +
                                             " jobs do so, of " + std::to_string(queue_.cost()) +
                                             " bytes: the job manager takes no more of them at the moment.");
}

Result<JobDescription> Dispatcher::describe_job(const Submission& submission, Result<JobTopology> topology) {
  RETURN_IF_ERROR(topology.status());
  RETURN_IF_ERROR(check_size(*topology));
  if (submission.job->collects != topology->collect.has_value()) {
    return validation_error("A job keeps rows for its client if, and only if, its plan ends in a collect sink.");
  }
  JobDescription description;
  ASSIGN_OR_RETURN(description.timeouts, job_timeouts(submission.job->settings));
  description.id = JobId::draw(random_);
  description.submitted = submission.job;
  description.topology = std::make_shared<const JobTopology>(*std::move(topology));
  return description;
}

void Dispatcher::add_job(PeerId client, JobDescription description, Moment now) {
  log_.info("Received JobGraph submission " + shown(description) + ".");
  const JobId id = description.id;
  const std::shared_ptr<const schemas::SubmitJob> submitted = description.submitted;
  const schemas::AttemptId attempt(random_.next());
  const uint32_t wanted = description.topology->slots();
  const uint32_t free = queue_.free(now.steady);
  auto made = std::make_unique<JobMaster>(std::move(description), attempt,
                                          JobSurroundings{outbox_, resources_.slots(), log_, build_, deployment_timeout_}, now);
  JobMaster& job = *made;
  jobs_.emplace(id, std::move(made));
  by_attempt_.emplace(attempt, &job);
  submitted_.add(id, client);
  if (submitted->collects) queries_.add(job, client, now);
  queue_.add(id, wanted, cost_of(job.job()), now.steady);
  serve_waiting_jobs(now);
  outbox_.to_client(client, schemas::JobSubmitted{submitted->request, id, wanted, free});
}

std::vector<JobView> Dispatcher::jobs() const {
  std::vector<JobView> views;
  for (const auto& [id, job] : jobs_) views.push_back(job->view());
  for (const auto& [id, view] : store_.all()) views.push_back(view);
  std::ranges::stable_sort(views, {}, [](const JobView& view) { return view.summary.start_time; });
  return views;
}

JobCounts Dispatcher::counts() const {
  JobCounts counts;
  // A job that was suspended is neither.
  for (const auto& [id, view] : store_.all()) {
    if (view.summary.state == JobState::kFinished) ++counts.finished;
    if (view.summary.state == JobState::kCanceled) ++counts.canceled;
    if (view.summary.state == JobState::kFailed) ++counts.failed;
  }
  counts.running = static_cast<int64_t>(jobs_.size());
  return counts;
}

std::optional<JobView> Dispatcher::job(JobId id) const {
  if (const JobMaster* const running = find(id)) return running->view();
  if (const JobView* const ended = store_.find(id)) return *ended;
  return std::nullopt;
}

const schemas::JobSummary* Dispatcher::find_summary(JobId id) const {
  if (const JobMaster* const running = find(id)) return &running->summary();
  const JobView* const ended = store_.find(id);
  return ended == nullptr ? nullptr : &ended->summary;
}

const schemas::JobSummary* Dispatcher::find_summary(PeerId client, JobId id) const {
  const schemas::JobSummary* const known = find_summary(id);
  return known == nullptr ? submitted_.find(client, id) : known;
}

void Dispatcher::list(PeerId client, const schemas::ListJobs& request) const {
  schemas::JobList list{request.request, {}};
  for (const auto& [id, job] : jobs_) list.jobs.push_back(job->summary());
  for (const auto& [id, view] : store_.all()) list.jobs.push_back(view.summary);
  std::ranges::stable_sort(list.jobs, {}, &schemas::JobSummary::start_time);
  outbox_.to_client(client, std::move(list));
}

void Dispatcher::describe(PeerId client, const schemas::DescribeJob& request) const {
  const schemas::JobSummary* const summary = find_summary(request.job);
  if (summary == nullptr) return refuse(client, request.request, schemas::no_such_described_job(request.job));
  outbox_.to_client(client, schemas::JobList{request.request, {*summary}});
}

void Dispatcher::cancel(PeerId client, const schemas::CancelJob& request, Moment now) {
  const Status result = cancel_job(request.job, now);
  if (!result.ok()) return refuse(client, request.request, result);
  outbox_.to_client(client, schemas::Done{request.request});
}

Status Dispatcher::cancel_job(JobId id, Moment now) {
  const schemas::JobSummary* const summary = find_summary(id);
  if (summary == nullptr) return schemas::no_such_job(id);
  if (summary->state == JobState::kFinished || summary->state == JobState::kFailed) {
    return validation_error("Flink job (" + id.to_string() + ") was not canceled, but instead " +
                            std::string(schemas::job_state_name(summary->state)) + ".");
  }
  cancel_if_there(id, "", now);
  return {};
}

void Dispatcher::cancel_if_there(JobId id, std::string_view reason, Moment now) {
  JobMaster* const job = find(id);
  if (job == nullptr) return;
  job->cancel(reason, now);
  settle(*job, now);
}

void Dispatcher::await(PeerId client, const schemas::AwaitJob& request) {
  const schemas::JobSummary* const summary = find_summary(client, request.job);
  if (summary == nullptr) return refuse(client, request.request, schemas::no_such_job(request.job));
  if (find(request.job) == nullptr) {
    outbox_.to_client(client, schemas::JobList{request.request, {*summary}});
    return;
  }
  const Status result = waiting_.add(request.job, client, request.request);
  if (!result.ok()) refuse(client, request.request, result);
}

void Dispatcher::fetch(PeerId client, const schemas::FetchJobRows& request, Moment now) {
  if (queries_.contains(request.job)) {
    const Status result = queries_.fetch(client, request, now);
    if (!result.ok()) refuse(client, request.request, result);
    return;
  }
  const schemas::JobSummary* const summary = find_summary(client, request.job);
  if (summary == nullptr) return refuse(client, request.request, schemas::no_such_job(request.job));
  if (!summary->cause.ok()) return refuse(client, request.request, summary->cause);
  if (summary->state == JobState::kCancelling || summary->state == JobState::kCanceled) {
    return refuse(client, request.request, cancelled("Job " + request.job.to_string() + " was cancelled."));
  }
  refuse(client, request.request, not_found("No rows are kept for job " + request.job.to_string() + "."));
}

void Dispatcher::on_client_gone(PeerId client, Moment now) {
  waiting_.remove_client(client);
  submitted_.remove_client(client);
  drop_submissions([client](const Submission& submission) { return submission.client == client; });
  for (const JobId job : queries_.on_client_gone(client)) cancel_if_there(job, "The client is gone.", now);
}

// Task executors -----------------------------------------------------------------------------------------------------

JobMaster* Dispatcher::find(JobId job) const {
  const auto found = jobs_.find(job);
  return found == jobs_.end() ? nullptr : found->second.get();
}

JobMaster* Dispatcher::find(schemas::AttemptId attempt) const {
  const auto found = by_attempt_.find(attempt);
  return found == by_attempt_.end() ? nullptr : found->second;
}

bool Dispatcher::on_deployed(PeerId executor, const schemas::JobDeployed& message, Moment now) {
  JobMaster* const job = find(message.attempt);
  if (job == nullptr || !job->on_deployed(executor, message.result, now)) return false;
  settle(*job, now);
  return true;
}

bool Dispatcher::on_subtask_changed(PeerId executor, const schemas::SubtaskChanged& message, Moment now) {
  JobMaster* const job = find(message.attempt);
  if (job == nullptr || !job->on_subtask_changed(executor, message, now)) return false;
  settle(*job, now);
  return true;
}

void Dispatcher::on_executor_lost(PeerId executor, const Status& why, Moment now) {
  queries_.on_executor_lost(executor, now);
  std::vector<JobId> ids;
  for (const auto& [id, job] : jobs_) ids.push_back(id);
  for (const JobId id : ids) {
    JobMaster* const job = find(id);
    if (job == nullptr) continue;
    job->on_executor_lost(executor, why, now);
    settle(*job, now);
  }
}

// What follows -------------------------------------------------------------------------------------------------------

void Dispatcher::settle(JobMaster& job, Moment now) {
  queries_.on_job_changed(job, now);
  if (job.ended()) end(job, now);
  serve_waiting_jobs(now);
}

void Dispatcher::end(JobMaster& job, Moment now) {
  const JobId id = job.job().id;
  log_.info("Job " + id.to_string() + " reached terminal state " + std::string(schemas::job_state_name(job.state())) +
            ".");
  waiting_.tell(job.summary(), outbox_);
  submitted_.note_end(job.summary());
  store_.add(job.view(), now);
  queue_.remove(id);
  by_attempt_.erase(job.attempt());
  jobs_.erase(id);
}

void Dispatcher::serve_waiting_jobs(Moment now) {
  for (SlotQueue::Grant& grant : queue_.grant(now.steady)) {
    JobMaster* const job = find(grant.job);
    CHECK(job != nullptr) << "a job that has ended was given slots";
    job->deploy(resources_.place(grant.executor_of_slot), now);
  }
}

void Dispatcher::tick(Moment now) {
  store_.tick(now);
  for (const JobId id : queue_.expire(now.steady)) {
    JobMaster* const job = find(id);
    CHECK(job != nullptr) << "a job that has ended waits for slots";
    const SlotPool& slots = resources_.slots();
    job->fail(Status(ErrorCode::kUnavailable, "Could not acquire the minimum required resources. Slots that the job needs: " +
                                                  std::to_string(job->job().topology->slots()) + ", free slots: " +
                                                  std::to_string(slots.free()) + " of " + std::to_string(slots.total()) +
                                                  "."),
              now);
    settle(*job, now);
  }
  tick_jobs(now);
  for (const JobId job : queries_.tick(now)) {
    log_.info("The client of job " + job.to_string() + " fetches no rows any more.");
    cancel_if_there(job, "The client fetches no rows any more.", now);
  }
}

void Dispatcher::tick_jobs(Moment now) {
  std::vector<JobId> due;
  for (const auto& [id, job] : jobs_) {
    if (const auto deadline = job->next_deadline(); deadline && *deadline <= now.steady) due.push_back(id);
  }
  for (const JobId id : due) {
    JobMaster* const job = find(id);
    if (job == nullptr) continue;
    job->tick(now);
    settle(*job, now);
  }
}

std::optional<std::chrono::milliseconds> Dispatcher::next_deadline() const {
  std::optional<std::chrono::milliseconds> earliest;
  const auto consider = [&](std::optional<std::chrono::milliseconds> deadline) {
    if (deadline && (!earliest || *deadline < *earliest)) earliest = deadline;
  };
  consider(queue_.next_deadline());
  consider(store_.next_deadline());
  consider(queries_.next_deadline());
  for (const auto& [id, job] : jobs_) consider(job->next_deadline());
  return earliest;
}

void Dispatcher::suspend_all(Moment now) {
  drop_submissions([](const Submission&) { return true; });
  while (!jobs_.empty()) {
    JobMaster& job = *jobs_.begin()->second;
    job.suspend(now);
    queries_.on_job_changed(job, now);
    end(job, now);
  }
}

}  // namespace eddyline::jobmanager
