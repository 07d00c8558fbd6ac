#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/config/option.hpp"

namespace eddyline {

/// Keys and their raw values, read through typed options. Unknown keys are kept. A value type; a const one is safe from
/// several threads.
///
/// Precedence (later wins): option default, configuration file, -D of the process, SET of the session. Each layer is put
/// over the one below with `merge`.
class Configuration {
 public:
  using Entries = std::map<std::string, std::string, std::less<>>;

  Configuration() = default;
  explicit Configuration(Entries entries) : entries_(std::move(entries)) {}

  void set(std::string key, std::string value) { entries_.insert_or_assign(std::move(key), std::move(value)); }
  void erase(std::string_view key);
  /// Takes every entry of `upper`, which wins.
  void merge(const Configuration& upper);

  /// Sorted by key.
  const Entries& entries() const { return entries_; }
  /// The raw value; null when the key is not set.
  const std::string* raw(std::string_view key) const;

  /// The value set, else the default, which the option must have. A key set to something that is no value of the option,
  /// or is out of bounds, is a kConfigurationError.
  template <class T>
  Result<T> get(const Option<T>& option) const {
    return value_or_default(option, option.key());
  }
  /// The same for an option whose key holds '#', for one name.
  template <class T>
  Result<T> get(const Option<T>& option, std::string_view name) const {
    return value_or_default(option, option.key_of(name));
  }
  /// The value set, else the default, else nothing.
  template <class T>
  Result<std::optional<T>> find(const Option<T>& option) const {
    return find_value(option, option.key());
  }
  template <class T>
  Result<std::optional<T>> find(const Option<T>& option, std::string_view name) const {
    return find_value(option, option.key_of(name));
  }
  /// Whether the key or one of its deprecated spellings is set.
  bool contains(const OptionBase& option) const { return lookup(option, option.key()).value != nullptr; }
  bool contains(const OptionBase& option, std::string_view name) const {
    return lookup(option, option.key_of(name)).value != nullptr;
  }

  /// Writes a typed value.
  template <class T>
  void set(const Option<T>& option, const T& value) {
    set(option.key(), OptionValue<T>::format(value));
  }

 private:
  struct Found {
    std::string_view key;
    const std::string* value = nullptr;
  };
  /// `key` first, then the option's deprecated keys.
  Found lookup(const OptionBase& option, std::string_view key) const;

  template <class T>
  Result<std::optional<T>> find_value(const Option<T>& option, std::string_view key) const {
    const Found found = lookup(option, key);
    if (found.value == nullptr) return option.default_value();
    ASSIGN_OR_RETURN(T value, option.parse(found.key, *found.value));
    return std::optional<T>(std::move(value));
  }
  template <class T>
  Result<T> value_or_default(const Option<T>& option, std::string_view key) const {
    ASSIGN_OR_RETURN(std::optional<T> value, find_value(option, key));
    CHECK(value.has_value()) << "option " << option.key() << " has no default: read it with find";
    return *std::move(value);
  }

  Entries entries_;
};

/// Whether a key's value is a secret by its name, as Flink decides it.
bool is_sensitive_key(std::string_view key);

/// The value as logs, SET and REST may show it: ****** for secrets.
std::string displayed_value(std::string_view key, std::string_view value);

}  // namespace eddyline
