#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline {

/// Finds options by key over several groups; borrowed, the groups outlive it.
class OptionCatalog {
 public:
  explicit OptionCatalog(std::vector<const OptionGroup*> groups) : groups_(std::move(groups)) {}

  const std::vector<const OptionGroup*>& groups() const { return groups_; }
  /// Null for unknown keys.
  const OptionBase* find(std::string_view key) const;
  /// Whether the value may be given to a process with -D. Unknown keys are accepted.
  /// Errors   those of OptionBase::check.
  Status check(std::string_view key, std::string_view value) const;
  /// What must not stay unsaid about a setting that is kept, for log and terminal: that its key is unknown and has no effect,
  /// "Config uses deprecated configuration key 'OLD' instead of proper key 'NEW'", or that it has no effect yet.
  std::optional<std::string> warning(std::string_view key) const;
  /// The warnings of all settings.
  std::vector<std::string> warnings(const Configuration& configuration) const;
  /// Errors   kNotSupported for the first value that does not work yet; options without effect are left to warnings().
  Status check_supported(const Configuration& configuration) const;

 private:
  std::vector<const OptionGroup*> groups_;
};

/// The settings of one session: what file and command line gave, with SET over it and RESET back to it.
/// Thread   one.
class SessionConfiguration {
 public:
  SessionConfiguration(Configuration base, const OptionCatalog& catalog)
      : base_(std::move(base)), effective_(base_), catalog_(&catalog) {}

  /// SET 'key' = 'value'. Unknown keys are accepted, with a warning of the catalog; nothing changes on an error.
  /// Errors   kConfigurationError "Failed to set key K with value V." with the reason, for a value that is none of the
  ///          option's, and for an option that only a starting process reads; kNotSupported.
  Status set(const std::string& key, const std::string& value);
  /// RESET 'key': the base's value if it has one, else none.
  void reset(const std::string& key);
  /// RESET of all keys.
  void reset();

  /// What statements read; take a copy for a job, since later changes do not touch running jobs.
  const Configuration& effective() const { return effective_; }
  /// The catalog's warning about a setting.
  std::optional<std::string> warning(std::string_view key) const { return catalog_->warning(key); }
  /// Keys and displayed values for SET without arguments, sorted by key.
  std::vector<std::pair<std::string, std::string>> displayed() const;

 private:
  Configuration base_;
  Configuration effective_;
  const OptionCatalog* catalog_;
};

}  // namespace eddyline
