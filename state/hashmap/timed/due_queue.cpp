#include "state/hashmap/timed/due_queue.hpp"

#include <algorithm>

namespace eddyline::state {

Result<bool> DueQueue::take(TimedSegments& segments, int64_t until, size_t limit, DueRows& out) {
  size_t room = limit;
  next_is_known_ = false;
  while (room > 0) {
    if (taken_ == due_.size()) {
      ASSIGN_OR_RETURN(const bool any, collect(segments, until));
      if (!any) return false;
    }
    for (; room > 0 && taken_ < due_.size(); ++taken_) {
      const Due& due = due_[taken_];
      if (due.deadline > until) return false;
      uint8_t* slot = segments[due.segment].slabs().at(due.position);
      // Flags may have changed since it was collected.
      if (!shape_->is_waiting(slot, kind_)) continue;
      segments.touch(due.segment, slot);
      header_of(slot).marks |= TimedRowShape::taken_mark(kind_);
      out.deadlines.push_back(due.deadline);
      out.rows.push_back(RowSlots::handle(slot));
      --room;
    }
  }
  return true;
}

Result<bool> DueQueue::collect(TimedSegments& segments, int64_t until) {
  due_.clear();
  taken_ = 0;
  while (due_.empty()) {
    // Up to the end of the earliest bucket of all: what it holds comes before everything else.
    int64_t horizon = until;
    bool any = false;
    for (size_t index = 0; index < segments.count(); ++index) {
      const DeadlineCalendar& calendar = segments[index].calendar(kind_);
      const std::optional<int64_t> first = calendar.lower_bound();
      if (!first.has_value() || *first > until) continue;
      horizon = std::min(horizon, calendar.first_bucket_end());
      any = true;
    }
    if (!any) return false;
    RETURN_IF_ERROR(make_room(segments, horizon));
    for (size_t index = 0; index < segments.count(); ++index) collect_from(segments, index, horizon);
    // Nothing was due in a bucket that reaches beyond `until`.
    if (due_.empty() && horizon == until) return false;
  }
  std::sort(due_.begin(), due_.end(), [](const Due& a, const Due& b) {
    if (a.deadline != b.deadline) return a.deadline < b.deadline;
    return static_cast<int32_t>(a.sequence - b.sequence) < 0;
  });
  return true;
}

Status DueQueue::make_room(TimedSegments& segments, int64_t horizon) {
  size_t most = 0;
  for (size_t index = 0; index < segments.count(); ++index) most += segments[index].calendar(kind_).count_until(horizon);
  if (!due_memory_.grow_to(most * sizeof(Due))) return blocks_->status();
  due_.reserve(most);
  return Status();
}

void DueQueue::collect_from(TimedSegments& segments, size_t index, int64_t horizon) {
  TimedSegment& segment = segments[index];
  segment.calendar(kind_).take_until(horizon, [&](uint32_t position) {
    if (position < segment.slabs().begin()) return true;
    const uint8_t* slot = segment.slabs().at(position);
    if (!shape_->is_waiting(slot, kind_)) return true;
    const int64_t deadline = shape_->deadline(slot, kind_);
    if (deadline > horizon) return false;
    due_.push_back({deadline, header_of(slot).sequence, static_cast<uint32_t>(index), position});
    return true;
  });
}

std::optional<int64_t> DueQueue::next(TimedSegments& segments) {
  if (next_is_known_ && (!next_.has_value() || shape_->is_waiting(next_slot_, kind_))) return next_;
  next_is_known_ = true;
  next_.reset();
  for (size_t waiting = taken_; waiting < due_.size() && !next_.has_value(); ++waiting) {
    const Due& due = due_[waiting];
    const uint8_t* slot = segments[due.segment].slabs().at(due.position);
    if (shape_->is_waiting(slot, kind_)) note_added(due.deadline, slot);
  }
  for (size_t index = 0; index < segments.count(); ++index) look_for_next(segments[index]);
  return next_;
}

void DueQueue::look_for_next(TimedSegment& segment) {
  DeadlineCalendar& calendar = segment.calendar(kind_);
  bool found = false;
  while (!found && !calendar.empty() && (!next_.has_value() || *calendar.lower_bound() < *next_)) {
    calendar.take_until(calendar.first_bucket_end(), [&](uint32_t position) {
      if (position < segment.slabs().begin()) return true;
      const uint8_t* slot = segment.slabs().at(position);
      if (!shape_->is_waiting(slot, kind_)) return true;
      note_added(shape_->deadline(slot, kind_), slot);
      found = true;
      return false;
    });
  }
}

Status DueQueue::put_back(TimedSegments& segments) {
  for (; taken_ < due_.size(); ++taken_) {
    const Due& due = due_[taken_];
    if (!segments[due.segment].calendar(kind_).add(due.deadline, due.position)) return blocks_->status();
  }
  due_.clear();
  taken_ = 0;
  return Status();
}

void DueQueue::note_added(int64_t deadline, const uint8_t* slot) {
  if (!next_is_known_ || (next_.has_value() && *next_ <= deadline)) return;
  next_ = deadline;
  next_slot_ = slot;
}

}  // namespace eddyline::state
