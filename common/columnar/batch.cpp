#include "common/columnar/batch.hpp"

#include <numeric>

#include "common/base/check.hpp"

namespace eddyline {

Batch::Batch(std::vector<ColumnPtr> columns, size_t physical_rows, BufferPtr kinds, Selection selection)
    : columns_(std::move(columns)),
      physical_rows_(physical_rows),
      kinds_(std::move(kinds)),
      selection_(std::move(selection)) {
  for (const ColumnPtr& column : columns_) {
    CHECK(column->size() == physical_rows_) << "column of " << column->size() << " rows in a batch of " << physical_rows_;
  }
}

Batch Batch::with_selection(Selection selection) const {
  Batch batch = *this;
  batch.selection_ = std::move(selection);
  return batch;
}

Batch Batch::with_columns(std::vector<ColumnPtr> columns) const {
  Batch batch(std::move(columns), physical_rows_, kinds_, selection_);
  batch.split_ = split_;
  return batch;
}

Batch Batch::with_kinds(BufferPtr kinds) const {
  Batch batch = *this;
  batch.kinds_ = std::move(kinds);
  return batch;
}

Batch Batch::with_split(uint32_t split) const {
  Batch batch = *this;
  batch.split_ = split;
  return batch;
}

Batch Batch::slice(size_t first, size_t count) const {
  CHECK(first + count <= rows()) << "slice past the end of a batch";
  if (first == 0 && count == rows()) return *this;
  BufferPtr picked = allocate_buffer(count * sizeof(int32_t));
  const SelectedRows mine = selected();
  for (size_t i = 0; i < count; ++i) picked->as<int32_t>()[i] = static_cast<int32_t>(mine[first + i]);
  return with_selection(Selection(std::move(picked), count));
}

Batch Batch::compacted() const {
  const SelectedRows mine = selected();
  std::vector<int32_t> rows(mine.count);
  for (size_t i = 0; i < mine.count; ++i) rows[i] = static_cast<int32_t>(mine[i]);
  std::vector<ColumnPtr> columns;
  columns.reserve(columns_.size());
  for (const ColumnPtr& column : columns_) {
    if (column->is_flat() && selection_.is_all()) {
      columns.push_back(column);
      continue;
    }
    MutableColumn copy(column->type(), rows.size());
    copy.gather(*column, rows, 0);
    columns.push_back(copy.seal(rows.size()));
  }
  BufferPtr kinds;
  if (kinds_ != nullptr) {
    kinds = allocate_buffer(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) kinds->as<RowKind>()[i] = this->kinds()[rows[i]];
  }
  Batch dense(std::move(columns), rows.size(), std::move(kinds));
  dense.split_ = split_;
  return dense;
}

BatchBuilder::BatchBuilder(std::vector<PhysicalType> types, BatchLimits limits)
    : types_(std::move(types)), limits_(limits) {
  start();
}

void BatchBuilder::start() {
  columns_.clear();
  columns_.reserve(types_.size());
  for (const PhysicalType type : types_) columns_.emplace_back(type, limits_.rows);
  kinds_.reset();
  rows_ = 0;
}

RowKind* BatchBuilder::kinds() {
  if (kinds_ == nullptr) {
    kinds_ = allocate_buffer(limits_.rows);
    std::memset(kinds_->data(), static_cast<int>(RowKind::kInsert), limits_.rows);
  }
  return kinds_->as<RowKind>();
}

void BatchBuilder::set_kind(size_t row, RowKind kind) {
  if (kind == RowKind::kInsert && kinds_ == nullptr) return;
  kinds()[row] = kind;
}

void BatchBuilder::append(const Batch& batch, std::span<const int32_t> rows) {
  CHECK(rows_ + rows.size() <= limits_.rows) << "append past the limit of a batch";
  for (size_t i = 0; i < columns_.size(); ++i) columns_[i].gather(*batch.column(i), rows, rows_);
  if (!batch.insert_only()) {
    RowKind* out = kinds() + rows_;
    for (size_t i = 0; i < rows.size(); ++i) out[i] = batch.kinds()[rows[i]];
  } else if (kinds_ != nullptr) {
    std::memset(kinds_->data() + rows_, static_cast<int>(RowKind::kInsert), rows.size());
  }
  rows_ += rows.size();
}

size_t BatchBuilder::bytes() const {
  size_t bytes = kinds_ == nullptr ? 0 : rows_;
  for (const MutableColumn& column : columns_) bytes += column.bytes(rows_);
  return bytes;
}

Batch BatchBuilder::take() {
  std::vector<ColumnPtr> columns;
  columns.reserve(columns_.size());
  for (MutableColumn& column : columns_) columns.push_back(column.seal(rows_));
  Batch batch(std::move(columns), rows_, std::move(kinds_));
  start();
  return batch;
}

std::vector<PhysicalType> physical_types(const RowType& row) {
  std::vector<PhysicalType> types;
  types.reserve(row.size());
  for (const RowField& field : row) types.push_back(field.type.physical_type());
  return types;
}

std::span<const int32_t> identity_rows(size_t count) {
  static const std::vector<int32_t> kRows = [] {
    std::vector<int32_t> rows(65536);
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }();
  CHECK(count <= kRows.size()) << count;
  return {kRows.data(), count};
}

}  // namespace eddyline
