#pragma once

#include <cstdint>
#include <limits>

namespace eddyline {

/// The sum, or the end of the range it would leave: times near the first and last watermark stay in order.
constexpr int64_t saturating_add(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}

}  // namespace eddyline
