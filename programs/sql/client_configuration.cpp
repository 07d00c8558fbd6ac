#include "programs/sql/client_configuration.hpp"

#include <cstdlib>

#include "programs/process/process_configuration.hpp"
#include "sql/session/session.hpp"

namespace eddyline::programs {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// What SET shows on any cluster.
Configuration cluster_defaults() {
  return Configuration({{"execution.attached", "true"},
                        {"execution.shutdown-on-attached-exit", "false"},
                        {"execution.state-recovery.claim-mode", "NO_CLAIM"},
                        {"execution.state-recovery.ignore-unclaimed-state", "false"},
                        {"execution.target", "remote"}});
}

Result<Configuration> read_configuration(const std::string& config_dir, const Configuration& settings) {
  const std::string folder = config_dir.empty() ? environment("FLINK_CONF_DIR") : config_dir;
  RETURN_IF_ERROR(check_values(settings));
  if (folder.empty()) return settings;
  ASSIGN_OR_RETURN(Configuration configuration, read_process_configuration(folder, settings));
  RETURN_IF_ERROR(check_session_values(configuration));
  return configuration;
}

}  // namespace

Result<Configuration> client_configuration(const std::string& config_dir, const Configuration& settings) {
  ASSIGN_OR_RETURN(const Configuration configured, read_configuration(config_dir, settings));
  for (const auto& [key, value] : configured.entries()) RETURN_IF_ERROR(sql::check_time_zone(key, value));
  Configuration configuration = cluster_defaults();
  configuration.merge(configured);
  return configuration;
}

std::string history_path(const std::string& named) {
  if (!named.empty()) return named;
  const std::string home = environment("HOME");
  return (home.empty() ? "." : home) + "/.flink-sql-history";
}

}  // namespace eddyline::programs
