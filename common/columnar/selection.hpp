#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/memory/buffer.hpp"

namespace eddyline {

/// Borrowed list of row numbers: ascending, unique; `rows` null means 0 .. count-1.
struct SelectedRows {
  const int32_t* rows = nullptr;
  size_t count = 0;

  static SelectedRows all(size_t count) { return {nullptr, count}; }
  bool is_dense() const { return rows == nullptr; }
  size_t operator[](size_t position) const {
    return rows == nullptr ? position : static_cast<size_t>(rows[position]);
  }

  /// Calls visit(row) for each row in order; the dense loop is one the compiler can vectorise.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (rows == nullptr) {
      for (size_t row = 0; row < count; ++row) visit(row);
    } else {
      for (size_t position = 0; position < count; ++position) visit(static_cast<size_t>(rows[position]));
    }
  }
};

/// Owned, immutable list of row numbers, shared between batches; default: none, meaning all rows.
class Selection {
 public:
  Selection() = default;
  /// Takes the first `count` int32 values of the buffer; ascending and unique.
  Selection(BufferPtr rows, size_t count) : buffer_(std::move(rows)), count_(count) {}

  bool is_all() const { return buffer_ == nullptr; }
  size_t count() const { return count_; }
  const int32_t* rows() const { return buffer_ ? buffer_->as<int32_t>() : nullptr; }

 private:
  BufferPtr buffer_;
  size_t count_ = 0;
};

}  // namespace eddyline
