#pragma once

#include <array>

#include "common/columnar/column.hpp"
#include "expression/block_values.hpp"

namespace eddyline::expression {

/// Rows that are computed together where several steps follow each other, so that what lies between stays in the
/// nearest cache: 4 KB a column of 8 bytes. A multiple of 64.
inline constexpr size_t kBlockRows = 512;

/// A column of fixed width and any encoding read in blocks.
class ColumnBlocks {
 public:
  /// The column lives until the last read, unless it is constant: what is needed of it is copied.
  void open(const Column& column) {
    encoding_ = column.encoding();
    type_ = column.type();
    width_ = physical_width(type_);
    if (!column.is_flat()) return open_encoded(column);
    values_ = column.values<std::byte>();
    validity_ = column.validity();
    has_own_validity_ = false;
  }
  bool may_have_nulls() const { return validity() != nullptr; }

  /// Rows [first, first + count), good until the next read or open. `first` is a multiple of 64, `count` is at most
  /// kBlockRows.
  void read(size_t first, size_t count, BlockValues& block) {
    if (encoding_ == Encoding::kDictionary) gather(first, count);
    const size_t at = encoding_ == Encoding::kFlat ? first : 0;
    block.values = values_ + at * width_;
    block.is_constant = encoding_ == Encoding::kConstant;
    block.validity = may_have_nulls() ? validity() + at / 64 : nullptr;
  }

 private:
  /// Asked for, not kept: sources are moved.
  const uint64_t* validity() const { return has_own_validity_ ? own_validity_.data() : validity_; }
  void open_encoded(const Column& column);
  void copy_constant(const Column& column);
  void gather(size_t first, size_t count);

  Encoding encoding_ = Encoding::kFlat;
  PhysicalType type_ = PhysicalType::kInt64;
  size_t width_ = 0;
  /// Of the whole column, or of the one block below.
  const std::byte* values_ = nullptr;
  /// Of the whole column.
  const uint64_t* validity_ = nullptr;
  bool has_own_validity_ = false;

  /// A block where the values do not lie as they are wanted: copies of a constant, a dictionary's entries by row.
  BufferPtr own_values_;
  std::array<uint64_t, kBlockRows / 64> own_validity_{};
  DecodedColumn dictionary_;
  /// Whose copies own_values_ holds: they are made once for a literal.
  BufferPtr copied_;
};

}  // namespace eddyline::expression
