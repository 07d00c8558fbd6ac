#pragma once

#include <memory>
#include <vector>

#include "connectors/datagen/datagen_source.hpp"
#include "connectors/datagen/datagen_split.hpp"

namespace eddyline::connectors {

/// Generates the rows of its splits, one batch a call, from one split after the other in turn.
///
/// Pace: seconds are counted from the first read(). Each gives the subtask's share of the rate, at its start; a reader
/// that was not polled for several seconds makes up for them.
class DatagenReader final : public SourceReader {
 public:
  DatagenReader(std::shared_ptr<const DatagenTable> table, const SourceReaderContext& context);

  Status add_splits(std::vector<SourceSplit> splits) override;
  Result<ReadOutcome> read() override;
  Result<std::vector<SourceSplit>> snapshot() override;

 private:
  /// Makes the rows of the current second available where it has begun. False: `second_start_` lies ahead.
  bool enter_second(ProcessingTime now);
  /// A split and what makes its rows.
  struct SplitReading {
    DatagenSplit split;
    std::vector<std::unique_ptr<ColumnGenerator>> generators;
  };
  Batch generate(SplitReading& reading, int64_t count, ProcessingTime now);
  int64_t remaining(const SplitReading& reading) const { return reading.split.remaining(table_->rows); }
  /// The next split in turn with rows left; null if there is none.
  SplitReading* next_split();

  std::shared_ptr<const DatagenTable> table_;
  const Clock& clock_;
  /// For splits that have none yet.
  const uint64_t seed_;
  int64_t rows_per_second_;
  int64_t rows_per_batch_;

  std::vector<SplitReading> splits_;
  size_t turn_ = 0;
  bool started_ = false;
  ProcessingTime second_start_{0};
  int64_t left_in_second_ = 0;
};

}  // namespace eddyline::connectors
