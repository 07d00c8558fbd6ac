#pragma once

#include "common/json/json_value.hpp"
#include "jobmanager/core/cluster_view.hpp"

namespace eddyline::jobmanager {

/// A task executor as Flink's REST interface writes it, in /taskmanagers and /taskmanagers/:id; what it has not told is 0.
JsonValue::Object executor_json(const ExecutorView& view);

}  // namespace eddyline::jobmanager
