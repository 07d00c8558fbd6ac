#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/configuration.hpp"

namespace eddyline {

/// Options of a WITH clause that belong to no connector in particular.
struct TableFactoryOptions : OptionGroup {
  TableFactoryOptions() : OptionGroup("Every table", "Keys of a WITH clause that every connector takes.") {}

  Option<std::string> connector{*this, "connector", {.text = "Identifier of the connector.", .required = true}};
  Option<std::string> property_version{
      *this, "property-version", {.value = "1", .text = "Version of the option layout; only 1 exists.", .only = "1"}};
  Option<Duration> watermark_idle_timeout{
      *this,
      "scan.watermark.idle-timeout",
      {.min = Duration(0),
       .text = "A source task without rows for this long no longer holds back the watermark; 0 switches it off. "
               "Wins over table.exec.source.idle-timeout."}};
};
const TableFactoryOptions& table_factory_options();

/// A group that a table takes, and what '#' in its pattern keys may stand for there (field names; "f.element" for nested
/// ones).
struct OptionScope {
  const OptionGroup* group = nullptr;
  std::vector<std::string> names = {};
};

/// Checks the WITH options of one table against what its connector takes, in Flink's order and wording: first required
/// options that are missing, then values that cannot be parsed, then keys nobody takes.
///
/// `scopes`  the connector's own groups and those of its formats; TableFactoryOptions is added.
/// Errors    kValidationError.
Status check_connector_options(std::string_view connector, const Configuration& with, std::span<const OptionScope> scopes);

}  // namespace eddyline
