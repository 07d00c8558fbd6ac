#pragma once

#include "expression/functions/kernel/decimal.hpp"

namespace eddyline::expression {

/// a + b of unscaled DECIMALs of one scale; false if it has more than 38 digits.
inline bool add_decimals(int128_t a, int128_t b, int128_t& sum) {
  return !__builtin_add_overflow(a, b, &sum) && fits_decimal(sum, kMaxDecimalPrecision);
}

}  // namespace eddyline::expression
