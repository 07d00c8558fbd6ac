#pragma once

#include <memory>
#include <vector>

#include "common/columnar/batch.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "taskexecutor/exchange/row_distribution.hpp"

namespace eddyline::taskexecutor {

/// The sending side of one edge in one subtask.
///
/// Rows for a channel gather in its builder, which is handed over when full, by flush(), and before anything but a
/// batch. A large batch that goes to one channel as a whole is handed over as it is, without a copy.
///
/// Thread   the subtask's.
class ResultPartition {
 public:
  struct Parts {
    ExchangeSpec exchange;
    std::vector<PhysicalType> types;
    BatchLimits limits;
    /// Where a rebalanced stream starts, so that few rows of many producers do not all meet at subtask 0.
    SubtaskIndex producer;
    /// To the consumer's subtasks in order; one for forward and single. Borrowed.
    std::vector<LocalChannel*> channels;
  };
  explicit ResultPartition(Parts parts);

  /// Whether every channel takes more; if not, the subtask is woken when one does.
  bool writable();
  void write(const Batch& batch);
  /// Everything but batches: flushes, then goes to all channels.
  void write_to_all(const StreamElement& element);
  /// Hands over what the builders hold.
  void flush();
  bool holds_rows() const { return holds_rows_; }

 private:
  void write_whole(size_t target, const Batch& batch);
  void append(size_t target, const Batch& batch, std::span<const int32_t> rows);
  void flush(size_t target);
  bool is_worth_sending(const Batch& batch) const;

  Parts parts_;
  std::unique_ptr<RowDistribution> distribution_;
  /// By channel; made for its first row, since it holds buffers for a full batch.
  std::vector<std::unique_ptr<BatchBuilder>> builders_;
  std::vector<int32_t> selected_;
  bool holds_rows_ = false;
};

}  // namespace eddyline::taskexecutor
