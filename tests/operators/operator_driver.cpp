#include "tests/operators/operator_driver.hpp"

#include <algorithm>
#include <utility>

#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

/// The same rows behind dictionaries, in a batch twice as long of which every second row is deselected.
Batch encoded(const Batch& batch) {
  const size_t rows = batch.rows();
  const BufferPtr indices = allocate_buffer(2 * rows * sizeof(int32_t));
  const BufferPtr selected = allocate_buffer(rows * sizeof(int32_t));
  for (size_t i = 0; i < rows; ++i) {
    const auto row = static_cast<int32_t>(batch.selected()[i]);
    indices->as<int32_t>()[2 * i] = static_cast<int32_t>(batch.selected()[rows - 1 - i]);
    indices->as<int32_t>()[2 * i + 1] = row;
    selected->as<int32_t>()[i] = static_cast<int32_t>(2 * i + 1);
  }
  std::vector<ColumnPtr> columns;
  for (const ColumnPtr& column : batch.columns()) columns.push_back(Column::dictionary(column, indices, 2 * rows));
  BufferPtr kinds;
  if (!batch.insert_only()) {
    kinds = allocate_buffer(2 * rows);
    for (size_t i = 0; i < 2 * rows; ++i) {
      kinds->as<RowKind>()[i] = batch.kind(static_cast<size_t>(indices->as<int32_t>()[i]));
    }
  }
  return Batch(std::move(columns), 2 * rows, std::move(kinds), Selection(selected, rows));
}

}  // namespace

const std::vector<DriverMode>& driver_modes() {
  static const std::vector<DriverMode> kModes = {
      {.name = "Default"},
      {.name = "OneRowBatches", .input_rows = 1},
      {.name = "TwoRowBatches", .input_rows = 2, .output = {.rows = 2}},
      {.name = "OneRowOut", .output = {.rows = 1}},
      {.name = "ThreeRowsOut", .output = {.rows = 3}},
      {.name = "FewBytesOut", .output = {.rows = 2048, .bytes = 64}},
      {.name = "HashesCollide", .collide_hashes = true},
      {.name = "EncodedColumns", .encode_inputs = true},
  };
  return kModes;
}

OperatorDriver::OperatorDriver(std::unique_ptr<operators::Operator> driven, RowType output, DriverMode mode,
                               ProcessingTime start)
    : mode_(std::move(mode)),
      output_row_(std::move(output)),
      surroundings_({.limits = mode_.output, .start = start, .collide_hashes = mode_.collide_hashes}),
      operator_(std::move(driven)) {}

Status OperatorDriver::open() {
  return operator_->open(surroundings_.context());
}

Status OperatorDriver::run(const OperatorCall& call) {
  return run_until_done(
      call, [this](const Batch& rows, OutputLines& lines) { return take_rows(rows, lines); }, lines_);
}

Status OperatorDriver::take_rows(const Batch& batch, OutputLines& lines) {
  // An operator that only passes rows on need not cut them.
  if (batch.rows() > std::max(mode_.output.rows, rows_at_hand_)) {
    return data_error("a batch of " + std::to_string(batch.rows()) + " rows came out");
  }
  for (size_t i = 0; i < batch.rows(); ++i) {
    const size_t row = batch.selected()[i];
    const RowKind kind = batch.kind(row);
    lines.push_back(row_text(batch, row, output_row_));
    if (awaits_update_after_ && kind != RowKind::kUpdateAfter) return data_error("-U without its +U");
    awaits_update_after_ = kind == RowKind::kUpdateBefore;
  }
  if (awaits_update_after_ && mode_.output.rows > 1) return data_error("-U and +U in different batches");
  return Status();
}

Result<OutputLines> OperatorDriver::feed(size_t input, const Batch& rows) {
  const size_t step = std::min(mode_.input_rows, rows.rows());
  for (size_t first = 0; first < rows.rows(); first += step) {
    const Batch slice = rows.slice(first, std::min(step, rows.rows() - first));
    const Batch batch = mode_.encode_inputs ? encoded(slice) : slice.compacted();
    rows_at_hand_ = batch.rows();
    RETURN_IF_ERROR(run([&](operators::Output& output) { return operator_->on_batch(input, batch, output); }));
    rows_at_hand_ = 0;
  }
  return std::exchange(lines_, {});
}

Result<OutputLines> OperatorDriver::watermark(EventTime watermark) {
  RETURN_IF_ERROR(run([&](operators::Output& output) { return operator_->on_watermark(watermark, output); }));
  if (const auto forwarded = operator_->output_watermark(watermark); forwarded.has_value()) {
    lines_.push_back(watermark_line(*forwarded));
  }
  return std::exchange(lines_, {});
}

Result<OutputLines> OperatorDriver::time(ProcessingTime time) {
  OutputLines all;
  VirtualClock& clock = surroundings_.clock();
  for (auto due = operator_->next_processing_time(); due.has_value() && *due <= time;
       due = operator_->next_processing_time()) {
    clock.advance_to(std::max(*due, clock.now()));
    const ProcessingTime now = clock.now();
    RETURN_IF_ERROR(run([&](operators::Output& output) { return operator_->on_processing_time(now, output); }));
    if (!lines_.empty()) all.push_back("at " + std::to_string(now.value()));
    all.insert(all.end(), lines_.begin(), lines_.end());
    lines_.clear();
    if (const auto next = operator_->next_processing_time(); next.has_value() && *next <= now) {
      return data_error("asks for a time that was served");
    }
  }
  clock.advance_to(time);
  return all;
}

Result<OutputLines> OperatorDriver::end(size_t input) {
  RETURN_IF_ERROR(run([&](operators::Output& output) { return operator_->on_end_of_input(input, output); }));
  return std::exchange(lines_, {});
}

}  // namespace eddyline::tests
