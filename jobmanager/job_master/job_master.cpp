#include "jobmanager/job_master/job_master.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/text/shortened_text.hpp"
#include "jobmanager/execution_graph/subtask_transitions.hpp"
#include "jobmanager/resource_manager/executor_directory.hpp"

namespace eddyline::jobmanager {

using schemas::JobState;
using schemas::SubtaskId;
using schemas::SubtaskState;

namespace {

/// Of those that do not end; the rest is counted.
constexpr size_t kSubtasksNamed = 10;

/// A cause goes into logs, to every executor of the job and to clients.
constexpr size_t kCauseBytesMax = 16 << 10;

/// What an executor says about a failure, as the cause of its job's.
Status as_cause(const Status& told) {
  if (told.ok()) return Status(ErrorCode::kUnavailable, "The task executor has ended the subtask without a reason.");
  // Nobody has asked for it: the job has not been cancelled, it fails.
  return Status(told.code() == ErrorCode::kCancelled ? ErrorCode::kUnavailable : told.code(),
                shortened_text(told.message(), kCauseBytesMax));
}

}  // namespace

JobMaster::JobMaster(JobDescription job, schemas::AttemptId attempt, const JobSurroundings& surroundings, Moment now)
    : job_(std::move(job)),
      attempt_(attempt),
      surroundings_(surroundings),
      status_(job_.id, job_.name(), surroundings.log, now),
      graph_(job_.topology, attempt, surroundings.log) {
  surroundings_.log = surroundings.log.named("JobMaster");
  graph_.move_all(SubtaskState::kScheduled, now);
}

JobView JobMaster::view() const {
  JobView view{status_.summary(), status_.timestamps(), std::nullopt, job_.topology, graph_.vertices()};
  if (ended()) view.end_time = view.summary.state_time;
  return view;
}

bool JobMaster::goes_on() const {
  return state() == JobState::kCreated || state() == JobState::kRunning;
}

std::optional<PeerId> JobMaster::executor_with_rows() const {
  if (!started_) return std::nullopt;
  const uint32_t index = deployment_->placement().executor_of_slot[0];
  if (!deployment_->is_there(index)) return std::nullopt;
  return deployment_->executor(index).peer;
}

// Deployment ---------------------------------------------------------------------------------------------------------

void JobMaster::deploy(Placement placement, Moment now) {
  CHECK(state() == JobState::kCreated && !deployment_) << "the job does not wait for slots";
  deployment_.emplace(std::move(placement));
  begin_expected_ = now.steady + surroundings_.deployment_timeout;
  graph_.move_all(SubtaskState::kDeploying, now);
  schemas::DeployJob order{.job = job_.id,
                           .attempt = attempt_,
                           .name = job_.name(),
                           .plan = job_.submitted->plan,
                           .settings = job_.submitted->settings,
                           .executors = {},
                           .executor_of_slot = deployment_->placement().executor_of_slot,
                           .graph_digest = job_.topology->digest,
                           .build = surroundings_.build};
  for (const PlacedExecutor& executor : deployment_->placement().executors) {
    order.executors.push_back(executor.address);
    surroundings_.log.info("Deploying job " + job_.name() + " (" + job_.id.to_string() + ") to " +
                           described(executor.address));
  }
  surroundings_.outbox.to_executors(deployment_->peers(), std::move(order));
}

bool JobMaster::on_deployed(PeerId executor, const Status& result, Moment now) {
  if (!deployment_) return false;
  const std::optional<uint32_t> index = deployment_->index_of(executor);
  if (!index || !deployment_->note_answer(*index)) return false;
  if (!result.ok()) {
    const Status cause = as_cause(result);
    const std::optional<SubtaskId> first = lose_subtasks(*index, cause, now);
    if (first) fail(cause_at(*first, cause), now);
    settle(now);
  } else if (goes_on() && deployment_->all_answered()) {
    start();
  }
  return true;
}

void JobMaster::start() {
  started_ = true;
  surroundings_.outbox.to_executors(deployment_->peers(), schemas::StartJob{attempt_});
}

// What subtasks do ---------------------------------------------------------------------------------------------------

bool JobMaster::on_subtask_changed(PeerId executor, const schemas::SubtaskChanged& change, Moment now) {
  if (!deployment_ || !graph_.contains(change.subtask)) return false;
  const std::optional<uint32_t> index = deployment_->index_of(executor);
  if (!index || deployment_->placement().executor_of_slot[change.subtask.subtask.value()] != *index) return false;
  if (!started_ && (change.state == SubtaskState::kRunning || change.state == SubtaskState::kFinished)) return false;
  const SubtaskState from = graph_.state(change.subtask);
  const std::optional<SubtaskState> to = after_report(from, change.state);
  if (!to) return false;
  if (*to == from) return true;
  const Status cause = as_cause(change.cause);
  move(change.subtask, *to, cause, now);
  const bool unasked =
      *to == SubtaskState::kFailed || (*to == SubtaskState::kCanceled && from != SubtaskState::kCanceling);
  if (unasked) fail(cause_at(change.subtask, cause), now);
  settle(now);
  return true;
}

void JobMaster::on_executor_lost(PeerId executor, const Status& why, Moment now) {
  if (!deployment_) return;
  const std::optional<uint32_t> index = deployment_->index_of(executor);
  if (!index) return;
  const std::optional<SubtaskId> first = lose_subtasks(*index, why, now);
  deployment_->note_loss(*index);
  if (first) fail(cause_at(*first, why), now);
  settle(now);
}

std::optional<SubtaskId> JobMaster::lose_subtasks(uint32_t executor, const Status& cause, Moment now) {
  const std::vector<SubtaskId> lost = unended_on(executor);
  if (lost.empty()) return std::nullopt;
  std::vector<uint32_t> slots;
  for (const uint32_t slot : deployment_->slots_of(executor)) {
    if (graph_.unended_in_slot(slot) > 0) slots.push_back(slot);
  }
  graph_.move_each(lost, after_loss, now, place_of(lost.front()) + ": " + cause.message());
  for (size_t given = 0; given < slots.size(); ++given) surroundings_.slots.give_back(deployment_->executor(executor).peer);
  return lost.front();
}

std::vector<SubtaskId> JobMaster::unended_on(uint32_t executor) const {
  std::vector<SubtaskId> unended;
  for (const uint32_t slot : deployment_->slots_of(executor)) {
    for (const SubtaskId subtask : graph_.in_slot(slot)) {
      if (!schemas::is_terminal(graph_.state(subtask))) unended.push_back(subtask);
    }
  }
  return unended;
}

std::string JobMaster::place_of(SubtaskId subtask) const {
  return "on " + described(deployment_->executor_of_slot(subtask.subtask.value()).address);
}

Status JobMaster::cause_at(SubtaskId subtask, const Status& cause) const {
  return cause.with_context(graph_.name(subtask) + " " + place_of(subtask));
}

void JobMaster::move(SubtaskId subtask, SubtaskState to, const Status& cause, Moment now) {
  std::string detail;
  if (to == SubtaskState::kFailed) detail = place_of(subtask) + ": " + cause.message();
  graph_.move(subtask, to, now, detail);
  const uint32_t slot = subtask.subtask.value();
  if (!schemas::is_terminal(to) || graph_.unended_in_slot(slot) > 0) return;
  surroundings_.slots.give_back(deployment_->executor_of_slot(slot).peer);
}

// How it ends --------------------------------------------------------------------------------------------------------

void JobMaster::cancel(std::string_view reason, Moment now) {
  if (!goes_on()) return;
  status_.switch_to(JobState::kCancelling, now);
  end_subtasks(reason, now);
  settle(now);
}

void JobMaster::fail(Status cause, Moment now) {
  if (!goes_on()) return;
  const std::string reason = cause.message();
  status_.switch_to_failing(std::move(cause), now);
  end_subtasks(reason, now);
  settle(now);
}

void JobMaster::suspend(Moment now) {
  if (!ended()) status_.switch_to(JobState::kSuspended, now);
}

void JobMaster::end_subtasks(std::string_view reason, Moment now) {
  begin_expected_.reset();
  if (job_.timeouts.cancellation.count() > 0) end_expected_ = now.steady + job_.timeouts.cancellation;
  if (!deployment_) {
    graph_.move_all(SubtaskState::kCanceled, now);
    return;
  }
  const size_t executors = deployment_->placement().executors.size();
  std::vector<SubtaskId> unended;
  for (uint32_t index = 0; index < executors; ++index) {
    const std::vector<SubtaskId> there = unended_on(index);
    unended.insert(unended.end(), there.begin(), there.end());
  }
  graph_.move_each(unended, [](SubtaskState) { return SubtaskState::kCanceling; }, now);
  for (uint32_t index = 0; index < executors; ++index) {
    // Also where all have ended: rows for a client may be left there.
    if (!deployment_->is_there(index)) continue;
    surroundings_.outbox.to_executor(deployment_->executor(index).peer, schemas::CancelAttempt{attempt_, std::string(reason)});
  }
}

void JobMaster::settle(Moment now) {
  if (ended()) return;
  if (state() == JobState::kCreated && graph_.all_have_run()) status_.switch_to(JobState::kRunning, now);
  if (graph_.unended() > 0) return;
  switch (state()) {
    case JobState::kRunning:
      status_.switch_to(JobState::kFinished, now);
      break;
    case JobState::kCancelling:
      status_.switch_to(JobState::kCanceled, now);
      break;
    case JobState::kFailing:
      status_.switch_to(JobState::kFailed, now);
      break;
    case JobState::kInitializing:
    case JobState::kCreated:
    case JobState::kFailed:
    case JobState::kCanceled:
    case JobState::kFinished:
    case JobState::kRestarting:
    case JobState::kSuspended:
    case JobState::kReconciling:
      break;
  }
  end_expected_.reset();
}

void JobMaster::tick(Moment now) {
  if (begin_expected_ && now.steady >= *begin_expected_) {
    begin_expected_.reset();
    fail_what_has_not_begun(now);
  }
  if (end_expected_ && now.steady >= *end_expected_) {
    end_expected_.reset();
    name_what_has_not_ended();
  }
}

std::optional<SubtaskId> JobMaster::find_not_begun() const {
  const bool all_answered = deployment_->all_answered();
  for (uint32_t index = 0; index < deployment_->placement().executors.size(); ++index) {
    if (!all_answered && deployment_->has_answered(index)) continue;
    for (const uint32_t slot : deployment_->slots_of(index)) {
      for (const SubtaskId subtask : graph_.in_slot(slot)) {
        if (graph_.state(subtask) == SubtaskState::kDeploying) return subtask;
      }
    }
  }
  return std::nullopt;
}

void JobMaster::fail_what_has_not_begun(Moment now) {
  const std::optional<SubtaskId> subtask = goes_on() ? find_not_begun() : std::nullopt;
  if (!subtask) return;
  fail(cause_at(*subtask, Status(ErrorCode::kUnavailable, "The task executor has not begun to run it within slot.request.timeout (" +
                                                              std::to_string(surroundings_.deployment_timeout.count()) + " ms).")),
       now);
}

void JobMaster::name_what_has_not_ended() const {
  std::string line = "Job " + job_.name() + " (" + job_.id.to_string() + "): " + std::to_string(graph_.unended()) +
                     " subtasks have not ended within task.cancellation.timeout (" +
                     std::to_string(job_.timeouts.cancellation.count()) + " ms):";
  for (const SubtaskId subtask : graph_.first_unended(kSubtasksNamed)) {
    line += " " + graph_.name(subtask) + " " + place_of(subtask) + ";";
  }
  line.back() = '.';
  surroundings_.log.warn(line);
}

std::optional<std::chrono::milliseconds> JobMaster::next_deadline() const {
  if (!begin_expected_ || !end_expected_) return begin_expected_ ? begin_expected_ : end_expected_;
  return std::min(*begin_expected_, *end_expected_);
}

}  // namespace eddyline::jobmanager
