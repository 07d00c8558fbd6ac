#include "connectors/connector_registry.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"
#include "common/config/connector_options.hpp"

namespace eddyline::connectors {
namespace {

constexpr std::string_view kFactoryInterface = "org.apache.flink.table.factories.DynamicTableFactory";

/// Flink's connectors that are not there yet.
constexpr auto kMissing = std::to_array<std::string_view>(
    {"dynamodb", "elasticsearch-6", "elasticsearch-7", "elasticsearch-8", "filesystem", "firehose", "hbase-2.2",
     "hbase-2.6", "jdbc", "kafka", "kinesis", "mongodb", "opensearch", "opensearch-2", "upsert-kafka"});

/// Flink reports the innermost cause; the table and its options follow it here, so that the object is named.
Status with_table(const Status& cause, std::string_view attempted, const TableDescription& table) {
  std::string text =
      cause.message() + "\n\n" + std::string(attempted) + " table '" + table.name + "'.\n\nTable options are:\n";
  for (const auto& [key, value] : table.options.entries()) {
    text += "\n'" + key + "'='" + displayed_value(key, value) + "'";
  }
  return Status(cause.code(), std::move(text));
}

Status check_options(const ConnectorFactory& factory, const TableDescription& table) {
  return check_connector_options(factory.identifier(), table.options, factory.option_scopes(table));
}

}  // namespace

void ConnectorRegistry::add(std::unique_ptr<ConnectorFactory> factory) {
  std::string identifier(factory->identifier());
  const bool added = factories_.emplace(identifier, std::move(factory)).second;
  CHECK(added) << "connector " << identifier << " is registered twice";
}

std::vector<const ConnectorFactory*> ConnectorRegistry::factories() const {
  std::vector<const ConnectorFactory*> factories;
  for (const auto& [identifier, factory] : factories_) factories.push_back(factory.get());
  return factories;
}

std::string ConnectorRegistry::identifiers() const {
  std::string text;
  for (const auto& [identifier, factory] : factories_) text += (text.empty() ? "" : "\n") + identifier;
  return text;
}

Result<const ConnectorFactory*> ConnectorRegistry::find(const TableDescription& table, Direction direction) const {
  const std::string* identifier = table.options.raw(table_factory_options().connector.key());
  if (identifier == nullptr) {
    return validation_error("Table options do not contain an option key 'connector' for discovering a connector.");
  }
  const auto found = factories_.find(*identifier);
  if (found == factories_.end() && std::ranges::find(kMissing, *identifier) != kMissing.end()) {
    return not_supported("connector '" + *identifier + "'");
  }
  if (found == factories_.end()) {
    return validation_error("Could not find any factory for identifier '" + *identifier + "' that implements '" +
                            std::string(kFactoryInterface) +
                            "' in the classpath.\n\nAvailable factory identifiers are:\n\n" + identifiers());
  }
  const ConnectorFactory& factory = *found->second;
  if (direction == Direction::kSource && !factory.has_source()) {
    return validation_error("Connector '" + *identifier +
                            "' can only be used as a sink. It cannot be used as a source.");
  }
  if (direction == Direction::kSink && !factory.has_sink()) {
    return validation_error("Connector '" + *identifier +
                            "' can only be used as a source. It cannot be used as a sink.");
  }
  return &factory;
}

Result<std::unique_ptr<TableSource>> ConnectorRegistry::create_source(const TableDescription& table) const {
  auto create = [&]() -> Result<std::unique_ptr<TableSource>> {
    ASSIGN_OR_RETURN(const ConnectorFactory* factory, find(table, Direction::kSource));
    RETURN_IF_ERROR(check_options(*factory, table));
    return factory->create_source(table);
  };
  auto source = create();
  if (!source.ok()) return with_table(source.status(), "Unable to create a source for reading", table);
  return source;
}

Result<std::unique_ptr<TableSink>> ConnectorRegistry::create_sink(const TableDescription& table) const {
  auto create = [&]() -> Result<std::unique_ptr<TableSink>> {
    ASSIGN_OR_RETURN(const ConnectorFactory* factory, find(table, Direction::kSink));
    RETURN_IF_ERROR(check_options(*factory, table));
    return factory->create_sink(table);
  };
  auto sink = create();
  if (!sink.ok()) return with_table(sink.status(), "Unable to create a sink for writing", table);
  return sink;
}

}  // namespace eddyline::connectors
