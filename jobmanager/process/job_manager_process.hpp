#pragma once

#include <memory>
#include <string>

#include "common/clock/clock.hpp"
#include "common/logging/logger.hpp"
#include "common/net/network.hpp"
#include "jobmanager/dispatcher/plan_reader.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"

namespace eddyline::jobmanager {

/// A job manager with its network, its threads and its REST server.
class JobManagerProcess {
 public:
  struct Surroundings {
    const PlanReader& plans;
    const Clock& clock;
    Logger log;
    /// For /config and /overview.
    std::string version;
    /// What task executors must have in common with this program.
    std::string build;
  };

  /// Both ports are bound when it is there. What is in `surroundings` is borrowed.
  /// Errors   kIoError for a port in use, kConfigurationError for an unknown host; both name the option and the address.
  static Result<std::unique_ptr<JobManagerProcess>> start(const JobManagerSettings& settings,
                                                          const Surroundings& surroundings);
  /// In order: no new requests, jobs suspended and everybody told, connections closed.
  virtual ~JobManagerProcess() = default;

  virtual NetworkAddress control_address() const = 0;
  virtual NetworkAddress rest_address() const = 0;
};

}  // namespace eddyline::jobmanager
