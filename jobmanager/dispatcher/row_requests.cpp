#include "jobmanager/dispatcher/row_requests.hpp"

#include <algorithm>

namespace eddyline::jobmanager {
namespace {

using std::chrono::milliseconds;

/// How long an executor's error is held back for the cause of the job's failure, which is on its way when there is one.
constexpr milliseconds kErrorHeld{1000};
/// A client that wants to wait longer asks again.
constexpr milliseconds kWaitMax{60'000};

}  // namespace

Status RowRequests::fetch(const schemas::FetchJobRows& request, schemas::RequestId own, Moment now) {
  if (pending_) return already_exists("Rows of job " + job_.to_string() + " are being fetched already.");
  heard_ = now.steady;
  pending_ = Pending{.request = request, .own = own, .deadline = {}, .error = {}};
  pending_->request.wait = std::clamp(request.wait, milliseconds(0), kWaitMax);
  pending_->deadline = now.steady + pending_->request.wait;
  if (executor_) send(now);
  return {};
}

void RowRequests::send(Moment now) {
  const schemas::FetchJobRows& request = pending_->request;
  pending_->sent = true;
  const milliseconds wait = std::max(pending_->deadline - now.steady, milliseconds(0));
  pending_->deadline = now.steady + wait + client_timeout_;
  outbox_.to_executor(*executor_, schemas::FetchRows{pending_->own, attempt_, request.version, request.offset,
                                                     request.bytes_max, wait});
}

void RowRequests::locate(PeerId executor, Moment now) {
  if (executor_) return;
  executor_ = executor;
  if (pending_) send(now);
}

bool RowRequests::on_rows(PeerId executor, schemas::FetchedRows rows, Moment now) {
  if (!pending_ || !pending_->sent || !pending_->error.ok() || executor_ != executor || pending_->own != rows.request)
    return false;
  if (rows.result.ok()) {
    answer(std::move(rows), now);
    return true;
  }
  pending_->error = rows.result;
  pending_->deadline = now.steady + kErrorHeld;
  return true;
}

void RowRequests::answer(schemas::FetchedRows rows, Moment now) {
  rows.request = pending_->request.request;
  pending_.reset();
  heard_ = now.steady;
  failed_ = !rows.result.ok();
  complete_ = rows.ended && !failed_;
  outbox_.to_client(client_, std::move(rows));
}

void RowRequests::fail(const Status& why, Moment now) {
  if (!pending_) return;
  schemas::FetchedRows rows;
  rows.result = why;
  rows.ended = true;
  answer(std::move(rows), now);
}

void RowRequests::release() {
  if (executor_ && job_finished_) outbox_.to_executor(*executor_, schemas::CancelAttempt{attempt_, ""});
  executor_.reset();
}

void RowRequests::tick(Moment now) {
  if (!pending_ || now.steady < pending_->deadline) return;
  schemas::FetchedRows rows;
  if (!pending_->error.ok()) {
    rows.result = pending_->error;
  } else if (pending_->sent) {
    rows.result = Status(ErrorCode::kUnavailable, "The TaskManager that keeps the rows of job " + job_.to_string() +
                                                      " has not answered within client.timeout.");
  } else {
    rows.version = pending_->request.version;
    rows.offset = pending_->request.offset;
  }
  answer(std::move(rows), now);
}

std::optional<milliseconds> RowRequests::next_deadline() const {
  if (pending_) return pending_->deadline;
  if (complete_) return std::nullopt;
  return heard_ + client_timeout_;
}

}  // namespace eddyline::jobmanager
