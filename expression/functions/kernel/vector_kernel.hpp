#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "common/columnar/column.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

// Kernels of total functions over fixed-width values: loops that the compiler vectorises, run on rows that nobody asked
// for rather than on row lists. Compile units that use them with -O3.

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

/// Calls use(reader) with the cheapest reader of the column's rows.
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

/// out[i] = Operation::apply(a(i), b(i)) for `count` rows.
template <class Operation, class Out, class ReadA, class ReadB>
void apply_to_rows(ReadA a, ReadB b, size_t count, Out* out) {
  // Bytes may alias anything, so the promise has to stand right before the loop.
  Out* __restrict target = out;
  const size_t end = count;
#pragma GCC unroll 4
  for (size_t i = 0; i < end; ++i) target[i] = Operation::apply(a(i), b(i));
}

/// Bit i alone, from a table: the compiler vectorises no loop that shifts by its counter.
struct SingleBits {
  constexpr SingleBits() {
    for (size_t i = 0; i < 64; ++i) bits[i] = uint64_t{1} << i;
  }
  uint64_t bits[64] = {};
};
inline constexpr SingleBits kSingleBits;

/// A block's values, or the one value of all its rows in a register.
template <class T, bool kIsConstant>
struct BlockReader {
  explicit BlockReader(const BlockValues& block) : values(block.as<T>()), first(values[0]) {}
  T operator()(size_t row) const {
    if constexpr (kIsConstant)
      return first;
    else
      return values[row];
  }
  const T* values;
  T first;
};

// In the loops below `otherwise` and `out` may be the same place, row by row: ivdep says that nothing else overlaps.

template <class T, class Operation, bool kRightIsConstant, bool kThenIsConstant>
void choose_all(const Choice& choice) {
  const T* left = choice.left->as<T>();
  const BlockReader<T, kRightIsConstant> right(*choice.right);
  const BlockReader<uint64_t, kThenIsConstant> then(*choice.then);
  const uint64_t* otherwise = choice.otherwise->as<uint64_t>();
  uint64_t* out = choice.out;
  const size_t count = choice.count;
#pragma GCC ivdep
#pragma GCC unroll 4
  for (size_t i = 0; i < count; ++i) {
    const uint64_t chosen = then(i);
    const uint64_t other = otherwise[i];
    out[i] = Operation::apply(left[i], right(i)) ? chosen : other;
  }
}

/// Truth bits of 64 rows or fewer, and the choice if it is wanted.
template <class T, class Operation, bool kWantsValues>
uint64_t choose_word(const T* left, const T* right, const uint64_t* then, const uint64_t* otherwise, uint64_t present,
                     size_t count, uint64_t* out) {
  uint64_t truth = 0;
#pragma GCC ivdep
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bit = kSingleBits.bits[i];
    const uint64_t found = Operation::apply(left[i], right[i]) ? (present & bit) : 0;
    truth |= found;
    if constexpr (kWantsValues) {
      const uint64_t chosen = then[i];
      const uint64_t other = otherwise[i];
      out[i] = found == bit ? chosen : other;
    }
  }
  return truth;
}

template <class T, class Operation, bool kWantsValues>
void choose_words(const Choice& choice) {
  const T* left = choice.left->as<T>();
  const T* right = choice.right->as<T>();
  const uint64_t* then = kWantsValues ? choice.then->as<uint64_t>() : nullptr;
  const uint64_t* otherwise = kWantsValues ? choice.otherwise->as<uint64_t>() : nullptr;
  const auto choose = [&](size_t first, size_t count) {
    const uint64_t present = choice.present == nullptr ? ~uint64_t{0} : choice.present[first / 64];
    const size_t at = kWantsValues ? first : 0;
    const uint64_t truth = choose_word<T, Operation, kWantsValues>(left + first, right + first, then + at,
                                                                   otherwise + at, present, count, choice.out + at);
    if (choice.truth != nullptr) choice.truth[first / 64] = truth;
  };
  size_t first = 0;
  for (; first + 64 <= choice.count; first += 64) choose(first, 64);
  if (first < choice.count) choose(first, choice.count - first);
}

template <class T, class Operation>
void choose(const Choice& choice) {
  if (choice.out == nullptr) return choose_words<T, Operation, false>(choice);
  if (choice.present != nullptr || choice.truth != nullptr) return choose_words<T, Operation, true>(choice);
  if (choice.right->is_constant) {
    return choice.then->is_constant ? choose_all<T, Operation, true, true>(choice)
                                    : choose_all<T, Operation, true, false>(choice);
  }
  choice.then->is_constant ? choose_all<T, Operation, false, true>(choice)
                           : choose_all<T, Operation, false, false>(choice);
}

/// out[row] = Operation::apply(a[row], b[row]).
template <class A, class B, class Out, class Operation>
class BinaryVectorKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn left(*arguments[0]);
    const DecodedColumn right(*arguments[1]);
    Out* values = out.values<Out>();
    if (rows.is_dense()) {
      with_reader<A>(left, [&](auto a) {
        with_reader<B>(right, [&](auto b) { apply_to_rows<Operation>(a, b, rows.count, values); });
      });
    } else {
      rows.for_each([&](size_t row) { values[row] = Operation::apply(left.value<A>(row), right.value<B>(row)); });
    }
    return {};
  }
  bool runs_on_any_row() const override { return true; }
  BlockFunction block_function() const override {
    return [](std::span<const BlockValues> operands, size_t count, void* out) {
      apply_to_rows<Operation>(VectorReader<A>{operands[0].as<A>()}, VectorReader<B>{operands[1].as<B>()}, count,
                               static_cast<Out*>(out));
    };
  }
  ChoiceFunction choice_function() const override {
    constexpr bool kComparesWords =
        std::is_same_v<Out, uint8_t> && std::is_same_v<A, B> && sizeof(A) == sizeof(uint64_t);
    if constexpr (kComparesWords)
      return choose<A, Operation>;
    else
      return nullptr;
  }
};

/// out[row] = Operation::apply(a[row]).
template <class A, class Out, class Operation>
class UnaryVectorKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    Out* values = out.values<Out>();
    if (!rows.is_dense()) {
      rows.for_each([&](size_t row) { values[row] = Operation::apply(column.value<A>(row)); });
      return {};
    }
    with_reader<A>(column, [&](auto a) {
      Out* __restrict target = values;
      const size_t end = rows.count;
      for (size_t row = 0; row < end; ++row) target[row] = Operation::apply(a(row));
    });
    return {};
  }
  bool runs_on_any_row() const override { return true; }
  BlockFunction block_function() const override {
    return [](std::span<const BlockValues> operands, size_t count, void* out) {
      const A* values = operands[0].as<A>();
      Out* __restrict target = static_cast<Out*>(out);
      const size_t end = count;
      for (size_t row = 0; row < end; ++row) target[row] = Operation::apply(values[row]);
    };
  }
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
