#pragma once

#include <optional>
#include <vector>

#include "jobmanager/dispatcher/job_counts.hpp"
#include "jobmanager/job_master/job_view.hpp"
#include "jobmanager/resource_manager/executor_directory.hpp"

namespace eddyline::jobmanager {

struct ExecutorView {
  RegisteredExecutor executor;
  uint32_t free_slots = 0;
};

/// How much there is of everything at one moment. A value.
struct ClusterCounts {
  size_t executors = 0;
  uint32_t slots = 0;
  uint32_t free_slots = 0;
  JobCounts jobs;
};

/// What the cluster is at one moment. A value.
struct ClusterView {
  std::vector<ExecutorView> executors;
  uint32_t slots = 0;
  uint32_t free_slots = 0;
};

}  // namespace eddyline::jobmanager
