#include "taskexecutor/task/subtask_output.hpp"

#include <algorithm>

namespace eddyline::taskexecutor {

bool SubtaskOutput::writable() {
  bool writable = true;
  for (const auto& partition : partitions_) writable &= partition->writable();
  return writable;
}

bool SubtaskOutput::holds_rows() const {
  return std::ranges::any_of(partitions_, [](const auto& partition) { return partition->holds_rows(); });
}

void SubtaskOutput::write(StreamElement element, ProcessingTime now) {
  if (const Batch* batch = std::get_if<Batch>(&element)) {
    for (const auto& partition : partitions_) partition->write(*batch);
    if (!holds_rows()) {
      holding_since_.reset();
    } else if (!holding_since_.has_value()) {
      holding_since_ = now;
    }
    flush_if_due(now);
    return;
  }
  for (const auto& partition : partitions_) partition->write_to_all(element);
  holding_since_.reset();
}

void SubtaskOutput::flush() {
  for (const auto& partition : partitions_) partition->flush();
  holding_since_.reset();
}

std::optional<ProcessingTime> SubtaskOutput::due_at() const {
  if (!holding_since_.has_value()) return std::nullopt;
  return ProcessingTime(holding_since_->value() + hold_back_max_.count());
}

void SubtaskOutput::flush_if_due(ProcessingTime now) {
  if (const auto due = due_at(); due.has_value() && *due <= now) flush();
}

}  // namespace eddyline::taskexecutor
