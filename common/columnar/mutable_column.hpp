#pragma once

#include <string_view>

#include "common/columnar/column.hpp"

namespace eddyline {

/// A flat column while its one owner fills it; seal() makes it immutable.
///
/// Values start undefined, all rows present. Strings longer than 12 bytes are copied into the column's own heap, in chunks
/// from the buffer pool, so that a column never keeps a larger foreign heap alive.
class MutableColumn {
 public:
  /// Room for `capacity` rows. Nested types are not filled by row: see Column::flat.
  MutableColumn(PhysicalType type, size_t capacity);
  MutableColumn(MutableColumn&&) = default;
  MutableColumn& operator=(MutableColumn&&) = default;

  PhysicalType type() const { return type_; }
  size_t capacity() const { return capacity_; }
  template <class T>
  T* values() {
    return values_->as<T>();
  }

  /// Bitmap to write; made on first use with every bit set.
  uint64_t* validity();
  bool has_validity() const { return validity_ != nullptr; }
  void set_null(size_t row) { clear_bit(validity(), row); }
  bool is_null(size_t row) const { return validity_ != nullptr && !bit_is_set(validity_->as<uint64_t>(), row); }

  /// A view of a copy of the text in this column's heap, to be stored as a value.
  StringView add_string(std::string_view text);
  void set_string(size_t row, std::string_view text) { values<StringView>()[row] = add_string(text); }
  /// Room for `length` bytes in the heap (length > 12 and at most 2^31); fill it, then make the view by string_in_heap().
  char* reserve_string(size_t length);
  StringView string_in_heap(const char* data, size_t length) const;

  /// Copies rows `rows` of `source` (same physical type, any encoding) to rows [at, at + rows.size()).
  void gather(const Column& source, std::span<const int32_t> rows, size_t at);

  /// Bytes used by `rows` rows including the heap.
  size_t bytes(size_t rows) const;

  /// Gives the first `rows` rows away; this is empty afterwards.
  ColumnPtr seal(size_t rows);

 private:
  template <class T>
  void gather_values(const DecodedColumn& source, std::span<const int32_t> rows, size_t at);

  PhysicalType type_;
  size_t capacity_;
  BufferPtr values_;
  BufferPtr validity_;
  std::vector<BufferPtr> heap_;
  size_t heap_used_ = 0;
  size_t heap_bytes_ = 0;
};

}  // namespace eddyline
