#include "common/config/session_configuration.hpp"

#include "common/config/known_keys.hpp"

namespace eddyline {

const OptionBase* OptionCatalog::find(std::string_view key) const {
  for (const OptionGroup* group : groups_) {
    if (const OptionBase* option = group->find(key)) return option;
  }
  return nullptr;
}

Status OptionCatalog::check(std::string_view key, std::string_view value) const {
  const OptionBase* option = find(key);
  return option == nullptr ? Status() : option->check(key, value);
}

std::optional<std::string> OptionCatalog::warning(std::string_view key) const {
  const OptionBase* option = find(key);
  if (option == nullptr) return unknown_key_warning(key, groups_);
  if (!option->has_effect()) return "'" + std::string(key) + "' is not supported yet and ignored: " + option->no_effect_yet();
  if (option->matches(key)) return std::nullopt;
  return "Config uses deprecated configuration key '" + std::string(key) + "' instead of proper key '" + option->key() + "'";
}

std::vector<std::string> OptionCatalog::warnings(const Configuration& configuration) const {
  std::vector<std::string> warnings;
  for (const auto& [key, value] : configuration.entries()) {
    if (auto text = warning(key)) warnings.push_back(*std::move(text));
  }
  return warnings;
}

Status OptionCatalog::check_supported(const Configuration& configuration) const {
  for (const auto& [key, value] : configuration.entries()) {
    const OptionBase* option = find(key);
    if (option == nullptr || !option->has_effect()) continue;
    const Status status = option->check(key, value);
    if (!status.ok() && status.code() == ErrorCode::kNotSupported) return status;
  }
  return {};
}

Status SessionConfiguration::set(const std::string& key, const std::string& value) {
  const Status status = catalog_->check(key, value);
  if (!status.ok() && status.code() == ErrorCode::kNotSupported) return status;
  const OptionBase* option = catalog_->find(key);
  std::string refusal;
  if (!status.ok()) {
    refusal = status.message();
  } else if (option != nullptr && option->restart() == Restart::kProcess) {
    refusal = "It is read when the process starts: give it with -D.";
  }
  if (!refusal.empty()) {
    return configuration_error("Failed to set key " + key + " with value " + value + ". " + refusal);
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
