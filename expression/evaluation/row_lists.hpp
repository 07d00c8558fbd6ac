#pragma once

#include <bit>
#include <vector>

#include "common/columnar/column.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::expression {

/// Row numbers that a node keeps from batch to batch so that lists cost no allocation.
class RowList {
 public:
  void clear() { rows_.clear(); }
  void add(size_t row) { rows_.push_back(static_cast<int32_t>(row)); }
  SelectedRows rows() const { return {rows_.data(), rows_.size()}; }
  size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  void swap(RowList& other) { rows_.swap(other.rows_); }

  /// Rows of `rows` for which keep(row) holds.
  template <class Keep>
  void assign_if(SelectedRows rows, Keep&& keep) {
    rows_.resize(rows.count);
    size_t count = 0;
    rows.for_each([&](size_t row) {
      rows_[count] = static_cast<int32_t>(row);
      count += keep(row) ? 1 : 0;
    });
    rows_.resize(count);
  }

 private:
  std::vector<int32_t> rows_;
};

/// What a BOOLEAN column says of a row.
struct TruthReader {
  explicit TruthReader(const Column& column) : column(column) {}
  bool is_null(size_t row) const { return column.is_null(row); }
  bool is_true(size_t row) const { return column.value<uint8_t>(row) != 0 && !column.is_null(row); }
  bool is_false(size_t row) const { return column.value<uint8_t>(row) == 0 && !column.is_null(row); }
  DecodedColumn column;
};

}  // namespace eddyline::expression
