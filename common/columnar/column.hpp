#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "common/columnar/bitmap.hpp"
#include "common/columnar/physical_type.hpp"
#include "common/memory/buffer.hpp"

namespace eddyline {

class Column;
using ColumnPtr = std::shared_ptr<const Column>;

/// kFlat: one value a row. kConstant: one value for all rows. kDictionary: int32 indices into a flat column.
enum class Encoding : uint8_t { kFlat, kConstant, kDictionary };

/// A sealed column of a batch: immutable and shared between threads.
///
/// Shapes   flat: size() values, size() validity bits. constant: one value, one bit. dictionary: size() indices and bits of its
///          own; its base is always flat; a row is NULL if its own bit or the base's bit at its index is clear.
///          ARRAY and MAP: size()+1 int32 offsets as values, elements in the children; ROW: fields in the children.
/// NULL     the value below a clear validity bit is unspecified but readable; a missing bitmap means no NULLs.
class Column {
 public:
  static ColumnPtr flat(PhysicalType type, size_t size, BufferPtr values, BufferPtr validity = nullptr,
                        std::vector<BufferPtr> heap = {}, std::vector<ColumnPtr> children = {});
  /// `one` is a flat column of one row.
  static ColumnPtr constant(ColumnPtr one, size_t size);
  static ColumnPtr null_constant(PhysicalType type, size_t size);
  /// `base` may itself be a dictionary or constant: indices are composed, so that the result's base is flat.
  /// `validity` may be null: no NULLs beside the base's. Indices of rows made NULL here must still be in range.
  static ColumnPtr dictionary(ColumnPtr base, BufferPtr indices, size_t size, BufferPtr validity = nullptr);

  Encoding encoding() const { return encoding_; }
  PhysicalType type() const { return type_; }
  size_t size() const { return size_; }
  bool is_flat() const { return encoding_ == Encoding::kFlat; }
  bool is_constant() const { return encoding_ == Encoding::kConstant; }

  /// Values of a flat column, or the one value of a constant.
  template <class T>
  const T* values() const {
    return values_ == nullptr ? nullptr : values_->as<T>();
  }
  const uint64_t* validity() const { return validity_ == nullptr ? nullptr : validity_->as<uint64_t>(); }
  const int32_t* indices() const { return indices_->as<int32_t>(); }
  const ColumnPtr& base() const { return base_; }
  const std::vector<BufferPtr>& heap() const { return heap_; }
  const std::vector<ColumnPtr>& children() const { return children_; }
  const BufferPtr& values_buffer() const { return values_; }
  const BufferPtr& validity_buffer() const { return validity_; }
  const BufferPtr& indices_buffer() const { return indices_; }

  /// For single rows in cold code; loops use DecodedColumn.
  bool is_null(size_t row) const;
  /// True if no row can be NULL.
  bool has_no_nulls() const;
  /// Bytes of the buffers that this column keeps alive (shared ones counted in full).
  size_t bytes() const;

  Column() = default;  // use the factories

 private:
  Encoding encoding_ = Encoding::kFlat;
  PhysicalType type_ = PhysicalType::kInt64;
  size_t size_ = 0;
  BufferPtr values_;
  BufferPtr validity_;
  BufferPtr indices_;
  ColumnPtr base_;
  std::vector<BufferPtr> heap_;
  std::vector<ColumnPtr> children_;
};

/// Uniform access to any encoding: value of row i is values[index(i)]. Borrowed: the column must live on.
class DecodedColumn {
 public:
  DecodedColumn() = default;
  explicit DecodedColumn(const Column& column);

  size_t index(size_t row) const { return constant_ ? 0 : (indices_ ? static_cast<size_t>(indices_[row]) : row); }
  /// True if row i's value is values[i]: the loop needs no index().
  bool is_identity() const { return !constant_ && indices_ == nullptr; }
  bool is_constant() const { return constant_; }
  bool may_have_nulls() const { return own_validity_ != nullptr || base_validity_ != nullptr; }
  /// Bitmap by row where one serves (flat columns); null for other encodings or without NULLs.
  const uint64_t* row_validity() const { return is_identity() ? base_validity_ : nullptr; }

  bool is_null(size_t row) const {
    if (own_validity_ != nullptr && !bit_is_set(own_validity_, row)) return true;
    return base_validity_ != nullptr && !bit_is_set(base_validity_, index(row));
  }
  template <class T>
  const T* values() const {
    return static_cast<const T*>(values_);
  }
  template <class T>
  const T& value(size_t row) const {
    return values<T>()[index(row)];
  }
  /// The bytes of a string; an inline one points into the column itself.
  std::string_view string(size_t row) const { return text_of(value<StringView>(row)); }
  std::string_view text_of(const StringView& view) const {
    if (view.is_inlined()) return {view.inline_data(), view.length()};
    const auto& buffer = (*heap_)[view.buffer()];
    return {reinterpret_cast<const char*>(buffer->data()) + view.offset(), view.length()};
  }

 private:
  const void* values_ = nullptr;
  const uint64_t* base_validity_ = nullptr;
  const uint64_t* own_validity_ = nullptr;
  const int32_t* indices_ = nullptr;
  const std::vector<BufferPtr>* heap_ = nullptr;
  bool constant_ = false;
};

}  // namespace eddyline
