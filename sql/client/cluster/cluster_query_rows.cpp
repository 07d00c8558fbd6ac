#include "sql/client/cluster/cluster_query_rows.hpp"

#include "common/columnar/batch_codec.hpp"
#include "common/config/option_value.hpp"

namespace eddyline::sql {
namespace {

/// How long the job manager keeps a question for rows that are not there yet.
constexpr std::chrono::milliseconds kLongPoll{1000};

}  // namespace

ClusterQueryRows::~ClusterQueryRows() {
  if (!job_ended_) client_.cancel_soon(job_);
}

Result<std::optional<ResultPiece>> ClusterQueryRows::next() {
  while (true) {
    ASSIGN_OR_RETURN(Look next, look(kLongPoll));
    if (next.piece || next.ended) return std::move(next.piece);
  }
}

Result<ClusterQueryRows::Look> ClusterQueryRows::look(std::chrono::milliseconds wait) {
  ASSIGN_OR_RETURN(std::optional<Look> here, look_here());
  if (here) return *std::move(here);
  Result<schemas::FetchedRows> fetched = ahead_ ? *std::exchange(ahead_, std::nullopt) : fetch(wait);
  if (!fetched.ok()) return explained(fetched.status());
  RETURN_IF_ERROR(take(*std::move(fetched)));
  ASSIGN_OR_RETURN(here, look_here());
  return here ? *std::move(here) : Look();
}

Result<std::optional<ClusterQueryRows::Look>> ClusterQueryRows::look_here() {
  if (repeated_) return std::optional(Look{*std::exchange(repeated_, std::nullopt), false});
  if (!batches_.empty()) {
    ASSIGN_OR_RETURN(Batch batch, decode_next());
    return std::optional(Look{std::move(batch), false});
  }
  if (!rows_ended_) return std::optional<Look>();
  RETURN_IF_ERROR(result_of_job());
  return std::optional(Look{std::nullopt, true});
}

void ClusterQueryRows::stay_alive() {
  // A third: an answer may take its time.
  if (rows_ended_ || now_() - asked_ < timeout_ / 3) return;
  if (!ahead_) return fetch_ahead();
  if (ahead_->ok() && !(*ahead_)->ended) ask_again();
}

void ClusterQueryRows::fetch_ahead() {
  Result<schemas::FetchedRows> fetched = fetch(std::chrono::milliseconds(0));
  // Who has interrupted finds that out where rows are wanted.
  if (!fetched.ok() && fetched.status().code() == ErrorCode::kCancelled) return;
  if (!fetched.ok() || fetched->rows > 0 || fetched->ended) ahead_ = std::move(fetched);
}

void ClusterQueryRows::ask_again() {
  schemas::FetchedRows& ahead = **ahead_;
  const Result<schemas::FetchedRows> fetched = fetch(std::chrono::milliseconds(0), Bytes(1));
  // The end is told once: with the last row, which may be the one that was asked for again.
  const bool same = fetched.ok() && fetched->version == ahead.version && fetched->offset == ahead.offset;
  if (same && fetched->ended) ahead.ended = fetched->rows == ahead.rows;
}

Status ClusterQueryRows::explained(Status why) const {
  if (why.ok() || !was_silent_ || why.code() == ErrorCode::kCancelled) return why;
  return Status(why.code(), why.message() + " For longer than client.timeout (" +
                                OptionValue<Duration>::format(timeout_) + ") this client had not asked for rows.");
}

Result<schemas::FetchedRows> ClusterQueryRows::fetch(std::chrono::milliseconds wait, Bytes bytes_max) {
  // No sum with the timeout: it may be longer than the clock counts.
  was_silent_ = was_silent_ || now_() - asked_ > timeout_;
  schemas::FetchJobRows request;
  request.job = job_;
  request.version = version_;
  request.offset = offset_;
  request.bytes_max = bytes_max;
  request.wait = wait;
  Result<schemas::FetchedRows> fetched = client_.fetch(request, timeout_);
  asked_ = now_();
  return fetched;
}

Status ClusterQueryRows::take(schemas::FetchedRows fetched) {
  if (fetched.version != version_) RETURN_IF_ERROR(take_restart(fetched));
  if (fetched.offset != offset_) {
    return broken("gave rows from " + std::to_string(fetched.offset) + " on where those from " + std::to_string(offset_) +
                  " were asked for");
  }
  offset_ += fetched.rows;
  rows_left_ = fetched.rows;
  batches_.assign(std::make_move_iterator(fetched.batches.begin()), std::make_move_iterator(fetched.batches.end()));
  if (batches_.empty() && rows_left_ > 0) return broken("announced rows and gave none");
  rows_ended_ = fetched.ended;
  return Status();
}

/// The job was started again: rows that were given before may come once more, but none may be missing.
Status ClusterQueryRows::take_restart(const schemas::FetchedRows& fetched) {
  if (fetched.offset > offset_) {
    return broken("goes on with row " + std::to_string(fetched.offset + 1) + " after the job was started again, and " +
                  std::to_string(offset_) + " rows had come before");
  }
  if (fetched.offset < offset_) repeated_ = RepeatedRows{fetched.offset + 1, offset_};
  version_ = fetched.version;
  offset_ = fetched.offset;
  return Status();
}

Result<Batch> ClusterQueryRows::decode_next() {
  const std::string bytes = std::move(batches_.front());
  batches_.pop_front();
  auto batch = decode_batch(bytes, types_);
  if (!batch.ok()) return batch.status().with_context("Result of job " + job_.to_string());
  if (batch->rows() > rows_left_ || (batches_.empty() && batch->rows() != rows_left_)) {
    return broken("gave another number of rows than it had announced");
  }
  rows_left_ -= batch->rows();
  return batch;
}

Status ClusterQueryRows::result_of_job() {
  ASSIGN_OR_RETURN(const schemas::JobSummary ended, client_.await(job_, timeout_));
  job_ended_ = true;
  return explained(job_result(ended));
}

Status ClusterQueryRows::broken(const std::string& what) const {
  return data_error("The result of job " + job_.to_string() + " " + what + ".");
}

}  // namespace eddyline::sql
