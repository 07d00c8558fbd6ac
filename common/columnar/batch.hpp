#pragma once

#include <span>
#include <vector>

#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/row_kind.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline {

/// How large a batch may grow before it is handed on: a batch and its outputs stay in a core's second-level cache.
struct BatchLimits {
  size_t rows = 2048;
  size_t bytes = size_t{128} << 10;
};

/// Columns of equal length with row kinds and a selection: a value, sealed, shared between threads.
///
/// Shapes   every column has physical_rows() rows; the rows that exist are selected(), in order. Row kinds are indexed by
///          physical row; a missing kind column means +I throughout.
class Batch {
 public:
  Batch() = default;
  Batch(std::vector<ColumnPtr> columns, size_t physical_rows, BufferPtr kinds = nullptr, Selection selection = {});

  size_t rows() const { return selection_.is_all() ? physical_rows_ : selection_.count(); }
  bool empty() const { return rows() == 0; }
  size_t physical_rows() const { return physical_rows_; }
  const std::vector<ColumnPtr>& columns() const { return columns_; }
  const ColumnPtr& column(size_t index) const { return columns_[index]; }
  SelectedRows selected() const { return {selection_.rows(), rows()}; }
  const Selection& selection() const { return selection_; }

  bool insert_only() const { return kinds_ == nullptr; }
  RowKind kind(size_t physical_row) const {
    return kinds_ == nullptr ? RowKind::kInsert : kinds_->as<RowKind>()[physical_row];
  }
  const RowKind* kinds() const { return kinds_ == nullptr ? nullptr : kinds_->as<RowKind>(); }
  const BufferPtr& kinds_buffer() const { return kinds_; }

  /// Number of the source split the rows came from.
  uint32_t split() const { return split_; }

  Batch with_selection(Selection selection) const;
  Batch with_columns(std::vector<ColumnPtr> columns) const;
  Batch with_kinds(BufferPtr kinds) const;
  Batch with_split(uint32_t split) const;
  /// Selected rows [first, first + count) of this batch; columns are shared.
  Batch slice(size_t first, size_t count) const;
  /// The same rows in flat columns without selection.
  Batch compacted() const;

 private:
  std::vector<ColumnPtr> columns_;
  size_t physical_rows_ = 0;
  BufferPtr kinds_;
  Selection selection_;
  uint32_t split_ = 0;
};

/// Fills flat batches from rows of other batches or column by column.
class BatchBuilder {
 public:
  /// One physical type a column; nested types are not supported here yet.
  BatchBuilder(std::vector<PhysicalType> types, BatchLimits limits = {});

  /// Copies physical rows `rows` of `batch` with their kinds. The caller keeps rows() + rows.size() <= limits.rows.
  void append(const Batch& batch, std::span<const int32_t> rows);
  /// For values written through column(): `count` further rows exist now.
  void add_rows(size_t count) { rows_ += count; }

  MutableColumn& column(size_t index) { return columns_[index]; }
  size_t column_count() const { return types_.size(); }
  /// Kind of a row; rows without call are +I.
  void set_kind(size_t row, RowKind kind);

  size_t rows() const { return rows_; }
  size_t room() const { return limits_.rows - rows_; }
  bool empty() const { return rows_ == 0; }
  bool full() const { return rows_ >= limits_.rows || bytes() >= limits_.bytes; }
  size_t bytes() const;

  /// Seals what is there and starts anew.
  Batch take();

 private:
  void start();
  RowKind* kinds();

  std::vector<PhysicalType> types_;
  BatchLimits limits_;
  std::vector<MutableColumn> columns_;
  BufferPtr kinds_;
  size_t rows_ = 0;
};

/// Physical types of the fields of a row.
std::vector<PhysicalType> physical_types(const RowType& row);

/// 0, 1, 2, ... for gathering whole columns; `count` at most 65536. Lives for ever.
std::span<const int32_t> identity_rows(size_t count);

}  // namespace eddyline
