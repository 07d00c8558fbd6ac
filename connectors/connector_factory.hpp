#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "common/config/configuration.hpp"
#include "common/config/connector_options.hpp"
#include "connectors/sink.hpp"
#include "connectors/source.hpp"

namespace eddyline::connectors {

/// A table as its connector sees it: resolved, without computed columns and watermarks. A value.
struct TableDescription {
  /// "default_catalog.default_database.orders", for messages.
  std::string name;
  /// The physical columns in order.
  RowType columns;
  /// Indices into `columns`; empty without PRIMARY KEY.
  std::vector<size_t> primary_key;
  /// The WITH clause, 'connector' included, with OPTIONS hints applied.
  Configuration options;
  /// INSERT INTO t PARTITION (k = 'v', ...), in the order written.
  std::vector<std::pair<std::string, std::string>> static_partition;
};

/// Makes the sources and sinks of one connector. Immutable.
class ConnectorFactory {
 public:
  virtual ~ConnectorFactory() = default;
  /// The value of 'connector'.
  virtual std::string_view identifier() const = 0;
  /// The options that the connector takes for this table, beside those of every table.
  virtual std::vector<OptionScope> option_scopes(const TableDescription& table) const = 0;

  virtual bool has_source() const { return false; }
  virtual bool has_sink() const { return false; }
  /// Called with options that were checked against option_scopes(): known keys, values of their types, within bounds.
  /// The rest is checked here. CHECK has_source() and has_sink().
  virtual Result<std::unique_ptr<TableSource>> create_source(const TableDescription& table) const;
  virtual Result<std::unique_ptr<TableSink>> create_sink(const TableDescription& table) const;
};

}  // namespace eddyline::connectors
