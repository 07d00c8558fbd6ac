#include "jobmanager/dispatcher/running_queries.hpp"

#include <algorithm>

namespace eddyline::jobmanager {

using schemas::JobState;

namespace {

/// Why no rows follow from a job; ok while they do.
Status end_of_rows(const JobMaster& job) {
  switch (job.state()) {
    case JobState::kFailing:
    case JobState::kFailed:
      return job.cause();
    case JobState::kCancelling:
    case JobState::kCanceled:
      return cancelled("Job " + job.job().id.to_string() + " was cancelled.");
    case JobState::kSuspended:
      return Status(ErrorCode::kUnavailable, "The job manager is shutting down.");
    case JobState::kInitializing:
    case JobState::kCreated:
    case JobState::kRunning:
    case JobState::kFinished:
    case JobState::kRestarting:
    case JobState::kReconciling:
      return {};
  }
  return {};
}

}  // namespace

void RunningQueries::add(const JobMaster& job, PeerId client, Moment now) {
  const JobId id = job.job().id;
  rows_.emplace(id, RowRequests(id, job.attempt(), client, job.job().timeouts.client, outbox_, now));
}

Status RunningQueries::fetch(PeerId client, const schemas::FetchJobRows& request, Moment now) {
  RowRequests& rows = rows_.at(request.job);
  if (rows.client() != client) {
    return validation_error("The rows of job " + request.job.to_string() + " belong to the client that submitted it.");
  }
  const schemas::RequestId own(next_request_);
  RETURN_IF_ERROR(rows.fetch(request, own, now));
  ++next_request_;
  note_asked(rows);
  return {};
}

void RunningQueries::note_asked(const RowRequests& rows) {
  if (const auto own = rows.asked()) asked_.emplace(*own, Asked{*rows.executor(), rows.job()});
}

bool RunningQueries::on_rows(PeerId executor, schemas::FetchedRows rows, Moment now) {
  const auto asked = asked_.find(rows.request);
  if (asked == asked_.end() || asked->second.executor != executor) return false;
  const auto query = rows_.find(asked->second.job);
  asked_.erase(asked);
  if (query == rows_.end() || !query->second.on_rows(executor, std::move(rows), now)) return true;
  if (query->second.complete() && query->second.job_finished()) forget(query);
  return true;
}

void RunningQueries::on_job_changed(const JobMaster& job, Moment now) {
  const auto query = rows_.find(job.job().id);
  if (query == rows_.end()) return;
  const Status end = end_of_rows(job);
  if (!end.ok()) {
    query->second.fail(end, now);
    forget(query);
    return;
  }
  if (const auto executor = job.executor_with_rows()) {
    query->second.locate(*executor, now);
    note_asked(query->second);
  }
  if (job.state() != JobState::kFinished) return;
  query->second.note_job_finished();
  if (query->second.complete()) forget(query);
}

void RunningQueries::on_executor_lost(PeerId executor, Moment now) {
  std::erase_if(asked_, [&](const auto& entry) { return entry.second.executor == executor; });
  for (auto query = rows_.begin(); query != rows_.end();) {
    RowRequests& rows = query->second;
    const bool was_there = rows.executor() == executor;
    if (was_there) rows.on_executor_lost();
    if (!was_there || !rows.job_finished()) {
      ++query;
      continue;
    }
    rows.fail(Status(ErrorCode::kUnavailable,
                     "The rows of job " + rows.job().to_string() + " are lost with the TaskManager that kept them."),
              now);
    query = forget(query);
  }
}

std::vector<JobId> RunningQueries::on_client_gone(PeerId client) {
  std::vector<JobId> unwanted;
  for (auto query = rows_.begin(); query != rows_.end();) {
    // A job whose rows have all arrived ends by itself, and what its executor keeps is forgotten then.
    if (query->second.client() != client || query->second.complete()) {
      ++query;
      continue;
    }
    unwanted.push_back(query->first);
    query = forget(query);
  }
  return unwanted;
}

std::vector<JobId> RunningQueries::tick(Moment now) {
  std::vector<JobId> unwanted;
  for (auto query = rows_.begin(); query != rows_.end();) {
    query->second.tick(now);
    if (!query->second.failed() && !query->second.is_abandoned(now)) {
      ++query;
      continue;
    }
    unwanted.push_back(query->first);
    query = forget(query);
  }
  return unwanted;
}

std::optional<std::chrono::milliseconds> RunningQueries::next_deadline() const {
  std::optional<std::chrono::milliseconds> earliest;
  for (const auto& [job, rows] : rows_) {
    const auto deadline = rows.next_deadline();
    if (deadline && (!earliest || *deadline < *earliest)) earliest = deadline;
  }
  return earliest;
}

RunningQueries::Rows::iterator RunningQueries::forget(Rows::iterator query) {
  query->second.release();
  return rows_.erase(query);
}

}  // namespace eddyline::jobmanager
