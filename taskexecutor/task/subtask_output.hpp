#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "common/clock/clock.hpp"
#include "taskexecutor/exchange/result_partition.hpp"

namespace eddyline::taskexecutor {

/// Where the tail of a chain writes: every outgoing edge of its vertex; none for a sink.
class SubtaskOutput {
 public:
  /// `hold_back_max`: how long a producer with more to do may hold back rows; 0: not at all.
  SubtaskOutput(std::vector<std::unique_ptr<ResultPartition>> partitions, std::chrono::milliseconds hold_back_max)
      : partitions_(std::move(partitions)), hold_back_max_(hold_back_max) {}

  /// Goes on with the batch under way. kDone: there is none, and every edge takes what one call of an operator gives.
  Writing make_ready(ProcessingTime now);
  /// After make_ready() said kDone.
  void write(StreamElement element, ProcessingTime now);
  void flush();
  /// Hands over rows that have waited long enough.
  void flush_if_due(ProcessingTime now);
  /// When that is for rows held back now.
  std::optional<ProcessingTime> due_at() const;

 private:
  bool writable();
  Writing resume();
  void note_held_rows(ProcessingTime now);
  bool holds_rows() const;

  std::vector<std::unique_ptr<ResultPartition>> partitions_;
  std::chrono::milliseconds hold_back_max_;
  std::optional<ProcessingTime> holding_since_;
  bool under_way_ = false;
};

}  // namespace eddyline::taskexecutor
