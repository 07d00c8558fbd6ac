#pragma once

#include <optional>

#include "plan/interval_join_spec.hpp"
#include "sql/logical/logical_nodes.hpp"

namespace eddyline::sql {

/// Checks every EARLY_FIRE hint of the plan, also where it has no effect.
/// Errors   kHintError with Flink's text, at the hint.
Status check_early_fire_hints(const LogicalNode& root);

/// The hint of an interval join, the first one if there are several, its time mode resolved. CHECKs that the hints were
/// checked. Errors   row-time triggering on a processing-time join.
Result<std::optional<plan::EarlyFire>> early_fire_of(const LogicalJoin& join, bool is_event_time);

}  // namespace eddyline::sql
