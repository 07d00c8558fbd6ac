#include "common/config/session_configuration.hpp"

namespace eddyline {

const OptionBase* OptionCatalog::find(std::string_view key) const {
  for (const OptionGroup* group : groups_) {
    if (const OptionBase* option = group->find(key)) return option;
  }
  return nullptr;
}

std::vector<std::string> OptionCatalog::deprecation_warnings(const Configuration& configuration) const {
  std::vector<std::string> warnings;
  for (const auto& [key, value] : configuration.entries()) {
    const OptionBase* option = find(key);
    if (option == nullptr || option->matches(key)) continue;
    warnings.push_back("Config uses deprecated configuration key '" + key + "' instead of proper key '" + option->key() +
                       "'");
  }
  return warnings;
}

Status SessionConfiguration::set(const std::string& key, const std::string& value) {
  if (const OptionBase* option = catalog_->find(key)) {
    const Status status = option->check(key, value);
    if (!status.ok()) {
      return configuration_error("Failed to set key " + key + " with value " + value + ". " + status.message());
    }
  }
  effective_.set(key, value);
  return {};
}

void SessionConfiguration::reset(const std::string& key) {
  if (const std::string* value = base_.raw(key)) {
    effective_.set(key, *value);
  } else {
    effective_.erase(key);
  }
}

void SessionConfiguration::reset() { effective_ = base_; }

std::vector<std::pair<std::string, std::string>> SessionConfiguration::displayed() const {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [key, value] : effective_.entries()) rows.emplace_back(key, displayed_value(key, value));
  return rows;
}

}  // namespace eddyline
