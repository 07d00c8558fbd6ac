#include "taskexecutor/task/subtask_output.hpp"

#include <algorithm>

#include "common/base/saturating.hpp"

namespace eddyline::taskexecutor {

Writing SubtaskOutput::make_ready(ProcessingTime now) {
  if (under_way_) {
    const Writing writing = resume();
    note_held_rows(now);
    if (writing != Writing::kDone) return writing;
    under_way_ = false;
  }
  return writable() ? Writing::kDone : Writing::kBlocked;
}

bool SubtaskOutput::writable() {
  bool writable = true;
  for (const auto& partition : partitions_) writable &= partition->writable();
  return writable;
}

Writing SubtaskOutput::resume() {
  Writing all = Writing::kDone;
  for (const auto& partition : partitions_) {
    const Writing writing = partition->resume();
    if (writing == Writing::kMore || all == Writing::kDone) all = writing;
  }
  return all;
}

void SubtaskOutput::write(StreamElement element, ProcessingTime now) {
  if (Batch* batch = std::get_if<Batch>(&element)) {
    for (const auto& partition : partitions_) {
      const bool last = partition == partitions_.back();
      under_way_ |= partition->write(last ? std::move(*batch) : *batch) != Writing::kDone;
    }
    note_held_rows(now);
    flush_if_due(now);
    return;
  }
  for (const auto& partition : partitions_) partition->write_to_all(element);
  holding_since_.reset();
}

void SubtaskOutput::note_held_rows(ProcessingTime now) {
  if (!holds_rows()) {
    holding_since_.reset();
  } else if (!holding_since_.has_value()) {
    holding_since_ = now;
  }
}

bool SubtaskOutput::holds_rows() const {
  return std::ranges::any_of(partitions_, [](const auto& partition) { return partition->holds_rows(); });
}

void SubtaskOutput::flush() {
  for (const auto& partition : partitions_) partition->flush();
  holding_since_.reset();
}

void SubtaskOutput::send() {
  for (FrameSender* const sender : senders_) sender->flush();
}

std::optional<ProcessingTime> SubtaskOutput::due_at() const {
  if (!holding_since_.has_value()) return std::nullopt;
  return ProcessingTime(saturating_add(holding_since_->value(), hold_back_max_.count()));
}

void SubtaskOutput::flush_if_due(ProcessingTime now) {
  if (const auto due = due_at(); due.has_value() && *due <= now) flush();
}

}  // namespace eddyline::taskexecutor
