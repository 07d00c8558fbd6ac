#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "state/time_ordered_rows.hpp"

namespace eddyline::operators {

/// Row number that stands for a row of NULLs.
inline constexpr int32_t kNoRow = -1;

/// All columns of `batch` at physical rows `rows` (any order, repeats allowed, kNoRow gives NULLs), without copying
/// values.
std::vector<ColumnPtr> picked_columns(const Batch& batch, std::span<const int32_t> rows);

/// All columns of stored rows; a missing handle gives a row of NULLs.
std::vector<ColumnPtr> stored_columns(const state::TimeOrderedRows& store, std::span<const state::RowHandle> rows);

/// Constant NULL columns for `row`.
std::vector<ColumnPtr> null_columns(const RowType& row, size_t size);

/// The buffer of a batch's row kinds; null if all are +I.
BufferPtr kinds_buffer(std::span<const RowKind> kinds);

/// Left columns, then right columns.
std::vector<ColumnPtr> side_by_side(std::vector<ColumnPtr> left, std::vector<ColumnPtr> right);

/// How many rows an output batch may have, so that it stays near the byte limit: learned from the batches made so far.
/// The first batch is a small one, since nothing is known then.
class OutputRowLimit {
 public:
  static constexpr size_t kFirstRows = 64;

  explicit OutputRowLimit(BatchLimits limits) : limits_(limits), rows_(std::min(limits.rows, kFirstRows)) {}
  size_t rows() const { return rows_; }
  /// `columns` of `rows` rows were made for one output batch.
  void learn(std::span<const ColumnPtr> columns, size_t rows);

 private:
  BatchLimits limits_;
  size_t rows_;
};

}  // namespace eddyline::operators
