#pragma once

#include <memory>
#include <string>

#include "common/base/job_id.hpp"
#include "jobmanager/execution_graph/job_topology.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// A job that was submitted and found good.
struct JobDescription {
  JobId id;
  /// What its client has said of it.
  std::shared_ptr<const schemas::SubmitJob> submitted;
  JobTimeouts timeouts;
  std::shared_ptr<const JobTopology> topology;

  const std::string& name() const { return submitted->name; }
};

}  // namespace eddyline::jobmanager
