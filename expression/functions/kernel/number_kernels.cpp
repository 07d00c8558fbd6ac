#include <type_traits>

#include "expression/functions/kernel/arithmetic_kernels.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"

namespace eddyline::expression {
namespace {

/// Type to compute in: integers wrap around as in Java, which for C++ means unsigned.
template <class T, bool kReal = std::is_floating_point_v<T>>
struct Wrapping {
  using type = std::make_unsigned_t<T>;
};
template <class T>
struct Wrapping<T, true> {
  using type = T;
};

struct Add {
  template <class T>
  static T apply(T a, T b) {
    using W = typename Wrapping<T>::type;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  }
};
struct Subtract {
  template <class T>
  static T apply(T a, T b) {
    using W = typename Wrapping<T>::type;
    return static_cast<T>(static_cast<W>(a) - static_cast<W>(b));
  }
};
struct Multiply {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return a * b;
    } else {
      // Through 64 bits: uint16_t would be promoted to int, whose overflow is undefined.
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    }
  }
};
struct Divide {
  template <class T>
  static T apply(T a, T b) { return a / b; }
};

Status integer_division_by_zero() { return division_by_zero("/ by zero"); }

/// Quotient truncated towards zero; the one overflow, minimum / -1, wraps.
template <class T>
T divide_integers(T a, T b) {
  return b == -1 ? Subtract::apply(T{0}, a) : static_cast<T>(a / b);
}

template <class T>
std::unique_ptr<Kernel> integer_division() {
  return row_kernel<T, T>([](ResultCell cell, T a, T b) {
    if (b == 0) {
      cell.fail(integer_division_by_zero());
    } else {
      cell.set(divide_integers(a, b));
    }
  });
}

template <class T>
std::unique_ptr<Kernel> integer_remainder() {
  return row_kernel<T, T>([](ResultCell cell, T a, T b) {
    if (b == 0) {
      cell.fail(integer_division_by_zero());
    } else {
      cell.set(static_cast<T>(b == -1 ? 0 : a % b));
    }
  });
}

template <class T>
Result<std::unique_ptr<Kernel>> number_kernel(ArithmeticOperator operation) {
  switch (operation) {
    case ArithmeticOperator::kAdd:
      return binary_kernel<T, T, T, Add>();
    case ArithmeticOperator::kSubtract:
      return binary_kernel<T, T, T, Subtract>();
    case ArithmeticOperator::kMultiply:
      return binary_kernel<T, T, T, Multiply>();
    case ArithmeticOperator::kDivide:
      if constexpr (std::is_floating_point_v<T>) {
        return binary_kernel<T, T, T, Divide>();
      } else {
        return integer_division<T>();
      }
    case ArithmeticOperator::kRemainder:
      if constexpr (std::is_integral_v<T>) return integer_remainder<T>();
      break;
  }
  return not_supported("arithmetic on these types");
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_number_kernel(ArithmeticOperator operation, const CallSite& site) {
  switch (site.type.physical_type()) {
    case PhysicalType::kInt8:
      return number_kernel<int8_t>(operation);
    case PhysicalType::kInt16:
      return number_kernel<int16_t>(operation);
    case PhysicalType::kInt32:
      return number_kernel<int32_t>(operation);
    case PhysicalType::kInt64:
      return number_kernel<int64_t>(operation);
    case PhysicalType::kFloat:
      return number_kernel<float>(operation);
    case PhysicalType::kDouble:
      return number_kernel<double>(operation);
    default:
      return not_supported("arithmetic on " + site.type.to_string());
  }
}

}  // namespace eddyline::expression
