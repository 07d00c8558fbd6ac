#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "common/columnar/batch.hpp"
#include "operators/operator.hpp"
#include "operators/operator_context.hpp"

namespace eddyline::taskexecutor {

/// A batch of one BIGINT column.
Batch numbers(const std::vector<int64_t>& values);
/// The same with kinds.
Batch numbers(const std::vector<int64_t>& values, const std::vector<RowKind>& kinds);
/// `rows` rows that all refer to the same text of `length` bytes.
Batch referring_to_one_text(size_t rows, size_t length);
/// The selected rows of the first column.
std::vector<int64_t> values_of(const Batch& batch);

/// What came out of a chain, in order: rows as "1", watermarks as "W5", "idle", "active", "B1", "end".
std::string text_of(const StreamElement& element);

/// A source that gives elements one a call; the end comes by itself.
class ListSource final : public operators::SourceOperator {
 public:
  explicit ListSource(std::vector<Batch> batches) : batches_(batches.begin(), batches.end()) {}
  Result<operators::SourceProgress> read(operators::Output& output) override;

 private:
  std::deque<Batch> batches_;
};

/// Gives 1, 2, ... `rows`, `rows_per_batch` at a time; 0 rows: without end.
class CountingSource final : public operators::SourceOperator {
 public:
  CountingSource(int64_t rows, size_t rows_per_batch) : rows_(rows), rows_per_batch_(rows_per_batch) {}
  Result<operators::SourceProgress> read(operators::Output& output) override;

 private:
  int64_t rows_;
  size_t rows_per_batch_;
  int64_t given_ = 0;
};

/// Gives one row at each full `interval_ms` of the clock, the time as value, until `rows` were given.
class TickingSource final : public operators::SourceOperator {
 public:
  TickingSource(int64_t interval_ms, int64_t rows) : interval_ms_(interval_ms), rows_(rows) {}
  Status open(operators::OperatorContext& context) override;
  Result<operators::SourceProgress> read(operators::Output& output) override;

 private:
  int64_t interval_ms_;
  int64_t rows_;
  Clock* clock_ = nullptr;
  int64_t next_ms_ = 0;
};

/// What sinks of several subtasks saw, each line "<subtask>:<text>".
class Record {
 public:
  void add(std::string line);
  std::vector<std::string> lines() const;
  size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Notes every row, watermark, status and end in a record. `stalled` asks before each batch whether to block.
class RecordingSink final : public operators::Operator {
 public:
  explicit RecordingSink(Record& record, std::function<bool()> stalled = {})
      : record_(record), stalled_(std::move(stalled)) {}
  Status open(operators::OperatorContext& context) override;
  Result<operators::Progress> on_batch(size_t input, const Batch& batch, operators::Output& output) override;
  Result<operators::Progress> on_watermark(EventTime watermark, operators::Output& output) override;
  Result<operators::Progress> on_end_of_input(size_t input, operators::Output& output) override;
  std::optional<WatermarkStatus> output_status(WatermarkStatus status) override;

 private:
  void note(const std::string& text);

  Record& record_;
  std::function<bool()> stalled_;
  std::string prefix_;
};

/// Gives `copies` rows for each row, one output batch of at most `rows_per_batch` a call.
class FanOut final : public operators::Operator {
 public:
  FanOut(size_t copies, size_t rows_per_batch) : copies_(copies), rows_per_batch_(rows_per_batch) {}
  Result<operators::Progress> on_batch(size_t input, const Batch& batch, operators::Output& output) override;

 private:
  size_t copies_;
  size_t rows_per_batch_;
  size_t given_ = 0;
};

/// Hands rows on; fails at the given value, and fires a row of -1 at each timer.
class PassThrough final : public operators::Operator {
 public:
  std::optional<int64_t> fail_at;
  std::optional<ProcessingTime> timer;

  Result<operators::Progress> on_batch(size_t input, const Batch& batch, operators::Output& output) override;
  Result<operators::Progress> on_processing_time(ProcessingTime now, operators::Output& output) override;
  std::optional<ProcessingTime> next_processing_time() const override { return timer; }
};

}  // namespace eddyline::taskexecutor
