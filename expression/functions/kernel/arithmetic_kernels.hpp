#pragma once

#include <memory>

#include "expression/scalar_function.hpp"

namespace eddyline::expression {

enum class ArithmeticOperator : uint8_t { kAdd, kSubtract, kMultiply, kDivide, kRemainder };

// Kernels of + - * / MOD by kind of operands; the operands are as resolved in arithmetic.cpp.

/// Both operands have the integer or real type of the result; for MOD both are BIGINT and the result any integer.
Result<std::unique_ptr<Kernel>> make_number_kernel(ArithmeticOperator operation, const CallSite& site);
/// Both operands are DECIMAL.
Result<std::unique_ptr<Kernel>> make_decimal_kernel(ArithmeticOperator operation, const CallSite& site);
/// DATE, TIME or timestamp with an interval, two intervals, or interval and number.
Result<std::unique_ptr<Kernel>> make_interval_kernel(ArithmeticOperator operation, const CallSite& site);

}  // namespace eddyline::expression
