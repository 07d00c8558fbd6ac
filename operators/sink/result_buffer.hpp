#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "common/columnar/batch.hpp"
#include "common/concurrency/wakeup.hpp"

namespace eddyline::operators {

/// Rows of a SELECT on their way from the collect operator to the client: bounded, so that a client that does not read
/// holds the job back.
///
/// Thread   the operator's methods: one thread; fetch(): another; close(): any.
class ResultBuffer {
 public:
  /// Holds at most `rows_max` rows beyond one batch.
  explicit ResultBuffer(size_t rows_max) : rows_max_(rows_max) {}

  /// Operator: who to wake when there is room again.
  void attach(WakeupPtr operator_wakeup);
  /// Operator. False: full; the operator is woken when there is room.
  bool try_push(const Batch& batch);
  /// Operator: no rows come any more, for whatever reason; the job knows which.
  void finish();

  /// What the client got: a batch, or none yet, or the end.
  struct Fetched {
    std::optional<Batch> batch;
    bool ended = false;
  };
  /// Client: waits up to `timeout` for rows; 0 does not wait.
  Fetched fetch(std::chrono::milliseconds timeout);
  /// Client: wants no more rows; what comes is dropped, so that the job is not held back until it is cancelled.
  void close();

 private:
  Fetched take();

  const size_t rows_max_;
  Wakeup client_;
  std::mutex mutex_;
  WakeupPtr operator_;
  std::deque<Batch> batches_;
  size_t rows_ = 0;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace eddyline::operators
