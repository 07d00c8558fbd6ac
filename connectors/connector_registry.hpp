#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "connectors/connector_factory.hpp"

namespace eddyline::connectors {

/// The connectors of a process by identifier: made in main, filled there, read-only afterwards.
/// Thread   any once filled.
class ConnectorRegistry {
 public:
  /// CHECKs that the identifier is new.
  void add(std::unique_ptr<ConnectorFactory> factory);

  /// Sorted by identifier.
  std::vector<const ConnectorFactory*> factories() const;

  /// The table as a source or a sink, or the first thing that is wrong with its options.
  /// Errors   kValidationError in Flink's words: no 'connector', one nobody has, one that only goes the other way,
  ///          missing, unparsable and unsupported options. kNotSupported for a connector of Flink that is not there
  ///          yet.
  Result<std::unique_ptr<TableSource>> create_source(const TableDescription& table) const;
  Result<std::unique_ptr<TableSink>> create_sink(const TableDescription& table) const;

 private:
  enum class Direction : uint8_t { kSource, kSink };
  Result<const ConnectorFactory*> find(const TableDescription& table, Direction direction) const;
  std::string identifiers() const;

  std::map<std::string, std::unique_ptr<ConnectorFactory>, std::less<>> factories_;
};

/// Adds every connector of the folder; generated from its add_connector lines.
void register_connectors(ConnectorRegistry& registry);

}  // namespace eddyline::connectors
