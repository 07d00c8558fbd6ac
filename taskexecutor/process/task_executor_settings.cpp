#include "taskexecutor/process/task_executor_settings.hpp"

#include "common/config/cluster_options.hpp"
#include "common/config/task_executor_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "schemas/control_network.hpp"

namespace eddyline::taskexecutor {
namespace {

Status read_addresses(const Configuration& configuration, TaskExecutorSettings& settings) {
  const TaskExecutorOptions& options = task_executor_options();
  ASSIGN_OR_RETURN(settings.job_manager.host, configuration.get(cluster_options().job_manager_address));
  ASSIGN_OR_RETURN(const int32_t port, configuration.get(cluster_options().job_manager_port));
  settings.job_manager.port = static_cast<uint16_t>(port);
  ASSIGN_OR_RETURN(settings.external_host, configuration.get(options.external_host));
  ASSIGN_OR_RETURN(const auto listening, configuration.find(options.listening_host));
  ASSIGN_OR_RETURN(const int32_t data_port, configuration.get(options.data_port));
  settings.data_address = {listening.value_or(settings.external_host), static_cast<uint16_t>(data_port)};
  return {};
}

Status read_times(const Configuration& configuration, TaskExecutorSettings& settings) {
  const TaskExecutorOptions& options = task_executor_options();
  ASSIGN_OR_RETURN(settings.control, schemas::control_network_settings(configuration));
  settings.heartbeat_interval = settings.control.sign_of_life_interval;
  settings.heartbeat_timeout = schemas::heartbeat_timeout(settings.control);
  ASSIGN_OR_RETURN(const Duration first, configuration.get(options.registration_initial_timeout));
  ASSIGN_OR_RETURN(const Duration longest, configuration.get(options.registration_max_timeout));
  ASSIGN_OR_RETURN(const Duration total, configuration.get(options.registration_timeout));
  settings.registration_initial_timeout = rounded_up_to_milliseconds(first);
  settings.registration_max_timeout = rounded_up_to_milliseconds(longest);
  settings.registration_timeout = rounded_up_to_milliseconds(total);
  return {};
}

}  // namespace

Result<TaskExecutorSettings> task_executor_settings(const Configuration& configuration) {
  TaskExecutorSettings settings;
  RETURN_IF_ERROR(read_addresses(configuration, settings));
  RETURN_IF_ERROR(read_times(configuration, settings));
  ASSIGN_OR_RETURN(const int32_t slots, configuration.get(task_executor_options().slots));
  settings.slots = static_cast<uint32_t>(slots);
  ASSIGN_OR_RETURN(settings.memory, configuration.find(task_executor_options().process_size));
  for (const auto& [key, value] : configuration.entries()) {
    if (key.starts_with("taskmanager.")) settings.own_entries.set(key, value);
  }
  return settings;
}

}  // namespace eddyline::taskexecutor
