#pragma once

#include <memory>
#include <span>
#include <type_traits>

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
  size_t first;
  T operator()(size_t row) const { return column.value<T>(first + row); }
};

/// Calls use(reader) with the cheapest reader of the column's rows from `first` on.
template <class T, class Use>
void with_reader(const DecodedColumn& column, size_t first, Use&& use) {
  if (column.is_identity()) {
    use(VectorReader<T>{column.values<T>() + first});
  } else if (column.is_constant()) {
    use(ConstantReader<T>{column.values<T>()[0]});
  } else {
    use(IndirectReader<T>{column, first});
  }
}

/// out[i] = Operation::apply(left[first + i], right[first + i]) for `count` rows.
template <class A, class B, class Out, class Operation>
void apply_to_block(const DecodedColumn& left, const DecodedColumn& right, size_t first, size_t count, Out* out) {
  with_reader<A>(left, first, [&](auto a) {
    with_reader<B>(right, first, [&](auto b) {
      // Bytes may alias anything, so the promise has to stand right before the loop.
      Out* __restrict target = out;
      const size_t end = count;
      for (size_t i = 0; i < end; ++i) target[i] = Operation::apply(a(i), b(i));
    });
  });
}

/// Bit i alone, from a table: the compiler vectorises no loop that shifts by its counter.
struct SingleBits {
  constexpr SingleBits() {
    for (size_t i = 0; i < 64; ++i) bits[i] = uint64_t{1} << i;
  }
  uint64_t bits[64] = {};
};
inline constexpr SingleBits kSingleBits;

/// One block of ChoiceBlocks with its rows known to the compiler; truth bits of the rows are the result.
template <class T, class Operation, bool kMayBeNull, bool kWantsTruth>
uint64_t choose_block(const T* left, const T* right, const uint64_t* then, const uint64_t* otherwise, uint64_t present,
                      size_t count, uint64_t* __restrict out) {
  uint64_t truth = 0;
  for (size_t i = 0; i < count; ++i) {
    // Masks rather than conditions: a choice that depends on a choice is not vectorised.
    uint64_t mask = uint64_t{0} - static_cast<uint64_t>(Operation::apply(left[i], right[i]));
    if constexpr (kMayBeNull || kWantsTruth) {
      uint64_t chosen = mask & kSingleBits.bits[i];
      if constexpr (kMayBeNull) {
        chosen &= present;
        mask = uint64_t{0} - static_cast<uint64_t>(chosen != 0);
      }
      truth |= chosen;
    }
    out[i] = (then[i] & mask) | (otherwise[i] & ~mask);
  }
  return truth;
}

template <class T, class Operation, bool kMayBeNull, bool kWantsTruth>
void choose_all(const ChoiceBlocks& blocks) {
  for (size_t first = 0, block = 0; first < blocks.count; first += 64, ++block) {
    const auto* left = static_cast<const T*>(blocks.operands[0]) + block * blocks.operand_steps[0];
    const auto* right = static_cast<const T*>(blocks.operands[1]) + block * blocks.operand_steps[1];
    const uint64_t* then = blocks.branches[0] + block * blocks.branch_steps[0];
    const uint64_t* otherwise = blocks.branches[1] + block * blocks.branch_steps[1];
    const uint64_t present = kMayBeNull ? blocks.present[block] : 0;
    const size_t rest = blocks.count - first;
    const auto choose = [&](size_t count) {
      return choose_block<T, Operation, kMayBeNull, kWantsTruth>(left, right, then, otherwise, present, count,
                                                                 blocks.out + first);
    };
    const uint64_t truth = rest >= 64 ? choose(64) : choose(rest);
    if constexpr (kWantsTruth) blocks.truth[block] = truth;
  }
}

template <class T, class Operation>
void choose_values(const ChoiceBlocks& blocks) {
  if (blocks.present == nullptr) {
    return blocks.truth == nullptr ? choose_all<T, Operation, false, false>(blocks)
                                   : choose_all<T, Operation, false, true>(blocks);
  }
  blocks.truth == nullptr ? choose_all<T, Operation, true, false>(blocks) : choose_all<T, Operation, true, true>(blocks);
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
      apply_to_block<A, B, Out, Operation>(left, right, 0, rows.count, values);
    } else {
      rows.for_each([&](size_t row) { values[row] = Operation::apply(left.value<A>(row), right.value<B>(row)); });
    }
    return {};
  }
  bool runs_on_any_row() const override { return true; }
  ChoiceFunction choice_function() const override {
    constexpr bool kComparesWords = std::is_same_v<Out, uint8_t> && std::is_same_v<A, B> && sizeof(A) == sizeof(uint64_t);
    if constexpr (kComparesWords) return choose_values<A, Operation>;
    else return nullptr;
  }
  TruthBlockFunction truth_block_function() const override {
    if constexpr (std::is_same_v<Out, uint8_t>) {
      return [](std::span<const DecodedColumn> operands, size_t first, std::span<uint8_t> truth) {
        apply_to_block<A, B, Out, Operation>(operands[0], operands[1], first, truth.size(), truth.data());
      };
    } else {
      return nullptr;
    }
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
    with_reader<A>(column, 0, [&](auto a) {
      Out* __restrict target = values;
      const size_t end = rows.count;
      for (size_t row = 0; row < end; ++row) target[row] = Operation::apply(a(row));
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
