#include "common/columnar/row_bytes.hpp"

#include <algorithm>

namespace eddyline {
namespace {

bool has_heap(const Column& column) {
  const Column& base = column.encoding() == Encoding::kDictionary ? *column.base() : column;
  return base.type() == PhysicalType::kString && !base.heap().empty();
}

size_t heap_bytes(const DecodedColumn& texts, size_t row) {
  if (texts.may_have_nulls() && texts.is_null(row)) return 0;
  const StringView& view = texts.value<StringView>(row);
  return view.is_inlined() ? 0 : view.length();
}

}  // namespace

RowBytes::RowBytes(const Batch& batch) : fixed_(batch.insert_only() ? 0 : sizeof(RowKind)) {
  for (const ColumnPtr& column : batch.columns()) {
    fixed_ += physical_width(column->type());
    if (has_heap(*column)) texts_.emplace_back(*column);
  }
}

size_t RowBytes::fitting(std::span<const int32_t> rows, size_t bytes) const {
  if (texts_.empty()) return fixed_ == 0 ? rows.size() : std::min(rows.size(), bytes / fixed_);
  size_t used = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    used += of(rows[i]);
    if (used > bytes) return i;
  }
  return rows.size();
}

size_t RowBytes::of(int32_t row) const {
  size_t bytes = fixed_;
  for (const DecodedColumn& texts : texts_) bytes += heap_bytes(texts, static_cast<size_t>(row));
  return bytes;
}

size_t fixed_row_bytes(std::span<const PhysicalType> types) {
  size_t bytes = 0;
  for (const PhysicalType type : types) bytes += physical_width(type);
  return bytes;
}

size_t referred_heap_bytes(const Column& column) {
  if (!has_heap(column)) return 0;
  const DecodedColumn texts(column);
  size_t bytes = 0;
  for (size_t row = 0; row < column.size(); ++row) bytes += heap_bytes(texts, row);
  return bytes;
}

}  // namespace eddyline
