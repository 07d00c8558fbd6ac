#include <algorithm>

#include "expression/functions/kernel/arithmetic_kernels.hpp"
#include "expression/functions/kernel/decimal.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

/// Scales of one call.
struct DecimalShape {
  int32_t left_scale;
  int32_t right_scale;
  int32_t precision;
  int32_t scale;
};

bool add_decimals(int128_t a, int128_t b, bool subtract, const DecimalShape& shape, int128_t& result) {
  const int32_t scale = std::max(shape.left_scale, shape.right_scale);
  int128_t left = 0;
  int128_t right = 0;
  if (!rescale_decimal(a, scale - shape.left_scale, 38, left)) return false;
  if (!rescale_decimal(b, scale - shape.right_scale, 38, right)) return false;
  // Two numbers below 10^38 add up to less than 2^127.
  const int128_t sum = subtract ? left - right : left + right;
  return rescale_decimal(sum, shape.scale - scale, shape.precision, result);
}

bool remainder_decimals(int128_t a, int128_t b, const DecimalShape& shape, int128_t& result) {
  const int32_t scale = std::max(shape.left_scale, shape.right_scale);
  int128_t left = 0;
  int128_t right = 0;
  if (!rescale_decimal(a, scale - shape.left_scale, 38, left)) return false;
  if (!rescale_decimal(b, scale - shape.right_scale, 38, right)) return false;
  return rescale_decimal(left % right, shape.scale - scale, shape.precision, result);
}

template <class A, class B, class Out>
std::unique_ptr<Kernel> decimal_kernel(ArithmeticOperator operation, DecimalShape shape) {
  return row_kernel<A, B>([operation, shape](ResultCell cell, A a, B b) {
    int128_t result = 0;
    bool fits = false;
    const bool divides = operation == ArithmeticOperator::kDivide || operation == ArithmeticOperator::kRemainder;
    if (divides && b == 0) {
      cell.fail(division_by_zero(operation == ArithmeticOperator::kDivide ? "Division by zero" : "/ by zero"));
      return;
    }
    switch (operation) {
      case ArithmeticOperator::kAdd:
      case ArithmeticOperator::kSubtract:
        fits = add_decimals(a, b, operation == ArithmeticOperator::kSubtract, shape, result);
        break;
      case ArithmeticOperator::kMultiply:
        fits = multiply_decimal(a, b, shape.left_scale + shape.right_scale - shape.scale, shape.precision, result);
        break;
      case ArithmeticOperator::kDivide:
        fits = divide_decimal(a, b, shape.scale - shape.left_scale + shape.right_scale, shape.precision, result);
        break;
      case ArithmeticOperator::kRemainder:
        fits = remainder_decimals(a, b, shape, result);
        break;
    }
    if (fits) {
      cell.set(static_cast<Out>(result));
    } else {
      cell.set_null();
    }
  });
}

template <class A, class B>
std::unique_ptr<Kernel> decimal_kernel(ArithmeticOperator operation, DecimalShape shape, bool wide_result) {
  if (wide_result) return decimal_kernel<A, B, int128_t>(operation, shape);
  return decimal_kernel<A, B, int64_t>(operation, shape);
}

bool is_wide(const DataType& type) { return type.physical_type() == PhysicalType::kInt128; }

}  // namespace

Result<std::unique_ptr<Kernel>> make_decimal_kernel(ArithmeticOperator operation, const CallSite& site) {
  const DataType& left = site.operand_types[0];
  const DataType& right = site.operand_types[1];
  const DecimalShape shape{left.scale(), right.scale(), site.type.precision(), site.type.scale()};
  const bool wide = is_wide(site.type);
  if (is_wide(left)) {
    return is_wide(right) ? decimal_kernel<int128_t, int128_t>(operation, shape, wide)
                          : decimal_kernel<int128_t, int64_t>(operation, shape, wide);
  }
  return is_wide(right) ? decimal_kernel<int64_t, int128_t>(operation, shape, wide)
                        : decimal_kernel<int64_t, int64_t>(operation, shape, wide);
}

}  // namespace eddyline::expression
