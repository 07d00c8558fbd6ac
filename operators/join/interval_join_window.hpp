#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/ids.hpp"
#include "common/base/saturating.hpp"
#include "plan/interval_join_spec.hpp"

namespace eddyline::operators {

/// An input of a join, by its index.
enum class JoinSide : uint8_t { kLeft = 0, kRight = 1 };
constexpr JoinSide other_side(JoinSide side) {
  return side == JoinSide::kLeft ? JoinSide::kRight : JoinSide::kLeft;
}
constexpr size_t input_of(JoinSide side) {
  return static_cast<size_t>(side);
}

/// The window bounds as the rows of one input see them: a row at t meets rows of the other input with a time in
/// [t - back_ms, t + ahead_ms]. Either may be negative.
struct IntervalJoinWindow {
  int64_t back_ms = 0;
  int64_t ahead_ms = 0;

  static IntervalJoinWindow of(const plan::IntervalJoinWindowBounds& bounds, JoinSide side) {
    const int64_t left_ahead = -bounds.left_lower.count();
    const int64_t left_back = bounds.left_upper.count();
    if (side == JoinSide::kLeft) return {left_back, left_ahead};
    return {left_ahead, left_back};
  }

  /// True once no row of the other input that is not late can meet a row at `time`.
  bool is_over(int64_t time, int64_t watermark) const { return watermark >= saturating_add(time, ahead_ms); }
};

}  // namespace eddyline::operators
