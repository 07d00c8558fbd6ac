#include "jobmanager/core/job_manager_core.hpp"

#include <algorithm>
#include <bit>

namespace eddyline::jobmanager {
namespace {

/// Calls the one of several functions that takes what a message holds.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace

JobManagerCore::JobManagerCore(const CoreSettings& settings, PlanRequests& plans, Outbox& outbox, Random random,
                               const Logger& log)
    : outbox_(outbox),
      log_(log.named("JobManager")),
      resources_(outbox, {settings.heartbeat_interval, settings.heartbeat_timeout}, {settings.build, random.next()}, log),
      dispatcher_(settings, plans, resources_, outbox, random, log) {}

void JobManagerCore::on_connect(PeerId peer) {
  peers_.emplace(peer, Role::kUnknown);
}

void JobManagerCore::on_message(PeerId peer, schemas::ToJobManager message, Moment now) {
  const auto found = peers_.find(peer);
  if (found == peers_.end()) return drop(peer, "message of a peer that is gone");
  bool fits = false;
  switch (found->second) {
    case Role::kUnknown:
      fits = serve_unknown(peer, message, now);
      break;
    case Role::kExecutor:
      resources_.heard(peer, now);
      fits = serve_executor(peer, message, now);
      break;
    case Role::kClient:
      fits = serve_client(peer, message, now);
      break;
  }
  if (!fits) drop(peer, "message that does not fit its sender or what it has said before");
}

bool JobManagerCore::serve_unknown(PeerId peer, schemas::ToJobManager& message, Moment now) {
  if (const auto* registration = std::get_if<schemas::RegisterExecutor>(&message)) {
    register_executor(peer, *registration, now);
    return true;
  }
  if (!serve_client(peer, message, now)) return false;
  // Serving may have ended the connection.
  const auto found = peers_.find(peer);
  if (found != peers_.end()) found->second = Role::kClient;
  return true;
}

void JobManagerCore::register_executor(PeerId peer, const schemas::RegisterExecutor& message, Moment now) {
  if (!resources_.register_executor(peer, message, now).ok()) {
    outbox_.disconnect(peer);
    peers_.erase(peer);
    return;
  }
  peers_[peer] = Role::kExecutor;
  dispatcher_.serve_waiting_jobs(now);
}

bool JobManagerCore::serve_executor(PeerId peer, schemas::ToJobManager& message, Moment now) {
  return std::visit(
      Overloaded{
          [](const schemas::Heartbeat&) { return true; },
          [&](const schemas::JobDeployed& answer) { return dispatcher_.on_deployed(peer, answer, now); },
          [&](const schemas::SubtaskChanged& change) { return dispatcher_.on_subtask_changed(peer, change, now); },
          [&](schemas::FetchedRows& rows) { return dispatcher_.on_rows(peer, std::move(rows), now); },
          [](const auto&) { return false; }},
      message);
}

bool JobManagerCore::serve_client(PeerId peer, schemas::ToJobManager& message, Moment now) {
  return std::visit(
      Overloaded{[&](schemas::SubmitJob& request) { return dispatcher_.submit(peer, std::move(request), now), true; },
                 [&](const schemas::ListJobs& request) { return dispatcher_.list(peer, request), true; },
                 [&](const schemas::DescribeJob& request) { return dispatcher_.describe(peer, request), true; },
                 [&](const schemas::CancelJob& request) { return dispatcher_.cancel(peer, request, now), true; },
                 [&](const schemas::AwaitJob& request) { return dispatcher_.await(peer, request), true; },
                 [&](const schemas::FetchJobRows& request) { return dispatcher_.fetch(peer, request, now), true; },
                 [](const auto&) { return false; }},
      message);
}

void JobManagerCore::on_malformed_message(PeerId peer, const Status& why, Moment now) {
  drop(peer, "malformed message: " + why.message());
  if (!peers_.contains(peer)) return;
  outbox_.disconnect(peer);
  lose(peer, Status(ErrorCode::kUnavailable, "It has sent a malformed message: " + why.message()), "malformed message",
       now);
}

void JobManagerCore::on_disconnect(PeerId peer, const Status& why, Moment now) {
  const RegisteredExecutor* const executor = resources_.executors().find(peer);
  if (executor == nullptr) return lose(peer, why, why.message(), now);
  lose(peer,
       Status(ErrorCode::kUnavailable, "TaskManager with id " + executor->address.executor.value() +
                                           " is no longer reachable: " + why.message()),
       why.message(), now);
}

void JobManagerCore::on_plan_read(SubmissionId submission, Result<JobTopology> topology, Moment now) {
  dispatcher_.on_plan_read(submission, std::move(topology), now);
}

void JobManagerCore::lose(PeerId peer, const Status& why, std::string_view log_reason, Moment now) {
  const auto found = peers_.find(peer);
  if (found == peers_.end()) return;
  const Role role = found->second;
  peers_.erase(found);
  switch (role) {
    case Role::kUnknown:
      break;
    case Role::kExecutor:
      resources_.remove(peer, log_reason);
      dispatcher_.on_executor_lost(peer, why, now);
      break;
    case Role::kClient:
      dispatcher_.on_client_gone(peer, now);
      break;
  }
}

void JobManagerCore::tick(Moment now) {
  for (const PeerId silent : resources_.tick(now)) {
    const std::string why = "Heartbeat of TaskManager with id " +
                            resources_.executors().find(silent)->address.executor.value() + " timed out.";
    outbox_.disconnect(silent);
    lose(silent, Status(ErrorCode::kUnavailable, why), why, now);
  }
  dispatcher_.tick(now);
}

std::optional<std::chrono::milliseconds> JobManagerCore::next_tick() const {
  const auto resources = resources_.next_deadline();
  const auto dispatcher = dispatcher_.next_deadline();
  if (!resources || !dispatcher) return resources ? resources : dispatcher;
  return std::min(*resources, *dispatcher);
}

void JobManagerCore::shut_down(Moment now) {
  dispatcher_.suspend_all(now);
  for (const auto& [peer, role] : peers_) outbox_.disconnect(peer);
  peers_.clear();
}

ClusterView JobManagerCore::cluster() const {
  ClusterView view{{}, resources_.slots().total(), resources_.slots().free()};
  for (const auto& [peer, executor] : resources_.executors().all()) {
    view.executors.push_back({executor, resources_.slots().free_of(peer)});
  }
  return view;
}

ClusterCounts JobManagerCore::counts() const {
  return {.executors = resources_.executors().all().size(),
          .slots = resources_.slots().total(),
          .free_slots = resources_.slots().free(),
          .jobs = dispatcher_.counts()};
}

void JobManagerCore::drop(PeerId peer, std::string_view what) {
  ++dropped_;
  // A peer that floods must not flood the log.
  if (!std::has_single_bit(dropped_)) return;
  log_.warn("Dropped a " + std::string(what) + " (connection " + std::to_string(peer.value()) + "; " +
            std::to_string(dropped_) + " dropped so far)");
}

}  // namespace eddyline::jobmanager
