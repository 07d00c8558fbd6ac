#pragma once

#include <cstdint>

#include "common/base/int128.hpp"

namespace eddyline::expression {

/// An unsigned number of 256 bits for intermediate results of DECIMAL arithmetic.
struct UInt256 {
  uint128_t high = 0;
  uint128_t low = 0;
};

inline uint128_t magnitude(int128_t value) {
  return value < 0 ? uint128_t{0} - static_cast<uint128_t>(value) : static_cast<uint128_t>(value);
}

/// The full product of two numbers of 128 bits, from four products of halves.
inline UInt256 multiply_wide(uint128_t a, uint128_t b) {
  constexpr uint128_t kMask = ~uint64_t{0};
  const uint128_t low_low = (a & kMask) * (b & kMask);
  const uint128_t low_high = (a & kMask) * (b >> 64);
  const uint128_t high_low = (a >> 64) * (b & kMask);
  const uint128_t high_high = (a >> 64) * (b >> 64);
  const uint128_t middle = (low_low >> 64) + (low_high & kMask) + (high_low & kMask);
  UInt256 product;
  product.low = (middle << 64) | (low_low & kMask);
  product.high = high_high + (low_high >> 64) + (high_low >> 64) + (middle >> 64);
  return product;
}

struct WideQuotient {
  UInt256 quotient;
  uint128_t remainder;
};

/// Quotient and remainder for a divisor above zero and below 2^127, so that the running remainder never overflows.
inline WideQuotient divide_wide(UInt256 dividend, uint128_t divisor) {
  if (dividend.high == 0) return {{0, dividend.low / divisor}, dividend.low % divisor};
  WideQuotient result{};
  for (int bit = 255; bit >= 0; --bit) {
    const uint128_t word = bit >= 128 ? dividend.high : dividend.low;
    result.remainder = (result.remainder << 1) | ((word >> (bit & 127)) & 1);
    result.quotient.high = (result.quotient.high << 1) | (result.quotient.low >> 127);
    result.quotient.low <<= 1;
    if (result.remainder >= divisor) {
      result.remainder -= divisor;
      result.quotient.low |= 1;
    }
  }
  return result;
}

}  // namespace eddyline::expression
