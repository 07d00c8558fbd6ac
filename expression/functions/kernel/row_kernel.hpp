#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "common/columnar/column.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// Where a row function puts its one result.
class ResultCell {
 public:
  ResultCell(EvaluationContext& context, MutableColumn& out, size_t row) : context_(context), out_(out), row_(row) {}

  template <class T>
  void set(T value) {
    out_.values<T>()[row_] = value;
  }
  void set(bool value) { out_.values<uint8_t>()[row_] = value ? 1 : 0; }
  void set(std::string_view text) { out_.set_string(row_, text); }
  void set_null() { out_.set_null(row_); }
  /// The row has no value, and the query fails if it is needed.
  void fail(Status error) {
    out_.set_null(row_);
    context_.fail(row_, std::move(error));
  }
  /// The result column, for text built in place.
  MutableColumn& column() { return out_; }
  EvaluationContext& context() { return context_; }

 private:
  EvaluationContext& context_;
  MutableColumn& out_;
  size_t row_;
};

template <class T>
auto read_cell(const DecodedColumn& column, size_t row) {
  if constexpr (std::is_same_v<T, std::string_view>) {
    return column.string(row);
  } else if constexpr (std::is_same_v<T, bool>) {
    return column.value<uint8_t>(row) != 0;
  } else {
    return column.value<T>(row);
  }
}

/// A kernel from a function of one row: function(ResultCell, In...). In are value types of columns, bool or string_view. The
/// function object belongs to the kernel, so it may keep scratch.
template <class Function, class... In>
class RowKernel final : public Kernel {
 public:
  explicit RowKernel(Function function) : function_(std::move(function)) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    evaluate_rows(context, arguments, rows, out, std::index_sequence_for<In...>());
    return {};
  }

 private:
  template <size_t... kIndex>
  void evaluate_rows(EvaluationContext& context, [[maybe_unused]] std::span<const ColumnPtr> arguments, SelectedRows rows,
                     MutableColumn& out, std::index_sequence<kIndex...>) {
    const std::array<DecodedColumn, sizeof...(In)> columns{DecodedColumn(*arguments[kIndex])...};
    rows.for_each([&](size_t row) {
      function_(ResultCell(context, out, row), read_cell<In>(columns[kIndex], row)...);
    });
  }

  Function function_;
};

template <class... In, class Function>
std::unique_ptr<Kernel> row_kernel(Function function) {
  return std::make_unique<RowKernel<Function, In...>>(std::move(function));
}

/// A factory for functions whose kernel depends on no type.
template <class... In, class Function>
ScalarFunction::MakeKernel make_row_kernel(Function function) {
  return [function](const CallSite&) -> Result<std::unique_ptr<Kernel>> { return row_kernel<In...>(function); };
}

}  // namespace eddyline::expression
