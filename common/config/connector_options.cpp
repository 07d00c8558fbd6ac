#include "common/config/connector_options.hpp"

#include <set>
#include <vector>

namespace eddyline {

namespace {

/// An option together with the key it has in this WITH clause.
struct AcceptedOption {
  const OptionBase* option;
  std::string key;
};

void add_accepted(const OptionGroup& group, std::span<const std::string> names, std::vector<AcceptedOption>& accepted) {
  for (const OptionBase* option : group.options()) {
    if (option->key().find('#') == std::string::npos) {
      accepted.push_back({option, option->key()});
      continue;
    }
    for (const std::string& name : names) accepted.push_back({option, option->key_of(name)});
  }
}

std::string one_a_line(const std::set<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "" : "\n") + key;
  return text;
}

bool is_set(const Configuration& with, const AcceptedOption& accepted) {
  if (with.raw(accepted.key) != nullptr) return true;
  for (const std::string& key : accepted.option->deprecated_keys()) {
    if (with.raw(key) != nullptr) return true;
  }
  return false;
}

Status check_missing(const Configuration& with, std::span<const AcceptedOption> accepted) {
  std::set<std::string> missing;
  for (const AcceptedOption& candidate : accepted) {
    if (candidate.option->required() && !is_set(with, candidate)) missing.insert(candidate.key);
  }
  if (missing.empty()) return {};
  return validation_error("One or more required options are missing.\n\nMissing required options are:\n\n" +
                          one_a_line(missing));
}

Status check_value(const Configuration& with, const OptionBase& option, const std::string& key) {
  const std::string* value = with.raw(key);
  if (value == nullptr) return {};
  const Status status = option.check(key, *value);
  if (status.ok() || status.code() == ErrorCode::kNotSupported) return status;
  return validation_error("Invalid value for option '" + key + "'.\n" + status.message());
}

Status check_values(const Configuration& with, std::span<const AcceptedOption> accepted) {
  for (const AcceptedOption& candidate : accepted) {
    RETURN_IF_ERROR(check_value(with, *candidate.option, candidate.key));
    for (const std::string& key : candidate.option->deprecated_keys()) {
      RETURN_IF_ERROR(check_value(with, *candidate.option, key));
    }
  }
  return {};
}

Status check_unsupported(std::string_view connector, const Configuration& with,
                         std::span<const AcceptedOption> accepted) {
  std::set<std::string> supported;
  std::set<std::string> known;
  for (const AcceptedOption& candidate : accepted) {
    supported.insert(candidate.key);
    known.insert(candidate.key);
    for (const std::string& key : candidate.option->deprecated_keys()) {
      supported.insert(key + " (deprecated)");
      known.insert(key);
    }
  }
  std::set<std::string> unsupported;
  for (const auto& [key, value] : with.entries()) {
    if (!known.contains(key)) unsupported.insert(key);
  }
  if (unsupported.empty()) return {};
  return validation_error("Unsupported options found for '" + std::string(connector) + "'.\n\nUnsupported options:\n\n" +
                          one_a_line(unsupported) + "\n\nSupported options:\n\n" + one_a_line(supported));
}

}  // namespace

Status check_connector_options(std::string_view connector, const Configuration& with,
                               std::span<const OptionScope> scopes) {
  std::vector<AcceptedOption> accepted;
  add_accepted(table_factory_options(), {}, accepted);
  for (const OptionScope& scope : scopes) add_accepted(*scope.group, scope.names, accepted);
  RETURN_IF_ERROR(check_missing(with, accepted));
  RETURN_IF_ERROR(check_values(with, accepted));
  return check_unsupported(connector, with, accepted);
}

}  // namespace eddyline
