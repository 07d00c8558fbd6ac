#include "tests/unit/operators/operator_test_base.hpp"

#include "expression/time_zone.hpp"

namespace eddyline::operators {
OperatorTestBase::OperatorTestBase() {
  OperatorContext::Parts parts;
  parts.clock = &clock_;
  parts.memory = memory_.get();
  parts.time_zone = &expression::utc_time_zone();
  parts.wakeup = std::make_shared<Wakeup>();
  context_ = std::make_unique<OperatorContext>(std::move(parts));
}

Batch OperatorTestBase::batch(const std::vector<std::vector<int64_t>>& columns, const std::vector<RowKind>& kinds) {
  const size_t rows = columns.front().size();
  std::vector<ColumnPtr> made;
  for (const std::vector<int64_t>& values : columns) {
    MutableColumn column(PhysicalType::kInt64, rows);
    for (size_t row = 0; row < rows; ++row) {
      column.values<int64_t>()[row] = values[row];
      if (values[row] == kMissing) column.set_null(row);
    }
    made.push_back(column.seal(rows));
  }
  BufferPtr kind_buffer;
  if (!kinds.empty()) {
    kind_buffer = allocate_buffer(rows);
    std::copy(kinds.begin(), kinds.end(), kind_buffer->as<RowKind>());
  }
  return Batch(std::move(made), rows, std::move(kind_buffer));
}

std::vector<std::string> OperatorTestBase::rows_of(const Batch& batch) {
  std::vector<std::string> rows;
  batch.selected().for_each([&](size_t row) {
    std::string text(row_kind_text(batch.kind(row)));
    for (const ColumnPtr& column : batch.columns()) {
      const DecodedColumn decoded(*column);
      text += " " + (decoded.is_null(row) ? "null" : std::to_string(decoded.value<int64_t>(row)));
    }
    rows.push_back(std::move(text));
  });
  return rows;
}

std::vector<std::string> OperatorTestBase::feed(Operator& op, const Batch& batch) {
  std::vector<std::string> lines;
  for (Progress progress = Progress::kMore; progress == Progress::kMore;) {
    Output output;
    const Result<Progress> result = op.on_batch(0, batch, output);
    EXPECT_TRUE(result.ok()) << result.status().to_string();
    if (!result.ok()) return lines;
    progress = *result;
    if (const auto status = output.take_status())
      lines.push_back(*status == WatermarkStatus::kIdle ? "idle" : "active");
    if (const auto rows = output.take()) {
      for (std::string& row : rows_of(*rows)) lines.push_back(std::move(row));
    }
    if (const auto watermark = output.take_watermark()) lines.push_back("W" + std::to_string(watermark->value()));
  }
  return lines;
}

}  // namespace eddyline::operators
