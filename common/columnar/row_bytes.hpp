#pragma once

#include <span>
#include <vector>

#include "common/columnar/batch.hpp"

namespace eddyline {

/// What rows of a batch take once they are copied into flat columns: values, kinds, and the texts that lie in a heap, each
/// as often as it is referred to.
class RowBytes {
 public:
  RowBytes() = default;
  /// Borrows the batch's columns.
  explicit RowBytes(const Batch& batch);

  /// How many of `rows`, from the first on, take no more than `bytes` together. A row's length is looked at only where a
  /// column has a heap.
  size_t fitting(std::span<const int32_t> rows, size_t bytes) const;
  /// Of one row.
  size_t of(int32_t row) const;

 private:
  size_t fixed_ = 0;
  /// Columns with a heap.
  std::vector<DecodedColumn> texts_;
};

/// Bytes of the values of a row in flat columns, heaps left out.
size_t fixed_row_bytes(std::span<const PhysicalType> types);

/// Bytes in a heap that the column's rows refer to, each text as often as it is referred to.
size_t referred_heap_bytes(const Column& column);

}  // namespace eddyline
