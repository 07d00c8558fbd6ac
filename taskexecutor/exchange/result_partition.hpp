#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "common/columnar/row_bytes.hpp"
#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/output_channel.hpp"
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
/// batch. A large batch that goes to one channel as a whole is handed over as it is, without a copy, unless it keeps
/// far more bytes alive than a batch should. Every call looks only at channels that rows go to or that were given
/// something since the last: a partition has as many as the consumer has subtasks.
///
/// Memory   a batch may turn into any number of batches: one row of the limit's size each. A channel's next one is begun
///          only while it has credit, so that it has at most one batch beyond its credit, builder included.
/// Thread   the subtask's.
class ResultPartition {
 public:
  struct Parts {
    ExchangeSpec exchange;
    std::vector<PhysicalType> types;
    /// Of batches that are handed over as they are.
    BatchLimits limits;
    /// Of those that are gathered for a channel, if less.
    Bytes gathered_bytes{SIZE_MAX};
    /// Where a rebalanced stream starts, so that few rows of many producers do not all meet at subtask 0.
    SubtaskIndex producer;
    /// To the consumer's subtasks in order; one for forward and single. Borrowed.
    std::vector<OutputChannel*> channels;
  };
  explicit ResultPartition(Parts parts);

  /// Whether every channel takes more; if not, the subtask is woken when one that does not will. Shared credit that
  /// others have used since a channel was last found writable shows when a batch is written.
  bool writable();
  /// Takes a batch and hands over what there is credit for. CHECKs that the one before is done.
  Writing write(Batch batch);
  /// Goes on with it; at most two batches a channel and call.
  Writing resume();
  /// Everything but batches: flushes, then goes to all channels. CHECKs that no batch is under way.
  void write_to_all(const StreamElement& element);
  /// Hands over what the builders hold.
  void flush();
  bool holds_rows() const { return !holding_.empty(); }

 private:
  struct Target {
    OutputChannel* channel = nullptr;
    /// Made for its first row, since it holds buffers for a full batch.
    std::unique_ptr<BatchBuilder> builder;
    /// Rows of the batch under way that it has still to get.
    std::span<const int32_t> left;
    /// Whether it is in the list of that name.
    bool holding = false;
    bool unsure = false;
  };
  using TargetIndex = uint32_t;

  void deal_out();
  void deal_out_to(TargetIndex index, std::span<const int32_t> rows);
  bool write_runs(TargetIndex index);
  void write_whole(TargetIndex index);
  void append_run(TargetIndex index);
  void flush(TargetIndex index);
  void push(TargetIndex index, StreamElement element);
  bool is_worth_sending(const Batch& batch) const;

  std::vector<PhysicalType> types_;
  BatchLimits limits_;
  BatchLimits gathered_limits_;
  std::unique_ptr<RowDistribution> distribution_;
  std::vector<Target> targets_;
  /// All of the channels do.
  bool keeps_buffers_ = true;
  /// The batch under way, whether it goes as a whole, and who has rows left of it.
  Batch batch_;
  bool whole_ = false;
  RowBytes row_bytes_;
  std::vector<TargetIndex> unfinished_;
  /// Whose builders got rows since the last flush.
  std::vector<TargetIndex> holding_;
  /// Whose channels were given something since they were found writable, or were never asked.
  std::vector<TargetIndex> unsure_;
};

}  // namespace eddyline::taskexecutor
