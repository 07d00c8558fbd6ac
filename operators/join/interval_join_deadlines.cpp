#include "operators/join/interval_join_deadlines.hpp"

#include <algorithm>

namespace eddyline::operators {

IntervalJoinDeadlines::IntervalJoinDeadlines(IntervalJoinCache& left, IntervalJoinCache& right, BatchLimits limits)
    : left_(left), right_(right), row_limit_(limits) {}

void IntervalJoinDeadlines::add_cause(PaddingCause cause) {
  const bool fire = cause == PaddingCause::kEarlyFire;
  add_queue(fire ? left_ : right_, cause);
  add_queue(fire ? right_ : left_, cause);
}

void IntervalJoinDeadlines::add_queue(IntervalJoinCache& cache, PaddingCause cause) {
  const std::optional<size_t> kind = cache.deadline_kind(cause);
  if (kind.has_value()) queues_.push_back({&cache, *kind, {}, 0, false});
}

Result<Progress> IntervalJoinDeadlines::advance(int64_t until, Output& output) {
  if (!active_) {
    active_ = true;
    for (Queue& queue : queues_) queue.more = true;
  }
  RETURN_IF_ERROR(collect(until));
  RETURN_IF_ERROR(mark_padded());
  emit(output);
  return active_ ? Progress::kMore : Progress::kDone;
}

/// Rows for one output batch; all is served when there was room for more.
Status IntervalJoinDeadlines::collect(int64_t until) {
  while (left_rows_.size() < row_limit_.rows()) {
    ASSIGN_OR_RETURN(Queue * queue, earliest(until));
    if (queue == nullptr) {
      active_ = false;
      return Status();
    }
    // The row may be among those that another queue gave.
    if (queue != padding_) RETURN_IF_ERROR(mark_padded());
    padding_ = queue;
    const state::RowHandle row = queue->due.rows[queue->position++];
    // Another queue may have dealt with the row since it was taken.
    if (!row.has_any(kRowMatched | kRowPadded)) pad(queue->cache->side(), row);
  }
  return Status();
}

Result<IntervalJoinDeadlines::Queue*> IntervalJoinDeadlines::earliest(int64_t until) {
  Queue* found = nullptr;
  for (Queue& queue : queues_) {
    if (queue.exhausted() && queue.more) RETURN_IF_ERROR(refill(queue, until));
    if (queue.exhausted()) continue;
    if (found == nullptr || queue.deadline() < found->deadline()) found = &queue;
  }
  return found;
}

Status IntervalJoinDeadlines::refill(Queue& queue, int64_t until) {
  queue.due.clear();
  queue.position = 0;
  while (queue.more && queue.due.size() == 0) {
    ASSIGN_OR_RETURN(queue.more, queue.cache->rows().take_due(queue.kind, until, row_limit_.rows(), queue.due));
  }
  return Status();
}

void IntervalJoinDeadlines::pad(JoinSide side, state::RowHandle row) {
  const bool left = side == JoinSide::kLeft;
  left_rows_.push_back(left ? row : state::RowHandle());
  right_rows_.push_back(left ? state::RowHandle() : row);
  padded_.push_back(row);
}

Status IntervalJoinDeadlines::mark_padded() {
  if (padded_.empty()) return Status();
  RETURN_IF_ERROR(padding_->cache->rows().add_flags(padded_, kRowPadded));
  padded_.clear();
  return Status();
}

void IntervalJoinDeadlines::emit(Output& output) {
  const size_t rows = left_rows_.size();
  if (rows == 0) return;
  std::vector<ColumnPtr> columns =
      side_by_side(stored_columns(left_.rows(), left_rows_), stored_columns(right_.rows(), right_rows_));
  row_limit_.learn(columns, rows);
  output.emit(Batch(std::move(columns), rows));
  left_rows_.clear();
  right_rows_.clear();
}

std::optional<int64_t> IntervalJoinDeadlines::next() const {
  std::optional<int64_t> earliest;
  for (const Queue& queue : queues_) {
    const std::optional<int64_t> deadline = queue.cache->rows().next_deadline(queue.kind);
    if (deadline.has_value() && (!earliest.has_value() || *deadline < *earliest)) earliest = deadline;
  }
  return earliest;
}

}  // namespace eddyline::operators
