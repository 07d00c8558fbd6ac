#include "connectors/connector_factory.hpp"

#include "common/base/check.hpp"

namespace eddyline::connectors {

Result<std::unique_ptr<TableSource>> ConnectorFactory::create_source(const TableDescription& table) const {
  CHECK(false) << "connector " << identifier() << " has no source for table " << table.name;
  return std::unique_ptr<TableSource>();
}

Result<std::unique_ptr<TableSink>> ConnectorFactory::create_sink(const TableDescription& table) const {
  CHECK(false) << "connector " << identifier() << " has no sink for table " << table.name;
  return std::unique_ptr<TableSink>();
}

}  // namespace eddyline::connectors
