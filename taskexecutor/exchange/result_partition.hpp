#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "common/columnar/row_bytes.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "taskexecutor/exchange/row_distribution.hpp"

namespace eddyline::taskexecutor {

/// How far the writing of a batch has come.
enum class Writing : uint8_t {
  kDone,     ///< every row is taken
  kMore,     ///< go on at once
  kBlocked,  ///< a channel with rows left has no credit; the subtask is woken when it has
};

/// The sending side of one edge in one subtask.
///
/// Rows for a channel gather in its builder, which is handed over when full, by flush(), and before anything but a
/// batch. A large batch that goes to one channel as a whole is handed over as it is, without a copy, unless it keeps far
/// more bytes alive than a batch should.
///
/// Memory   a batch may turn into any number of batches: one row of the limit's size each. A channel's next one is begun
///          only while it has credit, so that it has at most one batch beyond its credit, builder included.
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
  /// Takes a batch and hands over what there is credit for. CHECKs that the one before is done.
  Writing write(Batch batch);
  /// Goes on with it; at most two batches a channel and call.
  Writing resume();
  /// Everything but batches: flushes, then goes to all channels. CHECKs that no batch is under way.
  void write_to_all(const StreamElement& element);
  /// Hands over what the builders hold.
  void flush();
  bool holds_rows() const { return holds_rows_; }

 private:
  void deal_out();
  bool write_runs(size_t target);
  void write_whole(size_t target);
  void append_run(size_t target);
  void flush(size_t target);
  bool is_worth_sending(const Batch& batch) const;

  Parts parts_;
  std::unique_ptr<RowDistribution> distribution_;
  /// By channel; made for its first row, since it holds buffers for a full batch.
  std::vector<std::unique_ptr<BatchBuilder>> builders_;
  /// The batch under way, whether it goes as a whole, and the rows of it that each channel has still to get.
  Batch batch_;
  bool whole_ = false;
  RowBytes row_bytes_;
  std::vector<std::span<const int32_t>> left_;
  size_t unfinished_ = 0;
  bool holds_rows_ = false;
};

}  // namespace eddyline::taskexecutor
