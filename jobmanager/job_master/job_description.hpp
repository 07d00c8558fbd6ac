#pragma once

#include <memory>
#include <string>

#include "common/base/job_id.hpp"
#include "common/config/configuration.hpp"
#include "jobmanager/execution_graph/job_topology.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"

namespace eddyline::jobmanager {

/// A job that was submitted and found good.
struct JobDescription {
  JobId id;
  std::string name;
  /// plan/json.
  std::string plan;
  Configuration settings;
  JobTimeouts timeouts;
  std::shared_ptr<const JobTopology> topology;
};

}  // namespace eddyline::jobmanager
