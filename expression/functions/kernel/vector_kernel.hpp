#pragma once

#include <memory>

#include "common/columnar/column.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

// Kernels of total functions over fixed-width values: loops that the compiler vectorises, run on rows that nobody asked for rather
// than on row lists. Compile units that use them with -O3.

template <class T>
struct VectorReader {
  const T* values;
  T operator()(size_t row) const { return values[row]; }
};

template <class T>
struct ConstantReader {
  T value;
  T operator()(size_t) const { return value; }
};

template <class T>
struct IndirectReader {
  DecodedColumn column;
  T operator()(size_t row) const { return column.value<T>(row); }
};

/// Calls use(reader) with the cheapest reader of the column.
template <class T, class Use>
void with_reader(const DecodedColumn& column, Use&& use) {
  if (column.is_identity()) {
    use(VectorReader<T>{column.values<T>()});
  } else if (column.is_constant()) {
    use(ConstantReader<T>{column.values<T>()[0]});
  } else {
    use(IndirectReader<T>{column});
  }
}

/// out[row] = Operation::apply(a[row], b[row]).
template <class A, class B, class Out, class Operation>
class BinaryVectorKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn left(*arguments[0]);
    const DecodedColumn right(*arguments[1]);
    Out* __restrict values = out.values<Out>();
    if (!rows.is_dense()) {
      rows.for_each([&](size_t row) { values[row] = Operation::apply(left.value<A>(row), right.value<B>(row)); });
      return {};
    }
    with_reader<A>(left, [&](auto a) {
      with_reader<B>(right, [&](auto b) {
        for (size_t row = 0; row < rows.count; ++row) values[row] = Operation::apply(a(row), b(row));
      });
    });
    return {};
  }
  bool runs_on_any_row() const override { return true; }
};

/// out[row] = Operation::apply(a[row]).
template <class A, class Out, class Operation>
class UnaryVectorKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    Out* __restrict values = out.values<Out>();
    if (!rows.is_dense()) {
      rows.for_each([&](size_t row) { values[row] = Operation::apply(column.value<A>(row)); });
      return {};
    }
    with_reader<A>(column, [&](auto a) {
      for (size_t row = 0; row < rows.count; ++row) values[row] = Operation::apply(a(row));
    });
    return {};
  }
  bool runs_on_any_row() const override { return true; }
};

template <class A, class B, class Out, class Operation>
std::unique_ptr<Kernel> binary_kernel() {
  return std::make_unique<BinaryVectorKernel<A, B, Out, Operation>>();
}

template <class A, class Out, class Operation>
std::unique_ptr<Kernel> unary_kernel() {
  return std::make_unique<UnaryVectorKernel<A, Out, Operation>>();
}

}  // namespace eddyline::expression
