#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "operators/sink/result_buffer.hpp"

namespace eddyline::operators {

/// Reads the rows of a SELECT that runs in this process, batch after batch.
///
/// Thread   one.
class ResultReader {
 public:
  /// Made before the operator runs. `types` of the rows' columns.
  ResultReader(std::shared_ptr<ResultBuffer> results, std::vector<PhysicalType> types);

  struct Next {
    std::optional<Batch> batch;
    /// No batch follows.
    bool ended = false;
  };
  /// Waits up to `timeout` for rows; 0 does not wait.
  Result<Next> next(std::chrono::milliseconds timeout);

 private:
  Status fetch();

  const std::shared_ptr<ResultBuffer> results_;
  const std::vector<PhysicalType> types_;
  /// Shared with the buffer, which may be told of rows when this is gone.
  const WakeupPtr wakeup_ = std::make_shared<Wakeup>();
  std::deque<ResultBuffer::EncodedBatch> fetched_;
  uint64_t offset_ = 0;
  bool ended_ = false;
};

}  // namespace eddyline::operators
