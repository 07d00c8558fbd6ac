#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/config/configuration.hpp"
#include "common/net/network.hpp"

namespace eddyline::taskexecutor {

/// What a task executor's configuration says about the process itself.
struct TaskExecutorSettings {
  NetworkAddress job_manager;
  /// Where it listens for data, port 0 for any, and under which name others reach that.
  NetworkAddress data_address;
  std::string external_host;
  uint32_t slots = 1;
  /// taskmanager.memory.process.size; none without a limit.
  std::optional<Bytes> memory;
  /// Of the connection to the job manager.
  NetworkSettings control;
  std::chrono::milliseconds heartbeat_interval{10'000};
  std::chrono::milliseconds heartbeat_timeout{50'000};
  std::chrono::milliseconds registration_initial_timeout{100};
  std::chrono::milliseconds registration_max_timeout{30'000};
  std::chrono::milliseconds registration_timeout{300'000};
  /// The taskmanager.* entries, which hold for every job, whatever its client says of them.
  Configuration own_entries;
};

/// Errors   kConfigurationError with key, value and what is allowed.
Result<TaskExecutorSettings> task_executor_settings(const Configuration& configuration);

}  // namespace eddyline::taskexecutor
