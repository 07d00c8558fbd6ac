#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "plan/join_spec.hpp"

namespace eddyline::plan {

/// Which rows may meet: left time - right time lies in [left_lower, left_upper], both inclusive. An upper bound below
/// the lower one is a negative span: nothing ever meets.
struct IntervalJoinWindowBounds {
  bool is_event_time = true;
  std::chrono::milliseconds left_lower{0};
  std::chrono::milliseconds left_upper{0};
  /// Columns of the time attributes, each relative to its own input.
  size_t left_time_index = 0;
  size_t right_time_index = 0;

  bool negative_span() const { return left_upper < left_lower; }
};

/// Which clock an early-fire delay is measured against.
enum class EarlyFireTimeMode : uint8_t { kRowtime, kProctime };

/// The EARLY_FIRE hint with its defaults resolved.
struct EarlyFire {
  std::chrono::milliseconds delay{0};
  EarlyFireTimeMode time_mode = EarlyFireTimeMode::kRowtime;
};

/// What an interval join does, as the compiled plan says it.
struct IntervalJoinSpec {
  JoinSpec join;
  IntervalJoinWindowBounds bounds;
  /// Present whenever the query has the hint, also where it has no effect; see early_fire_active().
  std::optional<EarlyFire> early_fire;

  /// The hint acts on outer joins whose window is not empty; elsewhere the output stays append-only.
  bool early_fire_active() const {
    return early_fire.has_value() && (pads_left(join.type) || pads_right(join.type)) && !bounds.negative_span();
  }
};

}  // namespace eddyline::plan
