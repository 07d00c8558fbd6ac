#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/memory/memory_pool.hpp"

namespace eddyline::operators {

/// Rows of a SELECT on their way from the collect operator to whoever fetches them, numbered from 0 in the order they came.
///
/// They are kept as bytes of common/columnar/batch_codec until a fetch begins behind them, so that an answer which was lost can be
/// given again. What is kept is bounded and counted: a client that does not fetch holds the job back.
///
/// Thread   any; the operator's methods one at a time.
class ResultBuffer {
 public:
  /// Keeps at most `bytes_max` and one batch, which count in `memory`: the buffer's own node.
  ResultBuffer(Bytes bytes_max, std::unique_ptr<MemoryPool> memory) : bytes_max_(bytes_max), memory_(std::move(memory)) {}
  ~ResultBuffer() { close(); }
  ResultBuffer(const ResultBuffer&) = delete;
  ResultBuffer& operator=(const ResultBuffer&) = delete;

  /// Operator: who to wake when there is room again.
  void attach(WakeupPtr operator_wakeup);
  /// Operator. False: full; the operator is woken when there is room. Errors   kOutOfMemory: the batch has no place.
  Result<bool> try_push(const Batch& batch);
  /// No rows come any more, for whatever reason; the job knows which.
  void finish();

  using EncodedBatch = std::shared_ptr<const std::string>;
  struct Fetched {
    /// Number of the first row in `batches`: what was asked for or, if that lies within a batch, that batch's first.
    uint64_t offset = 0;
    uint64_t rows = 0;
    std::vector<EncodedBatch> batches;
    /// No rows follow these.
    bool ended = false;
  };
  /// Whole batches from row `offset` on, of at most `bytes_max` but one at least if there are any; forgets those before. Does not
  /// wait.
  /// Errors   kNotFound for rows that are forgotten; kDataError behind the last one that came.
  Result<Fetched> fetch(uint64_t offset, Bytes bytes_max);
  /// The oldest row that is kept, or the next one to come.
  uint64_t first_offset() const;
  /// Told once, after each fetch that found neither rows nor the end, when there are some; on the operator's thread, which must
  /// not be held up. Set before the operator runs.
  void notify_reader(std::function<void()> told) { reader_ = std::move(told); }
  /// Nobody wants rows any more; what comes is dropped, so that the job is not held back until it is cancelled.
  void close();

 private:
  struct Kept {
    uint64_t rows;
    EncodedBatch bytes;
  };
  void forget_before(uint64_t offset);
  void tell_reader();

  const Bytes bytes_max_;
  const std::unique_ptr<MemoryPool> memory_;
  std::function<void()> reader_;
  mutable std::mutex mutex_;
  WakeupPtr operator_;
  std::deque<Kept> batches_;
  /// Numbers of the first row that is kept and of the next one to come.
  uint64_t first_ = 0;
  uint64_t next_ = 0;
  bool operator_waits_ = false;
  bool reader_waits_ = false;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace eddyline::operators
