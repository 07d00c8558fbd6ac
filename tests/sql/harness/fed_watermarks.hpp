#pragma once

#include "taskexecutor/job/task_graph.hpp"

namespace eddyline::sql_tests {

/// Lets the watermarks that a test feeds pass through the job's watermark assigners, as if a row had made them; by
/// itself an assigner listens to nothing from above but the end. Watermarks still never fall.
void pass_fed_watermarks(taskexecutor::TaskGraph& graph);

}  // namespace eddyline::sql_tests
