#pragma once

#include <chrono>

#include "common/config/configuration.hpp"
#include "common/config/table_options.hpp"
#include "plan/job_graph/job_graph.hpp"

namespace eddyline::sql {

/// What the configuration says about plans. A value.
struct PlannerSettings {
  std::chrono::milliseconds source_idle_timeout{0};
  std::chrono::milliseconds interval_join_min_cleanup_interval{0};
  NotNullEnforcer not_null_enforcer = NotNullEnforcer::kError;
  TypeLengthEnforcer type_length_enforcer = TypeLengthEnforcer::kIgnore;
  RowtimeInserter rowtime_inserter = RowtimeInserter::kEnabled;
  UpsertMaterialize upsert_materialize = UpsertMaterialize::kAuto;
  bool require_on_conflict = true;
  plan::JobGraphSettings job_graph;

  /// Errors   values that are none; kNotSupported for those that do not work yet.
  static Result<PlannerSettings> from(const Configuration& configuration);
};

}  // namespace eddyline::sql
