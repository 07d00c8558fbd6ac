#include "programs/process/process_configuration.hpp"

#include <unistd.h>

#include "common/config/configuration_file.hpp"
#include "common/config/engine_options.hpp"
#include "common/config/line_entries.hpp"
#include "common/file/text_output.hpp"

namespace eddyline::programs {
namespace {

template <class IsMeant>
Status check_values_if(const Configuration& configuration, IsMeant is_meant) {
  for (const auto& [key, value] : configuration.entries()) {
    const OptionBase* option = engine_option_catalog().find(key);
    if (option != nullptr && option->has_effect() && is_meant(*option)) RETURN_IF_ERROR(option->check(key, value));
  }
  return {};
}

Result<Configuration> configuration_to_print(const ConfigurationQuestion& question) {
  auto configuration = read_process_configuration(question.config_dir, question.settings);
  if (configuration.ok() || !question.lenient) return configuration;
  FileDescriptorOutput(STDERR_FILENO, "standard error").write(configuration.status().message() + "\n").ok();
  return guess_process_configuration(question.config_dir, question.settings);
}

}  // namespace

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
  return check_values_if(configuration, [](const OptionBase&) { return true; });
}

Status check_session_values(const Configuration& configuration) {
  return check_values_if(configuration, [](const OptionBase& option) { return option.restart() == Restart::kNone; });
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

Status print_configuration(const ConfigurationQuestion& question) {
  ASSIGN_OR_RETURN(const Configuration configuration, configuration_to_print(question));
  std::string text;
  for (const std::string& key : question.keys) (text += configured_text(configuration, key)) += '\0';
  return FileDescriptorOutput(STDOUT_FILENO, "standard output").write(text);
}

}  // namespace eddyline::programs
