#include "common/config/engine_options.hpp"

#include "common/config/checkpointing_options.hpp"
#include "common/config/cluster_options.hpp"
#include "common/config/connector_options.hpp"
#include "common/config/environment_options.hpp"
#include "common/config/execution_options.hpp"
#include "common/config/job_manager_options.hpp"
#include "common/config/sql_client_options.hpp"
#include "common/config/state_options.hpp"
#include "common/config/table_options.hpp"
#include "common/config/task_executor_options.hpp"

namespace eddyline {

const TableOptions& table_options() {
  static const TableOptions options;
  return options;
}

const ExecutionOptions& execution_options() {
  static const ExecutionOptions options;
  return options;
}

const StateOptions& state_options() {
  static const StateOptions options;
  return options;
}

const CheckpointingOptions& checkpointing_options() {
  static const CheckpointingOptions options;
  return options;
}

const TaskExecutorOptions& task_executor_options() {
  static const TaskExecutorOptions options;
  return options;
}

const SqlClientOptions& sql_client_options() {
  static const SqlClientOptions options;
  return options;
}

const ClusterOptions& cluster_options() {
  static const ClusterOptions options;
  return options;
}

const JobManagerOptions& job_manager_options() {
  static const JobManagerOptions options;
  return options;
}

const RestOptions& rest_options() {
  static const RestOptions options;
  return options;
}

const EnvironmentOptions& environment_options() {
  static const EnvironmentOptions options;
  return options;
}

const TableFactoryOptions& table_factory_options() {
  static const TableFactoryOptions options;
  return options;
}

const OptionCatalog& engine_option_catalog() {
  static const OptionCatalog catalog({&table_options(), &execution_options(), &state_options(), &checkpointing_options(),
                                      &cluster_options(), &job_manager_options(), &rest_options(),
                                      &task_executor_options(), &sql_client_options(), &environment_options()});
  return catalog;
}

}  // namespace eddyline
