#include "common/config/configuration.hpp"

#include <algorithm>
#include <array>

namespace eddyline {

void Configuration::erase(std::string_view key) {
  const auto found = entries_.find(key);
  if (found != entries_.end()) entries_.erase(found);
}

void Configuration::merge(const Configuration& upper) {
  for (const auto& [key, value] : upper.entries_) entries_.insert_or_assign(key, value);
}

const std::string* Configuration::raw(std::string_view key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

Configuration::Found Configuration::lookup(const OptionBase& option, std::string_view key) const {
  if (const std::string* value = raw(key)) return {key, value};
  for (const std::string& old_key : option.deprecated_keys()) {
    if (const std::string* value = raw(old_key)) return {old_key, value};
  }
  return {};
}

bool is_sensitive_key(std::string_view key) {
  static constexpr std::array<std::string_view, 11> kSecretWords{
      "password",    "secret",      "fs.azure.account.key", "apikey",      "api-key",     "auth-params",
      "service-key", "token",       "basic-auth",           "jaas.config", "http-headers"};
  std::string lower(key);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
  return std::ranges::any_of(kSecretWords,
                             [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string displayed_value(std::string_view key, std::string_view value) {
  return is_sensitive_key(key) ? "******" : std::string(value);
}

}  // namespace eddyline
