#include "operators/join/join_columns.hpp"

#include <algorithm>
#include <cstring>

#include "common/columnar/row_bytes.hpp"

namespace eddyline::operators {
namespace {

/// True if the rows are 0, 1, 2, ... up to the end of the batch.
bool are_all_rows(const Batch& batch, std::span<const int32_t> rows) {
  return rows.size() == batch.physical_rows() && std::ranges::equal(rows, identity_rows(rows.size()));
}

/// Clears the bits of rows that stand for NULLs; null if there are none.
BufferPtr validity_of(std::span<const int32_t> rows) {
  if (std::ranges::find(rows, kNoRow) == rows.end()) return nullptr;
  BufferPtr validity = allocate_buffer(bitmap_words(rows.size()) * sizeof(uint64_t));
  for (size_t i = 0; i < rows.size(); ++i) assign_bit(validity->as<uint64_t>(), i, rows[i] != kNoRow);
  return validity;
}

/// What the column holds itself, and the texts that whoever computes with it or copies it comes to hold: a dictionary's
/// base belongs to the input, but a text in it may be referred to by every row.
size_t column_bytes(const Column& column) {
  switch (column.encoding()) {
    case Encoding::kFlat:
      return column.bytes();
    case Encoding::kConstant:
      return referred_heap_bytes(column);
    case Encoding::kDictionary:
      return column.size() * sizeof(int32_t) + referred_heap_bytes(column);
  }
  return 0;
}

}  // namespace

std::vector<ColumnPtr> picked_columns(const Batch& batch, std::span<const int32_t> rows) {
  if (are_all_rows(batch, rows)) return batch.columns();
  const BufferPtr indices = allocate_buffer(rows.size() * sizeof(int32_t));
  std::ranges::transform(rows, indices->as<int32_t>(), [](int32_t row) { return std::max(row, 0); });
  const BufferPtr validity = validity_of(rows);
  std::vector<ColumnPtr> columns;
  columns.reserve(batch.columns().size());
  for (const ColumnPtr& column : batch.columns()) {
    columns.push_back(Column::dictionary(column, indices, rows.size(), validity));
  }
  return columns;
}

std::vector<ColumnPtr> stored_columns(const state::TimeOrderedRows& store, std::span<const state::RowHandle> rows) {
  const RowType& row = store.descriptor().row;
  if (std::ranges::none_of(rows, [](state::RowHandle handle) { return static_cast<bool>(handle); })) {
    return null_columns(row, rows.size());
  }
  std::vector<ColumnPtr> columns;
  columns.reserve(row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    MutableColumn column(row[i].type.physical_type(), rows.size());
    store.gather(rows, i, column, 0);
    columns.push_back(column.seal(rows.size()));
  }
  return columns;
}

std::vector<ColumnPtr> null_columns(const RowType& row, size_t size) {
  std::vector<ColumnPtr> columns;
  columns.reserve(row.size());
  for (const RowField& field : row) columns.push_back(Column::null_constant(field.type.physical_type(), size));
  return columns;
}

BufferPtr kinds_buffer(std::span<const RowKind> kinds) {
  if (std::ranges::all_of(kinds, [](RowKind kind) { return kind == RowKind::kInsert; })) return nullptr;
  BufferPtr buffer = allocate_buffer(kinds.size());
  std::memcpy(buffer->data(), kinds.data(), kinds.size());
  return buffer;
}

std::vector<ColumnPtr> side_by_side(std::vector<ColumnPtr> left, std::vector<ColumnPtr> right) {
  left.insert(left.end(), std::make_move_iterator(right.begin()), std::make_move_iterator(right.end()));
  return left;
}

void OutputRowLimit::learn(std::span<const ColumnPtr> columns, size_t rows) {
  if (rows == 0) return;
  size_t bytes = 0;
  for (const ColumnPtr& column : columns) bytes += column_bytes(*column);
  const size_t row_bytes = std::max<size_t>(bytes / rows, 1);
  // Two rows at least, so that a retraction and its update fit together.
  rows_ = std::min(limits_.rows, std::max<size_t>(limits_.bytes / row_bytes, 2));
}

}  // namespace eddyline::operators
