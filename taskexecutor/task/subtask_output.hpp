#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "common/clock/clock.hpp"
#include "taskexecutor/exchange/remote/frame_sender.hpp"
#include "taskexecutor/exchange/result_partition.hpp"

namespace eddyline::taskexecutor {

/// Where the tail of a chain writes: every outgoing edge of its vertex; none for a sink.
class SubtaskOutput {
 public:
  struct Parts {
    std::vector<std::unique_ptr<ResultPartition>> partitions;
    /// By which their channels to other executors send. Borrowed.
    std::vector<FrameSender*> senders;
    /// How long a producer with more to do may hold back rows; 0: not at all.
    std::chrono::milliseconds hold_back_max{100};
  };
  explicit SubtaskOutput(Parts parts)
      : partitions_(std::move(parts.partitions)), senders_(std::move(parts.senders)), hold_back_max_(parts.hold_back_max) {}

  /// Goes on with the batch under way. kDone: there is none, and every edge takes what one call of an operator gives.
  Writing make_ready(ProcessingTime now);
  /// After make_ready() said kDone.
  void write(StreamElement element, ProcessingTime now);
  void flush();
  /// What was handed over sets out for other executors: it waits no longer than a step.
  void send();
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
  std::vector<FrameSender*> senders_;
  std::chrono::milliseconds hold_back_max_;
  std::optional<ProcessingTime> holding_since_;
  bool under_way_ = false;
};

}  // namespace eddyline::taskexecutor
