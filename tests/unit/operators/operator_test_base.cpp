#include "tests/unit/operators/operator_test_base.hpp"

#include "tests/operator_driver/run_until_done.hpp"

namespace eddyline::operators {

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
  tests::OutputLines lines;
  const Status status = tests::run_until_done([&](Output& output) { return op.on_batch(0, batch, output); },
                                              [](const Batch& made, tests::OutputLines& to) {
                                                for (std::string& row : rows_of(made)) to.push_back(std::move(row));
                                                return Status();
                                              },
                                              lines);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return lines;
}

}  // namespace eddyline::operators
