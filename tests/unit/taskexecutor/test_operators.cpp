#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {

using operators::Output;
using operators::Progress;
using operators::SourceProgress;
using Next = SourceProgress::Next;

Batch numbers(const std::vector<int64_t>& values) {
  return numbers(values, {});
}

Batch numbers(const std::vector<int64_t>& values, const std::vector<RowKind>& kinds) {
  MutableColumn column(PhysicalType::kInt64, values.size());
  std::copy(values.begin(), values.end(), column.values<int64_t>());
  BufferPtr kind_buffer;
  if (!kinds.empty()) {
    kind_buffer = allocate_buffer(kinds.size());
    std::copy(kinds.begin(), kinds.end(), kind_buffer->as<RowKind>());
  }
  return Batch({column.seal(values.size())}, values.size(), std::move(kind_buffer));
}

Batch referring_to_one_text(size_t rows, size_t length) {
  MutableColumn text(PhysicalType::kString, 1);
  text.set_string(0, std::string(length, 'x'));
  BufferPtr indices = allocate_buffer(rows * sizeof(int32_t));
  std::fill_n(indices->as<int32_t>(), rows, 0);
  return Batch({Column::dictionary(text.seal(1), std::move(indices), rows)}, rows);
}

std::vector<int64_t> values_of(const Batch& batch) {
  std::vector<int64_t> values;
  const DecodedColumn column(*batch.column(0));
  batch.selected().for_each([&](size_t row) { values.push_back(column.value<int64_t>(row)); });
  return values;
}

std::string text_of(const StreamElement& element) {
  struct Text {
    std::string operator()(const Batch& batch) {
      std::string text;
      for (const int64_t value : values_of(batch)) text += (text.empty() ? "" : " ") + std::to_string(value);
      return text;
    }
    std::string operator()(const Watermark& watermark) {
      return watermark.time == kMaxWatermark ? "Wmax" : "W" + std::to_string(watermark.time.value());
    }
    std::string operator()(const WatermarkStatus& status) {
      return status == WatermarkStatus::kIdle ? "idle" : "active";
    }
    std::string operator()(const CheckpointBarrier& barrier) {
      return "B" + std::to_string(barrier.checkpoint.value());
    }
    std::string operator()(const EndOfInput&) { return "end"; }
  };
  return std::visit(Text(), element);
}

Result<SourceProgress> ListSource::read(Output& output) {
  if (batches_.empty()) return SourceProgress{Next::kEnd, {}};
  output.emit(std::move(batches_.front()));
  batches_.pop_front();
  return SourceProgress{Next::kMore, {}};
}

Result<SourceProgress> CountingSource::read(Output& output) {
  if (rows_ != 0 && given_ == rows_) return SourceProgress{Next::kEnd, {}};
  std::vector<int64_t> values;
  while (values.size() < rows_per_batch_ && (rows_ == 0 || given_ < rows_)) values.push_back(++given_);
  output.emit(numbers(values));
  return SourceProgress{Next::kMore, {}};
}

Status TickingSource::open(operators::OperatorContext& context) {
  clock_ = &context.clock();
  next_ms_ = clock_->now().value();
  return {};
}

Result<SourceProgress> TickingSource::read(Output& output) {
  if (rows_ == 0) return SourceProgress{Next::kEnd, {}};
  if (clock_->now().value() >= next_ms_) {
    output.emit(numbers({next_ms_}));
    next_ms_ += interval_ms_;
    --rows_;
  }
  return SourceProgress{Next::kIdle, ProcessingTime(next_ms_)};
}

void Record::add(std::string line) {
  const std::lock_guard lock(mutex_);
  lines_.push_back(std::move(line));
}

std::vector<std::string> Record::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

size_t Record::size() const {
  const std::lock_guard lock(mutex_);
  return lines_.size();
}

Status RecordingSink::open(operators::OperatorContext& context) {
  prefix_ = std::to_string(context.subtask().value()) + ":";
  return {};
}

void RecordingSink::note(const std::string& text) {
  record_.add(prefix_ + text);
}

Result<Progress> RecordingSink::on_batch(size_t, const Batch& batch, Output&) {
  if (stalled_ && stalled_()) return Progress::kBlocked;
  for (const int64_t value : values_of(batch)) note(std::to_string(value));
  return Progress::kDone;
}

Result<Progress> RecordingSink::on_watermark(EventTime watermark, Output&) {
  note(text_of(Watermark{watermark}));
  return Progress::kDone;
}

Result<Progress> RecordingSink::on_end_of_input(size_t, Output&) {
  note("end");
  return Progress::kDone;
}

std::optional<WatermarkStatus> RecordingSink::output_status(WatermarkStatus status) {
  note(text_of(status));
  return status;
}

Result<Progress> FanOut::on_batch(size_t, const Batch& batch, Output& output) {
  const std::vector<int64_t> values = values_of(batch);
  const size_t total = values.size() * copies_;
  std::vector<int64_t> rows;
  for (; given_ < total && rows.size() < rows_per_batch_; ++given_) rows.push_back(values[given_ / copies_]);
  output.emit(numbers(rows));
  if (given_ < total) return Progress::kMore;
  given_ = 0;
  return Progress::kDone;
}

Result<Progress> PassThrough::on_batch(size_t, const Batch& batch, Output& output) {
  for (const int64_t value : values_of(batch)) {
    if (value == fail_at) return data_error("bad value " + std::to_string(value));
  }
  output.emit(batch);
  return Progress::kDone;
}

Result<Progress> PassThrough::on_processing_time(ProcessingTime, Output& output) {
  output.emit(numbers({-1}));
  timer.reset();
  return Progress::kDone;
}

}  // namespace eddyline::taskexecutor
