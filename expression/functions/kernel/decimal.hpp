#pragma once

#include "common/base/int128.hpp"
#include "common/columnar/data_type.hpp"
#include "expression/functions/kernel/wide_integer.hpp"

namespace eddyline::expression {

// Arithmetic of unscaled DECIMAL values. Results that do not fit 38 digits are false; results of fewer digits are checked by fits().

/// True if the value has at most `precision` digits.
inline bool fits_decimal(int128_t value, int32_t precision) {
  return magnitude(value) < static_cast<uint128_t>(power_of_ten(precision > 37 ? 38 : precision));
}

/// value / 10^digits, rounded half away from zero; digits in [0, 38].
inline int128_t divide_half_up(int128_t value, int32_t digits) {
  if (digits <= 0) return value;
  const auto divisor = static_cast<uint128_t>(power_of_ten(digits));
  const uint128_t positive = magnitude(value);
  uint128_t quotient = positive / divisor;
  if ((positive % divisor) >= divisor - positive % divisor) ++quotient;
  const auto result = static_cast<int128_t>(quotient);
  return value < 0 ? -result : result;
}

/// value * 10^digits (digits may be negative: rounded HALF_UP); false if it has more than `precision` digits.
inline bool rescale_decimal(int128_t value, int32_t digits, int32_t precision, int128_t& result) {
  if (digits <= 0) {
    result = -digits > 38 ? 0 : divide_half_up(value, -digits);
    return fits_decimal(result, precision);
  }
  if (value == 0) {
    result = 0;
    return true;
  }
  if (digits > 38) return false;
  const UInt256 product = multiply_wide(magnitude(value), static_cast<uint128_t>(power_of_ten(digits)));
  if (product.high != 0 || product.low >= static_cast<uint128_t>(power_of_ten(precision))) return false;
  result = value < 0 ? -static_cast<int128_t>(product.low) : static_cast<int128_t>(product.low);
  return true;
}

/// a * b with `drop` digits rounded away behind; false if it has more than `precision` digits.
inline bool multiply_decimal(int128_t a, int128_t b, int32_t drop, int32_t precision, int128_t& result) {
  UInt256 product = multiply_wide(magnitude(a), magnitude(b));
  if (drop > 0) {
    const auto divisor = static_cast<uint128_t>(power_of_ten(drop > 38 ? 38 : drop));
    const WideQuotient divided = divide_wide(product, divisor);
    product = divided.quotient;
    if (divided.remainder >= divisor - divided.remainder) {
      ++product.low;
      if (product.low == 0) ++product.high;
    }
  }
  if (product.high != 0 || product.low >= static_cast<uint128_t>(power_of_ten(precision))) return false;
  result = static_cast<int128_t>(product.low);
  if ((a < 0) != (b < 0)) result = -result;
  return true;
}

/// a * 10^shift / b rounded HALF_UP, b not zero, shift in [-38, 76]; false if it has more than `precision` digits.
inline bool divide_decimal(int128_t a, int128_t b, int32_t shift, int32_t precision, int128_t& result) {
  uint128_t dividend = magnitude(a);
  uint128_t divisor = magnitude(b);
  UInt256 scaled{0, dividend};
  if (shift > 0) {
    const int32_t first = shift > 38 ? 38 : shift;
    scaled = multiply_wide(dividend, static_cast<uint128_t>(power_of_ten(first)));
    if (shift > 38) {
      const UInt256 again = multiply_wide(scaled.low, static_cast<uint128_t>(power_of_ten(shift - 38)));
      const UInt256 top = multiply_wide(scaled.high, static_cast<uint128_t>(power_of_ten(shift - 38)));
      if (top.high != 0) return false;
      scaled.low = again.low;
      scaled.high = again.high + top.low;
      if (scaled.high < again.high) return false;
    }
  } else if (shift < 0) {
    const UInt256 larger = multiply_wide(divisor, static_cast<uint128_t>(power_of_ten(-shift)));
    if (larger.high != 0 || larger.low >> 127 != 0) {
      result = 0;
      return true;
    }
    divisor = larger.low;
  }
  WideQuotient divided = divide_wide(scaled, divisor);
  if (divided.remainder >= divisor - divided.remainder) {
    ++divided.quotient.low;
    if (divided.quotient.low == 0) ++divided.quotient.high;
  }
  if (divided.quotient.high != 0 || divided.quotient.low >= static_cast<uint128_t>(power_of_ten(precision))) return false;
  result = static_cast<int128_t>(divided.quotient.low);
  if ((a < 0) != (b < 0)) result = -result;
  return true;
}

}  // namespace eddyline::expression
