#pragma once

#include <string>

#include "common/base/status.hpp"
#include "common/config/configuration.hpp"
#include "jobmanager/execution_graph/job_topology.hpp"

namespace eddyline::jobmanager {

/// Makes a submitted plan into what is scheduled. An interface, so that tests need no plans.
class PlanReader {
 public:
  virtual ~PlanReader() = default;
  /// Errors   what is wrong with the plan or the settings.
  virtual Result<JobTopology> read(const std::string& plan, const Configuration& settings) const = 0;
};

}  // namespace eddyline::jobmanager
