#include "expression/evaluation/column_blocks.hpp"

#include <algorithm>

namespace eddyline::expression {

void ColumnBlocks::open_encoded(const Column& column) {
  if (column.is_constant()) {
    copy_constant(column);
  } else {
    dictionary_ = DecodedColumn(column);
    own_values_ = allocate_buffer(kBlockRows * width_);
    copied_.reset();
  }
  values_ = own_values_->as<std::byte>();
  validity_ = nullptr;
  has_own_validity_ = !column.has_no_nulls();
}

void ColumnBlocks::copy_constant(const Column& column) {
  own_validity_.fill(column.is_null(0) ? 0 : ~uint64_t{0});
  if (copied_ != nullptr && copied_ == column.values_buffer()) return;
  copied_ = column.values_buffer();
  own_values_ = allocate_buffer(kBlockRows * width_);
  visit_physical(type_, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::fill_n(own_values_->as<T>(), kBlockRows, column.values<T>()[0]);
  });
}

void ColumnBlocks::gather(size_t first, size_t count) {
  visit_physical(type_, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* values = own_values_->as<T>();
    for (size_t i = 0; i < count; ++i) values[i] = dictionary_.value<T>(first + i);
  });
  if (!has_own_validity_) return;
  own_validity_.fill(0);
  for (size_t i = 0; i < count; ++i) {
    if (!dictionary_.is_null(first + i)) set_bit(own_validity_.data(), i);
  }
}

}  // namespace eddyline::expression
