#pragma once

#include <span>
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
  /// "Config uses deprecated configuration key 'OLD' instead of proper key 'NEW'", one a key in use, for the log.
  std::vector<std::string> deprecation_warnings(const Configuration& configuration) const;

 private:
  std::vector<const OptionGroup*> groups_;
};

/// The settings of one session: what file and command line gave, with SET over it and RESET back to it.
/// Thread   one.
class SessionConfiguration {
 public:
  SessionConfiguration(Configuration base, const OptionCatalog& catalog)
      : base_(std::move(base)), effective_(base_), catalog_(&catalog) {}

  /// SET 'key' = 'value'. Unknown keys are accepted; a value that a known option refuses is
  /// "Failed to set key K with value V." with the reason, and nothing changes.
  Status set(const std::string& key, const std::string& value);
  /// RESET 'key': the base's value if it has one, else none.
  void reset(const std::string& key);
  /// RESET of all keys.
  void reset();

  /// What statements read; take a copy for a job, since later changes do not touch running jobs.
  const Configuration& effective() const { return effective_; }
  /// Keys and displayed values for SET without arguments, sorted by key.
  std::vector<std::pair<std::string, std::string>> displayed() const;

 private:
  Configuration base_;
  Configuration effective_;
  const OptionCatalog* catalog_;
};

}  // namespace eddyline
