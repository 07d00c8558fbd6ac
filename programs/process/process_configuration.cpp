#include "programs/process/process_configuration.hpp"

#include "common/config/configuration_file.hpp"
#include "common/config/engine_options.hpp"
#include "common/config/line_entries.hpp"

namespace eddyline::programs {

Result<Configuration> read_process_configuration(const std::string& config_dir, const Configuration& settings) {
  ASSIGN_OR_RETURN(Configuration configuration, read_configuration_file(config_dir + "/config.yaml"));
  configuration.merge(settings);
  return configuration;
}

Result<Configuration> load_process_configuration(const std::string& config_dir, const Configuration& settings) {
  ASSIGN_OR_RETURN(Configuration configuration, read_process_configuration(config_dir, settings));
  RETURN_IF_ERROR(check_values(configuration));
  return configuration;
}

Configuration guess_process_configuration(const std::string& config_dir, const Configuration& settings) {
  const Result<std::string> text = read_configuration_text(config_dir + "/config.yaml");
  Configuration configuration = text.ok() ? line_entries(*text) : Configuration();
  configuration.merge(settings);
  return configuration;
}

Status check_values(const Configuration& configuration) {
  for (const auto& [key, value] : configuration.entries()) {
    const OptionBase* option = engine_option_catalog().find(key);
    if (option != nullptr && option->has_effect()) RETURN_IF_ERROR(option->check(key, value));
  }
  return {};
}

std::string configured_text(const Configuration& configuration, std::string_view key) {
  const OptionBase* option = engine_option_catalog().find(key);
  if (const std::string* value = configuration.raw(key)) return *value;
  if (option == nullptr) return {};
  for (const std::string& old_key : option->deprecated_keys()) {
    if (const std::string* value = configuration.raw(old_key)) return *value;
  }
  return option->default_text();
}

}  // namespace eddyline::programs
