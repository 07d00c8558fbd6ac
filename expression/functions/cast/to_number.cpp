#include <cmath>
#include <limits>

#include "common/text/number_text.hpp"
#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/functions/cast/number_parsing.hpp"
#include "expression/functions/kernel/decimal.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"

namespace eddyline::expression {
namespace {

/// A real to an integer as Java does: cut, saturated, NaN is 0.
template <class T>
T saturated(double value) {
  if (std::isnan(value)) return 0;
  constexpr double kLimit = -static_cast<double>(std::numeric_limits<T>::min());
  if (value >= kLimit) return std::numeric_limits<T>::max();
  if (value <= -kLimit) return std::numeric_limits<T>::min();
  return static_cast<T>(value);
}

template <class From, class To>
struct Convert {
  static To apply(From value) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      // Small integers go through INT, whose low bits remain.
      if constexpr (sizeof(To) < sizeof(int32_t)) return static_cast<To>(saturated<int32_t>(value));
      return saturated<To>(value);
    } else {
      return static_cast<To>(value);
    }
  }
};

template <class To>
std::unique_ptr<Kernel> from_integer_text(CastMode mode) {
  return row_kernel<std::string_view>([mode](ResultCell cell, std::string_view text) {
    int64_t number = 0;
    const NumberFault fault =
        parse_integer_text(text, std::numeric_limits<To>::min(), std::numeric_limits<To>::max(), number);
    if (fault == NumberFault::kNone) {
      cell.set(static_cast<To>(number));
    } else if (mode == CastMode::kTry) {
      cell.set_null();
    } else {
      cell.fail(number_error(text, fault));
    }
  });
}

template <class To>
std::unique_ptr<Kernel> from_real_text(CastMode mode) {
  return row_kernel<std::string_view>([mode](ResultCell cell, std::string_view text) {
    const auto value = [&] {
      if constexpr (std::is_same_v<To, float>) return parse_float_text(text);
      else return parse_double_text(text);
    }();
    if (value) {
      cell.set(*value);
    } else if (mode == CastMode::kTry) {
      cell.set_null();
    } else {
      cell.fail(real_error(text));
    }
  });
}

/// The nearest real of an unscaled value: exact arithmetic where both parts are exact, else by way of its digits.
double real_of_decimal(int128_t value, int32_t scale) {
  constexpr int128_t kExact = int128_t{1} << 53;
  if (value < kExact && value > -kExact && scale <= 22) {
    return static_cast<double>(value) / static_cast<double>(power_of_ten(scale));
  }
  char buffer[kLongestDecimal];
  char* const end = write_decimal(buffer, value, scale, DecimalForm::kPlain);
  return parse_double_text({buffer, static_cast<size_t>(end - buffer)}).value_or(0);
}

template <class From, class To>
std::unique_ptr<Kernel> from_decimal(int32_t scale) {
  return row_kernel<From>([scale](ResultCell cell, From value) {
    if constexpr (std::is_floating_point_v<To>) {
      cell.set(static_cast<To>(real_of_decimal(value, scale)));
    } else {
      cell.set(static_cast<To>(static_cast<int128_t>(value) / power_of_ten(scale)));
    }
  });
}

template <class To>
Result<std::unique_ptr<Kernel>> cast_to(const DataType& from, CastMode mode) {
  if (from.is_character()) {
    if constexpr (std::is_floating_point_v<To>) return from_real_text<To>(mode);
    else return from_integer_text<To>(mode);
  }
  if (from.is(TypeRoot::kDecimal)) {
    if (from.physical_type() == PhysicalType::kInt128) return from_decimal<int128_t, To>(from.scale());
    return from_decimal<int64_t, To>(from.scale());
  }
  switch (from.physical_type()) {
    case PhysicalType::kBool:
      return unary_kernel<uint8_t, To, Convert<uint8_t, To>>();
    case PhysicalType::kInt8:
      return unary_kernel<int8_t, To, Convert<int8_t, To>>();
    case PhysicalType::kInt16:
      return unary_kernel<int16_t, To, Convert<int16_t, To>>();
    case PhysicalType::kInt32:
      return unary_kernel<int32_t, To, Convert<int32_t, To>>();
    case PhysicalType::kInt64:
      return unary_kernel<int64_t, To, Convert<int64_t, To>>();
    case PhysicalType::kFloat:
      return unary_kernel<float, To, Convert<float, To>>();
    case PhysicalType::kDouble:
      return unary_kernel<double, To, Convert<double, To>>();
    default:
      return not_supported("CAST from " + from.to_string() + " to a number");
  }
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_cast_to_number(const DataType& from, const DataType& to, CastMode mode) {
  switch (to.physical_type()) {
    case PhysicalType::kInt8:
      return cast_to<int8_t>(from, mode);
    case PhysicalType::kInt16:
      return cast_to<int16_t>(from, mode);
    case PhysicalType::kInt32:
      return cast_to<int32_t>(from, mode);
    case PhysicalType::kInt64:
      return cast_to<int64_t>(from, mode);
    case PhysicalType::kFloat:
      return cast_to<float>(from, mode);
    case PhysicalType::kDouble:
      return cast_to<double>(from, mode);
    default:
      return not_supported("CAST to " + to.to_string());
  }
}

}  // namespace eddyline::expression
